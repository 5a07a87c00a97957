"""The examples run, and say what they should."""

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parent.parent / "examples"


def output(name: str, *arguments: str) -> str:
    """What an example prints, run as a user would."""
    environment = {**os.environ, "PYTHONIOENCODING": "utf8"}
    command = [sys.executable, str(EXAMPLES / name), *arguments]
    run = subprocess.run(command, capture_output=True, encoding="utf8", env=environment, timeout=120)
    assert run.returncode == 0, run.stderr
    return run.stdout


def test_bot_tournament() -> None:
    out = output("bot_tournament.py", "--deals", "4", "--playouts", "10")
    assert "shedder" in out and "mean points" in out
    assert len(out.splitlines()) == 2 + 6 + 1  # title, head, a row for each pair of four bots, the means


def test_monte_carlo_equity() -> None:
    def shares(hand: str) -> list[float]:
        out = output("monte_carlo_equity.py", hand, "--deals", "80")
        return [float(share) for share in re.findall(r"wins ([\d.]+) %", out)]

    strong = shares("JJJJJJJ QQQQQQQ KKKKKKK BBRR 22")  # four bombs
    weak = shares("333 4 666 7 99 8 TT J QQ K AA 45 78 JKA2")  # none
    assert len(strong) == len(weak) == 2
    assert all(a > b + 20 for a, b in zip(strong, weak, strict=True))


@pytest.mark.skipif(importlib.util.find_spec("distributed") is None, reason="dask.distributed is not installed")
def test_simulate_on_dask() -> None:
    out = output("simulate_on_dask.py", "--deals", "300", "--workers", "1")
    assert "the same as on this machine alone: True" in out and re.search(r"deals +300", out)
