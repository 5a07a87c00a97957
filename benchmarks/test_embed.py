"""The C library against the extension: the same kernel, so the same time."""

import ctypes
import shutil
import subprocess
from collections.abc import Callable
from ctypes import c_int32, c_int64, c_void_p
from pathlib import Path
from time import perf_counter
from types import ModuleType

import numpy as np
import pytest

import skfast
from skfast import BAIBIAN, QIANBIAN, Category, Rules

from . import deals
from .test_kernel import tables_of

CAPACITY = 1 << 16
ROUNDS = 300


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    cc = shutil.which("cc") or pytest.skip("no cc")
    program = tmp_path_factory.mktemp("library") / "library_loops.so"
    source = Path(__file__).parent / "library_loops.c"
    flags = ["-O3", "-fPIC", "-shared", f"-I{skfast.get_include()}", f"-L{skfast.get_library_dir()}"]
    subprocess.run([cc, *flags, source, "-lskfast", "-o", program], check=True)
    loaded = ctypes.CDLL(str(program))
    loaded.lead.restype = loaded.follow.restype = c_int64
    loaded.lead.argtypes = [c_void_p, c_int64, c_void_p, c_int32, c_void_p, c_int64]
    loaded.follow.argtypes = [c_void_p, c_void_p, c_int64, c_void_p, c_int32, c_void_p, c_int64]
    loaded.skfast_rules_named.argtypes = [ctypes.c_char_p, c_void_p]
    return loaded


def least(*functions: Callable[[], int]) -> list[float]:
    """The least seconds of each, in turns, so that a slow stretch of the machine meets all of them."""
    times = [float("inf")] * len(functions)
    for _ in range(ROUNDS):
        for place, function in enumerate(functions):
            start = perf_counter()
            function()
            times[place] = min(times[place], perf_counter() - start)
    return times


@pytest.mark.parametrize(
    ("what", "rules", "follows", "wilds"),
    [
        ("lead, 百变", BAIBIAN, False, 0),
        ("lead, 百变, thrifty", BAIBIAN, False, 1),
        ("follow a straight, 百变", BAIBIAN, True, 0),
        ("lead, 千变", QIANBIAN, False, 0),
    ],
    ids=["lead", "thrifty", "follow", "qianbian"],
)
def test_a_call_from_c(
    library: ctypes.CDLL,
    loops: ModuleType,
    hands: deals.Hands,
    ratio: Callable[..., None],
    what: str,
    rules: Rules,
    follows: bool,
    wilds: int,
) -> None:
    hands = hands[: 2_000 if rules is BAIBIAN else 500]
    flags = ctypes.create_string_buffer(632)
    assert library.skfast_rules_named(rules.name.encode(), flags) == 0
    out = np.empty(CAPACITY, skfast.MOVE_DTYPE)
    table = tables_of(Category.STRAIGHT, 5, 1, len(hands), 4, 8)
    if follows:
        records = table.view(np.uint8)
        arguments = (hands.ctypes.data, table.ctypes.data, len(hands), flags, wilds, out.ctypes.data, CAPACITY)
        in_c, in_cython = (lambda: library.follow(*arguments)), (lambda: loops.follow(hands, records, rules, wilds))
    else:
        lead = (hands.ctypes.data, len(hands), flags, wilds, out.ctypes.data, CAPACITY)
        in_c, in_cython = (lambda: library.lead(*lead)), (lambda: loops.lead(hands, rules, wilds))
    assert in_c() == in_cython()
    c, cython = least(in_c, in_cython)
    # How many times as fast as the extension; 0.95 allows a call 5 % more.
    ratio(
        f"C library / extension: {what}",
        cython / c,
        0.95,
        note=f"({c / len(hands) * 1e9:.0f} ns a call, {100 * (c / cython - 1):+.1f} %)",
    )
