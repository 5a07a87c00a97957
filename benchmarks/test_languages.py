"""A question from Rust, Java and Go, beside the same in C: what their calls and their lists cost."""

import ctypes
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import skfast
from skfast import BAIBIAN, State

from .test_embed import CAPACITY, least, library  # noqa: F401, the fixture

EXAMPLES = Path(__file__).parent.parent / "examples"
CONFIG = [sys.executable, "-m", "skfast.embed.config"]
SEED, HANDS, ROUNDS = 7, 400, 200
PRIME, WORD = 0x100_0000_01B3, 2**64 - 1
PATH = {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}


def run(*command: str, cwd: Path, **environment: str) -> str:
    done = subprocess.run(command, cwd=cwd, env=os.environ | PATH | environment, capture_output=True, text=True)
    assert done.returncode == 0, f"{command}\n{done.stderr}"
    return done.stdout


def built(language: str, folder: Path) -> list[str]:
    tool = {"Rust": "cargo", "Java": "javac", "Go": "go"}[language]
    if shutil.which(tool) is None:
        pytest.skip(f"no {tool}")
    if language == "Rust":
        flags = {"SKFAST_CONFIG": " ".join(CONFIG), "CARGO_TARGET_DIR": str(folder / "target")}
        run("cargo", "build", "--release", "--offline", cwd=folder, **flags)
        return [str(folder / "target" / "release" / "moves")]
    if language == "Java":
        run("make", f"SKFAST_CONFIG={shlex.join(CONFIG)}", cwd=folder)
        return ["java", f"-Djava.library.path={folder}", "-cp", str(folder / "classes"), "Main"]
    flags = {"CGO_CFLAGS": run(*CONFIG, "--cflags", cwd=folder), "CGO_LDFLAGS": run(*CONFIG, "--libs", cwd=folder)}
    run("go", "build", "-o", "moves", ".", cwd=folder, GOFLAGS="-mod=mod", GOPROXY="off", **flags)
    return [str(folder / "moves")]


@pytest.mark.parametrize("language", ["Rust", "Java", "Go"])
def test_a_call_from(
    language: str,
    library: ctypes.CDLL,  # noqa: F811
    ratio: Callable[..., None],
    tmp_path: Path,
) -> None:
    folder = tmp_path / language
    shutil.copytree(EXAMPLES / f"embed_{language.lower()}", folder, ignore=shutil.ignore_patterns("target", "classes"))
    lines = run(*built(language, folder), "bench", BAIBIAN.name, str(SEED), str(HANDS), str(ROUNDS), cwd=folder)
    answers = dict(line.split() for line in lines.splitlines())

    hands = [State.deal(BAIBIAN, SEED, number=i // 4).hands[i % 4] for i in range(HANDS)]
    checksum = moves = 0
    for hand in hands:
        records = np.asarray(skfast.legal_moves(hand))
        moves += len(records)
        for word in records.view("<u8").tolist():
            checksum = (checksum ^ word) * PRIME & WORD
    assert (int(answers["checksum"], 16), int(answers["moves"])) == (checksum, moves)

    numbers = np.array([int(hand) for hand in hands], np.uint64)
    flags, out = ctypes.create_string_buffer(632), np.empty(CAPACITY, skfast.MOVE_DTYPE)
    assert library.skfast_rules_named(BAIBIAN.name.encode(), flags) == 0
    c = least(lambda: library.lead(numbers.ctypes.data, HANDS, flags, 0, out.ctypes.data, CAPACITY))[0] / HANDS * 1e9
    for name, what in (
        ("legal_moves", "a new list"),
        ("legal_moves_into", "into a list used again"),
        ("count", "count"),
    ):
        note = "" if name == "count" else f"({c:.0f} ns in C)"
        ratio(f"{language}: lead, 百变, {what}", float(answers[name]), unit="ns", note=note)
