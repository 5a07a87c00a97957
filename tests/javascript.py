"""What the tests of WebAssembly and of the explorer share: the programs they need, and the module built once."""

import importlib.util
import os
import shutil
import tempfile
from functools import cache
from pathlib import Path

import pytest

from skfast.embed import __main__ as embed

REQUIRED = os.environ.get("SKFAST_REQUIRE_TOOLCHAINS") == "1"


def missing(name: str) -> None:
    """Skip by the name of what is not there; fail where it is required."""
    if REQUIRED:
        pytest.fail(f"no {name}, and SKFAST_REQUIRE_TOOLCHAINS=1")
    pytest.skip(f"no {name}")


def program(*names: str) -> str:
    """The first of these programs that is there."""
    for name in names:
        found = shutil.which(name)
        if found:
            return found
    missing(names[0])
    raise AssertionError


def ziglang() -> None:
    if importlib.util.find_spec("ziglang") is None:
        missing("ziglang")


@cache
def built() -> Path:
    """A folder with skfast.wasm and skfast.mjs, written by the command; ask `ziglang` first."""
    folder = Path(tempfile.mkdtemp(prefix="skfast-wasm-"))
    assert embed.main(["wasm", "--out", str(folder)]) == 0
    return folder
