"""Questions about many hands at once answer what the single ones do, row by row, on any number of threads."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import skfast
from skfast import (
    BAIBIAN,
    CLASSIC,
    JJ,
    KINGS8,
    MOVE_DTYPE,
    PASS,
    QIANBIAN,
    InvalidHandError,
    InvalidMoveError,
    Move,
    Rules,
    can_beat,
    can_beat_batch,
    classify,
    classify_batch,
    count_moves,
    count_moves_batch,
    legal_moves,
    legal_moves_batch,
)

PRESETS = [CLASSIC, JJ, BAIBIAN, KINGS8, QIANBIAN]
N = 120


def random_hands(n: int, seed: int = 1) -> NDArray[np.uint64]:
    """Of 1 to 27 cards out of two packs, the jokers more often than they are due."""
    rng = np.random.default_rng(seed)
    pack = np.repeat(np.arange(15, dtype=np.uint64), [8] * 13 + [2, 2])
    weights = np.where(pack >= 13, 4.0, 1.0)
    rows = []
    for _ in range(n):
        cards = rng.choice(pack, rng.integers(1, 28), replace=False, p=weights / weights.sum())
        rows.append(int(sum(1 << 4 * int(card) for card in cards)))
    return np.array(rows, np.uint64)


def random_tables(hands: NDArray[np.uint64], rules: Rules, seed: int = 2) -> list[Move | None]:
    """A move of the hand of another row, or a lead."""
    rng = np.random.default_rng(seed)
    tables: list[Move | None] = []
    for hand in np.roll(hands, 1):
        moves = legal_moves(int(hand), None, rules)
        tables.append(moves[int(rng.integers(len(moves)))] if rng.random() < 0.8 else None)
    return tables


def record(move: Move | None) -> Any:
    return np.frombuffer(bytes(PASS if move is None else move), MOVE_DTYPE)[0]


@pytest.mark.parametrize("rules", PRESETS, ids=lambda rules: rules.name)
@pytest.mark.parametrize("wilds", ["all", "thrifty"])
def test_legal_moves_row_by_row(rules: Rules, wilds: Any) -> None:
    hands = random_hands(N)
    tables = random_tables(hands, rules)
    batch = legal_moves_batch(hands, tables, rules, wilds)
    assert batch.offsets.dtype == np.int64 and batch.moves.dtype == MOVE_DTYPE
    assert len(batch.offsets) == N + 1 and batch.offsets[0] == 0 and batch.offsets[-1] == len(batch.moves)
    for i, (hand, table) in enumerate(zip(hands, tables, strict=True)):
        assert batch.row(i).tobytes() == legal_moves(int(hand), table, rules, wilds).array.tobytes()
    counts = count_moves_batch(hands, tables, rules, wilds)
    assert counts.tolist() == [count_moves(int(hand), t, rules, wilds) for hand, t in zip(hands, tables, strict=True)]
    assert (np.diff(batch.offsets) == counts).all()


@pytest.mark.parametrize("rules", PRESETS, ids=lambda rules: rules.name)
def test_can_beat_and_classify_row_by_row(rules: Rules) -> None:
    hands = random_hands(N)
    tables = random_tables(hands, rules)
    beats = can_beat_batch(hands, tables, rules)
    assert beats.dtype == np.bool_
    assert beats.tolist() == [can_beat(int(hand), table, rules) for hand, table in zip(hands, tables, strict=True)]
    # cards that are a move: the cards of some moves, and hands, most of which are none
    cards = np.concatenate([legal_moves_batch(hands[:20], None, rules).moves["cards"][::7], hands])
    for tables in (None, "3", [None if i % 2 else Move.parse("44") for i in range(len(cards))]):
        batch = classify_batch(cards, tables, rules)
        for i, some in enumerate(cards):
            table = tables[i] if isinstance(tables, list) else tables
            assert [bytes(m) for m in classify(int(some), rules, table)] == [x.tobytes() for x in batch.row(i)]


def test_the_number_of_threads_changes_nothing() -> None:
    hands = random_hands(400)
    tables = np.array([record(table) for table in random_tables(hands, BAIBIAN)], MOVE_DTYPE)
    one = legal_moves_batch(hands, tables, threads=1)
    for threads in (2, 3, 7):
        batch = legal_moves_batch(hands, tables, threads=threads)
        assert batch.offsets.tobytes() == one.offsets.tobytes() and batch.moves.tobytes() == one.moves.tobytes()
        assert (count_moves_batch(hands, tables, threads=threads) == np.diff(one.offsets)).all()
        assert (can_beat_batch(hands, tables, threads=threads) == (np.diff(one.offsets) > 0)).all()
    cards = one.moves["cards"]
    assert classify_batch(cards, threads=3).moves.tobytes() == classify_batch(cards, threads=1).moves.tobytes()


def test_tables_of_every_kind() -> None:
    hands = random_hands(30)
    move = Move.parse("55")
    one = legal_moves_batch(hands, move)
    same: list[Any] = ["55", [move] * 30, ["55"] * 30, np.array([record(move)] * 30, MOVE_DTYPE)]
    same.append(np.repeat(same[-1], 3)[::3])  # not contiguous
    for tables in same:
        assert legal_moves_batch(hands, tables).moves.tobytes() == one.moves.tobytes()
    leads = np.zeros(30, MOVE_DTYPE)
    assert legal_moves_batch(hands, leads).moves.tobytes() == legal_moves_batch(hands).moves.tobytes()
    assert legal_moves_batch(hands[:1], leads[:1]).moves.tobytes() == legal_moves(int(hands[0])).array.tobytes()


@pytest.mark.parametrize("threads", [None, 1, 4])
def test_no_rows(threads: int | None) -> None:
    none = np.empty(0, np.uint64)
    for batch in (
        legal_moves_batch(none, threads=threads),
        classify_batch(none, [], threads=threads),
        legal_moves_batch([], np.empty(0, MOVE_DTYPE), threads=threads),
    ):
        assert batch.offsets.tolist() == [0] and len(batch.moves) == 0 and batch.moves.dtype == MOVE_DTYPE
    assert count_moves_batch(none, threads=threads).shape == (0,)
    assert can_beat_batch(none, "3", threads=threads).shape == (0,)


def test_empty_hands_have_no_moves() -> None:
    hands = np.array([0, 0x1, 0], np.uint64)
    assert legal_moves_batch(hands).offsets.tolist() == [0, 0, 1, 1]
    assert can_beat_batch(hands, None).tolist() == [False, True, False]
    assert classify_batch(hands).offsets.tolist() == [0, 0, 1, 1]


def test_hands_that_are_not_contiguous_or_not_an_array() -> None:
    hands = random_hands(40)
    want = legal_moves_batch(hands[::4].copy())
    assert legal_moves_batch(hands[::4]).moves.tobytes() == want.moves.tobytes()
    assert legal_moves_batch([int(hand) for hand in hands[::4]]).moves.tobytes() == want.moves.tobytes()
    backwards = legal_moves_batch(hands[::-4][::-1])
    assert len(backwards.offsets) == 11


@pytest.mark.parametrize("question", [legal_moves_batch, count_moves_batch, can_beat_batch, classify_batch])
def test_refused_hands(question: Any) -> None:
    with pytest.raises(ValueError, match="dtype uint64, not int64"):
        question(np.array([1, 2]), None)
    with pytest.raises(ValueError, match="one dimension, not 2"):
        question(np.zeros((2, 2), np.uint64), None)
    hands = random_hands(20)
    hands[13] = 9  # nine 3s
    with pytest.raises(InvalidHandError, match=r"row 13: .*9"):
        question(hands, None)
    with pytest.raises(InvalidHandError, match="row 1: "):
        question([3, -1], None)
    with pytest.raises(TypeError, match="rules"):
        question(hands[:5], None, "BAIBIAN")
    with pytest.raises(ValueError, match="threads"):
        question(hands[:5], None, BAIBIAN, threads=0)


def test_refused_tables() -> None:
    hands = random_hands(3)
    with pytest.raises(InvalidMoveError, match="row 1: "):
        legal_moves_batch(hands, ["3", "34", None])
    with pytest.raises(InvalidMoveError, match="PASS"):
        legal_moves_batch(hands, PASS)
    with pytest.raises(InvalidMoveError, match="row 2: PASS"):
        legal_moves_batch(hands, [None, None, PASS])
    with pytest.raises(ValueError, match=r"shape \(2,\) for 3"):
        legal_moves_batch(hands, ["3", "4"])
    with pytest.raises(ValueError, match="MOVE_DTYPE"):
        legal_moves_batch(hands, np.zeros(3))
    records = np.zeros(3, MOVE_DTYPE)
    records["cards"][1] = 1  # a pass with cards
    with pytest.raises(InvalidMoveError, match="row 1"):
        legal_moves_batch(hands, records)
    with pytest.raises(ValueError, match="wilds"):
        legal_moves_batch(hands, wilds="few")  # type: ignore[arg-type]


@pytest.mark.parametrize("threads", [1, 3])
def test_into_arrays_of_the_caller(threads: int) -> None:
    hands = random_hands(200)
    want = legal_moves_batch(hands)
    n = len(want.moves)
    out = np.full(n + 100, 7, "u1").repeat(16).view(MOVE_DTYPE)
    behind = out[n:].tobytes()
    offsets = np.full(210, -5, np.int64)
    batch = legal_moves_batch(hands, threads=threads, out=out, offsets=offsets)
    assert np.shares_memory(batch.moves, out) and np.shares_memory(batch.offsets, offsets)
    assert batch.moves.tobytes() == want.moves.tobytes() == out[:n].tobytes()
    assert out[n:].tobytes() == behind, "nothing behind the moves is touched"
    assert (offsets[:201] == want.offsets).all() and (offsets[201:] == -5).all()
    exact = np.zeros(n, MOVE_DTYPE)
    assert legal_moves_batch(hands, threads=threads, out=exact).moves.tobytes() == want.moves.tobytes()
    counts = np.zeros(200, np.int64)
    assert count_moves_batch(hands, out=counts) is not None and (counts == np.diff(want.offsets)).all()
    answers = np.zeros(200, np.bool_)
    assert can_beat_batch(hands, "KK", out=answers).tolist() == answers.tolist() == can_beat_batch(hands, "KK").tolist()


def test_arrays_of_the_caller_that_do_not_do() -> None:
    hands = random_hands(20)
    n = len(legal_moves_batch(hands).moves)
    small = np.full(n - 1, 3, "u1").repeat(16).view(MOVE_DTYPE)
    before = small.tobytes()
    offsets = np.full(21, 9, np.int64)
    with pytest.raises(ValueError, match=f"out has room for {n - 1}, and {n} are needed"):
        legal_moves_batch(hands, out=small, offsets=offsets)
    assert small.tobytes() == before and (offsets == 9).all(), "nothing half-written"
    bad = hands.copy()
    bad[10] = 0xF
    big = np.zeros(n, MOVE_DTYPE)
    with pytest.raises(InvalidHandError, match="row 10"):
        legal_moves_batch(bad, out=big, offsets=offsets)
    assert not big["cards"].any() and (offsets == 9).all()
    with pytest.raises(ValueError, match="offsets"):
        legal_moves_batch(hands, offsets=np.zeros(21, np.int32))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="offsets has room for 20"):
        legal_moves_batch(hands, offsets=np.zeros(20, np.int64))
    with pytest.raises(ValueError, match="contiguous"):
        legal_moves_batch(hands, out=np.zeros(2 * n, MOVE_DTYPE)[::2])
    with pytest.raises(ValueError, match="out is"):
        count_moves_batch(hands, out=np.zeros(20))  # type: ignore[arg-type]
    big.flags.writeable = False
    with pytest.raises(ValueError, match="writable"):
        legal_moves_batch(hands, out=big)


def test_a_row_that_is_not_there() -> None:
    batch = skfast.legal_moves_batch(random_hands(3))
    with pytest.raises(IndexError, match="row 3 of 3"):
        batch.row(3)
