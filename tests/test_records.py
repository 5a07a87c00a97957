"""Records of deals: written, read back, replayed; refused when tampered with; appended to through any kill."""

from __future__ import annotations

import json
import os
import pickle
import random
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from skfast import BAIBIAN, JJ, PASS, QIANBIAN, Record, RecordError, RecordWriter, Rules, State, read_records
from skfast.rules import PRESETS


def dealt_and_played(rules: Rules, seed: int, plies: int = 1000) -> State:
    choice = random.Random(seed)
    state = State.deal(rules, seed)
    while not state.is_over and plies:
        moves = list(state.legal_moves())
        state.play(choice.choice([*moves, PASS] if state.can_pass else moves))
        plies -= 1
    return state


def small_record() -> Record:
    """Seat 0 leads its 4 and is out, 1 beats it and is out, 2 beats that and is out: 0 and 2 have places 1 and 3."""
    state = State.from_hands(["4", "5", "6", "77"], 0, JJ)
    for word in ["4", "5", "6"]:
        state.play(word)
    return Record.of(state, {"seed": 7})


# --- one record


@pytest.mark.parametrize("rules", list(PRESETS.values()), ids=lambda rules: rules.name)
def test_round_trip(rules: Rules) -> None:
    for seed in range(8):
        state = dealt_and_played(rules, seed)
        record = Record.of(state, {"seed": seed, "who": ["甲", "乙", None, 1.5]})
        again = Record.parse(record.text)
        assert again == record and again.text == record.text and "\n" not in record.text
        assert again.result == state.result is not None
        states = list(again.replay())
        assert states[0] == State.deal(rules, seed) and states[-1] == state and len(states) == state.plies + 1


def test_a_deal_broken_off() -> None:
    state = dealt_and_played(QIANBIAN, 3, plies=20)
    record = Record.parse(Record.of(state).text)
    assert record.result is None and list(record.replay())[-1] == state and record.header == {}


def test_a_record_begins_where_the_state_was_made() -> None:
    state = State(str(dealt_and_played(BAIBIAN, 3, plies=20)))
    state.play(state.legal_moves()[0]) if not state.can_pass else state.play("pass")
    record = Record.of(state)
    assert len(record.moves) == 1 and record.start.plies == 20


def test_the_line_of_the_documentation() -> None:
    assert small_record().text == (
        '{"skfast":1,"header":{"seed":7},"start":"JJ 4/5/6/77 0 - 0 0 - 0123 - -/-/-/- 0","moves":["4","5","6"],'
        '"result":{"order":[0,1,2,3],"win":"single","base":[3,-3,3,-3],"multiplier":1,"contribution":[0,0,0,0],'
        '"scores":[3,-3,3,-3]}}'
    )


# --- tampering


def changed(key: str, value: Any) -> str:
    data = json.loads(small_record().text)
    if value is ...:
        del data[key]
    else:
        data[key] = value
    return json.dumps(data)


@pytest.mark.parametrize(
    ("moves", "ply", "why"),
    [
        (["4", "5", "7"], 2, "needs 1 x 7, hand has 0"),
        (["4", "pass", "pass", "77"], 3, "does not beat 4"),
        (["pass", "5", "6"], 0, "leads and must play"),
        (["4", "5", "6", "77"], 3, "the deal is over"),
        (["4", "5", "6", "pass"], 3, "the deal is over"),
        (["4", "5!", "6"], 1, "'!' at position 1"),
        (["4", 5, "6"], 1, "a move is a string"),
        (["4", None], 1, "a move is a string"),
    ],
)
def test_moves_that_were_not_legal(moves: list[Any], ply: int, why: str) -> None:
    with pytest.raises(RecordError, match=why) as caught:
        Record.parse(changed("moves", moves))
    assert caught.value.ply == ply and f"ply {ply}" in str(caught.value)


RESULT = {
    "order": [0, 1, 2, 3],
    "win": "single",
    "base": [3, -3, 3, -3],
    "multiplier": 1,
    "contribution": [0, 0, 0, 0],
    "scores": [3, -3, 3, -3],
}


@pytest.mark.parametrize(
    ("key", "value", "why"),
    [
        ("result", None, "the result is .* by the moves"),
        ("result", {**RESULT, "scores": [36, -36, 36, -36]}, "the result is .* by the moves"),
        ("result", {**RESULT, "win": "double"}, "the result is"),
        ("result", {**RESULT, "multiplier": True}, "the result is"),
        ("result", {**RESULT, "multiplier": 1.0}, "the result is"),
        ("result", {**RESULT, "more": 1}, "the result is"),
        ("result", "single", "the result is"),
        ("moves", ["4", "5"], "the result is null by the moves"),
        ("moves", "456", "moves a list"),
        ("moves", {}, "moves a list"),
        ("start", "JJ 4/5/6/77 1 - 0 0 - 0123 - -/-/-/- 0", "start: "),
        ("start", "JJ 4/5/6", "start: .*turn is missing"),
        ("start", 3, "start is a string"),
        ("header", [], "the header is"),
        ("skfast", 2, "version 2"),
        ("skfast", True, "version True"),
        ("skfast", "1", "version '1'"),
        ("more", 1, "unknown key 'more'"),
        *((key, ..., f"'{key}' is missing") for key in ("skfast", "header", "start", "moves", "result")),
    ],
)
def test_tampered_records(key: str, value: Any, why: str) -> None:
    with pytest.raises(RecordError, match=why):
        Record.parse(changed(key, value))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "not JSON"),
        ("{", "not JSON"),
        ("[1]", "a record is a JSON object"),
        ("null", "a record is a JSON object"),
        (b"\xff", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ('{"skfast": NaN}', "NaN is not JSON"),
        (small_record().text[:-1] + ',"moves":[]}', "'moves' is there twice"),
    ],
)
def test_lines_that_are_no_records(text: str | bytes, why: str) -> None:
    with pytest.raises(RecordError, match=why):
        Record.parse(text)


def test_the_error_pickles() -> None:
    error = pickle.loads(pickle.dumps(RecordError("why", 3, 4)))
    assert (str(error), error.ply, error.line) == ("line 4, ply 3: why", 3, 4)


def test_a_header_that_is_no_json_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    path = tmp_path / "deals.jsonl"
    with RecordWriter(path) as writer:
        for header in [{"a": float("nan")}, {"a": object()}]:
            with pytest.raises((ValueError, TypeError)):
                writer.write(small_record().start, header)
    assert path.read_bytes() == b""


# --- files


def test_a_file(tmp_path: Path) -> None:
    path = tmp_path / "deals.jsonl"
    records = [Record.of(dealt_and_played(BAIBIAN, seed), {"n": seed}) for seed in range(5)]
    for part in (records[:2], records[2:]):
        with RecordWriter(path, sync=True) as writer:
            for record in part:
                writer.write(record)
    assert list(read_records(path)) == records
    with RecordWriter(path) as writer:
        writer.write(dealt_and_played(JJ, 1), {"n": 5})
        with pytest.raises(ValueError, match="header already"):
            writer.write(records[0], {"n": 6})
        writer.close()
    assert [record.header["n"] for record in read_records(path)] == list(range(6))


def test_an_error_names_the_line(tmp_path: Path) -> None:
    path = tmp_path / "deals.jsonl"
    good = small_record().text
    bad = changed("moves", ["4", "5", "7"])
    path.write_text(f"{good}\n\n{bad}\n{good}\n")
    read = read_records(path)
    assert next(read) == small_record()
    with pytest.raises(RecordError, match="line 3, ply 2: 7 needs") as caught:
        next(read)
    assert (caught.value.line, caught.value.ply) == (3, 2)


def test_a_torn_line_in_the_middle_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "deals.jsonl"
    good = small_record().text
    path.write_text(f"{good[:50]}\n{good}\n")
    with pytest.raises(RecordError, match="line 1: not JSON"):
        list(read_records(path))


def test_a_file_cut_at_every_byte(tmp_path: Path) -> None:
    """However much of the last line a kill left: what was finished is read, and appending goes on from there."""
    path = tmp_path / "deals.jsonl"
    first, second = small_record(), Record.of(small_record().start, {"name": "乙"})
    whole = f"{first.text}\n{second.text}\n".encode()
    start = len(first.text.encode()) + 1
    for size in range(len(whole) + 1):
        path.write_bytes(whole[:size])
        finished = [first] * (size >= start - 1) + [second] * (size >= len(whole) - 1)
        assert list(read_records(path)) == finished
        with RecordWriter(path) as writer:
            writer.write(first)
        assert list(read_records(path)) == [*finished, first]


def test_a_torn_line_longer_than_a_block(tmp_path: Path) -> None:
    path = tmp_path / "deals.jsonl"
    path.write_bytes(small_record().text.encode() + b"\n" + b'{"header":"' + b"x" * 200_000)
    with RecordWriter(path):
        pass
    assert list(read_records(path)) == [small_record()]
    assert path.read_bytes().endswith(b"}}\n")


def test_a_write_that_fails_leaves_the_file_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "deals.jsonl"

    class FullDisk:
        def __init__(self, file: Any) -> None:
            self.file, self.calls = file, 0

        def write(self, line: bytes) -> int:
            self.calls += 1
            if self.calls == 2:
                raise OSError("no space")
            return int(self.file.write(line[:10]))

        def __getattr__(self, name: str) -> Any:
            return getattr(self.file, name)

    with RecordWriter(path) as writer:
        writer.write(small_record())
        before = path.read_bytes()
        real = writer._file
        monkeypatch.setattr(writer, "_file", FullDisk(real))
        with pytest.raises(OSError, match="no space"):
            writer.write(small_record())
        assert path.read_bytes() == before
        monkeypatch.setattr(writer, "_file", real)
        writer.write(small_record())
    assert len(list(read_records(path))) == 2


WRITER = """
import sys
from skfast import JJ, Record, RecordWriter, State
state = State.from_hands(["4", "5", "6", "77"], 0, JJ)
with RecordWriter(sys.argv[1]) as writer:
    n = 0
    while True:
        writer.write(Record.of(state, {"n": n, "long": "x" * 20000}))
        n += 1
        print(n, flush=True)
"""


@pytest.mark.skipif(os.name != "posix", reason="kills by signal")
def test_a_writer_that_is_killed(tmp_path: Path) -> None:
    """Killed at five random moments: every record it said it had written is there, in order, and the file goes on."""
    path = tmp_path / "deals.jsonl"
    choice = random.Random(1)
    written = 0
    for _ in range(5):
        process = subprocess.Popen([sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(choice.random() * 0.05)
        process.kill()
        said = 1 + len(process.stdout.read().split())
        process.wait()
        process.stdout.close()
        numbers = [record.header["n"] for record in read_records(path)][written:]
        assert numbers == list(range(len(numbers))) and len(numbers) >= said
        written += len(numbers)
