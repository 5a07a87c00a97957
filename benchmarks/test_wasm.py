"""The WebAssembly module in Node against the extension's kernel, on the same hands."""

import importlib.util
import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from skfast import BAIBIAN
from skfast.embed import __main__ as embed

from . import deals


def test_wasm(
    measure: Callable[..., float],
    ratio: Callable[..., None],
    loops: ModuleType,
    hands: deals.Hands,
    tmp_path: Path,
) -> None:
    node = shutil.which("node")
    if node is None or importlib.util.find_spec("ziglang") is None:
        pytest.skip("no node, or no ziglang")
    hands = hands[:5_000]
    assert embed.main(["wasm", "--out", str(tmp_path)]) == 0
    command = [node, str(Path(__file__).with_name("wasm_loops.mjs")), str(tmp_path)]
    done = subprocess.run(command, input=json.dumps([str(hand) for hand in hands]), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    theirs = json.loads(done.stdout)
    assert theirs["listed"] == theirs["counted"] == loops.lead(hands, BAIBIAN) == loops.count(hands, BAIBIAN)
    lead = measure("lead, 百变, kernel on the hands for wasm", loops.lead, hands, BAIBIAN, per=len(hands), chunk=250)
    ratio("kernel / wasm in Node: legal_moves", lead / theirs["call"], 1 / 3, note=f"({theirs['call']:.0f} ns a call)")
    ratio("kernel / wasm in Node: a MoveList", lead / theirs["list"], None, note=f"({theirs['list']:.0f} ns a list)")
