"""Whole deals and batches.  Against OpenSpiel's dou_dizhu and RLCard's doudizhu, which are other games (three players,
one pack, 17 or 20 cards): what is compared is a decision of a random player, dealing included, driven from Python.

`make bench` installs both (the extra `bench`); without them their rows are left out.
"""

import random
import subprocess
import sys
from collections.abc import Callable
from time import perf_counter
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import skfast
from skfast import BAIBIAN, DEAL_DTYPE, MOVE_DTYPE, QIANBIAN, simulate
from skfast._batch import play_deals

from . import conftest, deals

N_DEALS = 250  # about a millisecond, so that some of the rounds are not interrupted
SHORT_ROUNDS = 150
LARGE = 128 * 2**20


def row(what: str, limit: float | None, measured: float, unit: str, note: str = "") -> None:
    """A row that says how many at most."""
    target = "" if limit is None else f"<= {limit:g} {unit}"
    met = None if limit is None else measured <= limit
    conftest.REPORT.rows.append(conftest.Row(what, target, measured, unit, None, met, note))


def least(function: Callable[[], object], rounds: int = conftest.ROUNDS) -> float:
    """Seconds of the quickest of several calls."""
    best = float("inf")
    for _ in range(rounds):
        start = perf_counter()
        function()
        best = min(best, perf_counter() - start)
    return best


@pytest.mark.parametrize("policy", ["random", "lowest"])
def test_playouts_in_the_kernel(measure: Callable[..., float], policy: str) -> None:
    out = np.zeros(N_DEALS, DEAL_DTYPE)
    codes = bytes([("random", "lowest").index(policy)] * 4)
    play_deals(BAIBIAN, codes, 1, 0, out.view("u1"))
    assert out.tobytes() == simulate(N_DEALS, BAIBIAN, policy, 1, threads=1).deals.tobytes()  # type: ignore[union-attr]
    plies, choices = int(out["plies"].sum()), int(out["choices"].sum())
    random_ = policy == "random"
    ns = measure(
        f"{policy} playouts, 百变: a ply",
        lambda: play_deals(BAIBIAN, codes, 1, 0, out.view("u1")),
        per=plies,
        target=30 if random_ else None,
        note=f"{plies / N_DEALS:.1f} plies a deal",
        rounds=SHORT_ROUNDS,
    )
    per_choice = ns * plies / choices
    note = f"{choices / N_DEALS:.1f} a deal"
    if random_:
        row("  the same time over plies with a choice", 55, per_choice, "ns", note)
    row("  a deal, shuffle included", 4_500 if random_ else None, ns * plies / N_DEALS, "ns")


def test_playouts_of_qianbian(measure: Callable[..., float]) -> None:
    out = np.zeros(N_DEALS, DEAL_DTYPE)
    play_deals(QIANBIAN, bytes(4), 1, 0, out.view("u1"))
    plies = int(out["plies"].sum())
    assert 100 < plies / N_DEALS < 180
    measure(
        "random playouts, 千变: a ply",
        lambda: play_deals(QIANBIAN, bytes(4), 1, 0, out.view("u1")),
        per=plies,
        rounds=SHORT_ROUNDS,
    )


def test_two_threads(ratio: Callable[..., None]) -> None:
    n = 40_000
    assert simulate(n, threads=1, keep_deals=False) == simulate(n, threads=2, keep_deals=False)
    one = two = float("inf")
    for _ in range(7):  # interleaved, so that both see the same machine
        one = min(one, least(lambda: simulate(n, threads=1, keep_deals=False), 1))
        two = min(two, least(lambda: simulate(n, threads=2, keep_deals=False), 1))
    ratio("simulate on two threads against one", one / two, 1.8, note="(on an idle machine)")


def test_batch_in_the_cache(loops: ModuleType, hands: deals.Hands) -> None:
    few = hands[:256].copy()
    moves = loops.lead(few, BAIBIAN)
    out = np.empty(moves, MOVE_DTYPE)
    assert len(skfast.legal_moves_batch(few, out=out, threads=1).moves) == moves
    kernel = batch = float("inf")
    for _ in range(200):
        kernel = min(kernel, least(lambda: loops.lead(few, BAIBIAN), 1))
        batch = min(batch, least(lambda: skfast.legal_moves_batch(few, out=out, threads=1), 1))
    row(
        "legal_moves_batch of 256 hands against the kernel", 1.3, batch / kernel, "x", f"{batch / 256e-9:.0f} ns a hand"
    )


def test_batch_of_128_mib() -> None:
    hands = deals.random_hands(52_000)
    n = int(skfast.count_moves_batch(hands).sum())
    assert n * 16 > 0.8 * LARGE
    new = batch = float("inf")
    for _ in range(conftest.ROUNDS):  # memory fresh from the system for both
        new = min(new, least(lambda: np.full(2 * n, 1, np.uint64), 1))
        batch = min(batch, least(lambda: skfast.legal_moves_batch(hands, threads=1), 1))
    note = f"{n * 16 / 2**20:.0f} MiB at {n * 16 / batch / 1e9:.1f} GB/s, one thread"
    row("legal_moves_batch, large new results, against np.full", 2, batch / new, "x", note)

    # into memory that is there already, in stretches short enough to be left alone now and then
    offsets = skfast.legal_moves_batch(hands).offsets
    out = np.zeros(n, MOVE_DTYPE)
    fill = batch = 0.0
    for first in range(0, len(hands), 1000):
        some = hands[first : first + 1000]
        part = out[offsets[first] : offsets[first + len(some)]]
        best = [float("inf"), float("inf")]
        for _ in range(15):
            best[0] = min(best[0], least(lambda part=part: part.view(np.uint64).fill(1), 1))
            best[1] = min(best[1], least(lambda part=part, some=some: into(some, part), 1))
        fill += best[0]
        batch += best[1]
    note = f"{n * 16 / batch / 1e9:.1f} against {n * 16 / fill / 1e9:.1f} GB/s"
    row("  into the caller's array, against filling it", None, batch / fill, "x", note)


def into(hands: deals.Hands, out: NDArray[Any]) -> None:
    assert len(skfast.legal_moves_batch(hands, out=out, threads=1).moves) == len(out)


def decisions(n: int = 4_096) -> float:
    """Plies with a choice a second of `simulate`, one thread."""
    result = simulate(n, threads=1)
    return result.tally.sums["choices"] / least(lambda: simulate(n, threads=1), 100)


def rate(deal: Callable[[], int], seconds: float = 3.0, burst: float = 0.02) -> float:
    """Decisions a second, in the best of many bursts, of a function that plays one deal and counts them."""
    deal()
    best = 0.0
    end = perf_counter() + seconds
    while perf_counter() < end:
        start = perf_counter()
        done = 0
        while perf_counter() - start < burst:
            done += deal()
        best = max(best, done / (perf_counter() - start))
    return best


def test_open_spiel(ratio: Callable[..., None]) -> None:
    spiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    game = spiel.load_game("dou_dizhu")
    chance = random.Random(1)

    def deal() -> int:
        state = game.new_initial_state()
        done = 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(chance.choice(state.chance_outcomes())[0])
                continue
            actions = state.legal_actions()
            done += len(actions) > 1
            state.apply_action(chance.choice(actions))
        assert sum(state.returns()) == 0
        return done

    theirs = rate(deal)
    ratio("simulate against OpenSpiel dou_dizhu, decisions a second", decisions() / theirs, 60, note="(other games)")


def test_rlcard(ratio: Callable[..., None]) -> None:
    rlcard = pytest.importorskip("rlcard", reason="RLCard is not installed")
    env = rlcard.make("doudizhu", config={"seed": 1})
    chance = random.Random(1)

    def deal() -> int:
        state, _ = env.reset()
        done = 0
        while not env.is_over():
            actions = list(state["legal_actions"])
            done += len(actions) > 1
            state, _ = env.step(chance.choice(actions))
        return done

    theirs = rate(deal)
    ratio("simulate against RLCard doudizhu, decisions a second", decisions() / theirs, 3_000, note="(other games)")


MEMORY = """
import skfast
result = skfast.simulate(10_000_000, keep_deals=False)
assert result.n == 10_000_000 and result.deals is None
print(next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="asks Linux")
def test_memory_of_ten_million_deals() -> None:
    start = perf_counter()
    run = subprocess.run([sys.executable, "-c", MEMORY], capture_output=True, text=True, check=True)
    seconds = perf_counter() - start
    row(
        "memory of 10 million deals, summary only",
        200,
        float(run.stdout) / 1024,  # kB
        "MiB",
        f"{10 / seconds:.2f} million a second",
    )
