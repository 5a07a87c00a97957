"""Whole random deals in the kernel and in the reference, which was written from the rules alone: the same at every ply.

1,000 deals of each preset agree on turn, table, finish and scores; 100 of them (20 in 千变) on the legal moves at
every ply, all of them with --slow.  And their perfts agree.
"""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from skfast import BAIBIAN, CLASSIC, PASS, QIANBIAN, Rules, State, dealt_cards, divide, perft
from skfast.reference_deal import ReferenceDeal, seat_players
from skfast.reference_deal import divide as reference_divide
from skfast.reference_deal import perft as reference_perft
from skfast.rules import PRESETS

DEALS = 1000
PARTS = 4

MIXES = [
    replace(QIANBIAN, chain_star="smallest", chain_min_groups=2),
    replace(QIANBIAN, chain_sizes="equal", max_bomb_size=6, mixed_joker_pair="never"),
    replace(CLASSIC, wild_jokers="all", lead="face_up", seat_swap=True, multiplier_rule="product_of_all"),
    replace(BAIBIAN, chain_sizes="mixed", four_jokers="bottom7", three_jokers=False, contribution={4: 1, 9: 5}),
]


def kernel_side(state: State) -> tuple[object, ...]:
    return (
        *(state.turn, state.table, state.leader, state.passes, state.is_over, state.can_pass),
        *(state.finish_order, state.packed_hands, state.scores()),
    )


def reference_side(deal: ReferenceDeal) -> tuple[object, ...]:
    return (
        *(deal.turn, deal.table, deal.leader, deal.passes, deal.is_over, deal.can_pass),
        *(tuple(deal.finish_order), tuple(deal.hands), tuple(deal.scores())),
    )


def play_both(rules: Rules, seed: int, compare_moves: bool) -> None:
    choice = random.Random(seed)
    state = State.deal(rules, seed)
    deal = ReferenceDeal(list(state.packed_hands), state.turn, rules)
    while True:
        assert kernel_side(state) == reference_side(deal), str(state)
        if state.is_over:
            break
        moves = state.legal_moves()
        if compare_moves:
            assert set(moves) == deal.legal_moves(), str(state)
        # longer plays more often than a uniform choice has them, and passes at times, so that deals differ in pace
        pick = choice.random()
        if state.can_pass and (not moves or pick < 0.3):
            move = PASS
        elif pick < 0.6:
            move = moves[choice.randrange(len(moves))]
        else:
            move = max(choice.sample(list(moves), min(4, len(moves))), key=lambda move: move.n_cards)
        state.play(move)
        deal.play_unchecked(move)
    result, expected = state.result, deal.result
    assert result is not None
    for field in ("order", "base", "contribution", "scores"):
        assert list(getattr(result, field)) == expected[field]
    assert (result.win, result.multiplier) == (expected["win"], expected["multiplier"])


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("rules", list(PRESETS.values()), ids=lambda rules: rules.name)
def test_whole_deals(rules: Rules, part: int, slow: bool) -> None:
    compared = DEALS if slow else 20 if rules is QIANBIAN else 100
    for seed in range(part, DEALS, PARTS):
        play_both(rules, seed, compare_moves=seed < compared)


@pytest.mark.parametrize("rules", MIXES, ids=lambda rules: rules.text)
def test_whole_deals_of_other_rules(rules: Rules, slow: bool) -> None:
    for seed in range(DEALS if slow else 40):
        play_both(rules, seed, compare_moves=slow or seed < 4)


@pytest.mark.parametrize("rules", list(PRESETS.values()), ids=lambda rules: rules.name)
def test_deals_that_begin_late(rules: Rules) -> None:
    """From few cards, some players out, so that the ends of deals are not only those of long ones."""
    choice = random.Random(5)
    pack = [rank for rank in range(13) for _ in range(8)] + [13, 13, 14, 14]
    for _ in range(120):
        out = choice.sample(range(4), choice.choice([0, 0, 1, 2]))
        if len(out) == 2 and out[0] ^ 2 == out[1]:
            out.pop()
        cards = choice.sample(pack, 40)
        hands = [
            0 if seat in out else sum(1 << 4 * cards.pop() for _ in range(choice.randint(1, 9))) for seat in range(4)
        ]
        leader = choice.choice([seat for seat in range(4) if hands[seat]])
        state = State.from_hands(hands, leader, rules, out)
        deal = ReferenceDeal(hands, leader, rules, out)
        while not state.is_over:
            assert kernel_side(state) == reference_side(deal), str(state)
            moves = list(state.legal_moves())
            assert set(moves) == deal.legal_moves()
            move = choice.choice([*moves, PASS] if state.can_pass else moves)
            state.play(move)
            deal.play_unchecked(move)
        assert kernel_side(state) == reference_side(deal), str(state)


@pytest.mark.parametrize("rules", list(PRESETS.values()), ids=lambda rules: rules.name)
def test_seating(rules: Rules) -> None:
    if rules.lead != "face_up":
        pytest.skip("no card is turned up")
    for seed in range(200):
        state = State.deal(rules, seed)
        before = dealt_cards(QIANBIAN, seed)  # the same shuffle, and nobody changes seats in 千变
        holders = {card: seat for seat in range(4) for card in before[seat]}
        players, leader = seat_players(state.face_up, holders, rules)
        assert (state.players, state.turn) == (tuple(players), leader)
        assert dealt_cards(rules, seed) == tuple(before[player] for player in players)


@pytest.mark.parametrize("rules", list(PRESETS.values()), ids=lambda rules: rules.name)
def test_perft_and_divide(rules: Rules) -> None:
    choice = random.Random(11)
    pack = [rank for rank in range(13) for _ in range(8)] + [13, 13, 14, 14] * 5
    for _ in range(25):
        while True:
            cards = choice.sample(pack, 40)
            counts = [cards.count(rank) for rank in range(15)]
            if max(counts[:13]) <= 8 and max(counts[13:]) <= 2:
                break
        hands = [sum(1 << 4 * cards.pop() for _ in range(choice.randint(1, 5))) for _ in range(4)]
        state, deal = State.from_hands(hands, 0, rules), ReferenceDeal(hands, 0, rules)
        for depth in (0, 1, 2, 3, 4):
            for finished in (False, True):
                expected = reference_perft(deal, depth, finished)
                for bulk in ("none", "each", "shared"):
                    assert perft(state, depth, finished, bulk=bulk) == expected, (str(state), depth, finished)
        division = divide(state, 3)
        assert division.moves == reference_divide(deal, 3)
        assert division.total == sum(division.categories.values()) == reference_perft(deal, 3)
