"""The same result from every Executor, a worker lost on the way or not."""

import json
import multiprocessing
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import skfast
from skfast import IllegalMoveError, Move, Simulation, View, simulate
from skfast.chunks import Chunk

N, SIZE = 1200, 50
RUN: dict[str, Any] = {"seed": 31, "policies": ("random", "lowest", "random", "random")}


@pytest.fixture(scope="module")
def want() -> Simulation:
    return simulate(N, **RUN, threads=1)


@pytest.fixture(scope="module")
def sums() -> Simulation:
    return simulate(N, **RUN, threads=1, keep_deals=False)


def test_threads(want: Simulation, sums: Simulation) -> None:
    with ThreadPoolExecutor(3) as executor:
        assert simulate(N, **RUN, executor=executor, chunk=SIZE) == want
        assert simulate(N, **RUN, executor=executor, chunk=7, keep_deals=False) == sums
        assert executor.submit(int, "3").result() == 3, "it stays open"


def test_work_items_are_small() -> None:
    import pickle

    chunk = Chunk(skfast.QIANBIAN, ("random",) * 4, 2**64 - 1, 10**12, 4096, False)
    assert len(pickle.dumps(chunk)) < 1000 and pickle.loads(pickle.dumps(chunk)) == chunk


class Unordered(Executor):
    """Does the work at once, but hands the first results of each window out last."""

    def __init__(self) -> None:
        self.held: list[tuple[Future[Any], Any]] = []

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.held.append((future, function(*args, **kwargs)))
        if len(self.held) >= 8:
            for waiting, result in reversed(self.held):
                waiting.set_result(result)
            self.held.clear()
        return future


def test_results_out_of_order(want: Simulation, tmp_path: Path) -> None:
    executor = Unordered()
    assert simulate(N, **RUN, executor=executor, chunk=SIZE, checkpoint=tmp_path / "run") == want
    assert simulate(N, **RUN, checkpoint=tmp_path / "run") == want


class Unreliable(ThreadPoolExecutor):
    """Loses each work item the first few times."""

    def __init__(self, losses: int) -> None:
        super().__init__(2)
        self.losses = losses
        self.tried: dict[int, int] = {}

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        chunk = args[0]
        self.tried[chunk.first] = self.tried.get(chunk.first, 0) + 1
        if self.tried[chunk.first] <= self.losses:
            future: Future[Any] = Future()
            future.set_exception(ConnectionError("the worker is gone"))
            return future
        return super().submit(function, *args, **kwargs)


def test_lost_chunks_are_tried_again(want: Simulation) -> None:
    with Unreliable(2) as executor:
        assert simulate(N, **RUN, executor=executor, chunk=300) == want
        assert executor.tried == {0: 3, 300: 3, 600: 3, 900: 3}


def test_but_not_for_ever() -> None:
    with Unreliable(100) as executor, pytest.raises(RuntimeError, match="deals 0 to 99 were lost 5 times") as raised:
        simulate(100, executor=executor)
    assert isinstance(raised.value.__cause__, ConnectionError)


def cheat(view: View) -> Move:
    return Move.parse("BBRR")


def test_what_a_player_raises_is_not_tried_again() -> None:
    with Unreliable(0) as executor:
        with pytest.raises(IllegalMoveError) as raised:
            simulate(10, policies=cheat, executor=executor, chunk=10)
        assert executor.tried == {0: 1}
    assert any("deal 0 of seed 0" in note for note in raised.value.__notes__)


@pytest.mark.skipif(os.name == "nt", reason="no such signals")
def test_processes_of_which_one_is_killed(want: Simulation, sums: Simulation) -> None:
    killed = []
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as executor:
        assert simulate(N, **RUN, executor=executor, chunk=SIZE) == want

        def kill(done: int, n: int) -> None:
            if not killed:
                killed.append(next(iter(executor._processes)))
                os.kill(killed[0], signal.SIGKILL)

        assert simulate(N, **RUN, executor=executor, chunk=10, keep_deals=False, progress=kill) == sums
    assert killed


@pytest.fixture(scope="module")
def dask() -> Iterator[Any]:
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50) as cluster,
        distributed.Client(cluster, set_as_default=False) as client,
    ):
        yield client


def test_dask(dask: Any, want: Simulation) -> None:
    assert simulate(N, **RUN, executor=dask.get_executor(), chunk=SIZE) == want


@pytest.mark.skipif(os.name == "nt", reason="no such signals")
def test_dask_with_a_worker_killed(dask: Any, sums: Simulation) -> None:
    killed: list[int] = []

    def kill(done: int, n: int) -> None:
        if not killed:
            killed.append(next(iter(dask.run(os.getpid).values())))
            os.kill(killed[0], signal.SIGKILL)

    assert simulate(N, **RUN, executor=dask.get_executor(), chunk=10, keep_deals=False, progress=kill) == sums
    assert killed


def test_dask_by_the_command(dask: Any, capfd: pytest.CaptureFixture[str]) -> None:
    run = command("--executor", f"dask:{dask.scheduler.address}")
    assert run.returncode == 0, run.stderr
    assert json.loads(run.stdout) == json.loads(command().stdout)


def command(*options: str, before: tuple[str, ...] = ()) -> "subprocess.CompletedProcess[str]":
    """``skfast simulate`` in a process of its own."""
    words = [*(before or (sys.executable,)), "-m", "skfast", "simulate", "500", "--seed", "3", "--json", *options]
    return subprocess.run(words, capture_output=True, text=True, timeout=60)


def test_processes_by_the_command() -> None:
    run = command("--executor", "processes", "--threads", "2", "--chunk", "50")
    assert run.returncode == 0, run.stderr
    assert json.loads(run.stdout) == json.loads(command("--threads", "1").stdout)


def mpiexec() -> str | None:
    """Of the environment this Python runs in (the package mpich), or any other."""
    beside = Path(sys.executable).with_name("mpiexec")
    return str(beside) if beside.exists() else shutil.which("mpiexec")


def test_mpi_by_the_command() -> None:
    pytest.importorskip("mpi4py")
    launcher = mpiexec()
    if launcher is None:
        pytest.skip("no mpiexec")
    before = (launcher, "-n", "3", sys.executable, "-m", "mpi4py.futures")
    run = command("--executor", "mpi", "--chunk", "50", before=before)
    assert run.returncode == 0, run.stderr
    assert json.loads(run.stdout) == json.loads(command().stdout)
