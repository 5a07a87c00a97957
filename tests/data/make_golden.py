"""Write golden_moves.jsonl: how many moves of each kind there are from a hand, and in which order they are listed.

    python tests/data/make_golden.py > tests/data/golden_moves.jsonl

One JSON object a line: `rules` (a preset, or a preset and what differs), `hand`, `table` (the move to beat, or null),
`moves` (category: how many), `total`, `thrifty` (how many of them are), `order` (the first 16 hex digits of the
SHA-256 of the list as 16-byte little-endian records, see docs/formats.md: it is another if any move is, or if they
come in another order) and `source`:

- "paper": the numbers were worked out by hand, as `note` shows, and the reference agrees;
- "reference": they are from skfast.reference, which was written from the rules by somebody who had not read the kernel.

Nothing is written unless the kernel lists the very moves of the reference.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections import Counter
from dataclasses import replace

from skfast import BAIBIAN, CLASSIC, JJ, KINGS8, QIANBIAN, Hand, Move, Rules, legal_moves, reference

SEED = 20
PRESETS = (CLASSIC, JJ, BAIBIAN, KINGS8, QIANBIAN)
EQUAL = replace(QIANBIAN, chain_sizes="equal")
PAIRS = "33445566778899TTJJQQKKAA"

Counts = dict[str, int]
PAPER: list[tuple[Rules, str, str | None, Counts, str]] = [
    (CLASSIC, "3", None, {"SINGLE": 1}, "itself"),
    (CLASSIC, "34567", None, {"SINGLE": 5, "STRAIGHT": 1}, "five ranks; the straight 3-7"),
    (CLASSIC, "JQKA2", None, {"SINGLE": 5}, "no straight reaches 2"),
    (
        *(CLASSIC, "3456789TJQKA", None, {"SINGLE": 12, "STRAIGHT": 36}),
        "13 - L straights of L ranks: 8 + 7 + 6 + 5 + 4 + 3 + 2 + 1 for L = 5..12",
    ),
    (
        *(CLASSIC, "3333444455556666", None),
        {"SINGLE": 4, "PAIR": 4, "TRIPLE": 4, "PAIR_RUN": 3, "TRIPLE_RUN": 3, "BOMB": 4},
        "runs of 3 ranks twice, of 4 once; four bombs; no chains in classic",
    ),
    (
        *(BAIBIAN, "3333444455556666", None),
        {"SINGLE": 4, "PAIR": 4, "TRIPLE": 4, "PAIR_RUN": 3, "TRIPLE_RUN": 3, "BOMB": 4, "CHAIN_BOMB": 3},
        "as in classic, and chains 4x3 twice, 4x4 once",
    ),
    (
        *(KINGS8, "33333444445555", None),
        {"SINGLE": 3, "PAIR": 3, "TRIPLE": 3, "PAIR_RUN": 1, "TRIPLE_RUN": 1, "BOMB": 5, "CHAIN_BOMB": 4},
        "bombs 2 + 2 + 1; chains of 4 or 5 threes, 4 or 5 fours, 4 fives: 2 x 2 x 1",
    ),
    (
        *(KINGS8, "444444555555566666667777777", None),
        {"SINGLE": 4, "PAIR": 4, "TRIPLE": 4, "PAIR_RUN": 3, "TRIPLE_RUN": 3, "BOMB": 15, "CHAIN_BOMB": 304},
        "bombs 3 + 4 + 4 + 4; chains 3x4x4 + 4x4x4 + 3x4x4x4 = 48 + 64 + 192",
    ),
    (
        *(CLASSIC, "33445566778899TTJJQQQKKKAAA", None),
        {"SINGLE": 12, "PAIR": 12, "TRIPLE": 3, "STRAIGHT": 36, "PAIR_RUN": 55, "TRIPLE_RUN": 1},
        "36 = 8 + ... + 1 straights, 55 = 10 + ... + 1 pair runs, QQQKKKAAA",
    ),
    (CLASSIC, "BBRR", None, {"SINGLE": 2, "PAIR": 2, "JOKER_BOMB": 1}, "B R; BB RR; all four"),
    (KINGS8, "BBRR", None, {"SINGLE": 2, "PAIR": 2, "JOKER_BOMB": 3}, "B R; BB RR; BBR BRR BBRR"),
    (BAIBIAN, "BBRR", None, {"SINGLE": 2, "PAIR": 3, "JOKER_BOMB": 3}, "B R; BB BR RR; BBR BRR BBRR"),
    (QIANBIAN, "BBRR", None, {"SINGLE": 2, "PAIR": 3, "JOKER_BOMB": 3}, "B R; BB BR RR; BBR BRR BBRR"),
    (BAIBIAN, "7R", None, {"SINGLE": 2, "PAIR": 1}, "7 R; 7R=77"),
    (
        *(BAIBIAN, "777R", None, {"SINGLE": 2, "PAIR": 2, "TRIPLE": 2, "BOMB": 1}),
        "7 R; 77 7R; 777 77R; 777R",
    ),
    (
        *(QIANBIAN, "7BR", None, {"SINGLE": 3, "PAIR": 3, "TRIPLE": 1}),
        "7 B R; 7B 7R BR; 7BR",
    ),
    (
        *(QIANBIAN, "7BBRR", None, {"SINGLE": 3, "PAIR": 5, "TRIPLE": 3, "BOMB": 3, "JOKER_BOMB": 3}),
        "7 B R; 7B 7R BB BR RR; 7 and BB BR RR; 7 and BBR BRR BBRR; BBR BRR BBRR",
    ),
    (
        *(BAIBIAN, "4567R", None, {"SINGLE": 5, "PAIR": 4, "STRAIGHT": 1}),
        "a pair of each 4..7 and the wild; 4567R=45678, the higher of two straights, alone",
    ),
    (BAIBIAN, "4567R", "34567", {"STRAIGHT": 1}, "4567R=45678 beats 3-7"),
    (BAIBIAN, "TJQKR", "9TJQK", {"STRAIGHT": 1}, "TJQKR=TJQKA; nothing higher"),
    (BAIBIAN, "345RR", "333", {"TRIPLE": 2}, "4RR=444 5RR=555"),
    (
        *(BAIBIAN, "33333333R", None, {"SINGLE": 2, "PAIR": 2, "TRIPLE": 2, "BOMB": 10}),
        "bombs of 4..8 threes, and of 3..7 threes and R: 5 + 5; nine cards are none",
    ),
    (
        *(QIANBIAN, "34BBRR", "334455", {"BOMB": 6, "JOKER_BOMB": 3}),
        "its own pair run is no higher; 3 or 4 with BBR BRR BBRR: 2 x 3; BBR BRR BBRR",
    ),
    (
        *(BAIBIAN, PAIRS[:14] + "TTT" + PAIRS[16:] + "RR", None),
        {
            **{"SINGLE": 13, "PAIR": 25, "TRIPLE": 25, "STRAIGHT": 1010, "PAIR_RUN": 1660},
            **{"TRIPLE_RUN": 3, "BOMB": 14},
        },
        "singles 12 + 1; pairs 12 + 12 + 1; triples 1 + 12 + 12; straights 36 + 236 + 738 and pair runs 55 + 330 "
        "+ 1275 with no, one, two wilds; triple runs 89T 9TJ TJQ; bombs 11 + 3",
    ),
    (
        *(EQUAL, "JJJJQQQQKKKKAAAABBRR", "33333333", {"BOMB": 4, "CHAIN_BOMB": 2}),
        "above 8 stars of 8 cards: eight of J, Q, K or A; all twenty cards as 4x5 and as 5x4, 9 stars each",
    ),
]
"""Worked out by hand."""


def digest(records: bytes) -> str:
    return hashlib.sha256(records).hexdigest()[:16]


def line(rules: Rules, hand: str, table: Move | None, source: str, note: str | None = None) -> dict[str, object]:
    counts = Hand(hand).counts
    listed = legal_moves(hand, table, rules)
    moves = reference.legal_moves(counts, table, rules)
    if set(listed) != moves or len(listed) != len(moves):
        raise SystemExit(f"the kernel and the reference differ: {hand} on {table} under {rules.text}")
    kinds = Counter(move.category for move in moves)
    return {
        "rules": rules.text,
        "hand": Hand(hand).text,
        "table": None if table is None else str(table),
        "moves": {category.name: kinds[category] for category in sorted(kinds)},
        "total": len(moves),
        "thrifty": sum(reference.thrifty(move, counts, rules) for move in moves),
        "order": digest(bytes(listed)),
        "source": source,
        **({"note": note} if note else {}),
    }


def paper() -> list[dict[str, object]]:
    lines = []
    for rules, hand, table, expected, note in PAPER:
        made = line(rules, hand, Move.parse(table, rules) if table else None, "paper", note)
        if made["moves"] != expected:
            raise SystemExit(f"{hand} on {table} under {rules.text}: {made['moves']}, on paper {expected}")
        lines.append(made)
    return lines


def drawn(rng: random.Random, n_cards: int, jokers: int) -> str:
    """So many cards of the double pack, and of them so many jokers."""
    cards = rng.sample("BBRR", jokers) + rng.sample("3456789TJQKA2" * 8, n_cards - jokers)
    return Hand("".join(cards)).text


def from_the_reference() -> list[dict[str, object]]:
    rng = random.Random(SEED)
    lines = []
    mixes = [
        replace(QIANBIAN, chain_star="smallest", chain_min_groups=2),
        replace(QIANBIAN, max_bomb_size=5, four_jokers="bottom7", mixed_joker_pair="never"),
        replace(BAIBIAN, chain_sizes="mixed", max_bomb_size=10),
        replace(CLASSIC, wild_jokers="all", max_bomb_size=12),
        EQUAL,
    ]
    for rules in [*PRESETS, *mixes]:
        for jokers in (0, 1, 1, 2, 2, 3, 4) if rules in PRESETS else (2, 4):
            hand = drawn(rng, 27, jokers)
            lines.append(line(rules, hand, None, "reference"))
            moves = legal_moves(hand, None, rules)
            for kind in rng.sample(sorted({move.category for move in moves}), 3):
                table = rng.choice([move for move in moves if move.category == kind])
                lines.append(line(rules, hand, table, "reference"))
    for hand in ("3BBRR" + PAIRS[2:], PAIRS[:-1] + "BBRR"):
        lines.append(line(QIANBIAN, hand, None, "reference"))
    return lines


if __name__ == "__main__":
    for made in paper() + from_the_reference():
        print(json.dumps(made, ensure_ascii=False))
