from typing import Any, Self

from numpy.typing import NDArray
from typing_extensions import disjoint_base

from skfast._state import StateBase
from skfast.moves import Move
from skfast.rules import Rules

__all__ = [
    "MixedDeal",
    "answers",
    "bad_hand",
    "count_rows",
    "fill_rows",
    "play_deals",
    "play_state",
    "plays_by_ply",
]

_Array = NDArray[Any]

@disjoint_base
class Arena:
    def __new__(cls, room: int = 32768) -> Self: ...

@disjoint_base
class MixedDeal:
    @property
    def state(self) -> StateBase: ...
    def __init__(self, state: StateBase, seed: int, number: int) -> None: ...
    def advance(self, policies: bytes) -> int: ...
    def play(self, move: Move | str) -> None: ...
    def finish(self, out: _Array) -> None: ...

def answers(hands: _Array, tables: _Array | None, rules: Rules, out: _Array) -> None: ...
def bad_hand(hands: _Array) -> int: ...
def count_rows(hands: _Array, tables: _Array | None, rules: Rules, wilds: int, readings: bool, out: _Array) -> None: ...
def fill_rows(
    hands: _Array, tables: _Array | None, rules: Rules, wilds: int, readings: bool, offsets: _Array, moves: _Array
) -> None: ...
def play_deals(rules: Rules, policies: bytes, seed: int, first: int, out: _Array, room: int = 32768) -> None: ...
def play_state(state: StateBase, policies: bytes, seed: int, first: int, scores: _Array) -> None: ...
def plays_by_ply(rules: Rules, policies: bytes, seed: int, number: int) -> list[tuple[bool, int]]: ...
