"""Kernel = reference on random hands of the whole pack: dealt ones under the presets, forced ones, odd mixes of flags.

`--slow` takes ten times as many.
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Callable

import hands
import numpy as np
import pytest
import variants

from skfast import (
    MOVE_DTYPE,
    QIANBIAN,
    Hand,
    Move,
    Rules,
    can_beat,
    classify,
    count_moves,
    is_legal,
    legal_moves,
    legal_moves_into,
    reference,
)

PARTS = 4
GUARDS = 70
GUARD = 0xA5


def assert_into(hand: int, capacity: int, expected: bytes, table: Move | None, rules: Rules, wilds: str) -> None:
    """The whole number is returned, as many moves as fit are written, and no byte past the capacity."""
    n = len(expected) // 16
    room = np.full((capacity + GUARDS) * 16, GUARD, np.uint8)
    found = legal_moves_into(hand, room.view(MOVE_DTYPE)[:capacity], table, rules, wilds)  # type: ignore[arg-type]
    written = 16 * min(n, capacity)
    about = (Hand(hand).text, str(table), rules.text, wilds, capacity)
    assert found == n, about
    assert room[:written].tobytes() == expected[:written], about
    assert (room[16 * capacity :] == GUARD).all(), about


def edges(n: int) -> set[int]:
    """Capacities near where a block of moves may begin, fit or just not fit."""
    near = {0, 1, 15, 16, 17, 63, 64, 65, 127, 128, 129, 130, n // 2, n - 65, n - 64, n - 63, n - 2, n - 1, n, n + 1}
    return {capacity for capacity in near | {n + 63, n + 64, n + 65, n + 100} if 0 <= capacity <= n + 100}


def assert_list(moves: list[Move], hand: int, table: Move | None, rules: Rules, wilds: str) -> None:
    """All that lists and counts moves lists these, in this order, into arrays of a few capacities too."""
    about = (Hand(hand).text, str(table), rules.text, wilds)
    listed = legal_moves(hand, table, rules, wilds)  # type: ignore[arg-type]
    assert list(listed) == moves, about
    assert count_moves(hand, table, rules, wilds) == len(moves), about  # type: ignore[arg-type]
    assert can_beat(hand, table, rules) == any(True for _ in legal_moves(hand, table, rules)), about
    expected = bytes(listed)
    for capacity in sorted(edges(len(moves)))[len(moves) % 5 :: 5]:
        assert_into(hand, capacity, expected, table, rules, wilds)


def assert_as_reference(counts: tuple[int, ...], tables: list[Move], rules: Rules) -> list[Move]:
    """Every question about this hand, leading and on each of these tables, answered as by the reference."""
    hand = Hand(counts).packed
    lead = list(legal_moves(hand, None, rules))
    expected = reference.legal_moves(counts, None, rules)
    about = (Hand(hand).text, rules.text)
    assert set(lead) == expected, about
    assert len(lead) == len(expected), about
    thrifty = {move for move in lead if reference.thrifty(move, counts, rules)}
    assert_list(lead, hand, None, rules, "all")
    assert_list([move for move in lead if move in thrifty], hand, None, rules, "thrifty")
    for table in tables:
        follow = [move for move in lead if reference.beats(move, table, rules)]
        assert_list(follow, hand, table, rules, "all")
        assert_list([move for move in follow if move in thrifty], hand, table, rules, "thrifty")
    return lead


def tables_for(rng: random.Random, lead: list[Move], others: list[Move]) -> list[Move]:
    """A table that the hand could have led itself, one that it just can or cannot beat, and one of another hand."""
    tables = [rng.choice(lead)] if lead else []
    if tables:
        same = [move for move in lead if (move.category, move.n_cards) == (tables[0].category, tables[0].n_cards)]
        tables.append(max(same, key=lambda move: (move.stars, move.order, move.rank)))
    if others:
        tables.append(rng.choice(others))
    return tables


def compare(
    rng: random.Random, draw: Callable[[random.Random], tuple[int, ...]], rules: Rules, others: list[Move]
) -> list[Move]:
    counts = draw(rng)
    lead = list(legal_moves(Hand(counts).packed, None, rules))
    assert_as_reference(counts, tables_for(rng, lead, others), rules)
    for move in rng.sample(lead, min(3, len(lead))):
        assert move in classify(move.cards, rules)
        assert is_legal(move, Hand(counts), None, rules)
    return lead


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("rules", variants.PRESETS, ids=lambda rules: rules.name)
def test_dealt_hands(rules: Rules, part: int, slow: bool) -> None:
    """2,000 hands of 27 cards, of 千变 200."""
    rng = random.Random(f"dealt {rules.name} {part}")
    lead: list[Move] = []
    for _ in range((200 if rules is QIANBIAN else 2_000) * (10 if slow else 1) // PARTS):
        lead = compare(rng, hands.dealt, rules, lead)


@pytest.mark.parametrize("rules", [*variants.PRESETS, *variants.ODD], ids=lambda rules: rules.text)
def test_hands_with_all_jokers(rules: Rules, slow: bool) -> None:
    rng = random.Random(f"jokers {rules.text}")
    lead: list[Move] = []
    for _ in range((20 if rules.wild_jokers != "all" else 8) * (10 if slow else 1)):
        lead = compare(rng, hands.dealt_with_jokers, rules, lead)


@pytest.mark.parametrize("part", range(PARTS))
def test_clumped_hands_under_any_rules(part: int, slow: bool) -> None:
    """A mix of flags drawn at random for every hand."""
    rng = random.Random(f"clumped {part}")
    for _ in range(1_000 if slow else 100):
        rules = variants.any_rules(rng)
        others = list(legal_moves(hands.clumped(rng, 12), None, rules))
        compare(rng, hands.clumped, rules, others)


@pytest.mark.parametrize("part", range(PARTS))
def test_clumped_hands_under_the_presets(part: int, slow: bool) -> None:
    rng = random.Random(f"presets {part}")
    for _ in range(500 if slow else 50):
        for rules in variants.PRESETS:
            others = list(legal_moves(hands.clumped(rng, 12), None, rules))
            compare(rng, hands.clumped, rules, others)


@pytest.mark.parametrize("rules", [*variants.PRESETS, *variants.ODD[:4]], ids=lambda rules: rules.text)
def test_every_capacity(rules: Rules) -> None:
    """`legal_moves_into` with every capacity from 0 to a hundred more than there are moves."""
    rng = random.Random(zlib.crc32(rules.text.encode()))
    for n_cards in (9, 14, 18):
        hand = Hand(hands.dealt(rng, n_cards)).packed
        tables = [None, *rng.sample(list(legal_moves(hand, None, rules)), 2)]
        for table in tables:
            for wilds in ("all", "thrifty"):
                expected = bytes(legal_moves(hand, table, rules, wilds))  # type: ignore[arg-type]
                for capacity in range(len(expected) // 16 + 101):
                    assert_into(hand, capacity, expected, table, rules, wilds)


def test_capacities_of_a_long_list() -> None:
    """10,674 moves: every capacity near the multiples of a block, and some others."""
    hand = Hand("33445566778899TTJJQQKKABBRR").packed
    expected = bytes(legal_moves(hand, None, QIANBIAN))
    n = len(expected) // 16
    rng = random.Random(9)
    for capacity in sorted(edges(n) | set(rng.sample(range(n + 100), 60))):
        assert_into(hand, capacity, expected, None, QIANBIAN, "all")
