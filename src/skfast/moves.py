"""Moves: what they are and the questions about them, and the order in which a person is offered them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from skfast._objects import (
    PASS,
    Category,
    Move,
    MoveList,
    can_beat,
    classify,
    count_moves,
    illegal_reason,
    is_legal,
    legal_moves,
    legal_moves_into,
    move_dtype,
)
from skfast.cards import BIG_JOKER, N_RANKS, SMALL_JOKER, HandLike, packed_hand
from skfast.rules import BAIBIAN, Rules

if TYPE_CHECKING:
    import numpy as np

    MOVE_DTYPE: np.dtype[np.void]

__all__ = [
    "MOVE_DTYPE",
    "PASS",
    "Category",
    "Move",
    "MoveList",
    "can_beat",
    "classify",
    "count_moves",
    "hints",
    "illegal_reason",
    "is_legal",
    "legal_moves",
    "legal_moves_into",
]

Sequence.register(MoveList)


def __getattr__(name: str) -> Any:
    if name == "MOVE_DTYPE":  # NumPy is imported when somebody asks for arrays
        return move_dtype()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def hints(hand: HandLike, table: Move | str | None = None, rules: Rules = BAIBIAN) -> list[Move]:
    """Every legal play, in the order a person would want them offered; the first is the hint.

    Ordered by, in turn:

    1. plays that are not bombs, then bombs from the weakest up;
    2. how many bombs of the hand (four or more of a rank, three or four jokers where they are one) it breaks;
    3. how many wilds it uses, and then how many jokers;
    4. how many of its ranks the hand keeps cards of (a pair or a triple broken);
    5. the weakest card it plays, low first: of a lead then the one with more cards;
    6. `Move.sort_key`, so that the order is total.

    Raises what `legal_moves` does.

    >>> hints("3344456R", "3")
    [Move("5"), Move("6"), Move("4"), Move("R"), Move("444R=4444")]
    """
    packed = packed_hand(hand)
    moves = legal_moves(packed, table, rules)
    held = [packed >> 4 * rank & 15 for rank in range(N_RANKS)]
    jokers = held[SMALL_JOKER] + held[BIG_JOKER]
    least_jokers = 3 if rules.three_jokers else 4
    bombs = [rank for rank in range(SMALL_JOKER) if held[rank] >= 4]

    def cost(move: Move) -> tuple[Any, ...]:
        cards = move.packed
        used = [cards >> 4 * rank & 15 for rank in range(N_RANKS)]
        used_jokers = used[SMALL_JOKER] + used[BIG_JOKER]
        broken = sum(used[rank] > 0 and held[rank] - used[rank] < 4 for rank in bombs)
        if used_jokers and jokers >= least_jokers and jokers - used_jokers < least_jokers:
            broken += move.category != Category.JOKER_BOMB
        split = sum(0 < used[rank] < held[rank] for rank in range(N_RANKS))
        strength = move.sort_key
        if move.is_bomb:  # a bomb's own rank is spent, not broken
            broken -= sum(used[rank] == held[rank] for rank in bombs)
        lowest = next(rank for rank in range(N_RANKS) if used[rank])
        return (
            move.is_bomb,
            strength[:2] if move.is_bomb else (),
            broken,
            move.wilds,
            used_jokers,
            split,
            lowest,
            -move.n_cards,
            strength,
        )

    return sorted(moves, key=cost)
