"""Hands whose moves were counted once and for all, and the order in which they are listed (data/golden_moves.jsonl)."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from skfast import Category, Hand, Move, Rules, can_beat, count_moves, legal_moves, reference
from skfast.rules import PRESETS

LINES: list[dict[str, Any]] = [
    json.loads(line) for line in (Path(__file__).parent / "data" / "golden_moves.jsonl").read_text("utf-8").splitlines()
]


def name(line: dict[str, Any]) -> str:
    return f"{line['rules']}-{line['hand']}-{line['table']}"


@pytest.mark.parametrize("line", LINES, ids=name)
def test_counts_and_order(line: dict[str, Any]) -> None:
    rules = Rules.parse(line["rules"])
    table = None if line["table"] is None else Move.parse(line["table"], rules)
    moves = legal_moves(line["hand"], table, rules)
    kinds = Counter(move.category.name for move in moves)
    assert dict(kinds) == line["moves"]
    assert len(moves) == count_moves(line["hand"], table, rules) == line["total"] == sum(line["moves"].values())
    thrifty = legal_moves(line["hand"], table, rules, "thrifty")
    assert len(thrifty) == count_moves(line["hand"], table, rules, "thrifty") == line["thrifty"]
    assert can_beat(line["hand"], table, rules) == (line["total"] > 0)
    assert hashlib.sha256(bytes(moves)).hexdigest()[:16] == line["order"]


def test_the_reference_still_says_so(slow: bool) -> None:
    for line in LINES if slow else LINES[::8]:
        rules = Rules.parse(line["rules"])
        table = None if line["table"] is None else Move.parse(line["table"], rules)
        moves = reference.legal_moves(Hand(line["hand"]), table, rules)
        assert dict(Counter(Category(move.category).name for move in moves)) == line["moves"], name(line)


def test_the_file_covers_every_preset_leading_and_following() -> None:
    asked = {(line["rules"], line["table"] is None) for line in LINES}
    assert asked >= {(preset, lead) for preset in PRESETS for lead in (True, False)}
    assert {line["source"] for line in LINES} == {"paper", "reference"}
    assert all(line["note"] for line in LINES if line["source"] == "paper")
    assert len({name(line) for line in LINES}) == len(LINES)
    seen = {category for line in LINES for category in line["moves"]}
    assert seen == {category.name for category in Category} - {"PASS"}


def block(move: Move) -> tuple[int, ...]:
    """The documented order: the block of a move, and its place inside where the place is documented."""
    category = move.category
    if category == Category.JOKER_BOMB:
        return 7, move.size
    if category >= Category.BOMB:
        return (5 if category == Category.BOMB else 6,)
    if category <= Category.TRIPLE:
        return (3,) if move.wilds else (1, move.rank, move.n_cards)
    return (4,) if move.wilds else (2, move.size, move.rank, move.length)


@pytest.mark.parametrize("line", [line for line in LINES if line["table"] is None][::3], ids=name)
def test_lists_come_in_the_documented_order(line: dict[str, Any]) -> None:
    blocks = [block(move) for move in legal_moves(line["hand"], None, Rules.parse(line["rules"]))]
    assert blocks == sorted(blocks)
