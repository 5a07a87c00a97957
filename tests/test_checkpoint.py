"""A long run that is interrupted, killed or torn off goes on where it stopped, and ends with the same result."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from skfast import BAIBIAN, JJ, SimulationInterrupted, simulate
from skfast.checkpoint import CheckpointError

N, SIZE = 400, 40
RUN: dict[str, Any] = {"seed": 21, "threads": 1, "chunk": SIZE}


def interrupt_at(deals: int) -> Any:
    def told(done: int, n: int) -> None:
        if done >= deals:
            raise KeyboardInterrupt

    return told


class Counted:
    """How many deals were played in this run."""

    def __init__(self) -> None:
        self.calls: list[int] = []

    def __call__(self, done: int, n: int) -> None:
        self.calls.append(done)


@pytest.mark.parametrize("keep", [True, False])
def test_it_goes_on_where_it_stopped(tmp_path: Path, keep: bool) -> None:
    want = simulate(N, **RUN, keep_deals=keep)
    file = tmp_path / "run"
    with pytest.raises(SimulationInterrupted):
        simulate(N, **RUN, keep_deals=keep, checkpoint=file, progress=interrupt_at(3 * SIZE))
    size = file.stat().st_size
    counted = Counted()
    # other threads and chunks: they are no parameters of the result
    assert simulate(N, seed=21, threads=2, chunk=23, keep_deals=keep, checkpoint=file, progress=counted) == want
    assert min(counted.calls) > 3 * SIZE, "the three chunks were not played again"
    assert file.stat().st_size > size
    done = Counted()
    assert simulate(N, **RUN, keep_deals=keep, checkpoint=file, progress=done) == want
    assert done.calls == [], "nothing was left to do"


@pytest.mark.parametrize("keep", [True, False])
def test_a_torn_tail_is_dropped(tmp_path: Path, keep: bool) -> None:
    """A file cut off anywhere, as by a kill in the middle of a write, and one with rubbish at its end."""
    want = simulate(N, **RUN, keep_deals=keep)
    whole = tmp_path / "whole"
    simulate(N, **RUN, keep_deals=keep, checkpoint=whole)
    data = whole.read_bytes()
    header = data.index(b"\n") + 1
    chance = random.Random(3)
    cuts = [header, header + 1, len(data) - 1, *(chance.randrange(header, len(data)) for _ in range(12))]
    for number, cut in enumerate(cuts):
        file = tmp_path / str(number)
        file.write_bytes(data[:cut])
        assert simulate(N, **RUN, keep_deals=keep, checkpoint=file) == want
        assert file.read_bytes() == data, "chunk by chunk in the same order"
    for number, rubbish in enumerate([b"\0" * 500, b"SKCP" + b"\xff" * 60, os.urandom(300)]):
        file = tmp_path / f"rubbish{number}"
        cut = chance.randrange(header, len(data))
        file.write_bytes(data[:cut] + rubbish)
        assert simulate(N, **RUN, keep_deals=keep, checkpoint=file) == want


def test_a_flipped_bit_is_found(tmp_path: Path) -> None:
    want = simulate(N, **RUN)
    file = tmp_path / "run"
    simulate(N, **RUN, checkpoint=file)
    data = bytearray(file.read_bytes())
    data[len(data) * 2 // 3] ^= 4
    file.write_bytes(data)
    counted = Counted()
    assert simulate(N, **RUN, checkpoint=file, progress=counted) == want
    assert counted.calls, "what follows the bad record was played again"


@pytest.mark.parametrize(
    ("other", "name"),
    [
        ({"n": N + 1}, "n is 400 there, 401 here"),
        ({"seed": 22}, "seed is 21 there, 22 here"),
        ({"rules": JJ}, "rules is 'BAIBIAN' there, 'JJ' here"),
        ({"policies": ("random", "random", "random", "lowest")}, "policies"),
        ({"keep_deals": False}, "keep_deals"),
    ],
)
def test_a_checkpoint_of_another_run_is_refused(tmp_path: Path, other: dict[str, Any], name: str) -> None:
    file = tmp_path / "run"
    simulate(N, **RUN, checkpoint=file)
    before = file.read_bytes()
    with pytest.raises(CheckpointError, match=name):
        simulate(**{"n": N, "rules": BAIBIAN, **RUN, **other}, checkpoint=file)
    assert file.read_bytes() == before


@pytest.mark.parametrize("data", [b"deals\n", b"{}\n", b"[1]\n", b"\x00" * 100, b"no line at all"])
def test_what_is_no_checkpoint_is_left_alone(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "notes.txt"
    file.write_bytes(data)
    with pytest.raises(CheckpointError, match="no checkpoint"):
        simulate(N, **RUN, checkpoint=file)
    assert file.read_bytes() == data


def test_an_empty_file_is_a_new_checkpoint(tmp_path: Path) -> None:
    file = tmp_path / "run"
    file.touch()
    assert simulate(10, checkpoint=file) == simulate(10, checkpoint=file) == simulate(10)
    assert [path.name for path in tmp_path.iterdir()] == ["run"]


def test_no_folder() -> None:
    with pytest.raises(OSError, match="nowhere"):
        simulate(10, checkpoint="nowhere/to/be/found")


@pytest.mark.skipif(os.name == "nt", reason="no such locks")
def test_two_runs_do_not_write_to_one_file(tmp_path: Path) -> None:
    file = tmp_path / "run"

    def second(done: int, n: int) -> None:
        with pytest.raises(CheckpointError, match="in use"):
            simulate(N, **RUN, checkpoint=file)

    assert simulate(N, **RUN, checkpoint=file, progress=second) == simulate(N, **RUN)


# --- from outside

COMMAND = [sys.executable, "-m", "skfast", "simulate", "3000000", "--seed", "2", "--chunk", "500", "--checkpoint"]


def started(file: Path, records: int = 3, threads: str = "2") -> "subprocess.Popen[str]":
    """A run of a minute or so that has finished a few chunks."""
    command = [*COMMAND, str(file), "--threads", threads]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline and process.poll() is None:
        if file.exists() and file.read_bytes().count(b"SKCP") >= records:
            return process
        time.sleep(0.01)
    process.kill()
    raise AssertionError(process.communicate())


@pytest.mark.skipif(os.name == "nt", reason="no such signals")
def test_killed_and_run_again(tmp_path: Path) -> None:
    """kill -9 at moments that nobody chose: after each the file is good for more."""
    file = tmp_path / "run"
    records = 0
    for _ in range(3):
        process = started(file, records + 3)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        records = file.read_bytes().count(b"SKCP")
    parameters = {"n": 3_000_000, "seed": 2, "threads": 1, "chunk": 500, "keep_deals": False, "checkpoint": file}
    with pytest.raises(SimulationInterrupted) as stop:
        simulate(**parameters, progress=interrupt_at(500 * (records + 2)))  # type: ignore[arg-type]
    result = stop.value.result
    assert result.n > 500
    # the sums in the file are those of deals played afresh
    assert result == simulate(result.n, seed=2, keep_deals=False)


@pytest.mark.skipif(os.name == "nt", reason="no such signals")
@pytest.mark.parametrize("threads", ["1", "2"])
def test_ctrl_c_stops_within_a_second(tmp_path: Path, threads: str) -> None:
    process = started(tmp_path / "run", threads=threads)
    asked = time.monotonic()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert time.monotonic() - asked < 1.5  # the end of the interpreter included, on a busy machine
    assert process.returncode == 130
    assert "stopped" in err and "run it again" in err and "Traceback" not in err
    assert out.startswith("rules ")
