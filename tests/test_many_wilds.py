"""The kernel's path of many wilds and mixed chains against the reference: lists, their order, counts, short buffers."""

import dataclasses
import random

import numpy as np
import pytest

import skfast
from skfast import BAIBIAN, KINGS8, QIANBIAN, reference

with_flags = dataclasses.replace
VARIANTS = {
    "千变": QIANBIAN,
    "big wild KINGS8": with_flags(KINGS8, wild_jokers="big"),
    "equal chains": with_flags(QIANBIAN, chain_sizes="equal"),
    "no chains": with_flags(QIANBIAN, chain_sizes="none"),
    "smallest": with_flags(QIANBIAN, chain_star="smallest"),
    "chains of two": with_flags(QIANBIAN, chain_min_groups=2),
    "equal chains of two": with_flags(QIANBIAN, chain_sizes="equal", chain_min_groups=2),
    "chains of four": with_flags(QIANBIAN, chain_min_groups=4),
    "bombs of four": with_flags(QIANBIAN, max_bomb_size=4, chain_min_groups=2),
    "bombs up to five": with_flags(QIANBIAN, max_bomb_size=5),
    "bombs up to six": with_flags(BAIBIAN, wild_jokers="all", max_bomb_size=6, chain_min_groups=2),
    "bombs up to nine, smallest": with_flags(QIANBIAN, max_bomb_size=9, chain_star="smallest"),
}


def hand_of(rng, n_cards):
    """A random hand of neighbouring ranks with up to four jokers, more often all of them."""
    hand = [0] * 15
    hand[13], hand[14] = rng.choice([(2, 2), (2, 2), (2, 1), (1, 2), (1, 1), (0, 2)])
    bottom, width, most = rng.randrange(11), rng.randint(2, 10), rng.choice([1, 2, 3, 4, 6])
    ranks = range(bottom, min(13, bottom + width))
    for _ in range(n_cards - hand[13] - hand[14]):
        rank = rng.choice(ranks)
        hand[rank] = min(most, hand[rank] + 1)
    return hand


def in_order(part, whole):
    """Whether the moves of the part come in the order in which the whole lists them."""
    place = {move: index for index, move in enumerate(whole)}
    places = [place[move] for move in part]
    return places == sorted(places)


@pytest.mark.parametrize("name", VARIANTS)
def test_lists_and_counts(name):
    rules = VARIANTS[name]
    rng = random.Random(name)
    for _ in range(15):
        hand = hand_of(rng, rng.randint(6, 13))
        lead = list(skfast.legal_moves(hand, None, rules))
        assert len(set(lead)) == len(lead) == skfast.count_moves(hand, None, rules)
        assert set(lead) == reference.legal_moves(hand, None, rules), hand
        thrifty = list(skfast.legal_moves(hand, None, rules, "thrifty"))
        assert len(thrifty) == skfast.count_moves(hand, None, rules, "thrifty")
        assert set(thrifty) == reference.legal_moves(hand, None, rules, "thrifty"), hand
        assert in_order(thrifty, lead)
        for table in rng.sample(lead, min(4, len(lead))):
            follow = list(skfast.legal_moves(hand, table, rules))
            assert follow == [move for move in lead if move.beats(table)], (hand, table)
            assert len(follow) == skfast.count_moves(hand, table, rules)
            assert skfast.can_beat(hand, table, rules) == bool(follow)


def test_the_hand_of_most_moves():
    """Two of each 3..A but one of one rank, and BBRR: the most found by hill climbing with a generator of its own."""
    hands = [[2] * i + [1] + [2] * (11 - i) + [0, 2, 2] for i in range(12)]
    assert max(skfast.count_moves(hand, None, QIANBIAN) for hand in hands) == 24_182
    for hand in hands:
        moves = skfast.legal_moves(hand, None, QIANBIAN)
        assert len(moves) == len(np.unique(moves.array)) == skfast.count_moves(hand, None, QIANBIAN)


def test_a_short_buffer_holds_the_first_moves():
    hand = [2, 1, 2, 0, 2, 2, 1, 3, 2, 2, 1, 2, 3, 2, 2]
    moves = skfast.legal_moves(hand, None, QIANBIAN)
    for capacity in (0, 1, 63, 500, len(moves) - 1, len(moves), len(moves) + 500):
        out = np.zeros(capacity, skfast.MOVE_DTYPE)
        assert skfast.legal_moves_into(hand, out, None, QIANBIAN) == len(moves)
        assert (out[: len(moves)] == moves.array[:capacity]).all()
