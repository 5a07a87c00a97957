"""The rules by example, asked of the public functions: every worked example, every mistake that real servers made, and
totals that are derived twice, by a formula with its arithmetic and by what the kernel lists.

W is a wild joker: R where only the big ones are wild, B or R where all are.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import comb, prod

import pytest

from skfast import (
    BAIBIAN,
    CLASSIC,
    JJ,
    KINGS8,
    PASS,
    QIANBIAN,
    Category,
    Hand,
    InvalidMoveError,
    Move,
    Rules,
    can_beat,
    classify,
    count_moves,
    is_legal,
    legal_moves,
    score,
)

PRESETS = (CLASSIC, JJ, BAIBIAN, KINGS8, QIANBIAN)
WILD = (JJ, BAIBIAN, QIANBIAN)
RANKS = "3456789TJQKA2BR"
EQUAL = replace(QIANBIAN, chain_sizes="equal")
SMALLEST = replace(QIANBIAN, chain_star="smallest")
named = pytest.mark.parametrize("rules", PRESETS, ids=lambda rules: rules.name)
with_wilds = pytest.mark.parametrize("rules", WILD, ids=lambda rules: rules.name)


def reads(cards: str, rules: Rules) -> set[str]:
    """The legal readings of these cards, as cards."""
    found = classify(cards, rules)
    texts = {"".join(rank * n for rank, n in zip(RANKS, move.reading, strict=True)) for move in found}
    return texts


def one(cards: str, rules: Rules) -> Move:
    """The only legal reading of these cards."""
    (move,) = classify(cards, rules)
    return move


def fields(move: Move) -> tuple[Category, int, int, str]:
    return move.category, move.length, move.size, RANKS[move.rank]


def plays(hand: str, rules: Rules, table: Move | str | None = None) -> set[str]:
    texts = legal_moves(hand, table, rules).texts()
    assert len(set(texts)) == len(texts)
    return set(texts)


def higher(low: str, high: str, rules: Rules) -> bool:
    """Whether the second beats the first and not the other way, by record, by hand and by cards."""
    a, b = one(low, rules), one(high, rules)
    assert can_beat(high, a, rules) >= b.beats(a)
    assert (
        (b in classify(high, rules, a))
        == b.beats(a)
        == is_legal(b, high, a, rules)
        == (b in legal_moves(high, a, rules))
    )
    return b.beats(a) and not a.beats(b)


def neither(low: str, high: str, rules: Rules) -> bool:
    a, b = one(low, rules), one(high, rules)
    return not a.beats(b) and not b.beats(a)


# --- Section 2: combinations without wilds


@named
@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("3", (Category.SINGLE, 1, 1, "3")),
        ("R", (Category.SINGLE, 1, 1, "R")),
        ("22", (Category.PAIR, 1, 2, "2")),
        ("BB", (Category.PAIR, 1, 2, "B")),
        ("RR", (Category.PAIR, 1, 2, "R")),
        ("222", (Category.TRIPLE, 1, 3, "2")),
        ("34567", (Category.STRAIGHT, 5, 1, "7")),
        ("3456789TJQKA", (Category.STRAIGHT, 12, 1, "A")),
        ("334455", (Category.PAIR_RUN, 3, 2, "5")),
        ("33445566778899TTJJQQKKAA", (Category.PAIR_RUN, 12, 2, "A")),
        ("333444555", (Category.TRIPLE_RUN, 3, 3, "5")),
        ("666777888999TTTJJJQQQKKKAAA", (Category.TRIPLE_RUN, 9, 3, "A")),
        ("2222", (Category.BOMB, 1, 4, "2")),
        ("33333333", (Category.BOMB, 1, 8, "3")),
        ("BBRR", (Category.JOKER_BOMB, 1, 4, "R")),
    ],
)
def test_combinations(cards: str, expected: tuple[object, ...], rules: Rules) -> None:
    assert fields(one(cards, rules)) == expected


@named
@pytest.mark.parametrize(
    "cards",
    # no kickers; the ace is only high; no 2 and no joker in a run; no run of two; too short; a hole
    "33344 333345 33334455 A2345 TJQKA2 QKA23 QQKKAA22 TJQKB2 3344 333444 3456 34568 3345 3456777 334456".split(),
)
def test_no_combination(cards: str, rules: Rules) -> None:
    assert classify(cards, rules) == ()
    assert not any(move.cards == Hand(cards) for move in legal_moves(cards, None, rules))


@named
def test_shortest_runs(rules: Rules) -> None:
    """Straights from 5 ranks on, pair runs and triple runs from 3."""
    kinds = Counter((move.category, move.length) for move in legal_moves("333444555666777", None, rules))
    assert {length for category, length in kinds if category == Category.STRAIGHT} == {5}
    assert {length for category, length in kinds if category == Category.PAIR_RUN} == {3, 4, 5}
    assert {length for category, length in kinds if category == Category.TRIPLE_RUN} == {3, 4, 5}
    # 5 singles, 5 pairs, 5 triples, 1 straight; 3 + 2 + 1 pair runs; 3 + 2 + 1 triple runs
    assert sum(kinds.values()) == 5 + 5 + 5 + 1 + 6 + 6


@named
def test_three_jokers_are_a_bomb_where_the_flag_says_so(rules: Rules) -> None:
    for cards in ("BBR", "BRR"):
        assert {move.category for move in classify(cards, rules)} == (
            {Category.JOKER_BOMB} if rules.three_jokers else set()
        )


# --- Section 3: wilds and readings


@pytest.mark.parametrize(
    ("cards", "rules", "expected"),
    [
        ("45678R", BAIBIAN, {"456789"}),  # 4-9, never 3-8
        ("TJQKAR", BAIBIAN, {"9TJQKA"}),  # 9-A: there is nothing above the ace
        ("7777R", BAIBIAN, {"77777"}),
        ("7BBRR", QIANBIAN, {"77777"}),  # X + WWWW is no straight
        ("77BBRR", QIANBIAN, {"777777"}),  # XX + WWWW is no pair run
        ("333444555BRR", QIANBIAN, {"333344445555"}),  # the chain 4x3, not triple runs of 4
        ("34BBRR", QIANBIAN, {"345678", "334455"}),
        ("JJJJQQQQKKKKAAAABBRR", EQUAL, {"JJJJJQQQQQKKKKKAAAAA", "TTTTJJJJQQQQKKKKAAAA"}),
        ("56789R", BAIBIAN, {"56789T"}),
        ("33455R", BAIBIAN, {"334455"}),
        ("77899R", BAIBIAN, {"778899"}),
        ("7789RR", BAIBIAN, {"778899"}),
        ("222R", BAIBIAN, {"2222"}),
        ("33333333R", BAIBIAN, set()),  # nine, and a bomb has at most eight
        ("33333333R", QIANBIAN, {"333333333"}),
        ("5678R", QIANBIAN, {"56789"}),
        ("7B", BAIBIAN, set()),  # a small joker that is not wild
        ("7B", QIANBIAN, {"77"}),
        ("7R", CLASSIC, set()),
        ("7R", KINGS8, set()),
        ("7R", replace(KINGS8, wild_jokers="big"), {"77"}),
    ],
)
def test_readings(cards: str, rules: Rules, expected: set[str]) -> None:
    assert reads(cards, rules) == expected


def test_two_equal_chains_have_the_same_stars() -> None:
    four, five = sorted(classify("JJJJQQQQKKKKAAAABBRR", EQUAL), key=lambda move: move.size)
    assert fields(four) == (Category.CHAIN_BOMB, 5, 4, "A")
    assert fields(five) == (Category.CHAIN_BOMB, 4, 5, "A")
    assert (four.stars, five.stars) == (4 + 5, 5 + 4)
    assert four.n_cards == five.n_cards == 4 * 5 == 5 * 4
    assert not four.beats(five) and not five.beats(four)


def test_the_player_names_the_reading_when_he_leads() -> None:
    assert {"34BBRR=345678", "34BBRR=334455"} <= plays("34BBRR", QIANBIAN)
    with pytest.raises(InvalidMoveError):
        Move.parse("34BBRR", QIANBIAN)


def test_when_following_the_reading_that_fits_is_meant() -> None:
    assert str(Move.parse("45BBRR", QIANBIAN, table="334455")) == "45BBRR=445566"
    assert str(Move.parse("45BBRR", QIANBIAN, table="345678")) == "45BBRR=456789"


def test_jokers_only_are_themselves_but_for_the_mixed_pair() -> None:
    for rules in PRESETS:
        assert reads("BB", rules) == {"BB"}
        assert reads("RR", rules) == {"RR"}
        assert reads("BR", replace(rules, mixed_joker_pair="never")) == set()
    assert reads("BR", BAIBIAN) == reads("BR", JJ) == {"BB"}
    assert reads("BR", QIANBIAN) == {"RR"}
    assert reads("BR", CLASSIC) == reads("BR", KINGS8) == set()
    assert neither("BR", "BB", BAIBIAN) and higher("BR", "RR", BAIBIAN)
    assert neither("BR", "RR", QIANBIAN) and higher("BB", "BR", QIANBIAN)


def test_the_same_reading_with_other_cards_is_another_move() -> None:
    # the natural kept back in five ways: without 5, 6, 7 or 8 it is still 5-9; without 9 too; without 5 the best is 6-T
    five = {play for play in plays("56789R", BAIBIAN) if len(play.split("=")[0]) == 5}
    assert five == {"56789", "5678R=56789", "5679R=56789", "5689R=56789", "5789R=56789", "6789R=6789T"}
    assert {"77B=777", "77R=777", "7BR=777"} <= plays("77BR", QIANBIAN)
    # a wild may stand for a card that is held
    assert {"7R=77", "77", "77R=777"} <= plays("777R", BAIBIAN)


def test_a_wild_group_may_fill_a_hole_or_the_end_of_a_chain() -> None:
    assert reads("33335555BBRR", QIANBIAN) == {"333344445555"}
    assert reads("33334444BBRR", QIANBIAN) == {"333344445555"}
    assert reads("KKKKAAAABBRR", QIANBIAN) == {"QQQQKKKKAAAA"}


def test_whichever_group_takes_the_spare_wild_is_one_reading() -> None:
    move = one("777788889999R", QIANBIAN)
    assert (fields(move), move.stars, str(move)) == (
        (Category.CHAIN_BOMB, 3, 5, "9"),
        5 + 3,
        "777788889999R=7777888899999",
    )
    assert Move.parse("777788889999R=7777788889999", QIANBIAN) == move


# --- Section 4: what beats what


def test_what_is_no_bomb() -> None:
    rules = BAIBIAN
    assert higher("3", "4", rules) and higher("2", "B", rules) and higher("B", "R", rules)
    assert higher("AA", "22", rules) and higher("22", "BB", rules) and higher("BB", "RR", rules)
    assert higher("34567", "45678", rules) and higher("334455", "QQKKAA", rules)
    assert neither("34567", "456789", rules)  # another number of cards
    assert neither("345678", "445566", rules) and neither("333", "44", rules)  # another kind
    assert neither("77", "77", rules)


@named
def test_any_bomb_beats_what_is_no_bomb(rules: Rules) -> None:
    for cards in ("R", "RR", "222", "TJQKA", "33445566778899TTJJQQKKAA", "666777888999TTTJJJQQQKKKAAA"):
        assert higher(cards, "3333", rules)


def test_bombs_by_count() -> None:
    assert higher("2222", "33333", CLASSIC) and higher("3333", "4444", CLASSIC)
    assert higher("22222222", "BBRR", CLASSIC) and higher("2222222", "33333333", CLASSIC)
    assert one("33333333", CLASSIC).stars == 8


def test_bombs_by_stars() -> None:
    assert higher("2222", "33333", BAIBIAN) and higher("3333", "4444", BAIBIAN)
    assert higher("666666", "333344445555", BAIBIAN)  # 6 < 4 + 3 = 7
    assert higher("333344445555", "3333333", BAIBIAN)  # 7 = 7: twelve cards lose to seven
    assert higher("3333444455556666", "333334444455555", BAIBIAN)  # 4 + 4 = 5 + 3: sixteen lose to fifteen
    assert higher("333344445555", "444455556666", BAIBIAN)  # 7 = 7, 12 = 12, 5 < 6
    # S2: 7777 88888 999999 has 6 + 3 = 9 stars; by the smallest group 4 + 3 = 7
    assert (one("777788888999999", QIANBIAN).stars, one("777788888999999", SMALLEST).stars) == (9, 7)
    assert one("333344444555555", QIANBIAN).stars == 9
    # equal in stars, cards and rank
    assert neither("77777888889999", "77777888899999", QIANBIAN)
    assert neither("JJJJJQQQQQKKKKKAAAAA", "TTTTJJJJQQQQKKKKAAAA", BAIBIAN)


def test_three_jokers_are_the_lowest_of_six_stars() -> None:
    for rules in (JJ, BAIBIAN, KINGS8, QIANBIAN):
        assert one("BBR", rules).stars == 6
        assert higher("22222", "BBR", rules) and higher("BBR", "333333", rules)
        assert neither("BBR", "BRR", rules) and neither("BRR", "BRR", rules)
    assert higher("BBR", "33334444", replace(BAIBIAN, chain_min_groups=2))  # 4 + 2 = 6


@pytest.mark.parametrize(
    ("flag", "stars", "below", "above"),
    [
        ("top7", 7, ["666666", "BBR", "2222222", "QQQQKKKKAAAA"], ["33333333", "333334444455555"]),
        ("bottom7", 7, ["222222", "BBR"], ["3333333", "333344445555"]),
        ("top8", 8, ["22222222", "QQQQQKKKKKAAAAA", "JJJJQQQQKKKKAAAA"], ["333333444444555555"]),  # 6 + 3 = 9
        ("above_all", 15, ["QQQQQQQQKKKKKKKKAAAAAAAA"], []),  # 8 + 3 = 11
    ],
)
def test_four_jokers(flag: str, stars: int, below: list[str], above: list[str]) -> None:
    rules = replace(BAIBIAN, four_jokers=flag)
    four = one("BBRR", rules)
    assert (fields(four), four.stars) == ((Category.JOKER_BOMB, 1, 4, "R"), stars)
    assert all(higher(bomb, "BBRR", rules) for bomb in below)
    assert all(higher("BBRR", bomb, rules) for bomb in above)
    assert neither("BBRR", "BBRR", rules)


@pytest.mark.parametrize(
    ("size", "groups", "stars"),
    [(4, 3, 7), (4, 4, 8), (4, 5, 9), (4, 6, 10), (5, 3, 8), (5, 4, 9), (5, 5, 10), (6, 3, 9), (6, 4, 10), (7, 3, 10)]
    + [(8, 3, 11)],
)
def test_stars_of_equal_chains(size: int, groups: int, stars: int) -> None:
    for rules in (JJ, BAIBIAN, QIANBIAN):
        chain = one("".join(rank * size for rank in RANKS[:groups]), rules)
        assert (fields(chain)[:3], chain.stars) == ((Category.CHAIN_BOMB, groups, size), stars)
        assert size * groups <= 27 and size + groups == stars


def test_a_chain_of_nines_needs_a_higher_limit_and_three_wilds() -> None:
    cards = "333333334444444455555555BRR"  # 8 + 8 + 8 and a wild each: 9 x 3, 12 stars
    assert one(cards, replace(EQUAL, max_bomb_size=9)).stars == 9 + 3
    assert classify(cards, replace(EQUAL, max_bomb_size=8)) == ()


# --- Sections 5 and 6


def test_worked_example_of_jj() -> None:
    """A 7-star bomb (x3) by north-south, a 6-star one (x2) by east-west, a double win: 6 x 3 x 2 = 36."""
    bombs = [(0, Move.parse("3333333", JJ)), (1, Move.parse("444444", JJ))]
    assert score([0, 2, 1, 3], bombs, JJ).scores == (36, -36, 36, -36)


@pytest.mark.parametrize(
    ("cards", "gain", "each"),
    [("333333", 6, 2), ("3333333", 12, 4), ("33333333", 18, 6), ("BBR", 6, 2), ("BBRR", 12, 4), ("33333", 0, 0)]
    + [("333344445555666677778888", 18, 6)],  # 10 stars: the highest key counts for more
)
def test_contribution_is_paid_by_each_of_the_others(cards: str, gain: int, each: int) -> None:
    assert score([0, 1, 2, 3], [(1, one(cards, BAIBIAN))], BAIBIAN).contribution == (-each, gain, -each, -each)
    assert gain == 3 * each


def test_joker_bombs_multiply_by_their_stars_and_in_classic_by_their_own_factor() -> None:
    def factor(cards: str, rules: Rules) -> int:
        return score([0, 2, 1, 3], [(0, one(cards, rules))], rules).multiplier

    assert [factor("BBR", rules) for rules in (JJ, BAIBIAN, KINGS8, QIANBIAN)] == [2, 4, 4, 4]
    assert [factor("BBRR", rules) for rules in PRESETS] == [4, 3, 8, 16, 8]
    assert [factor("3" * n, CLASSIC) for n in (4, 5, 6, 7, 8)] == [1, 2, 3, 4, 5]


# --- Section 8: mistakes of real servers


@with_wilds
def test_no_phantom_rank_between_ace_and_two(rules: Rules) -> None:
    for cards in ("JQKAR2", "QKAR2", "KA2RR", "QQKKAAR22", "KKKAAA222R", "KKKKAAAA2222", "KKKKAAAA2222R"):
        assert classify(cards, rules) == ()
    assert not any("2" in play for play in plays("JQKA2R", rules) if len(play.split("=")[0]) > 2)


@with_wilds
def test_wilds_reach_beyond_the_neighbours_of_held_ranks(rules: Rules) -> None:
    assert reads("345RR", rules) == {"34567"}
    assert "345RR=34567" in plays("345RR", rules)
    assert reads("56789TJQKARR", rules) == {"3456789TJQKA"}  # nothing above the ace: down twice
    assert reads("37RR", rules) == set()  # 3-7 has three holes
    assert reads("357RR", rules) == {"34567"}


def test_a_straight_of_two_naturals_and_three_wilds() -> None:
    assert reads("37BRR", QIANBIAN) == {"34567"}
    assert reads("38BRR", QIANBIAN) == set()


@with_wilds
def test_no_run_overshoots_the_ace_or_goes_below_three(rules: Rules) -> None:
    assert reads("TJQKARR", rules) == {"89TJQKA"}
    assert reads("QQKKAARR", rules) == {"JJQQKKAA"}
    assert reads("3456RR", rules) == {"345678"}
    assert reads("333444555", rules) == {"333444555"}


@with_wilds
def test_no_wild_is_left_over_in_a_full_run(rules: Rules) -> None:
    assert reads("3456789TJQKAR", rules) == set()  # thirteen cards are no straight
    assert reads("334455R", rules) == reads("333444555R", rules) == set()
    assert not any(sum(move.reading) == 13 and move.category == Category.STRAIGHT
                   for move in legal_moves("3456789TJQKARR", None, rules))  # fmt: skip


@named
def test_compared_by_top_rank_in_whatever_order_the_cards_come(rules: Rules) -> None:
    assert one("K9JTQ", rules) == one("9TJQK", rules)
    assert higher("K9JTQ", "TAJKQ", rules)
    assert higher("8 8 7 6 6 7", "7 9 8 9 7 8", rules)


@with_wilds
def test_many_of_a_rank_are_no_chain_of_one_group(rules: Rules) -> None:
    for move in legal_moves("33333333RR", None, rules):
        assert move.category != Category.CHAIN_BOMB
    if rules is QIANBIAN:
        twelve = one("33333333BBRR", rules)  # 8 + 4
        assert (fields(twelve), twelve.stars) == ((Category.BOMB, 1, 12, "3"), 12)


@with_wilds
def test_no_chain_of_two_groups(rules: Rules) -> None:
    for cards in ("33334444", "3333444R", "33334444R", "444455RR", "33333334444444", "AAAA2222"):
        assert classify(cards, rules) == ()
    assert all(
        move.length >= 3 for move in legal_moves("33334444RR", None, rules) if move.category == Category.CHAIN_BOMB
    )


@with_wilds
def test_stars_decide_when_the_card_counts_are_equal(rules: Rules) -> None:
    # 24 cards each: 6 + 4 = 10 stars and 4 + 6 = 10 lose to 8 + 3 = 11
    assert higher("333333444444555555666666", "333333334444444455555555", rules)
    assert higher("333344445555666677778888", "333333334444444455555555", rules)


@with_wilds
def test_two_jokers_are_a_pair_and_no_king_bomb(rules: Rules) -> None:
    assert {one(cards, rules).category for cards in ("BB", "BR", "RR")} == {Category.PAIR}
    assert higher("22", "RR", rules) and neither("333", "RR", rules) and higher("RR", "3333", rules)
    assert not can_beat("RR", "333", rules)


def test_readings_of_the_same_cards_do_not_hide_each_other() -> None:
    moves = [move for move in legal_moves("34BBRR", None, QIANBIAN) if move.n_cards == 6]
    assert {move.category for move in moves} == {Category.STRAIGHT, Category.PAIR_RUN}
    assert len({hash(move) for move in moves}) == 2
    # its own six cards are no higher than either table, so what beats both is its bombs
    bombs = sum(move.is_bomb for move in legal_moves("34BBRR", None, QIANBIAN))
    assert [count_moves("34BBRR", table, QIANBIAN) for table in ("345678", "334455")] == [bombs, bombs]


def test_the_reading_on_the_table_is_fixed_when_it_is_played() -> None:
    straight, pair_run = (Move.parse(f"34BBRR={reading}", QIANBIAN) for reading in ("345678", "334455"))
    assert plays("445566", QIANBIAN, pair_run) == {"445566"}
    assert plays("445566", QIANBIAN, straight) == set()
    assert plays("456789", QIANBIAN, straight) == {"456789"}
    assert plays("456789", QIANBIAN, pair_run) == set()


@with_wilds
def test_chains_inside_longer_ones_are_moves_too(rules: Rules) -> None:
    hand = "3333444455556666"
    chains = {str(move) for move in legal_moves(hand, None, rules) if move.category == Category.CHAIN_BOMB}
    assert chains == {"333344445555", "444455556666", hand}
    inside = {"333344445555"} if rules.chain_sizes == "equal" else {"333344445555", "3333344445555"}
    assert {play for play in plays("33333444455556", rules) if play.startswith("3333") and "5" in play} == inside


@named
def test_runs_whose_lowest_rank_is_held_four_times(rules: Rules) -> None:
    assert "34567" in plays("33334567", rules)
    assert "334455" in plays("33334455", rules)
    assert "333444555" in plays("3333444555", rules)
    if rules in WILD:
        assert {"34567R=345678", "3567R=34567", "4567R=45678"} <= plays("33334567R", rules)


@named
def test_passing_is_in_no_list(rules: Rules) -> None:
    for table in (None, "3", "44"):
        assert PASS not in legal_moves("3344556R", table, rules)
        assert not is_legal(PASS, "3344556R", table, rules)


# --- Totals: all moves there are within 27 cards of the two packs


def joker_hands(n: int, rules: Rules) -> list[str]:
    """The jokers that can be n wilds."""
    small = 2 if rules.wild_jokers == "all" else 0
    big = 0 if rules.wild_jokers == "none" else 2
    return ["B" * b + "R" * (n - b) for b in range(small + 1) if 0 <= n - b <= big]


def ways(caps: Sequence[int], n: int) -> int:
    """In how many ways n cards can be taken of ranks that have so many: a coefficient of a product of polynomials."""
    sums = [1] + [0] * n
    for cap in caps:
        sums = [sum(sums[max(0, total - cap) : total + 1]) for total in range(n + 1)]
    return sums[n]


def runs_of(size: int, length: int, wilds: int, held: Sequence[int] = (8,) * 12) -> int:
    """How many sets of naturals make a run of `length` ranks of `size` cards with so many wilds.

    They are size x length - wilds cards, at most `size` of a rank, from the lowest to the highest in no more than
    `length` ranks; then a window fits, and the highest that does is the one legal reading.  Counted by lowest rank:
    those of `length` ranks from there on, less those without that rank.
    """
    n = size * length - wilds
    total = 0
    for lowest in range(12):
        caps = [min(size, count) for count in held[lowest : lowest + length]]
        total += ways(caps, n) - ways(caps[1:], n)
    return total


def all_runs(size: int, rules: Rules, held: Sequence[int] = (8,) * 12) -> int:
    lengths = {1: range(5, 13), 2: range(3, 13), 3: range(3, 10)}[size]
    return sum(
        len(joker_hands(wilds, rules)) * runs_of(size, length, wilds, held) for length in lengths for wilds in range(5)
    )


def test_runs_of_by_a_closed_form() -> None:
    """Where nothing is short: (13 - L) windows of L ranks, less those counted in two neighbouring windows."""
    for length in range(5, 13):
        for wilds in range(1, 5):
            # wilds as holes: in L ranks, less (12 - L) x those with a hole at a given end
            closed = (13 - length) * comb(length, wilds) - (12 - length) * comb(length - 1, wilds - 1)
            assert runs_of(1, length, wilds) == closed


def test_formula_of_classic() -> None:
    singles, pairs, triples = 15, 13 + 2, 13
    straights = sum(13 - length for length in range(5, 13))  # 8 + 7 + ... + 1
    pair_runs = sum(13 - length for length in range(3, 13))  # 10 + ... + 1
    triple_runs = sum(13 - length for length in range(3, 10))  # 10 + ... + 4
    bombs = 13 * 5  # of 4 to 8
    assert (straights, pair_runs, triple_runs, bombs) == (36, 55, 49, 65)
    assert [all_runs(size, CLASSIC) for size in (1, 2, 3)] == [36, 55, 49]
    assert singles + pairs + triples + straights + pair_runs + triple_runs + bombs + 1 == 249


def test_formula_of_kings8() -> None:
    # chains of Y groups of 4 to 8: groups of 4 + e, e = 0..4, and at most 27 cards: the e together at most 27 - 4Y
    three = 10 * 5**3  # 24 cards at most
    # e together at most 11 of 16: all but those whose 4 - e are together at most 4
    four = 9 * (5**4 - comb(8, 4))
    # e together at most 7: all, less those with one e of 5 or more
    five = 8 * (comb(12, 5) - 5 * comb(7, 5))
    assert (three, four, five) == (1250, 4995, 5496)
    assert 249 + 2 + three + four + five == 11_992  # 2: three jokers


def test_formula_of_baibian() -> None:
    singles = 15
    pairs = 13 + 13 + 3  # 77, 7W; BB BR RR
    triples = 13 * 3  # 777, 77W, 7WW
    bombs = 13 * (5 + 5 + 5)  # naturals 4..8; 3..7 + W; 2..6 + WW
    # chains of X x Y <= 27: 5 sizes of 3 groups, 3 of 4, 2 of 5, 1 of 6
    # wilds: none, in one of the groups, in two of them or twice in one
    chains = sum(
        sizes * (13 - groups) * (1 + groups + groups * (groups + 1) // 2)
        for groups, sizes in ((3, 5), (4, 3), (5, 2), (6, 1))
    )
    assert chains == 5 * 10 * 10 + 3 * 9 * 15 + 2 * 8 * 21 + 7 * 28 == 1437
    runs = [all_runs(size, BAIBIAN) for size in (1, 2, 3)]
    assert runs[:2] == [36 + 236 + 738, 55 + 330 + 1275]  # without a wild, with one, with two
    assert singles + pairs + triples + bombs + chains + 3 + sum(runs) == 5_648


def chains_of_qianbian(groups: int) -> int:
    """Chains of `groups` ranks with naturals at both ends: their sets of cards, each of which has one legal reading
    (all its ranks and no more: a whole group of four spare wilds would add 1 star for Y and lose 4 for X).
    """
    total = 0
    # by rank: (cards missing to four, cards) -> ways; a rank inside may be all wild
    ways_to: Counter[tuple[int, int]] = Counter({(0, 0): 1})
    for place in range(groups):
        longer: Counter[tuple[int, int]] = Counter()
        for (missing, cards), number in ways_to.items():
            for natural in range(1 if place in (0, groups - 1) else 0, 9):
                longer[missing + max(0, 4 - natural), cards + natural] += number
        ways_to = longer
    for (missing, cards), number in ways_to.items():
        for wilds in range(missing, 5):
            if cards + wilds <= 27:
                total += number * len(joker_hands(wilds, QIANBIAN))
    return total * (13 - groups)


def test_formula_of_qianbian() -> None:
    wilds = [len(joker_hands(n, QIANBIAN)) for n in range(5)]
    assert wilds == [1, 2, 3, 2, 1]  # as jokers: none; B R; BB BR RR; BBR BRR; BBRR
    singles = 15
    pairs = 13 + 13 * 2 + 3
    triples = 13 + 13 * 2 + 13 * 3
    # naturals 4..8, 3..8 with a wild, 2..8 with two, 1..8 with three or four: up to twelve cards
    bombs = 13 * (5 + 6 * 2 + 7 * 3 + 8 * 2 + 8 * 1)
    straights = all_runs(1, QIANBIAN) - 12  # X + WWWW is a bomb
    pair_runs = all_runs(2, QIANBIAN) - 12  # XX + WWWW is a bomb
    # 333444555 + WWW (ten, by two sets of jokers) and 33344455 + WWWW (thirty) are chains
    triple_runs = all_runs(3, QIANBIAN) - 10 * 2 - 10 * 3
    # two groups of 4 to 8 beside each other and a third all wild
    chains = sum(chains_of_qianbian(groups) for groups in (3, 4, 5, 6)) + 11 * 5 * 5
    assert singles + pairs + triples + bombs + 3 + straights + pair_runs + triple_runs + chains == 565_923


def spelled(counts: Sequence[int], lowest: int) -> str:
    return "".join(rank * count for rank, count in zip(RANKS[lowest:], counts, strict=False))


def groups_of(ranks: int, least: int, missing: int, cards: int = 27) -> Iterator[tuple[int, ...]]:
    """Groups of up to 8 naturals that lack at most so many cards to `least` each."""
    if ranks == 0:
        yield ()
        return
    for natural in range(9):
        lacks = max(0, least - natural)
        if lacks <= missing and natural <= cards:
            for rest in groups_of(ranks - 1, least, missing - lacks, cards - natural):
                yield natural, *rest


def hands_that_hold_every_move(rules: Rules) -> Iterator[str]:
    """Hands whose moves are together all but the longest triple runs and the chains."""
    most = max(n for n in range(5) if joker_hands(n, rules))
    jokers = "BBRR"
    yield jokers
    for rank in RANKS[:13]:
        yield rank * 8 + jokers
    yield RANKS[:12] + jokers
    pairs = [2] * 12
    for three in ("BBR", "BRR"):
        yield spelled(pairs, 0) + three
    for window in (spelled([3] * 7, lowest) for lowest in range(6)):
        yield window + jokers
    triples = [3] * 8
    for lowest in range(5):
        for three in ("BBR", "BRR"):
            yield spelled(triples, lowest) + three
    if most == 4:  # four wilds stand for four of them, so one natural can stay away
        for place in range(12):
            yield spelled(pairs[:place] + [1] + pairs[place + 1 :], 0) + jokers
        for lowest, place in itertools.product(range(5), range(8)):
            yield spelled(triples[:place] + [2] + triples[place + 1 :], lowest) + jokers


def cards_of_long_combinations(rules: Rules) -> Iterator[str]:
    """Every set of cards that can be a chain or a triple run of nine: a group of a chain has at least four cards, and
    such a run has 27, three of each rank.
    """
    wilds = [(n, joker_hands(n, rules)) for n in range(5) if joker_hands(n, rules)]
    most = max(n for n, _ in wilds)
    if rules.chain_sizes != "none":
        for length in range(rules.chain_min_groups, rules.chain_max_groups + 1):
            for naturals in groups_of(length, 4, most):
                needs = sum(max(0, 4 - natural) for natural in naturals)
                for n, jokers in wilds:
                    if n >= needs and sum(naturals) + n <= 27:
                        for lowest, held in itertools.product(range(13 - length), jokers):
                            yield spelled(naturals, lowest) + held
    for naturals in groups_of(9, 3, most):
        if max(naturals) <= 3:
            for lowest, held in itertools.product(range(4), joker_hands(27 - sum(naturals), rules)):
                yield spelled(naturals, lowest) + held


@pytest.mark.parametrize(
    ("rules", "total"), [(CLASSIC, 249), (JJ, 5_648), (BAIBIAN, 5_648), (KINGS8, 11_992), (QIANBIAN, 565_923)]
)
def test_total_by_enumeration(rules: Rules, total: int) -> None:
    """What the kernel lists from hands that hold every short move, and makes of the cards of every long one."""
    found = {bytes(move) for hand in hands_that_hold_every_move(rules) for move in legal_moves(hand, None, rules)}
    for cards in cards_of_long_combinations(rules):
        found.update(map(bytes, classify(cards, rules)))
    assert len(found) == total


# --- The largest lists known


def test_worst_hand_of_classic() -> None:
    hand = "33445566778899TTJJQQQKKKAAA"
    # singles, pairs, triples QKA, every straight, every pair run, QQQKKKAAA
    assert count_moves(hand, None, CLASSIC) == len(plays(hand, CLASSIC)) == 12 + 12 + 3 + 36 + 55 + 1 == 119


def test_worst_hand_of_kings8() -> None:
    hand = "444444" + "5555555" + "6666666" + "7777777"
    kinds = Counter(move.category for move in legal_moves(hand, None, KINGS8))
    assert [kinds[category] for category in (Category.SINGLE, Category.PAIR, Category.TRIPLE)] == [4, 4, 4]
    assert kinds[Category.PAIR_RUN] == kinds[Category.TRIPLE_RUN] == 2 + 1
    assert kinds[Category.BOMB] == 3 + 4 + 4 + 4  # of 4..6 and of 4..7
    assert kinds[Category.CHAIN_BOMB] == 3 * 4 * 4 + 4 * 4 * 4 + 3 * 4 * 4 * 4
    assert count_moves(hand, None, KINGS8) == sum(kinds.values()) == 337


@pytest.mark.parametrize("three", "TJQ")
def test_worst_hands_of_baibian(three: str) -> None:
    hand = "".join(sorted("33445566778899TTJJQQKKAA" + three, key=RANKS.index)) + "RR"
    kinds = Counter(move.category for move in legal_moves(hand, None, BAIBIAN))
    assert kinds[Category.SINGLE] == 12 + 1
    assert kinds[Category.PAIR] == 12 + 12 + 1  # 33, 3W, RR
    assert kinds[Category.TRIPLE] == 1 + 12 + 12  # TTT, 33W, 3WW
    assert kinds[Category.BOMB] == 11 + 3  # 33WW; TTTW TTWW TTTWW
    assert kinds[Category.STRAIGHT] == 36 + 236 + 738
    assert kinds[Category.PAIR_RUN] == 55 + 330 + 1275
    # 7 naturals and both wilds; the three ranks hold the one that is there thrice
    assert kinds[Category.TRIPLE_RUN] == 3
    assert count_moves(hand, None, BAIBIAN) == sum(kinds.values()) == 2_750


@pytest.mark.parametrize("once", "3A")
def test_worst_hands_of_qianbian(once: str) -> None:
    hand = "33445566778899TTJJQQKKAA".replace(once * 2, once) + "BBRR"
    held = [1 if rank == once else 2 for rank in RANKS[:12]]
    moves = legal_moves(hand, None, QIANBIAN)
    kinds = Counter(move.category for move in moves)
    assert kinds[Category.SINGLE] == 12 + 2
    assert kinds[Category.PAIR] == 11 + 12 * 2 + 3  # 44; 3W by two jokers; BB BR RR
    assert kinds[Category.TRIPLE] == 11 * 2 + 12 * 3  # 44W; 3WW
    # 44WW 44WWW 44WWWW, 3WWW 3WWWW: by 3, 2, 1 and 2, 1 sets of jokers
    assert kinds[Category.BOMB] == 11 * (3 + 2 + 1) + 12 * (2 + 1)
    assert kinds[Category.STRAIGHT] == all_runs(1, QIANBIAN, held) - 12  # 3WWWW
    assert kinds[Category.PAIR_RUN] == all_runs(2, QIANBIAN, held) - 11  # 44WWWW
    assert kinds[Category.TRIPLE_RUN] == all_runs(3, QIANBIAN, held)
    assert kinds[Category.CHAIN_BOMB] == 0  # two of a rank lack two, three groups six
    assert kinds[Category.JOKER_BOMB] == 3
    assert len(moves) == len(set(moves)) == count_moves(hand, None, QIANBIAN) == sum(kinds.values()) == 24_182


def test_every_group_of_a_hand_is_a_choice() -> None:
    """Chains of mixed groups of three ranks: each group of 4..n, one by one."""
    hand = "5555566666677777"
    chains = [move for move in legal_moves(hand, None, QIANBIAN) if move.category == Category.CHAIN_BOMB]
    assert len(chains) == prod((5 - 3, 6 - 3, 5 - 3)) == 12
