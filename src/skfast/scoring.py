"""What a finished deal is worth: base x multiplier + contributions (rules, sections 5 and 6).

The arithmetic is the kernel's; this module gives it names and a way in for deals that were played elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import TYPE_CHECKING, Any, NamedTuple

from skfast._objects import Move
from skfast._state import score_parts
from skfast.rules import BAIBIAN, Rules

if TYPE_CHECKING:
    from skfast.display import Grid

__all__ = ["Result", "Win", "score"]

Four = tuple[int, int, int, int]


class Win(IntEnum):
    """How a deal was won: the places of the winning side are 1+2, 1+3 or 1+4."""

    DOUBLE = 0
    SINGLE = 1
    LEVEL = 2


class Result(NamedTuple):
    """A finished deal.  Everything but `order` is by seat; ``scores = base * multiplier + contribution``."""

    order: Four
    """The seats, first finisher to last."""
    win: Win
    base: Four
    multiplier: int
    contribution: Four
    scores: Four

    def _grid(self) -> Grid:
        from skfast.display import Grid

        seats = zip(self.base, self.contribution, self.scores, strict=True)
        rows = [
            (str(seat), str(self.order.index(seat) + 1), str(base), str(self.multiplier), str(moved), f"{points:+d}")
            for seat, (base, moved, points) in enumerate(seats)
        ]
        title = f"{self.win.name.lower()} win of seats {self.order[0]} and {self.order[0] ^ 2}"
        return Grid(title, ("seat", "place", "base", "multiplier", "contribution", "score"), rows, "lrrrrr")

    def _repr_html_(self) -> str:
        """A table by seat, for a notebook."""
        return self._grid().html()

    def __rich__(self) -> Any:
        """A table by seat, for `rich.print`."""
        return self._grid().rich()


def score(finish_order: Iterable[int], bombs: Iterable[tuple[int, Move]] = (), rules: Rules = BAIBIAN) -> Result:
    """The score of a deal by its finish order and the bombs played, as (seat, Move) pairs in any order.

    JJ's worked example: 7 stars (x3) by north-south, 6 (x2) by east-west, a double win for north-south, 6 x 3 x 2:

    >>> from skfast.rules import JJ
    >>> score([0, 2, 1, 3], [(0, Move.parse("7777777")), (1, Move.parse("444444"))], JJ).scores
    (36, -36, 36, -36)

    ValueError for a finish order that is not the four seats, a move that is no bomb, and a seat with more than
    27 cards of bombs.
    """
    order, win, base, multiplier, contribution, scores = score_parts(finish_order, bombs, rules)
    return Result(order, Win(win), base, multiplier, contribution, scores)
