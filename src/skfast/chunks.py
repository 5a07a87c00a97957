"""Deals in chunks: the work items, who plays them, and how what they return is put together again.

A chunk is known by its first deal and how many there are, and a deal by its number, so it makes no difference who plays
which chunk, when, or how often.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.thread import ThreadPoolExecutor
from dataclasses import dataclass
from threading import Event
from typing import Any

import numpy as np
from numpy.typing import NDArray

from skfast._batch import MixedDeal, play_deals
from skfast.game import State, View
from skfast.moves import Move
from skfast.rules import Rules
from skfast.tally import DEAL_DTYPE, Tally

__all__ = ["POLICIES", "Chunk", "Done", "Policy", "play_chunk", "play_chunks"]

Policy = str | Callable[[View], Move]
"""The name of a policy of the kernel, or a player: called with the view of its seat it returns a Move, or PASS."""

POLICIES = ("random", "lowest")
PLAYER = 255  # in the place of a kernel policy: a Python player
ATTEMPTS = 5


@dataclass(frozen=True)
class Chunk:
    """A work item: deals `first` to ``first + n - 1`` of a seed.  Pickled, a few hundred bytes."""

    rules: Rules
    policies: tuple[Policy, Policy, Policy, Policy]
    seed: int
    first: int
    n: int
    keep: bool
    """Whether the deals themselves are wanted, or their tally only."""


@dataclass(frozen=True)
class Done:
    """What a chunk came to."""

    first: int
    n: int
    deals: NDArray[Any] | None
    tally: Tally | None
    error: Exception | None = None


def codes_of(policies: Sequence[Policy]) -> bytes:
    return bytes(POLICIES.index(policy) if isinstance(policy, str) else PLAYER for policy in policies)


def play_chunk(chunk: Chunk, stop: Event | None = None) -> Done:
    """Play a chunk here.  What a player raises comes back as `error`, for it would be raised again elsewhere."""
    deals = np.zeros(chunk.n, DEAL_DTYPE)
    codes = codes_of(chunk.policies)
    try:
        if PLAYER in codes:
            play_mixed(chunk, codes, deals, stop)
        else:
            play_deals(chunk.rules, codes, chunk.seed, chunk.first, deals.view(np.uint8))
    except Exception as error:
        return Done(chunk.first, chunk.n, None, None, error)
    if chunk.keep:
        return Done(chunk.first, chunk.n, deals, None)
    return Done(chunk.first, chunk.n, None, Tally.of(deals))


class Stopped(Exception):
    """Somebody asked this process to stop."""


def play_mixed(chunk: Chunk, codes: bytes, deals: NDArray[Any], stop: Event | None) -> None:
    """Deals in which some players are Python."""
    for place in range(chunk.n):
        number = chunk.first + place
        state = State.deal(chunk.rules, chunk.seed, number=number)
        deal = MixedDeal(state, chunk.seed, number)
        while (seat := deal.advance(codes)) >= 0:
            if stop is not None and stop.is_set():
                raise Stopped
            player = chunk.policies[seat]
            assert not isinstance(player, str)
            try:
                deal.play(player(state.view(seat)))
            except Exception as error:
                error.add_note(f"deal {number} of seed {chunk.seed}, seat {seat}, position {state.text}")
                raise
        deal.finish(deals[place : place + 1].view(np.uint8))


# --- who plays them


class Local:
    """Threads of this process; with one thread, the caller's own."""

    def __init__(self, threads: int) -> None:
        self.threads = threads

    def play(self, chunks: Iterator[Chunk]) -> Iterator[Done]:
        if self.threads == 1:
            yield from map(play_chunk, chunks)
            return
        stop = Event()
        pool = ThreadPoolExecutor(self.threads, thread_name_prefix="skfast")
        waiting: set[Future[Done]] = set()
        try:
            for chunk in chunks:
                waiting.add(pool.submit(play_chunk, chunk, stop))
                if len(waiting) >= 2 * self.threads:
                    finished, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                    yield from (future.result() for future in finished)
            while waiting:
                finished, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                yield from (future.result() for future in finished)
        finally:
            stop.set()
            pool.shutdown(wait=True, cancel_futures=True)


class Remote:
    """Any Executor.  A chunk whose worker is lost is given out again."""

    def __init__(self, executor: Executor) -> None:
        self.executor = executor
        self.own = False  # a replacement of ours, to be shut down by us
        workers = getattr(executor, "_max_workers", None)
        self.window = 4 * workers if isinstance(workers, int) else 64

    def replace(self) -> None:
        """A pool of processes that lost one is broken for good: go on with another like it."""
        broken = self.executor
        if type(broken) is not ProcessPoolExecutor:
            return
        self.executor = ProcessPoolExecutor(
            broken._max_workers,  # type: ignore[attr-defined]
            mp_context=broken._mp_context,
            initializer=broken._initializer,
            initargs=broken._initargs,
        )
        if self.own:
            broken.shutdown(wait=False)
        self.own = True

    def submit(self, chunk: Chunk) -> Future[Done]:
        try:
            return self.executor.submit(play_chunk, chunk)
        except BrokenExecutor:
            self.replace()
            return self.executor.submit(play_chunk, chunk)

    def play(self, chunks: Iterator[Chunk]) -> Iterator[Done]:
        waiting: dict[Future[Done], tuple[Chunk, int]] = {}
        try:
            more = True
            while more or waiting:
                while more and len(waiting) < self.window:
                    chunk = next(chunks, None)
                    more = chunk is not None
                    if chunk is not None:
                        waiting[self.submit(chunk)] = chunk, 1
                # a short wait, because some executors' futures cannot be interrupted
                finished, _ = wait(waiting, timeout=0.5, return_when=FIRST_COMPLETED)
                for future in finished:
                    chunk, attempts = waiting.pop(future)
                    lost = future.exception() if not future.cancelled() else RuntimeError("cancelled by the executor")
                    if lost is None:
                        yield future.result()
                    elif attempts == ATTEMPTS:
                        raise RuntimeError(
                            f"deals {chunk.first} to {chunk.first + chunk.n - 1} were lost {ATTEMPTS} times"
                        ) from lost
                    else:
                        time.sleep(0.02 * 2**attempts)
                        waiting[self.submit(chunk)] = chunk, attempts + 1
        finally:
            for future in waiting:
                future.cancel()
            if self.own:
                self.executor.shutdown(wait=False, cancel_futures=True)


def available_threads() -> int:
    """The processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def play_chunks(chunks: Iterator[Chunk], threads: int | None, executor: Executor | None) -> Iterator[Done]:
    """What every chunk came to, as they get done; raises what a player raised."""
    player: Local | Remote = Remote(executor) if executor is not None else Local(threads or available_threads())
    results = player.play(chunks)
    try:
        for done in results:
            if done.error is not None:
                raise done.error
            yield done
    finally:
        results.close()  # type: ignore[attr-defined]
