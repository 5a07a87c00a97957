"""Deals: play and undo, copies, perft."""

from collections import deque
from collections.abc import Callable, Iterator
from itertools import repeat
from time import perf_counter
from types import ModuleType

import numpy as np
import pytest

from skfast import BAIBIAN, Move, State, perft, reference_deal

from . import deals

N_PLIES = 5_000
OPENINGS = 20


def random_plies(n: int) -> Iterator[tuple[State, Move]]:
    """Positions of random deals in which there is a choice, each with a random play."""
    rng = np.random.default_rng(deals.SEED)
    seed = 0
    while n > 0:
        state = State.deal(BAIBIAN, seed)
        seed += 1
        while not state.is_over:
            moves = state.legal_moves()
            choice = int(rng.integers(len(moves) + state.can_pass))
            if choice == len(moves):
                state.play("pass")
                continue
            if n > 0:
                yield state.copy(), moves[choice]
            n -= 1
            state.play_unchecked(moves[choice])


@pytest.fixture(scope="module")
def plies() -> list[tuple[State, Move]]:
    return list(random_plies(N_PLIES))


def test_play_undo_in_the_kernel(
    measure: Callable[..., float], loops: ModuleType, plies: list[tuple[State, Move]]
) -> None:
    turns = 0
    for state, move in plies:
        after = state.copy()
        after.play(move)
        turns += after.turn
        assert after.undo() == move
        assert after == state
    prepared = loops.Plies(plies)
    assert loops.play_undo(prepared) == turns
    measure("play and undo, kernel", loops.play_undo, prepared, per=len(plies), target=15)


def play_undo(state: State, move: Move) -> None:
    state.play(move)
    state.undo()


def play_unchecked_undo(state: State, move: Move) -> None:
    state.play_unchecked(move)
    state.undo()


def test_play_undo_through_state(measure: Callable[..., float], plies: list[tuple[State, Move]]) -> None:
    states, moves = zip(*plies, strict=True)
    before = [state.text for state in states[:100]]

    def run() -> None:
        deque(map(play_undo, states, moves), 0)

    measure("play and undo, State", run, per=len(plies), target=250, note="(a Python function that calls both)")
    assert before == [state.text for state in states[:100]]


def test_play_unchecked_undo_through_state(measure: Callable[..., float], plies: list[tuple[State, Move]]) -> None:
    states, moves = zip(*plies, strict=True)

    def run() -> None:
        deque(map(play_unchecked_undo, states, moves), 0)

    measure("play_unchecked and undo, State", run, per=len(plies))


def test_copy(measure: Callable[..., float], plies: list[tuple[State, Move]]) -> None:
    states = [state for state, _ in plies]
    assert all(state.copy() == state for state in states[:100])
    measure("State.copy()", lambda: deque(map(State.copy, states), 0), per=len(states), target=150)


def openings() -> list[State]:
    return [State.deal(BAIBIAN, seed) for seed in range(OPENINGS)]


@pytest.mark.parametrize(
    ("bulk", "depth", "target"),
    [("shared", 4, 200), ("each", 4, None), ("none", 4, 50), ("shared", 5, None)],
    ids=["shared-4", "each-4", "none-4", "shared-5"],
)
def test_perft(
    measure: Callable[..., float], ratio: Callable[..., None], bulk: str, depth: int, target: float | None
) -> None:
    states = openings()[: OPENINGS if depth < 5 else 3]
    leaves = sum(perft(state, depth) for state in states)
    assert leaves == sum(perft(state, depth, bulk="none") for state in states)

    def run() -> None:
        for state in states:
            perft(state, depth, bulk=bulk)

    what = {
        "shared": "bulk, siblings of one table counted once",
        "each": "bulk, each position by itself",
        "none": "no bulk: every leaf played",
    }[bulk]
    ns = measure(f"perft depth {depth}, {what}: a leaf", run, per=leaves, rounds=5)
    ratio("  the same in leaves a second", 1e3 / ns, target, unit="million/s")


def test_perft_against_the_reference(measure: Callable[..., float], ratio: Callable[..., None]) -> None:
    state = State.deal(BAIBIAN, 1)
    slow = reference_deal.ReferenceDeal(state.hands, state.leader, BAIBIAN)
    start = perf_counter()
    counted = reference_deal.perft(slow, 2)
    seconds = perf_counter() - start
    assert counted == perft(state, 2)

    def run() -> None:
        deque(map(perft, repeat(state, 100), repeat(2)), 0)

    ns = measure("perft depth 2 of one opening", run, per=100)
    ratio("  against the reference", seconds * 1e9 / ns)
