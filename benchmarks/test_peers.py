"""Against DouZero's move generator (Python, DouDizhu) where the two games agree.

Shared kinds: singles, pairs, triples, bombs of four, straights of 5 and more, pair runs and triple runs of 3 and
more; 20 cards of one pack; no wild jokers.  DouZero lists some moves twice and has triple runs of two: both are taken
out, and the sets asserted equal, outside the timer.  `make bench` installs DouZero without its dependencies.
"""

from collections import deque
from collections.abc import Callable
from itertools import repeat
from types import ModuleType

import numpy as np
import pytest

import skfast
from skfast import CLASSIC

from . import deals

move_generator = pytest.importorskip("douzero.env.move_generator", reason="DouZero is not installed")

# DouZero's names of the ranks 3..A, 2 and the jokers.
FACES = [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 17, 20, 30]
N_PEER = 2_000


def shared_kinds(cards: list[int]) -> list[list[int]]:
    """What is timed: its generator, asked for the shared kinds only."""
    generator = move_generator.MovesGener(cards)  # singles, pairs, triples and bombs are made here
    return [
        *generator.single_card_moves,
        *generator.pair_moves,
        *generator.triple_cards_moves,
        *generator.bomb_moves,
        *generator.gen_type_8_serial_single(),
        *generator.gen_type_9_serial_pair(),
        *generator.gen_type_10_serial_triple(),
    ]


def as_set(moves: list[list[int]]) -> set[tuple[int, ...]]:
    """Without duplicates and without triple runs of two."""
    return {tuple(sorted(move)) for move in moves if not (len(move) == 6 and len(set(move)) == 2)}


@pytest.fixture(scope="module")
def one_pack() -> deals.Hands:
    return deals.random_hands(cards=20, pack=deals.ONE_PACK)


def faces_of(hand: int) -> list[int]:
    return [FACES[rank] for rank in skfast.Hand(hand)]


def test_douzero(
    measure: Callable[..., float], ratio: Callable[..., None], loops: ModuleType, one_pack: deals.Hands
) -> None:
    few = [faces_of(int(hand)) for hand in one_pack[:N_PEER]]
    for hand, cards in zip(one_pack[:N_PEER], few, strict=True):
        ours = {tuple(faces_of(move.cards)) for move in skfast.legal_moves(int(hand), None, CLASSIC)}
        assert ours == as_set(shared_kinds(cards))
    theirs = measure("DouZero, shared kinds, 20 cards", lambda: deque(map(shared_kinds, few), 0), per=N_PEER, rounds=5)
    KEPT["DouZero"] = theirs


def test_kernel_on_shared_kinds(
    measure: Callable[..., float], ratio: Callable[..., None], loops: ModuleType, one_pack: deals.Hands
) -> None:
    assert loops.lead(one_pack, CLASSIC) == loops.count(one_pack, CLASSIC)
    ours = measure("kernel on the same hands", loops.lead, one_pack, CLASSIC, per=len(one_pack), chunk=1_000)
    ratio("kernel against DouZero", KEPT["DouZero"] / ours, 400)


def test_python_on_shared_kinds(
    measure: Callable[..., float], ratio: Callable[..., None], one_pack: deals.Hands
) -> None:
    ints = [int(hand) for hand in one_pack]
    out = np.empty(4_096, skfast.MOVE_DTYPE)

    def into_array() -> None:
        deque(map(skfast.legal_moves_into, ints, repeat(out), repeat(None), repeat(CLASSIC)), 0)

    ours = measure("legal_moves_into on the same hands", into_array, per=len(ints))
    ratio("legal_moves_into against DouZero", KEPT["DouZero"] / ours, 60)


KEPT: dict[str, float] = {}
