"""The examples in Rust, Java and Go, built and run against the installed package: they answer what Python answers."""

import os
import shlex
import subprocess
from pathlib import Path

import numpy as np
import pytest
from test_embedding import CONFIG, QUESTIONS, copied, expected, run, toolchain

import skfast
from skfast import Rules, State
from skfast.simulation import playouts

# Cargo and Go take no file from a network; Java reads its command line by the locale.
ENVIRONMENT = {"CARGO_NET_OFFLINE": "true", "GOPROXY": "off", "GOFLAGS": "-mod=mod", "LC_ALL": "C.UTF-8"}
PRIME, WORD = 0x100_0000_01B3, 2**64 - 1


def rust(folder: Path) -> list[str]:
    toolchain("cargo", "cc")
    flags = {"SKFAST_CONFIG": CONFIG, "CARGO_TARGET_DIR": str(folder / "target"), "RUSTFLAGS": "-D warnings"}
    run("cargo", "build", "--release", "--offline", "--locked", "--quiet", cwd=folder, **ENVIRONMENT, **flags)
    return [str(folder / "target" / "release" / "moves")]


def java(folder: Path) -> list[str]:
    toolchain("javac", "java", "make", "cc")
    run("make", f"SKFAST_CONFIG={CONFIG}", "CFLAGS=-O2 -Wall -Wextra -Werror", cwd=folder, **ENVIRONMENT)
    # -Xcheck:jni says on stdout what is wrong with a call, as one between Get and ReleasePrimitiveArrayCritical.
    return ["java", "-Xcheck:jni", f"-Djava.library.path={folder}", "-cp", str(folder / "classes"), "Main"]


def go(folder: Path) -> list[str]:
    toolchain("go", "cc")
    config = shlex.split(CONFIG)
    flags = {"CGO_CFLAGS": run(*config, "--cflags").strip(), "CGO_LDFLAGS": run(*config, "--libs").strip()}
    run("go", "vet", "./...", cwd=folder, **ENVIRONMENT, **flags)
    run("go", "build", "-o", "moves", ".", cwd=folder, **ENVIRONMENT, **flags)
    return [str(folder / "moves")]


@pytest.fixture(scope="module", params=[rust, java, go], ids=["rust", "java", "go"])
def command(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    name = request.param.__name__
    folder = copied(f"embed_{name}", tmp_path_factory.mktemp(name))
    built: list[str] = request.param(folder)
    return built


def checksum(rules: Rules, seed: int, n: int) -> tuple[int, int]:
    """What `bench` prints of the leads of n hands: a hash of all their records, and how many there are."""
    total = moves = 0
    for i in range(n):
        records = np.asarray(skfast.legal_moves(State.deal(rules, seed, number=i // 4).hands[i % 4], rules=rules))
        moves += len(records)
        for word in records.view("<u8").tolist():
            total = (total ^ word) * PRIME & WORD
    return total, moves


def test_answers_as_python(command: list[str]) -> None:
    for question in QUESTIONS:
        rules, seed = Rules.named(question[0]), int(question[3])
        scores = " ".join(map(str, playouts(State.deal(rules, seed), 1, seed=seed)[0]))
        *lines, last = run(*command, *question, **ENVIRONMENT).splitlines()
        assert "\n".join(lines) + "\n" == expected(*question), question
        assert last.startswith(f"random deal {seed}: ") and last.endswith(f" plies, scores {scores}")


@pytest.mark.parametrize("rules", ["BAIBIAN", "QIANBIAN"])
def test_every_record_is_pythons(command: list[str], rules: str) -> None:
    wanted, moves = checksum(Rules.named(rules), 7, 40)
    lines = run(*command, "bench", rules, "7", "40", "1", **ENVIRONMENT).splitlines()
    assert lines[:2] == [f"checksum {wanted:016x}", f"moves {moves}"]
    assert [line.split()[0] for line in lines[2:]] == ["legal_moves", "legal_moves_into", "count"]
    assert all(float(line.split()[1]) > 0 for line in lines[2:])


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["NOBODY", "3", "-", "1"], "no rules have this name"),
        (["BAIBIAN", "3?", "-", "1"], "this character is no card"),
    ],
)
def test_refuses(command: list[str], words: list[str], message: str) -> None:
    done = subprocess.run([*command, *words], env=os.environ | ENVIRONMENT, capture_output=True, text=True)
    assert done.returncode == 1 and message in done.stderr
