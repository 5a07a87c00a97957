"""Write perft.txt: positions and how many sequences of plies there are from each (docs/formats.md).

    python tests/data/make_perft.py > tests/data/perft.txt

The kernel counts three ways, which must agree.  The reference, which was written from the rules by somebody who had
not read the kernel, counts again as far as it is fast enough, and the file says which number came from where.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Iterator

from skfast import reference_deal
from skfast.counting import BULK, perft
from skfast.game import State
from skfast.rules import PRESETS, Rules

HEADER = """\
How many sequences of plies (plays and passes) there are in a game of Shuangkou: to test an engine by.
A line: position ; Dn lines of n plies ... ; F lines to the end of the deal, or - ; where each number is from
The position is explained in docs/formats.md: rules, the four hands by seat, turn, table, leader, passes, seats that
are out, players, face-up card, bombs played, plies so far.  A deal that has ended has no plies: D counts no line that
ends sooner, F counts each line once, when both players of a side are out.  Positions, not suits, are counted: cards
of a rank are alike.  Moves are different when their cards or their readings are.
Written by make_perft.py, which has the kernel count in three ways that must agree: one plays every leaf.
"reference": the slow implementation, written from the rules alone, counted the same."""

REFERENCE_LINES = 60_000
KERNEL_LINES = 60_000_000
DEEPEST = 8
TO_THE_END = 1000

# The lists are still the reference's own; many lines ask for the same one.
reference_deal.legal_moves = functools.cache(reference_deal.legal_moves)

OPENINGS = 3
ENDGAMES = [
    ["334", "45", "556", "66"],
    ["3A", "442", "55B", "R"],
    ["4444", "5558", "33338", "22"],
    ["33A", "3AK", "4Q", "5J2"],
    ["567R", "88", "999", "TTT"],
    ["3456", "78", "56789", "2"],
    ["BB", "RR", "3334", "444"],
    ["3BR", "4R", "55", "6"],
    ["3333444", "", "5R", "666B"],
]
INHERITED = [
    # seat 0 goes out with the lead; nobody beats it, and seat 2 inherits it
    ["9", "34", "335", "46"],
    ["KK", "3344", "5566", "77"],
    ["2222", "333", "3444", "555"],
    # seat 1 follows and goes out; seat 3 inherits
    ["35", "4", "357", "36A"],
]
AFTER = [
    # the table is of a player who is out: his partner inherits the lead, unless somebody beats it
    (["A", "34", "35", "46"], "A"),
    (["A", "34", "352", "46"], "A pass"),
    (["K", "3A", "35", "46"], "K"),
    (["KK", "33AA", "356", "4R"], "KK"),
    (["TTTT", "3333R", "3458", "66"], "TTTT"),
    (["34", "5", "2", "679"], "3 5 2 pass"),
]
WILD_RICH = [
    ["333344445555", "66667", "777788", "999TTT"],
    ["34567RR", "445566", "789TJQK", "3333"],
    ["333444555BBRR", "6667778", "8899TT", "JJQQKK"],
    ["3BR", "4BR", "557", "66"],
    ["34BBRR", "33445", "AAA2", "222"],
    ["77778888999RR", "3333444455", "JQKA2BB", "TTTTTT"],
    ["3456789TJQKARR", "33445566", "77889", "2222"],
]


def number(state: State, depth: int, finished: bool) -> int:
    counts = {perft(state, depth, finished, bulk=bulk) for bulk in BULK}
    assert len(counts) == 1, (str(state), depth, counts)
    return counts.pop()


def line(rules: Rules, chosen: list[str] | tuple[list[str], str] | None, seed: int, to_the_end: bool) -> str:
    hands, plays = chosen if isinstance(chosen, tuple) else (chosen, "")
    out = [seat for seat in range(4) if hands and not hands[seat]]
    state = State.deal(rules, seed) if hands is None else State.from_hands(hands, 0, rules, out)
    deal = reference_deal.ReferenceDeal(list(state.packed_hands), state.turn, rules, out)
    for word in plays.split():
        state.play(word)
        deal.play_unchecked(state.history[-1][1])
    state = State(str(state))
    counts, confirmed, last = [], 0, 0
    for depth in range(1, DEEPEST + 1):
        if depth > 3 and last * 12 > KERNEL_LINES or depth > 2 and last > KERNEL_LINES / 50 and hands is None:
            break
        last = number(state, depth, False)
        if last == 0:
            break
        counts.append(f"D{depth} {last}")
        if last <= REFERENCE_LINES and confirmed == depth - 1:
            assert reference_deal.perft(deal, depth) == last, (str(state), depth)
            confirmed = depth
    sources = depths(1, confirmed, "reference") + depths(confirmed + 1, len(counts), "kernel")
    ending = "-"
    if to_the_end:
        lines = number(state, TO_THE_END, True)
        ending = f"F {lines}"
        if lines <= REFERENCE_LINES:
            assert reference_deal.perft(deal, TO_THE_END, True) == lines, str(state)
            sources.append("F reference")
        else:
            sources.append("F kernel")
    print(state, *sources, file=sys.stderr)
    return f"{state} ; {' '.join(counts)} ; {ending} ; {', '.join(sources)}"


def depths(first: int, last: int, source: str) -> list[str]:
    if first > last:
        return []
    return [f"D{first} {source}" if first == last else f"D{first}..{last} {source}"]


def lines() -> Iterator[str]:
    yield from (f"# {text}" for text in HEADER.splitlines())
    for title, positions, to_the_end in (
        ("openings: State.deal(rules, seed) for seeds 1, 2, ...", [None] * OPENINGS, False),
        ("endgames, counted to the end of the deal too", ENDGAMES, True),
        ("a lead is inherited in some lines", INHERITED, True),
        ("the table's player is out: his partner inherits the lead, unless somebody beats it", AFTER, True),
        ("many wilds, where the rules have any", WILD_RICH, False),
    ):
        yield ""
        yield f"# {title}"
        for rules in PRESETS.values():
            for seed, chosen in enumerate(positions, 1):
                yield line(rules, chosen, seed, to_the_end)


if __name__ == "__main__":
    for text in lines():
        print(text, flush=True)
