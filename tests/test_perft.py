"""Perft: by hand, by the file of counts, and three ways to the same number."""

from __future__ import annotations

from pathlib import Path

import pytest

from skfast import BAIBIAN, CLASSIC, PASS, QIANBIAN, Category, Move, State, divide, perft
from skfast.counting import BULK
from skfast.reference_deal import ReferenceDeal
from skfast.reference_deal import perft as reference_perft
from skfast.rules import PRESETS

FILE = Path(__file__).parent / "data" / "perft.txt"
TO_THE_END = 1000
LINES = 1_000_000  # of a count that is tried every day
REFERENCE_LINES = 120


def entries() -> list[tuple[str, dict[int, int], int | None, str]]:
    """(position, {depth: lines}, lines to the end or None, source) for each line of the file."""
    found = []
    for line in FILE.read_text(encoding="utf8").splitlines():
        if line and not line.startswith("#"):
            position, counts, ending, source = (part.strip() for part in line.split(";"))
            words = counts.split()
            depths = {int(depth[1:]): int(n) for depth, n in zip(words[::2], words[1::2], strict=True)}
            found.append((position, depths, None if ending == "-" else int(ending.split()[1]), source))
    return found


ENTRIES = entries()


def reference_deal_of(state: State) -> ReferenceDeal:
    deal = ReferenceDeal(list(state.packed_hands), state.turn, state.rules, state.finish_order)
    deal.table, deal.table_seat = state.table, state.table_seat
    deal.leader, deal.passes = state.leader, state.passes
    return deal


# --- by hand


def test_one_card_each() -> None:
    """0 leads its 3 or 4; then each of the others plays or passes, whatever was played before: 2 x 2 x 2 at depth 3."""
    state = State.from_hands(["34", "5", "6", "7"], 0)
    assert [perft(state, depth) for depth in range(4)] == [1, 2, 4, 8]


def test_to_the_end_by_hand() -> None:
    """3 against 4, 5 and 6, one card each, 0 to lead: the 3 is forced and 0 is out.

    1 plays the 4 (out): then 2 plays the 5: 0, 1, 2 are out, the end; or 2 passes: then 3 plays the 6: the end; or 3
    passes: the trick is 1's, who is out; its partner 3 inherits the lead and must play the 6: the end.  Three lines.
    1 passes: 2 plays the 5: 0 and 2 are out, the end; or passes: then 3 plays the 6 (out), after which 1 passes (4 does
    not beat 6) and 2 passes: the trick is 3's, who is out; 1 inherits and leads the 4: 1 and 3 are out: the end; or 3
    passes: 2 inherits and leads the 5: the end.  Three lines.
    """
    state = State.from_hands(["3", "4", "5", "6"], 0)
    for bulk in BULK:
        assert perft(state, TO_THE_END, True, bulk=bulk) == 6
        assert perft(state, TO_THE_END, bulk=bulk) == 0
    # by depth: 3, 4-5, 4-pass-6, 4-pass-pass-6, pass-5, pass-pass-6-pass-pass-4, pass-pass-pass-5
    assert [perft(state, depth) for depth in range(1, 9)] == [1, 2, 4, 4, 3, 1, 1, 0]
    assert [perft(state, depth, True) for depth in range(1, 9)] == [1, 2, 4, 6, 6, 6, 6, 6]


def test_the_depths_of_that_deal_one_by_one() -> None:
    """Lines of exactly n plies: n = 1: 3.  2: 3 4, 3 pass.  3: 3 4 5 (over), 3 4 pass, 3 pass 5 (over), 3 pass pass.

    4: 3 4 pass 6 (over), 3 4 pass pass, 3 pass pass 6, 3 pass pass pass.
    5: 3 4 pass pass 6 (over), 3 pass pass 6 pass, 3 pass pass pass 5 (over).
    6: 3 pass pass 6 pass pass.  7: 3 pass pass 6 pass pass 4 (over).
    """
    state = State.from_hands(["3", "4", "5", "6"], 0)
    assert [perft(state, depth) for depth in (3, 4, 5, 6, 7)] == [4, 4, 3, 1, 1]


def test_a_finished_deal() -> None:
    state = State.from_hands(["3", "4", "5", "66"], 0)
    for word in ("3", "4", "5"):
        state.play(word)
    for bulk in BULK:
        assert [perft(state, depth, bulk=bulk) for depth in (0, 1, 2, 9)] == [1, 0, 0, 0]
        assert [perft(state, depth, True, bulk=bulk) for depth in (0, 1, 2, 9)] == [1, 1, 1, 1]
    assert divide(state, 1) == ({}, {}, 0)


def test_divide() -> None:
    division = divide(State.from_hands(["334", "5", "6", "7"], 0), 3)
    # after 33 the others can only pass; after a single each plays or passes
    assert division.moves == {Move.parse("3"): 4, Move.parse("33"): 1, Move.parse("4"): 4}
    assert list(division.moves) == [Move.parse("3"), Move.parse("33"), Move.parse("4")]
    assert division.categories == {Category.SINGLE: 8, Category.PAIR: 1}
    state = State.from_hands(["334", "5", "6", "7"], 0)
    state.play("3")
    assert divide(state, 1).moves == {Move.parse("5"): 1, PASS: 1}
    assert list(divide(state, 1).moves)[-1] == PASS
    assert divide(state, 2).categories == {Category.PASS: 2, Category.SINGLE: 2}


@pytest.mark.parametrize("rules", list(PRESETS.values()), ids=lambda rules: rules.name)
def test_divide_adds_up_to_perft(rules: object) -> None:
    state = State.deal(rules, 4)  # type: ignore[arg-type]
    division = divide(state, 3)
    assert list(division.moves) == list(state.legal_moves())
    assert division.total == perft(state, 3) == sum(division.moves.values()) == sum(division.categories.values())
    for move, lines in list(division.moves.items())[::40]:
        after = state.copy()
        after.play(move)
        assert perft(after, 2) == lines


def test_depth_and_bulk() -> None:
    state = State.from_hands(["34", "5", "6", "7"], 0)
    for bad in (-1, -(10**30)):
        with pytest.raises(ValueError, match="depth must not be negative"):
            perft(state, bad)
    with pytest.raises(ValueError, match="depth must be at least 1"):
        divide(state, 0)
    with pytest.raises(ValueError, match="bulk must be one of"):
        perft(state, 1, bulk="all")
    with pytest.raises(TypeError):
        perft(state, "3")  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        perft("state", 3)  # type: ignore[arg-type]
    assert perft(state, 10**30, True) == perft(state, 100, True)
    before = str(state)
    perft(state, 5)
    assert str(state) == before and state.history == ()


# --- the file


@pytest.mark.parametrize(("position", "depths", "ending", "source"), ENTRIES, ids=[entry[0] for entry in ENTRIES])
def test_the_file(position: str, depths: dict[int, int], ending: int | None, source: str, slow: bool) -> None:
    state = State(position)
    assert str(state) == position
    deal = reference_deal_of(state)
    assert source and list(depths) == list(range(1, len(depths) + 1))
    for depth, lines in depths.items():
        if lines <= LINES or slow:
            assert perft(state, depth) == lines
        if lines <= LINES / 30 or slow:
            assert perft(state, depth, bulk="each") == perft(state, depth, bulk="none") == lines
        if lines <= (20_000 if slow else REFERENCE_LINES):
            assert reference_perft(deal, depth) == lines
    if ending is not None:
        assert perft(state, TO_THE_END, True) == ending
        if ending <= (20_000 if slow else REFERENCE_LINES):
            assert reference_perft(deal, TO_THE_END, True) == ending


def test_what_the_file_holds() -> None:
    for name in PRESETS:
        mine = [entry for entry in ENTRIES if State(entry[0]).rules.name == name]
        openings = [entry for entry in mine if all(len(hand) == 27 for hand in State(entry[0]).hands)]
        ended = [entry for entry in mine if entry[2] is not None]
        assert len(openings) >= 3 and len(ended) >= 8
        assert all(entry[3] for entry in mine)
    assert any("inherited" in line for line in FILE.read_text(encoding="utf8").splitlines())


def test_shared_tallies_of_every_kind_of_table() -> None:
    """Hands rich in runs, pairs and bombs, so that positions share a tally and ask it about every kind of table."""
    hands = ["333444555666777R", "334455667788B", "3456789TJQKA", "8888TTTTQQQQ2"]
    for rules in (BAIBIAN, CLASSIC, QIANBIAN):
        state = State.from_hands(hands, 0, rules)
        assert perft(state, 3) == perft(state, 3, bulk="none")
        for move in list(state.legal_moves())[::7]:
            after = state.copy()
            after.play(move)
            assert perft(after, 3) == perft(after, 3, bulk="none") == perft(after, 3, bulk="each")
