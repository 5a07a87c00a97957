"""Perft: how many sequences of plies there are from a position, to test an engine by.

Passes are plies.  A deal that is over has no plies, so that a line which ends early counts 0 (chess does the same
with mates), or 1 with ``finished=True``.
"""

from __future__ import annotations

from typing import NamedTuple

from skfast._objects import Category, Move
from skfast._state import perft_count, perft_divide
from skfast.game import State

__all__ = ["BULK", "Division", "divide", "perft"]

BULK = ("none", "each", "shared")
"""Three ways to the same number: play every leaf; count the moves at the last ply, for each position by itself; let
positions in which the same hand answers share a tally of its moves (the default, and the fastest)."""


class Division(NamedTuple):
    """A perft split at the root."""

    moves: dict[Move, int]
    """The lines that begin with each move, in the order of the move list, PASS last."""
    categories: dict[Category, int]
    """The lines that begin with a move of each category, in the order of `Category`."""
    total: int


def perft(state: State, depth: int, finished: bool = False, *, bulk: str = "shared") -> int:
    """The number of sequences of `depth` plies from here; with `finished`, plus the shorter ones that end the deal.

    ``perft(state, 0)`` is 1.  ValueError for a negative depth.  Numbers beyond 63 bits are not to be had in a
    lifetime.

    >>> state = State.from_hands(["34", "5", "6", "7"], leader=0)
    >>> perft(state, 1), perft(state, 2), perft(state, 3)
    (2, 4, 8)
    """
    return perft_count(state, depth, finished, _mode(bulk))


def divide(state: State, depth: int, finished: bool = False, *, bulk: str = "shared") -> Division:
    """`perft` split by the first move and by its category.  ValueError for a depth below 1.

    >>> division = divide(State.from_hands(["334", "5", "6", "7"], leader=0), 3)
    >>> {str(move): lines for move, lines in division.moves.items()}, division.total
    ({'3': 4, '33': 1, '4': 4}, 9)
    >>> division.categories
    {<Category.SINGLE: 1>: 8, <Category.PAIR: 2>: 1}
    """
    if depth < 1:
        raise ValueError(f"depth must be at least 1, not {depth}")
    moves = dict(perft_divide(state, depth, finished, _mode(bulk)))
    categories: dict[Category, int] = {}
    for move in sorted(moves, key=lambda move: move.category):
        categories[move.category] = categories.get(move.category, 0) + moves[move]
    return Division(moves, categories, sum(moves.values()))


def _mode(bulk: str) -> int:
    if bulk not in BULK:
        raise ValueError(f"bulk must be one of {', '.join(BULK)}, not {bulk!r}")
    return BULK.index(bulk)
