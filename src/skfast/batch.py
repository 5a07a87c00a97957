"""Questions about many hands at once: arrays in, arrays out, no interpreter lock in between.

Each question is the one of the same name in `skfast.moves`, asked of every row; the answers do not depend on the
number of threads.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from skfast._batch import answers, bad_hand, count_rows, fill_rows
from skfast.cards import InvalidHandError, InvalidMoveError, packed_hand
from skfast.moves import MOVE_DTYPE, Move
from skfast.rules import BAIBIAN, Rules

__all__ = ["MoveBatch", "can_beat_batch", "classify_batch", "count_moves_batch", "legal_moves_batch"]

Tables = Move | str | Sequence[Move | str | None] | NDArray[Any] | None
Wilds = Literal["all", "thrifty"]

ROWS_FOR_THREADS = 8192  # fewer are done before a thread has started
PIECES = 4  # for each thread


class MoveBatch(NamedTuple):
    """Lists of moves, one behind the other: those of row i are ``moves[offsets[i]:offsets[i + 1]]``."""

    offsets: NDArray[np.int64]
    """One more than rows, from 0 to the number of moves."""
    moves: NDArray[Any]
    """MOVE_DTYPE."""

    def row(self, i: int) -> NDArray[Any]:
        """The moves of one row, 0 to rows - 1: a view."""
        if not 0 <= i < len(self.offsets) - 1:
            raise IndexError(f"row {i} of {len(self.offsets) - 1}")
        return self.moves[self.offsets[i] : self.offsets[i + 1]]


def legal_moves_batch(
    hands: ArrayLike,
    tables: Tables = None,
    rules: Rules = BAIBIAN,
    wilds: Wilds = "all",
    threads: int | None = None,
    *,
    out: NDArray[Any] | None = None,
    offsets: NDArray[np.int64] | None = None,
) -> MoveBatch:
    """Every legal play out of every hand, in the order of `legal_moves`.

    `hands` is a one-dimensional uint64 array of packed hands (or a sequence of ints). `tables` is None (all lead), one
    move to beat for all, or one for each row: a MOVE_DTYPE array in which a record of category PASS is a lead, or a
    sequence of Moves, texts and None.  `threads` None: as many as there are processors, if there is enough to do.

    The moves go to `out` (MOVE_DTYPE, contiguous) if given, and the offsets to `offsets` (int64, rows + 1); what lies
    behind them is not touched.  ValueError if they do not fit or have another dtype; InvalidHandError names the first
    row that is no hand.  In case of an error nothing has been written.

    >>> batch = legal_moves_batch(np.array([0x11111, 0x2], np.uint64), tables=["3", None])
    >>> batch.offsets.tolist()
    [0, 4, 6]
    >>> batch.row(1)["n_cards"].tolist()
    [1, 2]
    """
    rows, records, kind = taken(hands, tables, rules, wilds)
    return lists(rows, records, rules, kind, False, threads, out, offsets)


def classify_batch(
    cards: ArrayLike,
    tables: Tables = None,
    rules: Rules = BAIBIAN,
    threads: int | None = None,
    *,
    out: NDArray[Any] | None = None,
    offsets: NDArray[np.int64] | None = None,
) -> MoveBatch:
    """The legal readings of the cards of each row: with tables, those that beat them.  Otherwise as
    `legal_moves_batch`.

    >>> classify_batch([0x111110000, 0x12]).offsets.tolist()
    [0, 1, 1]
    """
    rows, records, _ = taken(cards, tables, rules, "all")
    return lists(rows, records, rules, 0, True, threads, out, offsets)


def count_moves_batch(
    hands: ArrayLike,
    tables: Tables = None,
    rules: Rules = BAIBIAN,
    wilds: Wilds = "all",
    threads: int | None = None,
    *,
    out: NDArray[np.int64] | None = None,
) -> NDArray[np.int64]:
    """How many moves `legal_moves_batch` lists for each row: int64, to `out` if given.

    >>> count_moves_batch([0x11111, 0x2], "3").tolist()
    [4, 0]
    """
    rows, records, kind = taken(hands, tables, rules, wilds)
    counts = room(out, "out", np.dtype(np.int64), len(rows))
    counted(rows, records, rules, kind, False, threads, counts)
    return counts


def can_beat_batch(
    hands: ArrayLike,
    tables: Tables,
    rules: Rules = BAIBIAN,
    threads: int | None = None,
    *,
    out: NDArray[np.bool_] | None = None,
) -> NDArray[np.bool_]:
    """Whether each hand has any move that beats its table (or any at all, where it leads): bool, to `out` if given.

    >>> can_beat_batch([0x11111, 0x2, 0], "3").tolist()
    [True, False, False]
    """
    rows, records, _ = taken(hands, tables, rules, "all")
    result = room(out, "out", np.dtype(np.bool_), len(rows))
    bits = result.view(np.uint8)

    def part(begin: int, end: int) -> None:
        answers(rows[begin:end], piece_of(records, begin, end), rules, bits[begin:end])

    shared(len(rows), threads, part)
    return result


# --- what comes in


def taken(
    hands: ArrayLike, tables: Tables, rules: Rules, wilds: str
) -> tuple[NDArray[np.uint64], NDArray[np.uint8] | None, int]:
    """Contiguous rows, the bytes of the tables (of one for all, or one each), and `wilds` as a number."""
    if not isinstance(rules, Rules):
        raise TypeError(f"rules must be a Rules (as Rules.named(...) gives), not {rules!r}")
    if wilds not in ("all", "thrifty"):
        raise ValueError(f'wilds is "all" or "thrifty", not {wilds!r}')
    if isinstance(hands, np.ndarray):
        if hands.dtype != np.uint64:
            raise ValueError(
                f"hands is an array of dtype uint64, not {hands.dtype} (hands.astype(np.uint64) makes one)"
            )
        rows = hands
    else:
        rows = np.array([packed_row(i, hand) for i, hand in enumerate(hands)], np.uint64)  # type: ignore[arg-type]
    if rows.ndim != 1:
        raise ValueError(f"hands has one dimension, not {rows.ndim}")
    rows = np.ascontiguousarray(rows)
    bad = bad_hand(rows)
    if bad >= 0:
        packed_row(bad, int(rows[bad]))
    records = table_records(tables, rules, len(rows))
    return rows, None if records is None else records.view(np.uint8), int(wilds == "thrifty")


def packed_row(row: int, hand: Any) -> int:
    try:
        return packed_hand(int(hand) if isinstance(hand, np.integer) else hand)
    except InvalidHandError as error:
        raise InvalidHandError(f"row {row}: {error}") from None


def table_records(tables: Tables, rules: Rules, n: int) -> NDArray[Any] | None:
    """A record for all rows, or one for each."""
    if tables is None:
        return None
    if isinstance(tables, (Move, str)):
        return records_of([tables], rules, None)
    if not isinstance(tables, np.ndarray):
        records = records_of(tables, rules, 0)
    elif tables.dtype != MOVE_DTYPE:
        raise ValueError(f"tables is an array of dtype MOVE_DTYPE, not {tables.dtype}")
    else:
        records = np.ascontiguousarray(tables)
        passes = records["category"] == 0
        wrong = np.flatnonzero(passes & (records["cards"] != 0) | (records["category"] > 9))
        if len(wrong):
            raise InvalidMoveError(f"row {wrong[0]}: the table is no move")
    if records.shape != (n,):
        raise ValueError(f"tables has shape {records.shape} for {n} hands")
    return records


def records_of(moves: Sequence[Move | str | None], rules: Rules, first: int | None) -> NDArray[Any]:
    records = np.zeros(len(moves), MOVE_DTYPE)
    for row, text in enumerate(moves):
        if text is None:
            continue
        try:
            move = Move.parse(text, rules) if isinstance(text, str) else text
            if not move.n_cards:
                raise InvalidMoveError("PASS is no table; a lead has None")
        except InvalidMoveError as error:
            raise error if first is None else InvalidMoveError(f"row {row}: {error}") from None
        records[row] = np.frombuffer(bytes(move), MOVE_DTYPE)[0]
    return records


# --- what goes out


def room(given: NDArray[Any] | None, name: str, dtype: np.dtype[Any], n: int) -> NDArray[Any]:
    """An array of n: the caller's, or a new one."""
    if given is None:
        return np.empty(n, dtype)
    if not isinstance(given, np.ndarray) or given.dtype != dtype or given.ndim != 1:
        raise ValueError(f"{name} is a one-dimensional array of dtype {dtype}")
    if not given.flags.c_contiguous or not given.flags.writeable:
        raise ValueError(f"{name} must be contiguous and writable")
    if len(given) < n:
        raise ValueError(f"{name} has room for {len(given)}, and {n} are needed")
    return given[:n]


def piece_of(records: NDArray[np.uint8] | None, begin: int, end: int) -> NDArray[np.uint8] | None:
    return records if records is None or len(records) == 16 else records[16 * begin : 16 * end]


def counted(
    rows: NDArray[np.uint64],
    records: NDArray[np.uint8] | None,
    rules: Rules,
    wilds: int,
    readings: bool,
    threads: int | None,
    counts: NDArray[np.int64],
) -> None:
    def part(begin: int, end: int) -> None:
        count_rows(rows[begin:end], piece_of(records, begin, end), rules, wilds, readings, counts[begin:end])

    shared(len(rows), threads, part)


def lists(
    rows: NDArray[np.uint64],
    records: NDArray[np.uint8] | None,
    rules: Rules,
    wilds: int,
    readings: bool,
    threads: int | None,
    out: NDArray[Any] | None,
    offsets: NDArray[np.int64] | None,
) -> MoveBatch:
    """Counted first, so that every row knows its place, and then written there."""
    given = None if offsets is None else room(offsets, "offsets", np.dtype(np.int64), len(rows) + 1)
    places = np.empty(len(rows) + 1, np.int64)
    places[0] = 0
    counted(rows, records, rules, wilds, readings, threads, places[1:])
    np.cumsum(places[1:], out=places[1:])
    moves = room(out, "out", MOVE_DTYPE, int(places[-1]))
    data = moves.view(np.uint8)

    def part(begin: int, end: int) -> None:
        where = places[begin : end + 1]
        room_of = data[16 * int(where[0]) : 16 * int(where[-1])]
        fill_rows(rows[begin:end], piece_of(records, begin, end), rules, wilds, readings, where, room_of)

    shared(len(rows), threads, part)
    if given is None:
        return MoveBatch(places, moves)
    given[:] = places
    return MoveBatch(given, moves)


def shared(n: int, threads: int | None, part: Callable[[int, int], None]) -> None:
    """part(begin, end) for all of range(n), on so many threads."""
    if threads is None:
        from skfast.chunks import available_threads

        threads = available_threads() if n >= ROWS_FOR_THREADS else 1
    if threads < 1:
        raise ValueError(f"threads must be at least 1, not {threads}")
    if threads == 1 or n < 2:
        part(0, n)
        return
    from concurrent.futures import ThreadPoolExecutor

    edges = [n * i // (threads * PIECES) for i in range(threads * PIECES + 1)]
    pool = ThreadPoolExecutor(threads, thread_name_prefix="skfast")
    try:
        pieces = [
            pool.submit(part, begin, end) for begin, end in zip(edges[:-1], edges[1:], strict=True) if begin < end
        ]
        for piece in pieces:
            piece.result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
