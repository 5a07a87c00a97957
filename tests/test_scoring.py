"""Scores: base x multiplier + contributions, row by row of the table of presets (rules, section 5)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest

from skfast import BAIBIAN, CLASSIC, JJ, KINGS8, QIANBIAN, Move, Result, Rules, State, Win, score
from skfast.rules import PRESETS

DOUBLE, SINGLE, LEVEL = (0, 2, 1, 3), (0, 1, 2, 3), (0, 1, 3, 2)  # seats, first to last; 0 wins
ORDERS = {Win.DOUBLE: DOUBLE, Win.SINGLE: SINGLE, Win.LEVEL: LEVEL}

BOMBS = {stars: "4" * stars for stars in range(4, 9)}
BOMBS[9] = "333344445555666677778888"  # 4 x 6: ten stars; only its being 9 or more counts here


def bombs(*played: tuple[int, str], rules: Rules = BAIBIAN) -> list[tuple[int, Move]]:
    return [(seat, Move.parse(text, rules)) for seat, text in played]


def result(order: Iterable[int], *played: tuple[int, str], rules: Rules) -> Result:
    return score(order, bombs(*played, rules=rules), rules)


# --- base


@pytest.mark.parametrize(
    ("rules", "win", "by_place"),
    [
        (CLASSIC, Win.DOUBLE, (4, 4, -4, -4)),
        (CLASSIC, Win.SINGLE, (2, -2, 2, -2)),
        (CLASSIC, Win.LEVEL, (0, 0, 0, 0)),
        (JJ, Win.DOUBLE, (6, 6, -6, -6)),
        (JJ, Win.SINGLE, (3, -3, 3, -3)),
        (JJ, Win.LEVEL, (1, -1, -1, 1)),
        (BAIBIAN, Win.DOUBLE, (4, 4, -4, -4)),
        (BAIBIAN, Win.SINGLE, (2, -2, 2, -2)),
        (BAIBIAN, Win.LEVEL, (1, 0, 0, 1)),  # printed so; not zero-sum
        (KINGS8, Win.DOUBLE, (4, 4, -4, -4)),
        (KINGS8, Win.SINGLE, (2, -2, 2, -2)),
        (KINGS8, Win.LEVEL, (1, 0, 0, 1)),
        (QIANBIAN, Win.DOUBLE, (4, 4, -4, -4)),
        (QIANBIAN, Win.SINGLE, (2, -2, 2, -2)),
        (QIANBIAN, Win.LEVEL, (0, 0, 0, 0)),
    ],
)
def test_base_rows(rules: Rules, win: Win, by_place: tuple[int, ...]) -> None:
    for turn in range(4):  # the same with every seat as the first finisher
        order = tuple((seat + turn) % 4 for seat in ORDERS[win])
        found = result(order, rules=rules)
        assert found.win is win and found.multiplier == 1 and found.contribution == (0, 0, 0, 0)
        assert tuple(found.scores[seat] for seat in order) == by_place
        assert found.scores == found.base and found.order == order


# --- multiplier


@pytest.mark.parametrize(
    ("rules", "stars", "factor"),
    [
        *((CLASSIC, stars, factor) for stars, factor in [(4, 1), (5, 2), (6, 3), (7, 4), (8, 5)]),
        *((JJ, stars, factor) for stars, factor in [(4, 1), (5, 1), (6, 2), (7, 3), (8, 4), (9, 4)]),
        *((BAIBIAN, stars, factor) for stars, factor in [(4, 1), (5, 2), (6, 4), (7, 8), (8, 16), (9, 16)]),
        *((KINGS8, stars, factor) for stars, factor in [(4, 1), (5, 2), (6, 4), (7, 8), (8, 16)]),
        *((QIANBIAN, stars, factor) for stars, factor in [(4, 1), (5, 2), (6, 4), (7, 8), (8, 16), (9, 16)]),
    ],
)
def test_multiplier_rows(rules: Rules, stars: int, factor: int) -> None:
    for win, order in ORDERS.items():
        found = result(order, (0, BOMBS[stars]), rules=rules)
        plain = result(order, rules=rules)
        assert found.multiplier == factor and found.win is win
        assert found.base == plain.base
        # the losers' base is multiplied too
        assert [a - b for a, b in zip(found.scores, found.contribution, strict=True)] == [
            factor * points for points in plain.scores
        ]


def test_best_of_winner_takes_the_largest_of_the_winning_side_only() -> None:
    # side 0 and 2 wins; its bombs have 5 and 6 stars, x2 and x4: x4. The loser's seven stars (x8) count for nothing
    found = result(DOUBLE, (0, "33333"), (2, "666666"), (1, "7777777"), rules=QIANBIAN)
    assert found.multiplier == 4


def test_the_winning_side_is_the_first_finishers_in_a_level_win_too() -> None:
    # order 0, 1, 3, 2: side 1 and 3 was out first, but 0 was the first finisher
    assert result(LEVEL, (2, "66666"), (1, "7777777"), rules=BAIBIAN).multiplier == 2
    assert result(LEVEL, (2, "66666"), (1, "7777777"), rules=BAIBIAN).base == (1, 0, 1, 0)


def test_product_of_all_takes_every_bomb_of_anybody() -> None:
    # 6, 6, 7 and 8 stars: 2 * 2 * 3 * 4 = 48; a bomb of five counts 1
    found = result(SINGLE, (0, "333333"), (0, "444444"), (1, "7777777"), (3, "88888888"), (2, "55555"), rules=JJ)
    assert found.multiplier == 48
    assert found.scores == (3 * 48, -3 * 48, 3 * 48, -3 * 48)


def test_jj_worked_example() -> None:
    """North-south play seven stars (x3), east-west six (x2), north-south win double: 6 * 3 * 2 = 36 each."""
    found = result((0, 2, 1, 3), (0, "7777777"), (1, "444444"), rules=JJ)
    assert found == Result((0, 2, 1, 3), Win.DOUBLE, (6, -6, 6, -6), 6, (0, 0, 0, 0), (36, -36, 36, -36))


def test_jj_worked_example_played_out() -> None:
    """The same in play: 0 leads seven 7s, 1 has six 4s on another trick."""
    state = State.from_hands(["77777773", "4444445", "6", "88"], 1, JJ)
    for word in ["444444", "pass", "pass", "7777777", "pass", "pass", "pass", "3", "5", "6"]:
        state.play(word)
    # 0 out, 1 out, 2 out: a single win, 3 x 2 x 3 = 18
    assert state.finish_order == (0, 1, 2, 3) and state.scores() == (18, -18, 18, -18)
    state = State.from_hands(["77777773", "44444455", "6", "88"], 1, JJ)
    for word in ["444444", "pass", "pass", "7777777", "pass", "pass", "pass", "3", "5", "6"]:
        state.play(word)
    # 0 out, 2 out: a double win, 6 x 3 x 2 = 36
    assert state.finish_order == (0, 2, 3, 1) and state.scores() == (36, -36, 36, -36)


def test_a_level_win_is_multiplied_in_jj() -> None:
    assert result(LEVEL, (3, "666666"), rules=JJ).scores == (2, -2, 2, -2)


# --- joker bombs


@pytest.mark.parametrize("three", ["BBR", "BRR"])
def test_three_jokers_count_as_six_stars(three: str) -> None:
    for rules, factor, points in [(JJ, 2, 0), (BAIBIAN, 4, 2), (KINGS8, 4, 2), (QIANBIAN, 4, 2)]:
        found = result(DOUBLE, (2, three), rules=rules)
        assert found.multiplier == factor
        assert found.contribution == (-points, -points, 3 * points, -points)


@pytest.mark.parametrize(
    ("rules", "factor", "points"),
    [(CLASSIC, 4, 0), (JJ, 3, 0), (BAIBIAN, 8, 4), (KINGS8, 16, 6), (QIANBIAN, 8, 4)],
)
def test_four_jokers(rules: Rules, factor: int, points: int) -> None:
    found = result(DOUBLE, (0, "BBRR"), rules=rules)
    assert found.multiplier == factor
    assert found.contribution == (3 * points, -points, -points, -points)


def test_four_jokers_of_other_flags() -> None:
    # above_all: 15 stars, so the highest key of both tables
    assert result(DOUBLE, (0, "BBRR"), rules=replace(BAIBIAN, four_jokers="above_all")).multiplier == 16
    assert result(DOUBLE, (0, "BBRR"), rules=replace(BAIBIAN, four_joker_factor=100)).multiplier == 100
    # a factor of their own is the multiplier's only: they contribute by their seven stars
    assert result(DOUBLE, (0, "BBRR"), rules=replace(BAIBIAN, four_joker_factor=100)).contribution[0] == 12
    # and seven stars of another kind do not take that factor
    assert result(DOUBLE, (0, "7777777"), rules=replace(BAIBIAN, four_joker_factor=100)).multiplier == 8


# --- contributions


@pytest.mark.parametrize(("stars", "points"), [(4, 0), (5, 0), (6, 2), (7, 4), (8, 6), (9, 6)])
@pytest.mark.parametrize("rules", [BAIBIAN, KINGS8, QIANBIAN], ids=lambda rules: rules.name)
def test_contribution_rows(rules: Rules, stars: int, points: int) -> None:
    for seat in range(4):  # win or lose, from the partner too
        found = result(SINGLE, (seat, BOMBS[stars]), rules=rules) if stars < 9 or rules is not KINGS8 else None
        if found is not None:
            assert found.contribution == tuple(3 * points if other == seat else -points for other in range(4))


def test_no_contributions_in_classic_and_jj() -> None:
    for rules in (CLASSIC, JJ):
        assert result(DOUBLE, (0, "88888888"), (1, "BBRR"), rules=rules).contribution == (0, 0, 0, 0)


def test_contributions_add_up() -> None:
    # 0: six stars, +6 and -2 each; 1: eight stars, +18 and -6 each; 0 again: seven, +12 and -4 each
    found = result(DOUBLE, (0, "666666"), (1, "88888888"), (0, "7777777"), rules=BAIBIAN)
    assert found.contribution == (6 - 6 + 12, -2 + 18 - 4, -2 - 6 - 4, -2 - 6 - 4)
    # best of the winning side 0 and 2: seven stars, x8
    assert found.scores == (32 + 12, -32 + 12, 32 - 12, -32 - 12)


def test_contributions_are_at_once_and_undone() -> None:
    state = State.from_hands(["6666663", "45", "56", "8888888A"], 0)
    state.play("666666")
    assert state.scores() == (6, -2, -2, -2)
    state.play("pass")
    state.play("pass")
    state.play("8888888")
    assert state.scores() == (6 - 4, -2 - 4, -2 - 4, -2 + 12)
    state.undo()
    assert state.scores() == (6, -2, -2, -2)


# --- one's own tables


def test_user_made_scoring() -> None:
    rules = replace(
        BAIBIAN,
        base=((10, 7, -8, -9), (5, 1, 2, -8), (3, 1, -1, -3)),
        multiplier={4: 3, 6: -2},
        contribution={4: 1, 5: 10},
        multiplier_rule="product_of_all",
    )
    # 0, 2, 1, 3: places 10 7 -8 -9 by seat 10 -8 7 -9; four stars x3, five: no key x1, seven: as six x-2; 3 * -2 = -6
    found = result(DOUBLE, (0, "4444"), (1, "55555"), (2, "7777777"), rules=rules)
    assert found.base == (10, -8, 7, -9) and found.multiplier == -6
    # four: 3 from all; five: 30 by the key 5; seven: as five
    assert found.contribution == (3 - 10 - 10, -1 + 30 - 10, -1 - 10 + 30, -1 - 10 - 10)
    assert found.scores == tuple(b * -6 + c for b, c in zip(found.base, found.contribution, strict=True))


def test_best_of_winner_with_factors_below_one() -> None:
    rules = replace(BAIBIAN, multiplier={4: 0, 5: -3, 6: 7})
    assert result(DOUBLE, rules=rules).multiplier == 1  # no bomb
    assert result(DOUBLE, (0, "4444"), rules=rules).multiplier == 0
    assert result(DOUBLE, (0, "4444"), (2, "55555"), rules=rules).multiplier == 0
    assert result(DOUBLE, (0, "55555"), rules=rules).multiplier == -3
    assert result(DOUBLE, (0, "55555"), (2, "666666"), (1, "4444"), rules=rules).multiplier == 7


def test_large_scores_keep_their_64_bits() -> None:
    # the rules refuse what could pass 63 bits, so the factor is small: six bombs of four cards a hand
    rules = replace(JJ, multiplier={4: 4}, base=((8000, 8000, -8000, -8000), *JJ.base[1:]))
    played = [(seat, rank * 4) for seat in range(4) for rank in "345678"]
    assert result(DOUBLE, *played, rules=rules).scores[0] == 8000 * 4**24 > 2**60


# --- bad input


def test_what_is_no_finished_deal() -> None:
    for order in [(0, 1, 2), (0, 1, 2, 2), (0, 1, 2, 4), (0, 1, 2, 3, 0)]:
        with pytest.raises(ValueError, match="finish_order must be"):
            score(order)
    with pytest.raises(ValueError, match="not a bomb"):
        score(DOUBLE, bombs((0, "33")))
    with pytest.raises(ValueError, match="seat"):
        score(DOUBLE, bombs((4, "3333")))
    with pytest.raises(ValueError, match="more than 27 cards"):
        score(DOUBLE, bombs(*[(0, "33333333")] * 4))
    with pytest.raises(TypeError):
        score(DOUBLE, [(0, "3333")])  # type: ignore[list-item]


@pytest.mark.parametrize("rules", list(PRESETS.values()), ids=lambda rules: rules.name)
def test_the_four_scores_of_a_zero_sum_table(rules: Rules) -> None:
    for win, order in ORDERS.items():
        zero_sum = sum(rules.base[win]) == 0
        found = result(order, (0, "666666"), (3, "7777777"), rules=rules)
        assert (sum(found.scores) == 0) == zero_sum
