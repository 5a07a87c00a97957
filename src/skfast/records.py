"""Records of deals: where a deal began, its moves and its result, one JSON object a line.

The schema is in docs/formats.md.  A record is played through when it is read, so one that was made is one that was
played by the rules.  A file of records is only ever appended to, a whole line at a time.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, BinaryIO, Self

from skfast._objects import Move
from skfast.cards import RANKS
from skfast.game import State
from skfast.scoring import Result

__all__ = ["Record", "RecordError", "RecordWriter", "read_records"]

VERSION = 1
_KEYS = ("skfast", "header", "start", "moves", "result")


class RecordError(ValueError):
    """A record that is none: not of the schema, a move that was not legal, a result that is not what was played.

    `ply` is the index of the move to blame (``moves[ply]``), or None; `line` the line of the file from 1, or None.
    """

    def __init__(self, reason: str, ply: int | None = None, line: int | None = None) -> None:
        self.reason, self.ply, self.line = reason, ply, line
        where = ([f"line {line}"] if line is not None else []) + ([f"ply {ply}"] if ply is not None else [])
        super().__init__(": ".join([", ".join(where)] * bool(where) + [reason]))

    def __reduce__(self) -> tuple[type[RecordError], tuple[str, int | None, int | None]]:
        return RecordError, (self.reason, self.ply, self.line)


@dataclass(frozen=True)
class Record:
    """A deal from a position on: finished, or broken off (`result` None).

    >>> state = State.from_hands(["34", "5", "6", "77"], leader=0)
    >>> for text in ("3", "5", "6"):
    ...     state.play(text)
    >>> record = Record.of(state, {"event": "example"})
    >>> record == Record.parse(record.text), record.result is None
    (True, True)
    """

    start: State
    moves: tuple[Move, ...]
    result: Result | None
    header: Mapping[str, Any] = field(default_factory=dict)
    """What one likes to note: any JSON object.  The seed, the number of the deal, names of players, a date."""

    @classmethod
    def of(cls, state: State, header: Mapping[str, Any] | None = None) -> Record:
        """The record of a state: its history, and its result if the deal is over."""
        moves = tuple(move for _, move in state.history)
        return cls(state.origin(), moves, state.result, dict(header or {}))

    @classmethod
    def parse(cls, text: str | bytes) -> Record:
        """Read one line and play it through.  RecordError tells the ply and the reason of what is wrong."""
        try:
            data = json.loads(text, object_pairs_hook=_object, parse_constant=_no_constant)
        except RecordError:
            raise
        except (ValueError, RecursionError) as error:
            raise RecordError(f"not JSON: {error}") from None
        if not isinstance(data, dict):
            raise RecordError("a record is a JSON object")
        for key in _KEYS:
            if key not in data:
                raise RecordError(f"{key!r} is missing")
        unknown = [key for key in data if key not in _KEYS]
        if unknown:
            raise RecordError(f"unknown key {unknown[0]!r}; what else there is to say belongs into the header")
        if type(data["skfast"]) is not int or data["skfast"] != VERSION:
            raise RecordError(f"version {data['skfast']!r} is not {VERSION}, the one that is known here")
        if not isinstance(data["header"], dict):
            raise RecordError("the header is a JSON object")
        if not isinstance(data["moves"], list) or not isinstance(data["start"], str):
            raise RecordError("start is a string and moves a list")
        try:
            start = State(data["start"])
        except ValueError as error:
            raise RecordError(f"start: {error}") from None
        state = start.copy()
        for ply, word in enumerate(data["moves"]):
            if not isinstance(word, str):
                raise RecordError(f"a move is a string, not {word!r}", ply)
            try:
                state.play(word)
            except ValueError as error:
                raise RecordError(str(error), ply) from None
        played = json.dumps(result_object(state.result), sort_keys=True)
        written = json.dumps(data["result"], sort_keys=True)
        if played != written:
            raise RecordError(f"the result is {played} by the moves, {written} in the record")
        return cls(start, tuple(move for _, move in state.history), state.result, data["header"])

    @property
    def text(self) -> str:
        """The record as one line of JSON, without the line's end."""
        data = {
            "skfast": VERSION,
            "header": dict(self.header),
            "start": self.start.text,
            "moves": [str(move) for move in self.moves],
            "result": result_object(self.result),
        }
        return json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)

    def __str__(self) -> str:
        return self.text

    def replay(self) -> Iterator[State]:
        """The state before the first ply, after the first, and so on; each a state of its own."""
        state = self.start.copy()
        yield state.copy()
        for move in self.moves:
            state.play(move)
            yield state.copy()


class RecordWriter:
    """Appends records to a file, as a context manager or until `close`.

    Each record is one write of a whole line, so that a kill at any moment loses at most the record being written: what
    was begun and not finished is dropped by `read_records`, and cut off by the next writer before it appends.  (A
    write reaches the operating system; ``sync=True`` also waits for the disk, against loss of power.)  One writer at a
    time.
    """

    def __init__(self, path: str | os.PathLike[str], *, sync: bool = False) -> None:
        self._sync = sync
        self._file: BinaryIO = open(path, "a+b", buffering=0)  # noqa: SIM115
        try:
            self._end_last_line()
        except BaseException:
            self._file.close()
            raise

    def _end_last_line(self) -> None:
        size = self._file.seek(0, os.SEEK_END)
        tail = _torn_tail(self._file, size)
        if not tail:
            return
        if _is_whole(tail):  # only the line's end is missing
            self._write(b"\n")
        else:
            self._file.truncate(size - len(tail))

    def _write(self, line: bytes) -> None:
        size = self._file.seek(0, os.SEEK_END)
        written = 0
        try:
            while written < len(line):
                written += self._file.write(line[written:]) or 0
            if self._sync:
                os.fsync(self._file.fileno())
        except BaseException:
            self._file.truncate(size)
            raise

    def write(self, record: Record | State, header: Mapping[str, Any] | None = None) -> None:
        """Append a record, or that of a state (with a header).  OSError leaves the file as it was."""
        if isinstance(record, State):
            record = Record.of(record, header)
        elif header is not None:
            raise ValueError("a Record has its header already")
        self._write(record.text.encode() + b"\n")

    def close(self) -> None:
        """Close the file; twice is no error."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def read_records(path: str | os.PathLike[str]) -> Iterator[Record]:
    """The records of a file, each verified; a last line that a kill tore off is dropped, empty lines are skipped.

    RecordError names the line, the ply and the reason.
    """
    with open(path, "rb") as file:
        for number, line in enumerate(file, 1):
            if not line.endswith(b"\n") and not _is_whole(line):
                return
            if not line.strip():
                continue
            try:
                yield Record.parse(line)
            except RecordError as error:
                raise RecordError(error.reason, error.ply, number) from None


def _torn_tail(file: BinaryIO, size: int) -> bytes:
    """What comes after the last line's end."""
    tail = b""
    while size:
        step = min(size, 65536)
        size -= step
        file.seek(size)
        block = file.read(step)
        _, newline, rest = block.rpartition(b"\n")
        tail = rest + tail
        if newline:
            break
    return tail


def _is_whole(line: bytes) -> bool:
    """Whether a line without its end is all there: no part of an object is JSON."""
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False


def move_object(move: Move) -> dict[str, object]:
    """A move as it stands in JSON."""
    text = str(move)
    return {
        "text": text,
        "cards": text.partition("=")[0],
        "category": move.category.name.lower(),
        "rank": RANKS[move.rank],
        "length": move.length,
        "size": move.size,
        "stars": move.stars,
        "n_cards": move.n_cards,
        "wilds": move.wilds,
    }


def result_object(result: Result | None) -> dict[str, Any] | None:
    """A result as it stands in JSON."""
    if result is None:
        return None
    return {
        "order": list(result.order),
        "win": result.win.name.lower(),
        "base": list(result.base),
        "multiplier": result.multiplier,
        "contribution": list(result.contribution),
        "scores": list(result.scores),
    }


def _object(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise RecordError(f"{key!r} is there twice")
        found[key] = value
    return found


def _no_constant(word: str) -> Any:
    raise RecordError(f"{word} is not JSON")
