"""The reference against the rules: every worked example, every mistake of real servers, two generators that agree."""

import dataclasses
import functools
import itertools
import random

import pytest

from skfast import reference
from skfast.reference import (
    BOMB,
    CHAIN_BOMB,
    JOKER_BOMB,
    PAIR,
    PAIR_RUN,
    SINGLE,
    STRAIGHT,
    TRIPLE,
    TRIPLE_RUN,
    assignment,
    beats,
    classify,
    counts_of,
    legal_moves,
    legal_moves_by_subsets,
    legal_readings,
    packed,
    readings,
    thrifty,
)
from skfast.reference_deal import DOUBLE, LEVEL, PASS, SINGLE_WIN, ReferenceDeal, divide, perft, seat_players
from skfast.rules import BAIBIAN, CLASSIC, JJ, KINGS8, QIANBIAN

PRESETS = [CLASSIC, JJ, BAIBIAN, KINGS8, QIANBIAN]
WILD = [BAIBIAN, QIANBIAN]
RANKS = "3456789TJQKA2BR"
with_flags = dataclasses.replace
COUNT_WITH_WILDS = with_flags(CLASSIC, wild_jokers="all", max_bomb_size=12)
EQUAL_ALL_WILD = with_flags(QIANBIAN, chain_sizes="equal")
SMALLEST = with_flags(QIANBIAN, chain_star="smallest")


def cards(text):
    """Cards in any order, as a packed int."""
    return sum(1 << 4 * RANKS.index(card) for card in text.replace(" ", ""))


def spelled(counts):
    return "".join(rank * count for rank, count in zip(RANKS, counts, strict=True))


def reads(text, rules):
    """The legal readings of these cards, spelled with the wilds as what they stand for."""
    return {spelled(assignment(move, rules)) for move in legal_readings(cards(text), rules)}


def one(text, rules):
    """The only legal reading of these cards."""
    (move,) = legal_readings(cards(text), rules)
    return move


def fields(move):
    return move.category, move.length, move.size, move.rank


def by_fields(move):
    """A key to make a list of moves the same in every run."""
    return fields(move), int(move.cards)


def plays(hand, rules, table=None, wilds="all"):
    """The moves of a hand as CARDS or CARDS=READING."""
    found = set()
    for move in legal_moves(cards(hand), table, rules, wilds):
        own, shown = spelled(counts_of(move.cards)), spelled(assignment(move, rules))
        found.add(own if own == shown else f"{own}={shown}")
    return found


# --- Natural combinations (section 2) -----------------------------------------------------------------------------


@pytest.mark.parametrize("rules", PRESETS, ids=lambda rules: rules.name)
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("3", (SINGLE, 1, 1, 0)),
        ("2", (SINGLE, 1, 1, 12)),
        ("B", (SINGLE, 1, 1, 13)),
        ("R", (SINGLE, 1, 1, 14)),
        ("77", (PAIR, 1, 2, 4)),
        ("BB", (PAIR, 1, 2, 13)),
        ("RR", (PAIR, 1, 2, 14)),
        ("222", (TRIPLE, 1, 3, 12)),
        ("34567", (STRAIGHT, 5, 1, 4)),
        ("3456789TJQKA", (STRAIGHT, 12, 1, 11)),
        ("334455", (PAIR_RUN, 3, 2, 2)),
        ("33445566778899TTJJQQKKAA", (PAIR_RUN, 12, 2, 11)),
        ("333444555", (TRIPLE_RUN, 3, 3, 2)),
        ("333444555666777888999TTTJJJ", (TRIPLE_RUN, 9, 3, 8)),
        ("2222", (BOMB, 1, 4, 12)),
        ("33333333", (BOMB, 1, 8, 0)),
        ("BBRR", (JOKER_BOMB, 1, 4, 14)),
    ],
)
def test_natural_combination(text, expected, rules):
    assert fields(one(text, rules)) == expected


@pytest.mark.parametrize("rules", PRESETS, ids=lambda rules: rules.name)
@pytest.mark.parametrize(
    "text",
    [
        "34",
        "3456",
        "3344",
        "333444",
        "QKA23",
        "JQKA2",
        "KA234",
        "KKAA22",
        "3345",
        "33344",
        "333345",
        "33334455",
        "3333B",
    ]
    + ["33334444", "3B", "34568", "3456777", "A2345", "34567B", "22B", "33445566778"],
)
def test_no_combination(text, rules):
    if rules.wild_jokers == "all" and text in ("3B", "22B", "34567B", "3333B"):
        assert len(reads(text, rules)) == 1  # there the small joker is wild: 33, 222, 345678, 33333
    else:
        assert reads(text, rules) == set()


def test_no_cards_no_moves():
    assert readings(0, BAIBIAN) == legal_moves(0) == legal_moves_by_subsets(0) == set()


def test_max_bomb_size_bounds_bombs_and_groups():
    rules = with_flags(QIANBIAN, max_bomb_size=5)
    assert reads("333333", rules) == reads("33333BR", rules) == reads("333333 4444 5555", rules) == set()
    assert reads("33333", rules) == {"33333"}
    assert reads("33333 4444 5555 R", rules) == {"33333444455555"}  # the 3s are full, the 5s take the wild


@pytest.mark.parametrize(
    ("size", "groups", "stars"),
    [(4, 3, 7), (4, 4, 8), (4, 5, 9), (4, 6, 10), (5, 3, 8), (5, 4, 9), (5, 5, 10), (6, 3, 9), (6, 4, 10)]
    + [(7, 3, 10), (8, 3, 11)],
)
def test_stars_of_equal_chains(size, groups, stars):
    chain = one("".join(rank * size for rank in RANKS[:groups]), BAIBIAN)
    assert (chain.category, chain.stars, chain.n_cards) == (CHAIN_BOMB, stars, size * groups)


def test_equal_chain_of_nines_needs_a_higher_limit():
    text = "33333333 44444444 55555555 BRR"  # 8 + 8 + 8 naturals and a wild for each group, 27 cards
    assert one(text, with_flags(EQUAL_ALL_WILD, max_bomb_size=9)).stars == 9 + 3
    assert reads(text, with_flags(EQUAL_ALL_WILD, max_bomb_size=8)) == set()


# --- Wilds and readings (section 3) -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "rules", "expected"),
    [
        ("45678R", BAIBIAN, {"456789"}),  # never 3-8
        ("TJQKAR", BAIBIAN, {"9TJQKA"}),  # no room above the ace
        ("7777R", BAIBIAN, {"77777"}),
        ("7BBRR", QIANBIAN, {"77777"}),
        ("77BBRR", QIANBIAN, {"777777"}),
        ("333444555BRR", QIANBIAN, {"333344445555"}),  # not the triple runs 3-6 or such
        ("34BBRR", QIANBIAN, {"345678", "334455"}),
        ("JJJJQQQQKKKKAAAABBRR", EQUAL_ALL_WILD, {"JJJJJQQQQQKKKKKAAAAA", "TTTTJJJJQQQQKKKKAAAA"}),
        ("56789R", BAIBIAN, {"56789T"}),
        ("33455R", BAIBIAN, {"334455"}),
        ("77899R", BAIBIAN, {"778899"}),
        ("7789RR", BAIBIAN, {"778899"}),
        ("222R", BAIBIAN, {"2222"}),
        ("33333333R", BAIBIAN, set()),
        ("33333333R", QIANBIAN, {"333333333"}),
        ("5678R", BAIBIAN, {"56789"}),
        ("5678R", QIANBIAN, {"56789"}),
        ("3333 44444 555555", QIANBIAN, {"333344444555555"}),
        ("2RR", BAIBIAN, {"222"}),
        ("2BBRR", BAIBIAN, set()),  # a small joker that is not wild
        ("7B", BAIBIAN, set()),
        ("7R", CLASSIC, set()),
        ("7R", BAIBIAN, {"77"}),
    ],
)
def test_worked_readings(text, rules, expected):
    assert reads(text, rules) == expected


def test_two_equal_chains_are_both_nine_stars_and_neither_beats():
    pair = legal_readings(cards("JJJJQQQQKKKKAAAABBRR"), EQUAL_ALL_WILD)
    # 5 + 4 = 4 + 5 = 9 stars, 20 cards, top A
    assert {(m.size, m.length, m.stars, m.n_cards, m.rank) for m in pair} == {(5, 4, 9, 20, 11), (4, 5, 9, 20, 11)}


def test_a_smaller_reading_is_a_reading_but_not_a_legal_one():
    straights = readings(cards("45678R"), BAIBIAN)
    assert {fields(move) for move in straights} == {(STRAIGHT, 6, 1, 5), (STRAIGHT, 6, 1, 6)}
    assert {fields(move) for move in legal_readings(cards("45678R"), BAIBIAN)} == {(STRAIGHT, 6, 1, 6)}


def test_one_chain_reading_whichever_group_takes_the_spare_wild():
    # 7777 8888 9999 + W is 4-4-5 three times over, one reading: 5 + 3 = 8 stars
    assert [fields(m) for m in readings(cards("777788889999R"), QIANBIAN)] == [(CHAIN_BOMB, 3, 5, 6)]


def test_jokers_alone():
    for rules in PRESETS:
        assert reads("BB", rules) == {"BB"} and reads("RR", rules) == {"RR"}
        three = {"BBR"} if rules.three_jokers else set()
        assert reads("BBR", rules) == three
        assert reads("BBRR", rules) == {"BBRR"}
        never = with_flags(rules, mixed_joker_pair="never")
        assert reads("BR", never) == set()
    assert reads("BR", CLASSIC) == reads("BR", KINGS8) == set()
    assert reads("BR", BAIBIAN) == reads("BR", JJ) == {"BB"}
    assert reads("BR", QIANBIAN) == {"RR"}
    assert (one("BR", BAIBIAN).rank, one("BR", QIANBIAN).rank, one("BR", BAIBIAN).wilds) == (13, 14, 1)
    assert {one(text, BAIBIAN).wilds for text in ("B", "R", "BB", "RR", "BRR", "BBRR")} == {0}


def test_the_same_reading_with_other_cards_is_another_move():
    expected = {"56789", "5678R=56789", "5679R=56789", "5689R=56789", "5789R=56789", "6789R=6789T"}
    assert {play for play in plays("56789R", BAIBIAN) if len(play.split("=")[0]) == 5} == expected
    assert {"77B=777", "77R=777", "7BR=777"} <= plays("77BR", QIANBIAN)


# --- What beats what (section 4) ----------------------------------------------------------------------------------


def beaten(low, high, rules):
    a, b = one(low, rules), one(high, rules)
    return beats(b, a, rules) and not beats(a, b, rules)


def neither(low, high, rules):
    a, b = one(low, rules), one(high, rules)
    return not beats(b, a, rules) and not beats(a, b, rules)


def test_beats_without_bombs():
    assert beaten("3", "4", BAIBIAN) and beaten("2", "B", BAIBIAN) and beaten("B", "R", BAIBIAN)
    assert beaten("22", "BB", BAIBIAN) and beaten("BB", "RR", BAIBIAN) and beaten("34567", "45678", BAIBIAN)
    assert neither("BR", "BB", BAIBIAN) and neither("BR", "RR", QIANBIAN) and beaten("22", "BR", BAIBIAN)
    assert neither("44", "3", BAIBIAN) and neither("34567", "456789", BAIBIAN) and neither("334455", "456789", BAIBIAN)
    assert neither("44", "44", BAIBIAN) and beaten("RR", "3333", BAIBIAN) and beaten("QQQKKKAAA", "3333", CLASSIC)


def test_pass_neither_beats_nor_is_beaten():
    assert not beats(PASS, one("3", BAIBIAN), BAIBIAN) and not beats(one("3333", BAIBIAN), PASS, BAIBIAN)


def test_bombs_by_stars():
    assert beaten("AAAA", "2222", BAIBIAN) and beaten("2222", "33333", BAIBIAN)
    assert beaten("666666", "333344445555", BAIBIAN)  # 6 < 4 + 3 = 7
    assert beaten("333344445555", "3333333", BAIBIAN)  # both 7, fewer cards
    assert beaten("3333444455556666", "333334444455555", BAIBIAN)  # both 8: 16 cards lose to 15
    assert beaten("333344445555", "444455556666", BAIBIAN)
    assert one("7777 88888 999999", QIANBIAN).stars == 6 + 3
    assert one("7777 88888 999999", SMALLEST).stars == 4 + 3
    assert beaten("3333 4444 55555", "33333 4444 5555 R", QIANBIAN)  # 8 < 9 stars


def test_equal_in_all_three_neither_beats():
    # size 5, three groups, 14 cards, top 9, both ways round; and the mirror 4x5 against 5x4
    assert neither("77777 88888 9999", "77777 8888 99999", QIANBIAN)
    assert neither("JJJJJQQQQQKKKKKAAAAA", "TTTTJJJJQQQQKKKKAAAA", BAIBIAN)


def test_three_jokers_are_the_lowest_of_six_stars():
    assert beaten("22222", "BBR", BAIBIAN) and beaten("BBR", "333333", BAIBIAN) and neither("BBR", "BRR", BAIBIAN)
    two_groups = with_flags(BAIBIAN, chain_min_groups=2)
    assert beaten("BBR", "33334444", two_groups)  # 4 + 2 = 6 stars
    assert (one("BBR", BAIBIAN).stars, one("BBR", BAIBIAN).order) == (6, 0)


def test_four_jokers_of_each_flag():
    seven, chain7, eight = "2222222", "QQQQKKKKAAAA", "33333333"
    for value, stars, order in [("top7", 7, 255), ("bottom7", 7, 0), ("top8", 8, 255), ("above_all", 15, 255)]:
        rules = with_flags(BAIBIAN, four_jokers=value)
        assert (one("BBRR", rules).stars, one("BBRR", rules).order) == (stars, order)
        assert beaten("222222", "BBRR", rules) and neither("BBRR", "BBRR", rules)
    top7, bottom7, top8, above_all = (
        with_flags(BAIBIAN, four_jokers=value) for value in ("top7", "bottom7", "top8", "above_all")
    )
    assert beaten(seven, "BBRR", top7) and beaten(chain7, "BBRR", top7) and beaten("BBRR", eight, top7)
    assert beaten("BBRR", seven, bottom7) and beaten("BBRR", chain7, bottom7) and beaten("BBR", "BBRR", bottom7)
    assert beaten("22222222", "BBRR", top8) and beaten("QQQQQKKKKKAAAAA", "BBRR", top8)
    assert beaten("BBRR", "333344445555666677778888", top8)  # 10 stars
    assert beaten("QQQQQQQQKKKKKKKKAAAAAAAA", "BBRR", above_all)  # 11 stars


def test_bombs_by_count():
    assert beaten("2222", "33333", CLASSIC) and beaten("3333", "4444", CLASSIC) and beaten("22222222", "BBRR", CLASSIC)
    assert neither("BBRR", "BBRR", CLASSIC) and neither("7777", "7777", CLASSIC)
    assert beaten("22222222 BR", "BBRR", COUNT_WITH_WILDS) and beaten("22222222", "33333333 R", COUNT_WITH_WILDS)
    assert one("33333333", CLASSIC).stars == 8


@pytest.mark.parametrize("rules", [*PRESETS, SMALLEST, with_flags(BAIBIAN, four_jokers="bottom7")])
def test_the_record_alone_says_what_beats_what(rules):
    """`stars`, then `order`, then `rank` (27 - cards for ordinary bombs) is the same order as the rules' words."""
    rng = random.Random(4)
    bombs = [move for move in legal_moves([4, 0, 0, 0, 4, 5, 6, 0, 5, 5, 5, 4, 4, 2, 2], None, rules) if move.stars]
    bombs = rng.sample(sorted(bombs, key=by_fields), min(300, len(bombs))) + [one("BBRR", rules)]
    for a, b in itertools.product(bombs, repeat=2):
        assert beats(a, b, rules) == ((a.stars, a.order, a.rank) > (b.stars, b.order, b.rank))


# --- Mistakes of real servers (section 8) -------------------------------------------------------------------------


@pytest.mark.parametrize("rules", WILD, ids=lambda rules: rules.name)
class TestMistakes:
    def test_phantom_rank_between_ace_and_two(self, rules):
        for text in ("JQKAR2", "QKAR2", "QQKKAAR22", "QQKKAARR22", "KKKAAA222R", "KA2RR"):
            assert reads(text, rules) == set()

    def test_wilds_are_not_limited_to_neighbours_of_held_ranks(self, rules):
        assert reads("345RR", rules) == {"34567"}
        assert reads("56789TJQKARR", rules) == {"3456789TJQKA"}  # must go down twice
        assert reads("36RR", rules) == set() and reads("367RR", rules) == {"34567"}

    def test_no_run_overshoots_the_ace_or_goes_below_three(self, rules):
        assert reads("TJQKARR", rules) == {"89TJQKA"} and reads("QQKKAARR", rules) == {"JJQQKKAA"}
        assert reads("3456RR", rules) == {"345678"}

    def test_no_wild_is_left_over_in_a_full_run(self, rules):
        assert reads("3456789TJQKAR", rules) == reads("334455R", rules) == reads("333444555R", rules) == set()

    def test_compared_by_rank_whatever_the_order_of_the_cards(self, rules):
        assert one("K9JTQ", rules) == one("9TJQK", rules)
        assert beaten("K9JTQ", "TAJKQ", rules) and beaten("K3456789TJQ", "456789TJQKA", rules)

    def test_many_of_a_rank_is_no_chain_of_one_group(self, rules):
        assert fields(one("33333333", rules)) == (BOMB, 1, 8, 0)
        if rules.max_bomb_size == 12:
            twelve = one("33333333BBRR", rules)
            assert (fields(twelve), twelve.stars) == ((BOMB, 1, 12, 0), 12)

    def test_no_chain_of_one_or_two_groups(self, rules):
        for text in ("33334444", "33334444R", "444455RR", "33333334444444", "AAAA2222", "KKKKAAAA2222"):
            assert reads(text, rules) == set()

    def test_stars_decide_when_card_counts_are_equal(self, rules):
        assert beaten("333333444444555555666666", "33333333 44444444 55555555", rules)  # 24 cards: 10 < 11 stars
        assert beaten("333344445555666677778888", "33333333 44444444 55555555", rules)

    def test_two_jokers_are_no_king_bomb_and_big_jokers_are_a_pair(self, rules):
        assert {one(text, rules).category for text in ("BB", "BR", "RR")} == {PAIR}
        assert beaten("22", "RR", rules) and neither("333", "RR", rules) and beaten("RR", "3333", rules)

    def test_only_maximal_chains(self, rules):
        hand = "3333444455556666"
        chains = {
            spelled(counts_of(m.cards)) for m in legal_moves(cards(hand), None, rules) if m.category == CHAIN_BOMB
        }
        assert chains == {"333344445555", "444455556666", hand}
        assert {"333344445555", "3333344445555"} & plays("33333444445555", rules) == (
            {"333344445555"} if rules.chain_sizes == "equal" else {"333344445555", "3333344445555"}
        )

    def test_runs_whose_lowest_rank_is_held_four_times(self, rules):
        assert "34567" in plays("3333 4567", rules) and "334455" in plays("3333 44 55", rules)
        assert "333444555" in plays("3333 444 555", rules) and "34567R=345678" in plays("3333 4567 R", rules)


def test_readings_of_the_same_cards_do_not_hide_each_other():
    assert {"34BBRR=345678", "34BBRR=334455"} <= plays("34BBRR", QIANBIAN)


def test_the_reading_on_the_table_is_fixed_and_only_one_of_the_same_kind_follows():
    straight, pair_run = sorted(legal_readings(cards("34BBRR"), QIANBIAN), key=lambda move: move.category)
    assert (straight.category, pair_run.category) == (STRAIGHT, PAIR_RUN)
    assert classify(cards("445566"), QIANBIAN, pair_run) and not classify(cards("445566"), QIANBIAN, straight)
    assert classify(cards("456789"), QIANBIAN, straight) and not classify(cards("456789"), QIANBIAN, pair_run)
    # 45+WWWW could be the straight 4-9 and the pair run 445566: on each table only the one that fits
    assert {m.category for m in classify(cards("45BBRR"), QIANBIAN, straight)} == {STRAIGHT}
    assert {m.category for m in classify(cards("45BBRR"), QIANBIAN, pair_run)} == {PAIR_RUN}


# --- Thrifty, and the assignment that is shown --------------------------------------------------------------------


def test_thrifty_wilds_do_not_stand_for_a_natural_that_is_kept():
    assert {"77R=777", "777", "77", "7", "R"} <= plays("777R", BAIBIAN) - {"7777"}
    thrifty_plays = plays("777R", BAIBIAN, wilds="thrifty")
    assert thrifty_plays == {"7", "77", "777", "777R=7777", "R"}  # 7R=77 and 77R=777 keep a 7
    assert "4567R=45678" not in plays("45678R", BAIBIAN, wilds="thrifty")
    assert "45678R=456789" in plays("45678R", BAIBIAN, wilds="thrifty")


def test_thrifty_spends_small_wilds_before_big_ones():
    assert plays("7BR", QIANBIAN, wilds="thrifty") == {"7", "B", "R", "7B=77", "7BR=777", "BR=RR"}
    assert "7R=77" in plays("7BR", QIANBIAN) and "7R=77" in plays("7BR", BAIBIAN, wilds="thrifty")


def test_thrifty_mixed_joker_pair_keeps_no_joker_of_its_rank():
    assert "BR=BB" in plays("BRR", BAIBIAN, wilds="thrifty") and "BR=BB" not in plays("BBR", BAIBIAN, wilds="thrifty")
    assert "BR=RR" in plays("BBR", QIANBIAN, wilds="thrifty") and "BR=RR" not in plays("BRR", QIANBIAN, wilds="thrifty")


def test_jokers_as_themselves_are_no_wilds():
    assert {"R", "RR", "BRR", "BBRR"} <= plays("BBRR", QIANBIAN, wilds="thrifty")


@pytest.mark.parametrize(
    ("text", "rules", "expected"),
    [
        ("777788889999R", QIANBIAN, "7777888899999"),  # the spare wild goes to the highest group
        ("777788889999BR", QIANBIAN, "77778888999999"),
        ("777778888 9999R", QIANBIAN, "77777788889999"),  # 6 + 3 stars only with six 7s
        ("7777 888 9999BR", QIANBIAN, "7777888899999"),  # one wild fills the 8s, one is spare
        ("QQQQ KKKK AAAAAAAA R", with_flags(QIANBIAN, max_bomb_size=8), "QQQQKKKKKAAAAAAAA"),  # the aces are full
        ("JJJJ QQQQ KKKKK R", SMALLEST, "JJJJQQQQKKKKKK"),  # 4 + 3 stars whoever takes it
    ],
)
def test_assignment_of_spare_wilds(text, rules, expected):
    assert reads(text, rules) == {expected}


def test_thrifty_chain_goes_by_the_assignment_shown():
    move = one("777788889999R", QIANBIAN)  # shown with five 9s
    assert thrifty(move, cards("777788889999R"), QIANBIAN)
    assert thrifty(move, cards("7777788889999R"), QIANBIAN)  # keeps a 7
    assert not thrifty(move, cards("7777888899999R"), QIANBIAN)  # keeps a 9


def test_unknown_value_of_wilds_is_refused():
    with pytest.raises(ValueError, match="thrifty"):
        legal_moves(cards("3"), wilds="some")


# --- The two generators agree -------------------------------------------------------------------------------------


def variants():
    """Every preset and every single flag changed, those that play differently, once."""
    changes = {
        "wild_jokers": ("none", "big", "all"),
        "mixed_joker_pair": ("wild", "never"),
        "chain_sizes": ("none", "equal", "mixed"),
        "chain_min_groups": (2, 3, 4),
        "chain_max_groups": (3, 4, 6),
        "chain_star": ("largest", "smallest"),
        "max_bomb_size": (4, 5, 8, 12),
        "three_jokers": (True, False),
        "four_jokers": ("top7", "bottom7", "top8", "above_all"),
    }
    found = {}
    for preset, (field, values) in itertools.product([*PRESETS, COUNT_WITH_WILDS], changes.items()):
        for value in values:
            try:
                rules = with_flags(preset, **{field: value})
            except ValueError:
                continue  # refused under bomb_order="count"
            found.setdefault(tuple(getattr(rules, name) for name in changes) + (rules.bomb_order,), rules)
    return list(found.values())


@pytest.fixture(autouse=True)
def remembered(monkeypatch):
    """Small worlds ask the same cards many times."""
    monkeypatch.setattr(reference, "legal_readings", functools.cache(reference.legal_readings))


def hands_of(most, n_cards=27):
    """All hands with at most so many of each rank and so many cards together, `most` by rank letter."""
    limits = [range(most.get(rank, 0) + 1) for rank in RANKS]
    return (hand for hand in itertools.product(*limits) if sum(hand) <= n_cards)


def assert_agree(hand, rules):
    assert legal_moves(hand, None, rules) == legal_moves_by_subsets(hand, None, rules), (spelled(hand), rules)


PLAY_STYLES = [CLASSIC, BAIBIAN, KINGS8, QIANBIAN]
SMALL_WORLDS = {
    "top of the ranks": (dict.fromkeys("QKA2", 7) | {"B": 2, "R": 2}, 6),
    "bottom of the ranks": (dict.fromkeys("345", 7) | {"B": 2, "R": 2}, 7),
    "straights": (dict.fromkeys("89TJQKA2", 1) | {"R": 2, "B": 1}, 27),
    "pair runs": (dict.fromkeys("JQKA", 2) | {"2": 1, "B": 2, "R": 2}, 27),
    "triple runs": (dict.fromkeys("345", 3) | {"B": 2, "R": 2}, 27),
}


@pytest.mark.parametrize("world", SMALL_WORLDS)
@pytest.mark.parametrize("rules", PLAY_STYLES, ids=lambda rules: rules.name)
def test_generators_agree_on_every_hand_of_a_small_world(world, rules):
    for hand in hands_of(*SMALL_WORLDS[world]):
        assert_agree(hand, rules)


@pytest.mark.parametrize("max_bomb_size", [4, 6, 12])
@pytest.mark.parametrize("chain", ["equal", "largest", "smallest"])
def test_generators_agree_on_every_chain_of_two_groups(chain, max_bomb_size):
    flags = {"chain_sizes": "equal"} if chain == "equal" else {"chain_star": chain}
    rules = with_flags(QIANBIAN, chain_min_groups=2, max_bomb_size=max_bomb_size, **flags)
    for hand in hands_of({"K": 7, "A": 6, "R": 2, "B": 2}):
        if hand[13] == 0 or hand[14] == 2:  # any number of wilds, in one way
            assert_agree(hand, rules)


def clumped(rng, n_cards, most_ways):
    """A random hand of few ranks, close together, with jokers, and not too many sub-multisets."""
    while True:
        bottom, width = rng.randrange(12), rng.randint(2, 7)
        pack = [rank for rank in range(bottom, min(13, bottom + width)) for _ in range(8)] + [13, 13, 14, 14] * 2
        hand = [0] * 15
        for rank in rng.sample(pack, min(n_cards, len(pack))):
            hand[rank] += 1
        hand[13], hand[14] = min(2, hand[13]), min(2, hand[14])
        ways = 1
        for count in hand[:13]:
            ways *= count + 1
        if ways <= most_ways:
            return tuple(hand)


def test_generators_agree_on_random_hands_under_every_single_flag():
    rng = random.Random(20)
    rules_to_try = variants()
    assert len(rules_to_try) > 50
    for _ in range(25):
        hand = clumped(rng, rng.randint(6, 12), 130)
        for rules in rules_to_try:
            assert_agree(hand, rules)


@pytest.mark.parametrize("text", ["QQQQQ KKKKKK AAAAA", "3333 4444 5555 666", "5 6 7 8 9 T J 2", "99 TT JJJ QQQ 2"])
def test_generators_agree_on_all_that_fits_in_a_rich_hand_under_every_single_flag(text):
    for rules in variants():
        assert_agree(counts_of(cards(text + "BBRR")), rules)


def test_generators_agree_on_bigger_random_hands():
    rng = random.Random(21)
    for index in range(20):
        hand = clumped(rng, rng.randint(12, 20), 600)
        assert_agree(hand, (BAIBIAN, QIANBIAN, SMALLEST, EQUAL_ALL_WILD)[index % 4])


@pytest.mark.parametrize(
    ("rules", "total"), [(CLASSIC, 249), (JJ, 5_648), (BAIBIAN, 5_648), (KINGS8, 11_992), (QIANBIAN, 565_923)]
)
def test_all_moves_of_the_two_packs_within_27_cards(rules, total):
    assert len(legal_moves([8] * 13 + [2, 2], None, rules)) == total


def test_every_move_is_a_legal_reading_of_its_cards_and_following_is_what_beats_the_table():
    rng = random.Random(22)
    for rules in PRESETS:
        pack = [rank for rank in range(13) for _ in range(8)] + [13, 13, 14, 14]
        hand = [0] * 15
        for rank in rng.sample(pack, 27):
            hand[rank] += 1
        moves = legal_moves(hand, None, rules)
        for move in rng.sample(sorted(moves, key=by_fields), 10):
            assert move in classify(move.cards, rules)
            assert legal_moves(hand, move, rules) == {other for other in moves if beats(other, move, rules)}


# --- A deal (section 6) -------------------------------------------------------------------------------------------


def deal(*hands, leader=0, rules=BAIBIAN, finish_order=()):
    return ReferenceDeal([cards(hand) for hand in hands], leader, rules, finish_order)


def play(state, *texts):
    """Play cards in turn, "" a pass."""
    for text in texts:
        state.play(one(text, state.rules) if text else PASS)
    return state


def test_play_passes_round_and_the_last_player_leads_again():
    state = play(deal("3 5", "4 9", "8 8", "7 7"), "3")
    assert (state.turn, state.passes, state.can_pass) == (1, 0, True)
    play(state, "4", "", "")
    assert (state.turn, state.passes, state.leader) == (0, 2, 0)
    play(state, "")
    assert (state.turn, state.leader, state.table, state.passes, state.can_pass) == (1, 1, None, 0, False)


def test_a_pass_does_not_lock_a_player_out():
    state = play(deal("3 5 5", "6 9 9", "4 8 8", "5 7 7"), "3", "", "4", "", "5", "6")
    assert (state.turn, state.table) == (2, one("6", BAIBIAN))


def test_the_leader_must_play_and_a_follower_must_beat():
    state = deal("3 3", "4 5", "6 7", "8 9")
    with pytest.raises(ValueError, match="must play"):
        state.play(PASS)
    with pytest.raises(ValueError, match="does not hold"):
        play(state, "4")
    play(state, "3")
    with pytest.raises(ValueError, match="does not beat"):
        play(deal("9 9", "4 5", "6", "8"), "9", "4")
    state = deal("45678R", "3", "3", "3")
    (lower,) = readings(cards("45678R"), BAIBIAN) - legal_readings(cards("45678R"), BAIBIAN)
    with pytest.raises(ValueError, match="no legal reading"):
        state.play(lower)  # as 3-8, when it could be 4-9
    assert (state.turn, state.hands[0]) == (0, cards("45678R"))


def test_partner_inherits_the_lead_of_a_finisher_whom_nobody_beat():
    state = play(deal("5", "3 3", "4 4", "3 4"), "5")
    assert (state.finish_order, state.turn) == ([0], 1)
    play(state, "", "", "")  # every one of the three passes, the partner too
    assert (state.turn, state.leader, state.table) == (2, 2, None)


def test_no_inheriting_when_anybody_beat_the_last_play():
    state = play(deal("5", "3 3", "4 4", "6 7"), "5", "", "", "6")
    assert state.turn == 1  # seat 0 is out and skipped
    play(state, "", "")
    assert (state.turn, state.leader, state.table) == (3, 3, None)


def test_beaten_by_the_partner_the_partner_leads_as_last_player():
    state = play(deal("5", "3 3", "6 4", "3 7"), "5", "", "6", "", "")
    assert (state.turn, state.table) == (2, None)


def test_double_win_ends_at_once_and_the_others_follow_in_turn_order():
    state = play(deal("3", "9 9", "4", "9 9"), "3", "", "4")
    assert state.is_over and state.finish_order == [0, 2, 3, 1]  # from the second finisher, seat 2
    assert state.result["win"] == DOUBLE and state.result["base"] == [4, -4, 4, -4]
    assert state.legal_moves() == set() and not state.can_pass
    with pytest.raises(ValueError, match="over"):
        state.play(PASS)


def test_single_and_level_win():
    state = play(deal("3", "4", "5", "6 6"), "3", "4", "5")
    assert (state.finish_order, state.result["win"], state.result["base"]) == ([0, 1, 2, 3], SINGLE_WIN, [2, -2, 2, -2])
    state = play(deal("3", "4", "7 7", "6"), "3", "4", "", "6")
    assert (state.finish_order, state.result["win"]) == ([0, 1, 3, 2], LEVEL)
    assert state.result["base"] == state.scores() == [1, 0, 1, 0]  # as printed for 百变: 1 0 0 1 by place


def test_from_a_position_where_some_are_out():
    state = deal("", "4 4", "5 5", "6", leader=3, finish_order=[0])
    play(state, "6")
    assert (state.finish_order, state.turn) == ([0, 3], 1)
    for hands, leader, out in [
        (("", "4", "5", "6"), 1, []),  # not listed
        (("3", "4", "5", "6"), 1, [0]),  # still holds cards
        (("", "4", "5", "6"), 0, [0]),  # the leader is out
        (("", "4", "", "6"), 1, [0, 2]),  # already over
    ]:
        with pytest.raises(ValueError):
            deal(*hands, leader=leader, finish_order=out)


# --- Points (section 5) -------------------------------------------------------------------------------------------


def test_jj_worked_example():
    state = deal("3 7777777", "666666 4", "9", "44", rules=JJ)
    play(state, "3", "666666", "", "", "7777777", "", "", "", "9")
    assert state.result["multiplier"] == 3 * 2
    assert state.result["scores"] == [36, -36, 36, -36]  # 6 x 3 x 2
    assert state.result["contribution"] == [0, 0, 0, 0]


def test_best_of_winner_counts_only_the_winning_side():
    # seat 0 plays five 7s (x2), seat 1 eight 4s (x16, 6 points from each), seat 2 six 9s (x4, 2 points from each)
    state = deal("3 77777 5", "44444444 A A", "6 999999", "JJ")
    play(state, "3", "", "", "", "77777", "44444444", "", "", "")
    play(state, "A", "999999", "", "", "")
    assert state.scores() == [-6 - 2, 18 - 2, 6 - 6, -6 - 2]  # before the end: contributions so far
    play(state, "6", "", "", "")  # seat 2 is out first, seat 0 inherits the lead and is out second
    assert state.scores() == [-8, 16, 0, -8]
    play(state, "5")
    assert state.result["multiplier"] == 4  # not the 16 of the losers
    assert state.scores() == [4 * 4 - 8, -4 * 4 + 16, 4 * 4 + 0, -4 * 4 - 8]


def test_multiplier_and_contribution_add_up():
    state = deal("4 666666", "5", "7", "9 9")
    play(state, "4", "5", "", "", "666666", "", "", "7")
    # 1, then 0, then 2 who inherits from 0: a level win for 1 and 3; the bomb was the others', 2 from each for it
    assert state.finish_order == [1, 0, 2, 3] and state.result["win"] == LEVEL
    assert state.result["multiplier"] == 1  # the bomb was not the winning side's
    assert state.result["contribution"] == [6, -2, -2, -2]
    assert state.result["scores"] == [0 + 6, 1 - 2, 0 - 2, 1 - 2]


def finished(rules, bombs, order=(0, 2, 3, 1)):
    """A deal that ended in this order after these (seat, cards) bombs."""
    state = deal("3", "3", "3", "3", rules=rules)
    state.finish_order = list(order)
    state.bombs = [(seat, one(text, rules)) for seat, text in bombs]
    return state.result


FIVE, SIX, SEVEN, EIGHT, NINE = "33333", "333333", "3333333", "33333333", "333333444444555555"


@pytest.mark.parametrize(
    ("rules", "factors"),
    [
        (CLASSIC, {"3333": 1, FIVE: 2, SIX: 3, SEVEN: 4, EIGHT: 5, "BBRR": 4}),
        (JJ, {"3333": 1, FIVE: 1, SIX: 2, SEVEN: 3, EIGHT: 4, NINE: 4, "BBR": 2, "BBRR": 3}),
        (BAIBIAN, {"3333": 1, FIVE: 2, SIX: 4, SEVEN: 8, EIGHT: 16, NINE: 16, "BBR": 4, "BBRR": 8}),
        (KINGS8, {"3333": 1, FIVE: 2, SIX: 4, SEVEN: 8, EIGHT: 16, NINE: 16, "BBR": 4, "BBRR": 16}),
        (QIANBIAN, {"3333": 1, FIVE: 2, SIX: 4, SEVEN: 8, EIGHT: 16, NINE: 16, "BBR": 4, "BBRR": 8}),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
def test_every_row_of_the_multipliers(rules, factors):
    for bomb, expected in factors.items():
        result = finished(rules, [(2, bomb)])
        assert (result["multiplier"], result["base"][0]) == (expected, rules.base[DOUBLE][0])
        assert result["scores"][1] == -rules.base[DOUBLE][0] * expected + result["contribution"][1]


@pytest.mark.parametrize(
    ("rules", "bomb", "each"),
    [(rules, bomb, 0) for rules in (CLASSIC, JJ) for bomb in ("3333", EIGHT, "BBRR")]
    + [(rules, FIVE, 0) for rules in (BAIBIAN, KINGS8, QIANBIAN)]
    + [(rules, SIX, 2) for rules in (BAIBIAN, KINGS8, QIANBIAN)]
    + [(rules, SEVEN, 4) for rules in (BAIBIAN, KINGS8, QIANBIAN)]
    + [(rules, EIGHT, 6) for rules in (BAIBIAN, KINGS8, QIANBIAN)]
    + [(BAIBIAN, NINE, 6), (BAIBIAN, "BBR", 2), (BAIBIAN, "BBRR", 4), (KINGS8, "BBRR", 6), (QIANBIAN, "BBRR", 4)],
)
def test_every_row_of_the_contributions(rules, bomb, each):
    assert finished(rules, [(1, bomb)])["contribution"] == [-each, 3 * each, -each, -each]


@pytest.mark.parametrize(
    ("rules", "rows"),
    [
        (CLASSIC, ((4, 4, -4, -4), (2, -2, 2, -2), (0, 0, 0, 0))),
        (JJ, ((6, 6, -6, -6), (3, -3, 3, -3), (1, -1, -1, 1))),
        (BAIBIAN, ((4, 4, -4, -4), (2, -2, 2, -2), (1, 0, 0, 1))),
        (KINGS8, ((4, 4, -4, -4), (2, -2, 2, -2), (1, 0, 0, 1))),
        (QIANBIAN, ((4, 4, -4, -4), (2, -2, 2, -2), (0, 0, 0, 0))),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
def test_base_by_win_and_place(rules, rows):
    for win, order in enumerate([(3, 1, 2, 0), (3, 2, 1, 0), (3, 2, 0, 1)]):
        result = finished(rules, [], order)
        assert result["win"] == win
        assert tuple(result["base"][seat] for seat in order) == rows[win]
        assert result["scores"] == result["base"] and result["multiplier"] == 1


def test_the_largest_factor_wins_not_the_largest_bomb():
    # classic: eight of a rank x5, the four jokers, which beat them, x4
    assert finished(CLASSIC, [(0, EIGHT), (2, "BBRR")])["multiplier"] == 5
    assert finished(BAIBIAN, [(0, FIVE), (2, SIX), (1, EIGHT)])["multiplier"] == 4
    assert finished(JJ, [(0, SIX), (2, SEVEN), (1, EIGHT), (3, "BBR")], (0, 1, 3, 2))["scores"] == [
        1 * 2 * 3 * 4 * 2,
        -48,
        48,
        -48,
    ]


# --- Counting lines -----------------------------------------------------------------------------------------------


def test_perft_by_hand():
    """3 | 4 | 5 | 6, seat 0 leads. p is a pass.
    depth 1: 3. Depth 2: 4 p. Depth 3: 34{5 p}, 3p{5 p} = 4, of which 345 and 3p5 are over (0 and 2 are out).
    Depth 4: 34p{6 p}, 3pp{6 p} = 4; 34p6 is over (1 and 3 out). Depth 5: 34pp6 (3 inherits from 1), 3pp6p, 3ppp5
    (2 inherits from 0) = 3. Depth 6: 3pp6p{p}: 5 does not beat 6, so one line; depth 7: 1 inherits from 3 and plays 4.
    """
    state = deal("3", "4", "5", "6", rules=CLASSIC)
    assert [perft(state, depth) for depth in range(9)] == [1, 1, 2, 4, 4, 3, 1, 1, 0]
    # with finished lines counted once: 345, 3p5 / + 34p6 / + 34pp6, 3ppp5 / + 3pp6pp4
    assert [perft(state, depth, finished=True) for depth in range(9)] == [1, 1, 2, 4, 6, 6, 6, 6, 6]
    assert sum(divide(state, 4).values()) == 4 and list(divide(state, 1).values()) == [1]
    assert state.turn == 0 and state.finish_order == []


def test_perft_of_a_deal_that_is_over():
    state = play(deal("3", "9 9", "4", "9 9"), "3", "", "4")
    assert (perft(state, 0), perft(state, 1), perft(state, 1, finished=True)) == (1, 0, 1)


def test_random_whole_deals_end_with_all_places_taken():
    rng = random.Random(30)
    for rules in PRESETS:
        pack = [rank for rank in range(13) for _ in range(8)] + [13, 13, 14, 14]
        rng.shuffle(pack)
        hands = [packed([pack[seat * 27 : seat * 27 + 27].count(rank) for rank in range(15)]) for seat in range(4)]
        state = ReferenceDeal(hands, rng.randrange(4), rules)
        while not state.is_over:
            moves = sorted(state.legal_moves(), key=by_fields)
            moves += [PASS] if state.can_pass else []
            state.play(rng.choice(moves))
        assert sorted(state.finish_order) == [0, 1, 2, 3]
        assert sum(state.result["contribution"]) == 0
        assert any(state.hands[seat] for seat in state.finish_order[2:])


# --- Seats (section 6) --------------------------------------------------------------------------------------------


def holders(face_up, leader, mate):
    dealt = [0] * 108
    dealt[face_up], dealt[(face_up + 54) % 108] = leader, mate
    return dealt


@pytest.mark.parametrize("face_up", [0, 53, 54, 107])
def test_the_twin_of_the_face_up_card_settles_the_partner(face_up):
    assert seat_players(face_up, holders(face_up, 1, 3)) == ([0, 1, 2, 3], 1)  # sits opposite already
    assert seat_players(face_up, holders(face_up, 1, 1)) == ([0, 1, 2, 3], 1)  # both copies in one hand
    assert seat_players(face_up, holders(face_up, 1, 2)) == ([0, 1, 3, 2], 1)  # 2 changes with 3, who sat opposite
    assert seat_players(face_up, holders(face_up, 1, 0)) == ([3, 1, 2, 0], 1)
    assert seat_players(face_up, holders(face_up, 1, 2), QIANBIAN) == ([0, 1, 2, 3], 1)  # no seat swap there
