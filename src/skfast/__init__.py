"""skfast: fast, exact legal moves for the card game Shuangkou (双扣)."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from skfast._objects import (
    PASS,
    Category,
    Move,
    MoveList,
    can_beat,
    classify,
    count_moves,
    is_legal,
    legal_moves,
    legal_moves_into,
)
from skfast.cards import RANKS, Hand, IllegalMoveError, InvalidHandError, InvalidMoveError
from skfast.counting import Division, divide, perft
from skfast.game import State, View, dealt_cards
from skfast.match import Match
from skfast.moves import hints
from skfast.rules import BAIBIAN, CLASSIC, JJ, KINGS8, QIANBIAN, Rules
from skfast.scoring import Result, Win, score

if TYPE_CHECKING:
    from skfast.batch import MoveBatch, can_beat_batch, classify_batch, count_moves_batch, legal_moves_batch
    from skfast.embed import get_include, get_library_dir
    from skfast.moves import MOVE_DTYPE
    from skfast.records import Record, RecordError, RecordWriter, read_records
    from skfast.results import Simulation
    from skfast.simulation import SimulationInterrupted, playouts, simulate
    from skfast.tally import DEAL_DTYPE, Summary

__version__ = "0.1.0"

__all__ = [
    "BAIBIAN",
    "CLASSIC",
    "DEAL_DTYPE",
    "JJ",
    "KINGS8",
    "MOVE_DTYPE",
    "PASS",
    "QIANBIAN",
    "RANKS",
    "Category",
    "Division",
    "Hand",
    "IllegalMoveError",
    "InvalidHandError",
    "InvalidMoveError",
    "Match",
    "Move",
    "MoveBatch",
    "MoveList",
    "Record",
    "RecordError",
    "RecordWriter",
    "Result",
    "Rules",
    "Simulation",
    "SimulationInterrupted",
    "State",
    "Summary",
    "View",
    "Win",
    "can_beat",
    "can_beat_batch",
    "classify",
    "classify_batch",
    "count_moves",
    "count_moves_batch",
    "dealt_cards",
    "divide",
    "get_include",
    "get_library_dir",
    "hints",
    "is_legal",
    "legal_moves",
    "legal_moves_batch",
    "legal_moves_into",
    "perft",
    "playouts",
    "read_records",
    "score",
    "simulate",
]

# Public names whose modules import what not everybody needs (NumPy, json), and where they are.
_LAZY = {
    "DEAL_DTYPE": "tally",
    "MOVE_DTYPE": "moves",
    "MoveBatch": "batch",
    "Record": "records",
    "RecordError": "records",
    "RecordWriter": "records",
    "Simulation": "results",
    "SimulationInterrupted": "simulation",
    "Summary": "tally",
    "can_beat_batch": "batch",
    "classify_batch": "batch",
    "count_moves_batch": "batch",
    "get_include": "embed",
    "get_library_dir": "embed",
    "legal_moves_batch": "batch",
    "playouts": "simulation",
    "read_records": "records",
    "simulate": "simulation",
}


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        value = globals()[name] = getattr(import_module(f"skfast.{_LAZY[name]}"), name)
        return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *_LAZY])
