"""``skfast simulate``: deals by the million, on this machine or on many."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager, nullcontext
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .deals import seed_number
from .variants import add_rules_option

if TYPE_CHECKING:
    from skfast.results import Simulation

FILES = (".npz", ".parquet")
PICTURES = (".png", ".svg", ".pdf")


def count(text: str) -> int:
    """A number of deals: 1000000, 1_000_000, 1e6."""
    try:
        number = int(text.replace("_", "")) if "e" not in text.lower() else float(text)
    except ValueError:
        number = -1
    if number < 0 or number != int(number) or number >= 2**63:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of deals")
    return int(number)


def positive(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text) > 0):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1")
    return int(text)


def policies(text: str) -> tuple[str, ...]:
    """``random``, or four with commas between them."""
    names = tuple(text.split(","))
    if len(names) not in (1, 4) or not set(names) <= {"random", "lowest"}:
        raise argparse.ArgumentTypeError(f"{text!r} is not random or lowest, or four of these with commas between")
    return names * 4 if len(names) == 1 else names


def result_file(text: str) -> Path:
    path = Path(text)
    if path.suffix not in FILES:
        raise argparse.ArgumentTypeError(f"{text!r} does not end in {' or '.join(FILES)}")
    if not path.parent.is_dir():
        raise argparse.ArgumentTypeError(f"there is no folder {path.parent}")
    return path


def picture_file(text: str) -> Path:
    path = Path(text)
    if path.suffix not in PICTURES:
        raise argparse.ArgumentTypeError(f"{text!r} does not end in {', '.join(PICTURES[:-1])} or {PICTURES[-1]}")
    if not path.parent.is_dir():
        raise argparse.ArgumentTypeError(f"there is no folder {path.parent}")
    if find_spec("matplotlib") is None:  # said before the deals are played, not after
        raise argparse.ArgumentTypeError("pictures need matplotlib: pip install 'skfast[plot]'")
    return path


def executor_name(text: str) -> str:
    if text not in ("threads", "processes", "mpi") and not (text.startswith("dask:") and len(text) > 5):
        raise argparse.ArgumentTypeError(f"{text!r} is not threads, processes, dask:ADDRESS or mpi")
    return text


@contextmanager
def open_executor(name: str, workers: int | None) -> Iterator[Executor | None]:
    """The Executor of that name; None: threads of this process."""
    if name == "threads":
        yield None
    elif name == "processes":
        import multiprocessing
        import signal
        from concurrent.futures import ProcessPoolExecutor

        from skfast.chunks import available_threads

        pool = ProcessPoolExecutor(
            workers or available_threads(),
            mp_context=multiprocessing.get_context("spawn"),
            initializer=signal.signal,  # Ctrl-C is this process's affair
            initargs=(signal.SIGINT, signal.SIG_IGN),
        )
        try:
            yield pool
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
    elif name == "mpi":
        try:
            from mpi4py.futures import MPIPoolExecutor
        except ImportError:
            raise ValueError("mpi needs mpi4py: pip install 'skfast[mpi]', and an MPI (pip install mpich)") from None
        with MPIPoolExecutor(workers) as mpi_pool:
            yield mpi_pool
    else:
        try:
            from distributed import Client
        except ImportError:
            raise ValueError("dask needs distributed: pip install 'skfast[dask]'") from None
        address = name.removeprefix("dask:")
        where = {"n_workers": workers} if address == "local" else {"address": address}
        with Client(set_as_default=False, **where) as client:  # type: ignore[no-untyped-call]
            yield client.get_executor()


def json_summary(result: Simulation) -> dict[str, Any]:
    summary = result.summary
    return {
        **result.parameters(),
        **{key: value for key, value in vars(summary).items() if key not in ("points", "difference")},
        "points": [vars(side) for side in summary.points],
        "difference": vars(summary.difference),
    }


def report(result: Simulation, seconds: float, as_json: bool) -> None:
    if as_json:
        print(json.dumps(json_summary(result)))
        return
    print(result)
    print(f"time               {seconds:.2f} s", end="")
    print(f", {result.n / seconds:,.0f} deals a second" if seconds > 0 else "")


def run_simulate(args: argparse.Namespace) -> int:
    from skfast.simulation import SimulationInterrupted, simulate

    start = time.perf_counter()
    keep = args.out is not None and not args.summary
    status = 0
    with open_executor(args.executor, args.threads) if args.executor != "threads" else nullcontext() as executor:
        try:
            result = simulate(
                args.n,
                args.rules,
                args.policies,
                args.seed,
                args.threads,
                executor,
                args.chunk,
                args.checkpoint,
                args.progress,
                keep_deals=keep,
            )
        except SimulationInterrupted as stop:
            result = stop.result
            status = 130
            again = f"; run it again to go on from {args.checkpoint}" if args.checkpoint else ""
            print(f"\nskfast: stopped; what follows is of the first {result.n:,} deals{again}", file=sys.stderr)
    if args.out is not None and not status:
        result.save(args.out)
    if args.plot is not None and not status:
        result.plot(args.plot)
    report(result, time.perf_counter() - start, args.json)
    return status


def add_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    summary = "deal and play N deals by simple policies, and sum them up"
    parser = commands.add_parser("simulate", help=summary, description=summary)
    parser.add_argument("n", type=count, metavar="N", help="how many deals (1000000, 1_000_000, 1e6)")
    add_rules_option(parser)
    parser.add_argument(
        "--policies",
        type=policies,
        default=("random",) * 4,
        metavar="P",
        help="random, lowest, or four: P,P,P,P by seat",
    )
    parser.add_argument("--seed", type=seed_number, default=0, metavar="N", help="same seed, same deals (default 0)")
    parser.add_argument("--threads", type=positive, metavar="N", help="threads or processes (default: all processors)")
    parser.add_argument(
        "--executor",
        type=executor_name,
        default="threads",
        metavar="WHERE",
        help="threads, processes, dask:ADDRESS (dask:local: a cluster of its own), mpi (under mpiexec -n K python -m "
        "mpi4py.futures -m skfast simulate ...)",
    )
    parser.add_argument("--chunk", type=positive, metavar="N", help="deals in one piece of work; changes no result")
    parser.add_argument("--checkpoint", metavar="FILE", help="keep what is done there, and go on from it")
    parser.add_argument("--out", type=result_file, metavar="FILE", help="write the deals to .npz or .parquet")
    parser.add_argument(
        "--plot",
        type=picture_file,
        metavar="FILE",
        help="a picture of points, wins, legal plays and bombs: .png, .svg or .pdf",
    )
    parser.add_argument("--summary", action="store_true", help="write the summary only to --out (.npz)")
    parser.add_argument(
        "--progress", action=argparse.BooleanOptionalAction, default=None, help="a bar (default: on a terminal)"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object on one line")
    parser.set_defaults(run=run_simulate)
