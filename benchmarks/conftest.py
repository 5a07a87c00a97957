"""Fixtures of the benchmarks, and the table they print at the end: every figure of one run beside the store floor."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from skfast.cli.show import pad, text_width

from . import build, deals

ROUNDS = 15


@dataclass
class Row:
    what: str
    target: str
    measured: float
    unit: str
    stores: float | None
    met: bool | None
    note: str = ""


@dataclass
class Report:
    floor: float = float("inf")  # ns a store of 16 bytes
    rows: list[Row] = field(default_factory=list)


REPORT = Report()


@pytest.fixture(scope="session")
def loops() -> ModuleType:
    return build.kernel_loops()


@pytest.fixture(scope="session")
def hands() -> deals.Hands:
    """20,000 hands of 27 cards."""
    return deals.random_hands()


def store_floor(loops: ModuleType) -> float:
    """ns a store, the least of several rounds, now and whenever it was measured before in this run."""
    from time import perf_counter

    for _ in range(ROUNDS):
        start = perf_counter()
        stored = loops.store(2_000_000)
        REPORT.floor = min(REPORT.floor, (perf_counter() - start) / stored * 1e9)
    return REPORT.floor


def rows(argument: object, at: int, chunk: int, n: int) -> object:
    """These rows of an array of n rows, each of them one or more elements; other arguments as they are."""
    if not isinstance(argument, np.ndarray):
        return argument
    each = len(argument) // n
    return argument[at * each : (at + chunk) * each]


def in_chunks(function: Callable[..., object], args: tuple[object, ...], chunk: int, rounds: int) -> float:
    """Seconds for all rows of the arrays among the arguments (as long as the first), `chunk` rows a call, of each
    chunk the least of several passes: a pause of the machine then spoils a chunk of one pass and not the whole."""
    from time import perf_counter

    n = len(args[0])  # type: ignore[arg-type]
    least = [float("inf")] * -(-n // chunk)
    for _ in range(rounds):
        for i, at in enumerate(range(0, n, chunk)):
            part = [rows(a, at, chunk, n) for a in args]
            start = perf_counter()
            function(*part)
            least[i] = min(least[i], perf_counter() - start)
    return sum(least)


@pytest.fixture
def measure(benchmark: Any, loops: ModuleType) -> Iterator[Callable[..., float]]:
    """measure(what, function, *args, per=n, ...) -> the least ns (or other unit) for one of the n things done.

    `target` is in the same unit; with `stores_of` (how many records one thing writes) it is in stores a record.
    """
    store_floor(loops)

    def run(
        what: str,
        function: Callable[..., object],
        *args: object,
        per: float,
        target: float | None = None,
        stores_of: float | None = None,
        note: str = "",
        rounds: int = ROUNDS,
        chunk: int = 0,
    ) -> float:
        benchmark.pedantic(function, args=args, rounds=rounds, iterations=1, warmup_rounds=1)
        ns = float(benchmark.stats.stats.min) / per * 1e9
        if chunk:
            ns = min(ns, in_chunks(function, args, chunk, rounds) / per * 1e9)
        stores = ns / stores_of / REPORT.floor if stores_of else None
        value = ns if stores is None else stores
        wanted = "" if target is None else f"<= {target:g} " + ("ns" if stores is None else "stores a move")
        REPORT.rows.append(Row(what, wanted, ns, "ns", stores, None if target is None else value <= target, note))
        return ns

    yield run


@pytest.fixture
def ratio() -> Callable[..., None]:
    """ratio(what, times, target): a row that says how many times (or `unit`) at least."""

    def run(what: str, times: float, target: float | None = None, unit: str = "x", note: str = "") -> None:
        wanted = "" if target is None else f">= {target:g} {unit}"
        REPORT.rows.append(Row(what, wanted, times, unit, None, None if target is None else times >= target, note))

    return run


def pytest_terminal_summary(terminalreporter: Any) -> None:
    if not REPORT.rows:
        return
    write = terminalreporter.write_line
    terminalreporter.section("skfast: figures of this run")
    write(f"A 16-byte store took {REPORT.floor:.3f} ns here; least of {ROUNDS} rounds each.")
    header = ("what", "target", "measured", "stores a move", "")
    lines = [header]
    for row in REPORT.rows:
        measured = f"{row.measured:,.0f} {row.unit}" if row.measured >= 100 else f"{row.measured:.1f} {row.unit}"
        stores = "" if row.stores is None else f"{row.stores:.2f}"
        verdict = {True: "met", False: "MISSED", None: ""}[row.met]
        lines.append((row.what, row.target, measured, stores, f"{verdict} {row.note}".strip()))
    widths = [max(text_width(line[column]) for line in lines) for column in range(5)]
    for number, line in enumerate(lines):
        write("| " + " | ".join(pad(cell, width) for cell, width in zip(line, widths, strict=True)) + " |")
        if number == 0:
            write("|" + "|".join("-" * (width + 2) for width in widths) + "|")
