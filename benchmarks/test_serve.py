"""`skfast serve` over a pipe, the client's writing and reading included: counts one at a time, in lines, in batches."""

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator

import pytest

import skfast

from . import deals

ONE_AT_A_TIME = 1e9 / 30_000  # ns an answer
BATCHED = 1e9 / 300_000

Pipe = tuple[int, int]


@pytest.fixture(scope="module")
def pipe() -> Iterator[Pipe]:
    command = [sys.executable, "-m", "skfast", "serve"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        yield process.stdin.fileno(), process.stdout.fileno()


@pytest.fixture(scope="module")
def texts(hands: deals.Hands) -> list[str]:
    return [skfast.Hand(int(hand)).text for hand in hands]


@pytest.fixture(scope="module")
def counts(hands: deals.Hands) -> list[int]:
    return [skfast.count_moves(int(hand)) for hand in hands]


def lines_of(requests: list[object]) -> list[bytes]:
    return [json.dumps(request, separators=(",", ":")).encode() + b"\n" for request in requests]


def one_by_one(pipe: Pipe, lines: list[bytes]) -> bytes:
    source, target = pipe
    answers = []
    for line in lines:
        os.write(source, line)
        answers.append(os.read(target, 65536))
    return b"".join(answers)


def all_at_once(pipe: Pipe, data: bytes, n: int) -> bytes:
    """Write everything while another thread reads n lines."""
    source, target = pipe
    chunks: list[bytes] = []

    def read() -> None:
        missing = n
        while missing:
            chunks.append(os.read(target, 65536))
            missing -= chunks[-1].count(b"\n")

    reading = threading.Thread(target=read)
    reading.start()
    written = 0
    while written < len(data):
        written += os.write(source, data[written : written + 65536])
    reading.join()
    return b"".join(chunks)


def singles(texts: list[str]) -> list[object]:
    return [{"id": number, "op": "count", "hand": text} for number, text in enumerate(texts)]


def counts_in(answers: bytes) -> list[int]:
    return [json.loads(line)["count"] for line in answers.splitlines()]


def test_one_question_at_a_time(measure: Callable[..., float], pipe: Pipe, texts: list[str], counts: list[int]) -> None:
    lines = lines_of(singles(texts[:5_000]))
    assert counts_in(one_by_one(pipe, lines)) == counts[:5_000]
    measure("serve: count, one question at a time", one_by_one, pipe, lines, per=len(lines), target=ONE_AT_A_TIME)


def test_echo(measure: Callable[..., float], texts: list[str]) -> None:
    """What a pipe and two processes cost by themselves: a child that sends back what it gets."""
    lines = lines_of(singles(texts[:5_000]))
    echo = "import os\nwhile data := os.read(0, 65536): os.write(1, data)"
    with subprocess.Popen([sys.executable, "-c", echo], stdin=-1, stdout=-1, bufsize=0) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        pipe = process.stdin.fileno(), process.stdout.fileno()
        assert one_by_one(pipe, lines) == b"".join(lines)
        measure("a pipe to a child that echoes, for comparison", one_by_one, pipe, lines, per=len(lines))


def test_many_lines(measure: Callable[..., float], pipe: Pipe, texts: list[str], counts: list[int]) -> None:
    data = b"".join(lines_of(singles(texts)))
    assert counts_in(all_at_once(pipe, data, len(texts))) == counts
    measure("serve: count, a line each, not waiting", all_at_once, pipe, data, len(texts), per=len(texts))


def test_a_batch_of_requests(measure: Callable[..., float], pipe: Pipe, texts: list[str], counts: list[int]) -> None:
    n = 3_000
    (data,) = lines_of([{"op": "batch", "requests": singles(texts[:n])}])
    answers = json.loads(all_at_once(pipe, data, 1))["answers"]
    assert [answer["count"] for answer in answers] == counts[:n]
    assert [answer["id"] for answer in answers] == list(range(n))
    measure("serve: count, a batch of requests", all_at_once, pipe, data, 1, per=n, target=BATCHED, rounds=50)


@pytest.mark.parametrize("form", ["text", "integers", "text, each to beat a table"])
def test_a_list_of_hands(
    measure: Callable[..., float], pipe: Pipe, hands: deals.Hands, texts: list[str], counts: list[int], form: str
) -> None:
    request: dict[str, object] = {"op": "count", "hands": texts if form != "integers" else hands.tolist()}
    if "table" in form:
        tables = ["3", "TT", "34567", "555"] * (len(texts) // 4)
        request["tables"] = tables
        counts = [skfast.count_moves(text, table) for text, table in zip(texts, tables, strict=True)]
    (data,) = lines_of([request])
    assert json.loads(all_at_once(pipe, data, 1))["count"] == counts
    measure(f"serve: count, hands as {form}", all_at_once, pipe, data, 1, per=len(texts), target=BATCHED)
