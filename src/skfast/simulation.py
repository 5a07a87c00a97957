"""Whole deals by the thousand and the million: `simulate` from fresh deals, `playouts` from one position.

Every deal has a random stream of its own, made from the seed and the deal's number alone.  So neither the number of
threads, nor the chunks, nor the executor, nor a checkpoint between change anything in a result.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import nullcontext
from os import PathLike
from typing import Any

import numpy as np
from numpy.typing import NDArray

from skfast._batch import play_state
from skfast.checkpoint import Checkpoint, CheckpointError
from skfast.chunks import POLICIES, Chunk, Done, Policy, available_threads, codes_of, play_chunks
from skfast.game import State
from skfast.results import Simulation, policy_text
from skfast.rules import BAIBIAN, Rules
from skfast.tally import DEAL_DTYPE, Tally

__all__ = ["DEAL_DTYPE", "Simulation", "SimulationInterrupted", "playouts", "simulate"]

CHUNK = 4096
CHUNK_OF_PLAYERS = 32  # with a Python player a deal takes milliseconds, or seconds
POSITION_CHUNK = 512

Progress = bool | Callable[[int, int], object] | None


class SimulationInterrupted(KeyboardInterrupt):
    """Ctrl-C during `simulate`; `result` is a Simulation of the deals done until then, from the first on."""

    def __init__(self, result: Simulation) -> None:
        super().__init__(f"interrupted after {result.n} deals")
        self.result = result


def policies_from(policies: Policy | Sequence[Policy]) -> tuple[Policy, Policy, Policy, Policy]:
    """Four by seat; one policy stands for four."""
    four = (policies,) * 4 if isinstance(policies, str) or callable(policies) else tuple(policies)
    if len(four) != 4:
        raise ValueError(f"policies are one, or four by seat, not {len(four)}")
    for policy in four:
        if isinstance(policy, str):
            if policy not in POLICIES:
                raise ValueError(f"a policy is {', '.join(map(repr, POLICIES))} or a callable, not {policy!r}")
        elif not callable(policy):
            raise TypeError(f"a policy is a name or a callable that takes a View, not {policy!r}")
    return four


def checked(name: str, value: int, least: int, limit: int = 2**63) -> int:
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)):
        raise TypeError(f"{name} is an int, not {value!r}")
    if not least <= value < limit:
        raise ValueError(f"{name} must be {least} to {limit - 1}, not {value}")
    return int(value)


def playouts(
    state: State,
    n: int,
    policy: str | Sequence[str] = "random",
    seed: int = 0,
    threads: int | None = 1,
) -> NDArray[np.int64]:
    """Play a position out to the end of the deal `n` times: the scores by seat, an int64 array of shape (n, 4).

    `policy` is "random" (every legal play and the pass equally likely), "lowest" (a simple, sensible player without
    chance), or four of these by seat.  Playout i depends on `seed` and i only.  The state stays as it is.  With more
    than one thread (None: as many as processors) the work is shared.  ValueError for another policy, a negative n or
    a seed that is not 0 to 2**64 - 1.

    >>> state = State.from_hands(["3", "4", "5", "6"], leader=0)
    >>> playouts(state, 2, "lowest").tolist()
    [[2, -2, 2, -2], [2, -2, 2, -2]]
    """
    n = checked("n", n, 0)
    seed = checked("seed", seed, 0, 2**64)
    four = policies_from(policy)
    codes = codes_of(four)
    if not all(isinstance(one, str) for one in four):
        raise TypeError("playouts take policies by name; simulate takes Python players too")
    scores = np.empty((n, 4), np.int64)
    threads = available_threads() if threads is None else checked("threads", threads, 1)
    starts = range(0, n, POSITION_CHUNK)
    if threads == 1 or len(starts) < 2:
        for first in starts:
            play_state(state, codes, seed, first, scores[first : first + POSITION_CHUNK])
        return scores
    from concurrent.futures import ThreadPoolExecutor

    start = state.copy()
    pool = ThreadPoolExecutor(min(threads, len(starts)), thread_name_prefix="skfast")
    try:
        for future in [
            pool.submit(play_state, start, codes, seed, first, scores[first : first + POSITION_CHUNK])
            for first in starts
        ]:
            future.result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
    return scores


def simulate(
    n: int,
    rules: Rules = BAIBIAN,
    policies: Policy | Sequence[Policy] = ("random",) * 4,
    seed: int = 0,
    threads: int | None = None,
    executor: Executor | None = None,
    chunk: int | None = None,
    checkpoint: str | PathLike[str] | None = None,
    progress: Progress = None,
    *,
    keep_deals: bool = True,
) -> Simulation:
    """Deal and play `n` deals; deal i is ``State.deal(rules, seed, number=i)``.

    Parameters
    ----------
    policies
        Four by seat, or one for all: "random", "lowest", or any callable that takes the `View` of the seat whose turn
        it is and returns a Move, PASS among them.  (For other processes it must be picklable.)
    threads
        Of this process, without an executor; None: as many as it may use processors.
    executor
        Any ``concurrent.futures.Executor``: threads, processes, Dask's ``Client.get_executor()``, mpi4py's
        ``MPIPoolExecutor``.  It stays open.  A chunk whose worker is lost is given out again.
    chunk
        Deals in one piece of work.
    checkpoint
        A file to which finished chunks are appended.  If it is there already, its chunks are not played again; it
        must be of the same n, rules, policies, seed and keep_deals (CheckpointError).
    progress
        A bar on the standard error: True, False or (None) on a terminal if tqdm is installed; or a callable that
        is told (deals done, n).
    keep_deals
        False: only the summary is made, in memory that does not depend on n.

    Returns a `Simulation`, with ``.deals`` (DEAL_DTYPE) and ``.summary``.  Raises `SimulationInterrupted`, a
    KeyboardInterrupt that has the finished deals, on Ctrl-C; what a policy raises, with a note that names the deal;
    RuntimeError if a chunk was lost again and again.

    >>> result = simulate(3, seed=1)
    >>> result.deals["scores"].shape, result.summary.n
    ((3, 4), 3)
    """
    n = checked("n", n, 0)
    seed = checked("seed", seed, 0, 2**64)
    if not isinstance(rules, Rules):
        raise TypeError(f"rules must be a Rules (as Rules.named(...) gives), not {rules!r}")
    four = policies_from(policies)
    if threads is not None:
        threads = checked("threads", threads, 1)
    if chunk is None:
        chunk = CHUNK if all(isinstance(policy, str) for policy in four) else CHUNK_OF_PLAYERS
    size = checked("chunk", chunk, 1)
    collected = Collected(n, keep_deals)

    def result() -> Simulation:
        return Simulation(rules, tuple(map(policy_text, four)), seed, *collected.parts())

    def chunks(ranges: Sequence[tuple[int, int]]) -> Iterator[Chunk]:
        for begin, end in ranges:
            for first in range(begin, end, size):
                yield Chunk(rules, four, seed, first, min(size, end - first), keep_deals)

    from skfast import __version__

    parameters = {
        "skfast": __version__,
        "n": n,
        "rules": rules.text,
        "policies": [policy_text(policy) for policy in four],
        "seed": seed,
        "keep_deals": keep_deals,
        "byteorder": sys.byteorder,
    }
    with Checkpoint(checkpoint, parameters, keep_deals) if checkpoint is not None else nullcontext() as file:
        if file is not None:
            for done in file.finished():
                collected.add(done)
        with progress_bar(progress, n, collected.n_done) as told:
            work = play_chunks(chunks(collected.missing()), threads, executor)
            try:
                for done in work:
                    if file is not None:
                        file.append(done)
                    collected.add(done)
                    told(collected.n_done)
            except KeyboardInterrupt:
                work.close()  # type: ignore[attr-defined]
                raise SimulationInterrupted(result()) from None
    return result()


class Collected:
    """What has been done so far, put together in the order of the deals."""

    def __init__(self, n: int, keep: bool) -> None:
        self.n = n
        self.n_done = 0
        self.deals = np.empty(n, DEAL_DTYPE) if keep else None
        self.tally = Tally()
        self.in_order = 0  # deals before this are in the tally, or lie in the array without a gap
        self.ahead: dict[int, Done] = {}

    def add(self, done: Done) -> None:
        if not 0 <= done.first <= done.first + done.n <= self.n:
            raise CheckpointError(f"deals {done.first} to {done.first + done.n - 1} are not of this run")
        if done.first < self.in_order or done.first in self.ahead:
            return  # done twice, by a worker that was thought lost
        if self.deals is not None:
            assert done.deals is not None
            self.deals[done.first : done.first + done.n] = done.deals
            done = Done(done.first, done.n, None, None)
        self.ahead[done.first] = done
        self.n_done += done.n
        while (following := self.ahead.pop(self.in_order, None)) is not None:
            self.in_order += following.n
            if following.tally is not None:
                self.tally.add(following.tally)

    def missing(self) -> list[tuple[int, int]]:
        """The gaps, as ranges."""
        gaps = []
        begin = self.in_order
        for first in sorted(self.ahead):
            if first < begin:
                raise CheckpointError(f"deal {first} is there twice")
            if first > begin:
                gaps.append((begin, first))
            begin = first + self.ahead[first].n
        if begin < self.n:
            gaps.append((begin, self.n))
        return gaps

    def parts(self) -> tuple[NDArray[Any] | None, Tally]:
        """The deals up to the first gap, and their tally."""
        if self.deals is None:
            return None, self.tally
        deals = self.deals[: self.in_order]
        tally = Tally()
        for first in range(0, len(deals), CHUNK):
            tally.add(Tally.of(deals[first : first + CHUNK]))
        return deals, tally


class progress_bar:
    """``with progress_bar(...) as told: told(done)``."""

    def __init__(self, wanted: Progress, n: int, done: int) -> None:
        self.bar: Any = None
        self.callback = wanted if callable(wanted) else None
        self.n = n
        if self.callback is not None or wanted is False or (wanted is None and not sys.stderr.isatty()):
            return
        try:
            from tqdm import tqdm
        except ImportError:
            if wanted:
                raise ImportError("a progress bar needs tqdm: pip install 'skfast[progress]'") from None
            return
        self.bar = tqdm(total=n, initial=done, unit=" deals", unit_scale=True, dynamic_ncols=True, file=sys.stderr)

    def __call__(self, done: int) -> None:
        if self.callback is not None:
            self.callback(done, self.n)
        elif self.bar is not None:
            self.bar.update(done - self.bar.n)

    def __enter__(self) -> progress_bar:
        return self

    def __exit__(self, *error: object) -> None:
        if self.bar is not None:
            self.bar.close()
