"""The questions as Python asks them, one call a hand (the loop itself runs in C: map into an empty deque)."""

from collections import deque
from collections.abc import Callable, Iterable
from itertools import repeat
from types import ModuleType

import numpy as np
import pytest

import skfast
from skfast import BAIBIAN

from . import deals


def exhaust(results: Iterable[object]) -> None:
    deque(results, maxlen=0)


@pytest.fixture(scope="module")
def ints(hands: deals.Hands) -> list[int]:
    return [int(hand) for hand in hands]


def test_count_moves(measure: Callable[..., float], loops: ModuleType, hands: deals.Hands, ints: list[int]) -> None:
    assert sum(map(skfast.count_moves, ints)) == loops.count(hands, BAIBIAN)
    measure("Python: count_moves(int)", lambda: exhaust(map(skfast.count_moves, ints)), per=len(ints), target=100)


def test_can_beat(measure: Callable[..., float], ints: list[int]) -> None:
    table = skfast.Move.parse("TTT")
    assert sum(map(skfast.can_beat, ints, repeat(table))) == sum(
        len(skfast.legal_moves(hand, table)) > 0 for hand in ints
    )
    measure(
        "Python: can_beat(int, move)",
        lambda: exhaust(map(skfast.can_beat, ints, repeat(table))),
        per=len(ints),
        target=80,
    )


def test_legal_moves(measure: Callable[..., float], ints: list[int]) -> None:
    assert sum(len(skfast.legal_moves(hand)) for hand in ints) == sum(map(skfast.count_moves, ints))
    measure(
        "Python: legal_moves(int), no element touched",
        lambda: exhaust(map(skfast.legal_moves, ints)),
        per=len(ints),
        target=350,
    )


def test_iterating(measure: Callable[..., float], ints: list[int]) -> None:
    lists = [skfast.legal_moves(hand) for hand in ints[:2_000]]
    total = sum(map(len, lists))
    assert sum(1 for moves in lists for _ in moves) == total
    measure(
        "Python: iterating over Move objects, a move",
        lambda: exhaust(map(exhaust, lists)),
        per=total,
        target=60,
    )


def test_legal_moves_into(measure: Callable[..., float], ints: list[int]) -> None:
    out = np.empty(4_096, skfast.MOVE_DTYPE)
    assert sum(map(skfast.legal_moves_into, ints, repeat(out))) == sum(map(skfast.count_moves, ints))
    measure(
        "Python: legal_moves_into(int, array)",
        lambda: exhaust(map(skfast.legal_moves_into, ints, repeat(out))),
        per=len(ints),
        target=300,
    )


def test_reference(measure: Callable[..., float], ints: list[int]) -> None:
    """How much slower the reference is, for whoever wonders."""
    from skfast import reference

    few = ints[:5]
    assert [reference.legal_moves(hand, None, BAIBIAN) for hand in few] == [
        set(skfast.legal_moves(hand)) for hand in few
    ]
    measure(
        "the reference, lead, 百变",
        lambda: [reference.legal_moves(hand, None, BAIBIAN) for hand in few],
        per=len(few),
        rounds=3,
    )
