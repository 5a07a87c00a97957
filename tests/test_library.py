"""The library without Python: what is in it, what it answers, and that it answers as the extension does."""

import ctypes
import os
import random
import re
import shutil
import subprocess
import sys
from ctypes import POINTER, byref, c_char_p, c_int32, c_int64, c_uint8, c_uint16, c_uint32, c_uint64, c_void_p
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import skfast
from skfast import BAIBIAN, CLASSIC, JJ, KINGS8, PASS, QIANBIAN, Rules, State, rules
from skfast.embed import PACKAGE
from skfast.embed.presets import presets_pxi

CC = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
needs_cc = pytest.mark.skipif(
    CC is None and os.environ.get("SKFAST_REQUIRE_TOOLCHAINS") != "1", reason="no C compiler (cc, gcc, clang)"
)
pytestmark = [needs_cc, pytest.mark.skipif(os.name == "nt", reason="the build command wants a Unix C compiler")]

ROOM = 60_000  # more than any list of these tests


class CMove(ctypes.Structure):
    _fields_ = [("cards", c_uint64)] + [
        (name, c_uint8) for name in "category length size rank stars n_cards wilds order".split()
    ]


class CRules(ctypes.Structure):
    _fields_ = [
        *((name, c_uint8) for name in rules.FIELDS[:13]),
        *((name, c_uint8) for name in ("multiplier_rule", "has_four_joker_factor", "reserved")),
        ("base", c_int64 * 4 * 3),
        ("four_joker_factor", c_int64),
        ("multiplier", c_int64 * 32),
        ("contribution", c_int64 * 32),
    ]


class CState(ctypes.Structure):
    _fields_ = [
        ("hands", c_uint64 * 4),
        ("table", CMove),
        ("bombs", c_uint8 * 16 * 4),
        *((name, c_uint8) for name in ("turn", "leader", "table_seat", "passes")),
        ("finish", c_uint8 * 4),
        ("n_finished", c_uint8),
        ("players", c_uint8 * 4),
        ("face_up", c_uint8),
        ("plies", c_uint16),
    ]


class CUndo(ctypes.Structure):
    _fields_ = [("move", CMove), ("table", CMove), ("tail", c_uint8 * 16)]


class CResult(ctypes.Structure):
    _fields_ = [
        *((name, c_int64 * 4) for name in ("base", "contribution", "scores")),
        ("multiplier", c_int64),
        ("finish", c_uint8 * 4),
        ("win", c_uint8),
        ("reserved", c_uint8 * 3),
    ]


class CPlayout(ctypes.Structure):
    _fields_ = [
        *((name, c_int64 * 4) for name in ("base", "contribution", "scores")),
        ("multiplier", c_int64),
        *((name, c_uint32) for name in ("lead_moves", "follow_moves")),
        *((name, c_uint16) for name in ("plies", "leads", "choices")),
        ("finish", c_uint8 * 4),
        *((name, c_uint8) for name in ("win", "leader")),
        *((name, c_uint8 * 4) for name in ("players", "best_stars")),
        ("bombs", c_uint8 * 16),
        ("face_up", c_uint8),
        ("reserved", c_uint8 * 3),
    ]


STRUCTS = {
    "skfast_move": CMove,
    "skfast_rules": CRules,
    "skfast_state": CState,
    "skfast_undo": CUndo,
    "skfast_result": CResult,
    "skfast_playout": CPlayout,
}
M, R, S, U = POINTER(CMove), POINTER(CRules), POINTER(CState), POINTER(CUndo)
HANDS, BYTES, POSITION, ROWS = POINTER(c_uint64), POINTER(c_uint8), POINTER(c_int32), POINTER(c_int64)
ABI = {
    "skfast_abi_version": (c_int32,),
    "skfast_error_message": (c_char_p, c_int32),
    "skfast_rules_named": (c_int32, c_char_p, R),
    "skfast_preset_name": (c_char_p, c_int32),
    "skfast_rules_check": (c_int32, R),
    "skfast_hand_check": (c_int32, c_uint64),
    "skfast_hand_size": (c_int32, c_uint64),
    "skfast_hand_from_counts": (c_int32, BYTES, HANDS),
    "skfast_hand_counts": (c_int32, c_uint64, BYTES),
    "skfast_hand_from_cards": (c_int32, BYTES, c_int32, HANDS),
    "skfast_parse_hand": (c_int32, c_char_p, HANDS, POSITION),
    "skfast_parse_move": (c_int32, c_char_p, M, R, M, POSITION),
    "skfast_hand_text": (c_int32, c_uint64, c_char_p),
    "skfast_move_text": (c_int32, M, R, c_char_p),
    "skfast_legal_moves": (c_int64, c_uint64, M, R, c_int32, c_void_p, c_int64),
    "skfast_count_moves": (c_int64, c_uint64, M, R, c_int32),
    "skfast_can_beat": (c_int32, c_uint64, M, R),
    "skfast_classify": (c_int32, c_uint64, M, R, M, c_int32),
    "skfast_is_legal": (c_int32, M, c_uint64, M, R),
    "skfast_is_thrifty": (c_int32, M, c_uint64, R),
    "skfast_beats": (c_int32, M, M),
    "skfast_deal": (c_int32, R, c_uint64, c_uint64, c_int32, S),
    "skfast_deal_cards": (c_int32, R, c_uint64, c_uint64, c_int32, BYTES, S, BYTES),
    "skfast_begin": (c_int32, R, HANDS, c_int32, BYTES, c_int32, S),
    "skfast_state_check": (c_int32, S, R),
    "skfast_table": (M, S),
    "skfast_is_over": (c_int32, S),
    "skfast_state_moves": (c_int64, S, R, c_int32, c_void_p, c_int64),
    "skfast_play": (c_int32, S, M, R, U),
    "skfast_play_unchecked": (c_int32, S, M, U),
    "skfast_take_back": (c_int32, S, U),
    "skfast_score": (c_int32, S, R, POINTER(CResult)),
    "skfast_perft_room": (c_int64, S, R, c_int32),
    "skfast_perft": (c_int64, S, R, c_int32, c_int32, c_void_p, c_int64),
    "skfast_play_out": (c_int64, S, R, BYTES, c_uint64, c_uint64, c_void_p, c_int64, POINTER(CPlayout)),
    "skfast_playouts": (c_int64, S, R, BYTES, c_uint64, c_uint64, c_int64, c_void_p, c_int64, ROWS),
    "skfast_play_deals": (c_int64, R, BYTES, c_uint64, c_uint64, c_int64, c_void_p, c_int64, c_void_p),
}
HEADER = (PACKAGE / "include" / "skfast.h").read_text(encoding="utf8")
PRESETS = [CLASSIC, JJ, BAIBIAN, KINGS8, QIANBIAN]
VARIANTS = [
    *PRESETS,
    replace(BAIBIAN, chain_sizes="mixed", max_bomb_size=10, chain_min_groups=2),
    replace(BAIBIAN, chain_sizes="mixed", chain_star="smallest", four_jokers="bottom7"),
    replace(QIANBIAN, chain_sizes="equal", mixed_joker_pair="never", three_jokers=False),
    replace(QIANBIAN, chain_star="smallest", four_jokers="above_all", max_bomb_size=9),
    replace(CLASSIC, wild_jokers="big", max_bomb_size=5),
]


def run(*command: str | Path, **options: object) -> str:
    """Its output.  What is preloaded into this Python (`make sanitize`) is for Python only."""
    environment: dict[str, str] = options.pop("env", dict(os.environ))  # type: ignore[assignment]
    if command[0] != sys.executable:
        environment = {name: value for name, value in environment.items() if not name.startswith("LD_")}
    words = [str(part) for part in command]
    done = subprocess.run(words, capture_output=True, text=True, env=environment, **options)  # type: ignore[call-overload]
    assert done.returncode == 0, f"{words}\n{done.stdout}\n{done.stderr}"
    return str(done.stdout)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the build command writes, compiled in less time than usual."""
    out = tmp_path_factory.mktemp("library")
    run(sys.executable, "-m", "skfast.embed", "build", "--out", out, "--cflags=-O1")
    return out


@pytest.fixture(scope="module")
def library(built: Path) -> ctypes.CDLL:
    (path,) = [path for path in built.iterdir() if path.suffix in (".so", ".dylib")]
    found = ctypes.CDLL(str(path))
    for name, (result, *arguments) in ABI.items():
        function = getattr(found, name)
        function.restype, function.argtypes = result, arguments
    return found


def c_rules(of: Rules) -> CRules:
    """A Rules as its struct, from the words of CHOICES and the tables of `star_value`."""
    made = CRules()
    for name in rules.FIELDS:
        value = getattr(of, name)
        if name in rules.CHOICES:
            setattr(made, name, rules.CHOICES[name].index(value))
        elif name == "base":
            for row, points in zip(made.base, value, strict=True):
                row[:] = points
        elif name in ("multiplier", "contribution"):
            getattr(made, name)[:] = [rules.star_value(value, n, name == "multiplier") for n in range(32)]
        elif name == "four_joker_factor":
            made.has_four_joker_factor, made.four_joker_factor = value is not None, value or 0
        else:
            setattr(made, name, value)
    return made


def same(list_: np.ndarray, n: int, moves: skfast.MoveList) -> bool:
    return n == len(moves) and list_[:n].tobytes() == moves.array.tobytes()


# --- what it is


def test_the_amalgamation_has_nothing_of_python(built: Path) -> None:
    text = (built / "skfast.c").read_text(encoding="utf8")
    assert not re.search(r"(?i)python|cython|pyx|\b_*Py[A-Z_]|numpy\.h", text)
    assert set(re.findall(r"# *include *(\S+)", text)) == {"<stdint.h>", "<string.h>", "<stddef.h>", "<intrin.h>"}
    assert str(PACKAGE) not in text and str(Path.home()) not in text


@pytest.mark.skipif(shutil.which("nm") is None, reason="no nm")
def test_the_libraries_want_no_python_and_export_the_interface(built: Path) -> None:
    declared = set(re.findall(r"\b(skfast_\w+)\(", re.sub(r"/\*.*?\*/", "", HEADER, flags=re.DOTALL)))
    assert declared == set(ABI), "this file binds what skfast.h declares"
    wanted = {line.split()[-1] for line in run("nm", "-u", built / "libskfast.a").splitlines() if " U " in line}
    of_c = {"memchr", "memcmp", "memcpy", "memmove", "memset", "strlen"}  # and what a compiler makes of loops
    of_the_compiler = {"popcountdi2", "stack_chk_fail", "GLOBAL_OFFSET_TABLE_"}
    assert {re.sub(r"@.*", "", name).lstrip("_") for name in wanted} <= of_c | of_the_compiler
    lines = run("nm", "--extern-only", "--defined-only", built / "libskfast.a").splitlines()
    assert {line.split()[-1].removeprefix("_") for line in lines if " T " in line} == declared
    (shared,) = [path for path in built.iterdir() if path.suffix in (".so", ".dylib")]
    assert not [line for line in run("nm", "-u", shared).splitlines() if re.search(r"\b_?_?Py", line)]


def test_the_same_input_gives_the_same_bytes(built: Path, tmp_path: Path) -> None:
    """Another folder, another run of Cython, another working directory."""
    pytest.importorskip("Cython")
    command = [sys.executable, "-m", "skfast.embed", "build", "--out", "again", "--cflags=-O1", "--generate"]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path), "PYTHONHASHSEED": "4"}
    run(*command, cwd=tmp_path, env=environment)
    names = {path.relative_to(built) for path in built.rglob("*") if path.is_file()}
    assert names == {path.relative_to(tmp_path / "again") for path in (tmp_path / "again").rglob("*") if path.is_file()}
    for name in names:
        assert (built / name).read_bytes() == (tmp_path / "again" / name).read_bytes(), name


def test_the_presets_of_the_kernel_are_those_of_rules() -> None:
    written = (PACKAGE / "kernel" / "presets.pxi").read_text(encoding="utf8")
    assert written == presets_pxi(rules), "write it again: python -m skfast.embed presets > kernel/presets.pxi"


@pytest.mark.parametrize(
    ("compiler", "language", "standard"),
    [("gcc", "c", "c11"), ("g++", "c++", "c++17"), ("clang", "c", "c11"), ("clang", "c++", "c++17")],
)
def test_the_header_is_clean(compiler: str, language: str, standard: str, tmp_path: Path) -> None:
    if shutil.which(compiler) is None:
        pytest.skip(f"no {compiler}")
    program = tmp_path / "program"
    program.write_text(
        '#include "skfast.h"\n#include "skfast.h"\nint main(void) { return skfast_abi_version() != 1; }\n'
    )
    flags = ["-Wall", "-Wextra", "-pedantic", "-Werror", f"-std={standard}", f"-I{PACKAGE / 'include'}"]
    run(compiler, *flags, "-x", language, "-fsyntax-only", program)


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
def test_the_amalgamation_is_clean(compiler: str, built: Path) -> None:
    if shutil.which(compiler) is None:
        pytest.skip(f"no {compiler}")
    flags = ["-Wall", "-Wextra", "-pedantic", "-Werror", "-std=c11", "-O1"]
    run(compiler, *flags, "-c", built / "skfast.c", "-o", os.devnull)
    static = built / f"static_{compiler}.c"  # one translation unit: everything static, nothing unused complains
    static.write_text(
        '#define SKFAST_API static\n#include "skfast.c"\nint main(void) { return skfast_abi_version() != 1; }\n'
    )
    run(compiler, "-std=c11", "-O0", "-Wall", "-Wno-unused-function", static, "-o", built / f"static_{compiler}")
    run(built / f"static_{compiler}")


def test_structs_are_the_same_on_both_sides(built: Path) -> None:
    """Each size and offset, as ctypes counts them, asserted by the C compiler."""
    lines = ['#include "skfast.h"', "#include <stddef.h>"]
    for name, struct in STRUCTS.items():
        lines.append(f'_Static_assert(sizeof({name}) == {ctypes.sizeof(struct)}, "{name}");')
        for field in struct._fields_:
            offset = getattr(struct, field[0]).offset
            lines.append(f'_Static_assert(offsetof({name}, {field[0]}) == {offset}, "{name}.{field[0]}");')
    (built / "layout.c").write_text("\n".join(lines) + "\n")
    run(CC or "cc", "-std=c11", "-fsyntax-only", "layout.c", cwd=built)
    for name, struct in STRUCTS.items():  # and no field of the header is missing above
        body = re.search(rf"typedef struct {name} \{{(.*?)\}} {name};", HEADER, flags=re.DOTALL)
        assert body is not None
        fields = re.findall(r"\b(\w+)(?:\[[^\]]*\])*;", re.sub(r"/\*.*?\*/", "", body[1], flags=re.DOTALL))
        assert fields == [field[0] for field in struct._fields_]
    assert ctypes.sizeof(CMove) == skfast.MOVE_DTYPE.itemsize
    for field in CMove._fields_:
        assert skfast.MOVE_DTYPE.fields[field[0]][1] == getattr(CMove, field[0]).offset


# --- the interface


def test_rules(library: ctypes.CDLL) -> None:
    assert library.skfast_abi_version() == 1
    assert [library.skfast_preset_name(n) for n in range(-1, 6)] == [
        None,
        *(name.encode() for name in rules.PRESETS),
        None,
    ]
    made = CRules()
    for preset, aliases in rules.ALIASES.items():
        for name in (preset, preset.lower(), f" {preset[0]} {preset[1:]}\t", *aliases):
            assert library.skfast_rules_named(name.encode(), byref(made)) == 0
            assert bytes(made) == bytes(c_rules(Rules.named(name)))
            assert library.skfast_rules_check(byref(made)) == 0
    before = bytes(made)
    for name in ("", "BAIBIA", "BAIBIANN", "百", "\xff"):
        assert library.skfast_rules_named(name.encode(), byref(made)) == -5
        assert library.skfast_error_message(-5) == b"no rules have this name"
    assert bytes(made) == before
    assert library.skfast_rules_named(None, byref(made)) == library.skfast_rules_check(None) == -1
    for place, (name, _) in enumerate(CRules._fields_[:16], 1):
        made = c_rules(BAIBIAN)
        setattr(made, name, 200)
        assert library.skfast_rules_check(byref(made)) == -100 - place
        assert name.encode() in library.skfast_error_message(-100 - place)
    made = c_rules(BAIBIAN)
    made.base[0][0] = 2**62
    assert library.skfast_rules_check(byref(made)) == -119


def test_every_error_has_a_message_of_its_own(library: ctypes.CDLL) -> None:
    declared = {int(code) for code in re.findall(r"SKFAST_ERROR_\w+ = (-\d+)", HEADER)} - {-20, -30, -100}
    codes = declared | set(range(-27, -20)) | set(range(-37, -30)) | set(range(-120, -100)) | {0}
    messages = {code: library.skfast_error_message(code) for code in range(-200, 10)}
    assert {code for code, message in messages.items() if message != b"unknown error"} == codes
    assert len({messages[code] for code in codes}) >= len(codes) - 1  # players, of a deal and of a state


def test_hands(library: ctypes.CDLL) -> None:
    hand, counts, position = c_uint64(7), (c_uint8 * 15)(), c_int32(-9)
    text = ctypes.create_string_buffer(64)
    assert library.skfast_parse_hand(b" 3 10 x D2", byref(hand), byref(position)) == 0
    assert position.value == -9 and library.skfast_hand_text(hand, text) == 5 and text.value == b"3T2BR"
    assert library.skfast_hand_size(hand) == 5 and library.skfast_hand_counts(hand, counts) == 0
    assert list(counts) == list(skfast.Hand("3T2BR").counts)
    again = c_uint64()
    assert library.skfast_hand_from_counts(counts, byref(again)) == 0 and again.value == hand.value
    counts[3] = 16
    assert library.skfast_hand_from_counts(counts, byref(again)) == -2 and again.value == hand.value
    for wrong, code, where in (("3+", -21, 1), ("333333333", -22, 8), ("3456789TJQKA2" * 3, -23, 27)):
        assert library.skfast_parse_hand(wrong.encode(), byref(again), byref(position)) == code
        assert position.value == where and again.value == hand.value
        assert library.skfast_parse_hand(wrong.encode(), byref(again), None) == code
    for packed in (1 << 60, 9, 3 << 52, 0x888888888888888):
        assert library.skfast_hand_check(packed) == library.skfast_hand_text(packed, text) == -2
        assert library.skfast_hand_counts(packed, counts) == -2
        assert library.skfast_legal_moves(packed, None, byref(c_rules(BAIBIAN)), 0, None, 0) == -2
    cards = (c_uint8 * 28)(*range(27), 27)
    assert library.skfast_hand_from_cards(cards, 27, byref(hand)) == 0
    assert hand.value == int(skfast.Hand.from_cards(range(27)))
    assert library.skfast_hand_from_cards(cards, 28, byref(hand)) == -2
    for wrong in ((5, 5), (108,), (255,)):
        assert library.skfast_hand_from_cards((c_uint8 * 2)(*wrong), len(wrong), byref(hand)) == -6
    assert library.skfast_hand_from_cards((c_uint8 * 2)(5, 59), 2, byref(hand)) == 0 and hand.value == 2 << 4
    assert library.skfast_hand_from_cards(None, 0, byref(hand)) == 0 and hand.value == 0
    assert library.skfast_hand_from_cards(None, 1, byref(hand)) == -1


def test_the_buffer_is_respected(library: ctypes.CDLL) -> None:
    flags = byref(c_rules(QIANBIAN))
    hand = int(skfast.Hand("3344556677889TJQKA22BBRR"))
    every = skfast.legal_moves(hand, None, QIANBIAN).array
    out = np.zeros(len(every) + 200, skfast.MOVE_DTYPE)
    for capacity in (0, 1, 2, 79, 80, 81, 161, 1000, len(every) - 1, len(every), len(every) + 1, len(every) + 100):
        out.view(np.uint8)[:] = 0xA5
        assert library.skfast_legal_moves(hand, None, flags, 0, out.ctypes.data, capacity) == len(every)
        fits = min(capacity, len(every))
        assert out[:fits].tobytes() == every[:fits].tobytes()
        assert set(out[capacity:].tobytes()) <= {0xA5}
    assert library.skfast_legal_moves(hand, None, flags, 0, None, 0) == len(every)
    assert library.skfast_legal_moves(hand, None, flags, 0, None, 1) == -1
    assert library.skfast_legal_moves(hand, None, flags, 0, out.ctypes.data, -1) == -1
    assert library.skfast_legal_moves(hand, None, flags, 2, out.ctypes.data, 9) == -4
    assert library.skfast_legal_moves(hand, None, None, 0, out.ctypes.data, 9) == -1
    for table in (CMove(), CMove(0, 10, 1, 1, 5, 0, 1, 0, 0), CMove(0, 4, 255, 1, 255, 0, 255, 0, 0)):
        assert library.skfast_legal_moves(hand, byref(table), flags, 0, out.ctypes.data, 9) == -3
        assert library.skfast_count_moves(hand, byref(table), flags, 0) == -3
        assert library.skfast_can_beat(hand, byref(table), flags) == -3
        assert library.skfast_parse_move(b"3", byref(table), flags, byref(CMove()), None) == -3


def test_any_bytes_may_be_a_table(library: ctypes.CDLL) -> None:
    rng = random.Random(5)
    out = np.zeros(ROOM, skfast.MOVE_DTYPE)
    for _ in range(5000):
        table = CMove.from_buffer_copy(rng.randbytes(8) + bytes(rng.choice((0, 1, 3, 5, 7, 12, 255)) for _ in range(8)))
        flags = byref(c_rules(rng.choice(VARIANTS)))
        hand = int(random_hand(rng))
        n = library.skfast_legal_moves(hand, byref(table), flags, 0, out.ctypes.data, ROOM)
        assert n == library.skfast_count_moves(hand, byref(table), flags, 0)
        assert n == -3 or library.skfast_can_beat(hand, byref(table), flags) == (n > 0)
        for move in (table, *(CMove.from_buffer(out[i : i + 1]) for i in range(min(max(n, 0), 3)))):
            library.skfast_is_legal(byref(move), hand, byref(table), flags)
            library.skfast_move_text(byref(move), flags, ctypes.create_string_buffer(64))


# --- the same answers as the extension


PACK = [rank for rank in range(13) for _ in range(8)] + [13, 13, 14, 14]


def random_hand(rng: random.Random) -> int:
    """Of any size, often with jokers, and often of few ranks, so that there are bombs and chains."""
    pack = PACK if rng.random() < 0.5 else [rank for rank in PACK if rank > 12 or rank % 12 < rng.choice((3, 5, 8))]
    held = rng.sample(pack, rng.randint(0, min(27, len(pack))))
    if rng.random() < 0.4:
        held = [rank for rank in held if rank < 13][:23] + [13, 13, 14, 14][: rng.randint(1, 4)]
    return sum(1 << 4 * rank for rank in held)


def test_a_hundred_thousand_questions(library: ctypes.CDLL) -> None:
    rng = random.Random(20)
    out = np.zeros(ROOM, skfast.MOVE_DTYPE)
    text, position = ctypes.create_string_buffer(64), c_int32()
    questions = 0
    while questions < 100_000:
        variant = rng.choice(VARIANTS)
        flags = byref(c_rules(variant))
        hand, other = random_hand(rng), random_hand(rng)
        leads = skfast.legal_moves(other, None, variant)
        table = rng.choice(leads) if leads and rng.random() < 0.8 else None
        beaten = None
        if table is not None:
            beaten = byref(CMove.from_buffer_copy(leads.array[[leads.index(table)]].tobytes()))
        for number, wilds in enumerate(("all", "thrifty")):
            moves = skfast.legal_moves(hand, table, variant, wilds)
            n = library.skfast_legal_moves(hand, beaten, flags, number, out.ctypes.data, ROOM)
            assert same(out, n, moves), (hand, table, variant, wilds)
            assert library.skfast_count_moves(hand, beaten, flags, number) == len(moves)
        moves = skfast.legal_moves(hand, table, variant)
        assert library.skfast_can_beat(hand, beaten, flags) == skfast.can_beat(hand, table, variant)
        cards = int(rng.choice(moves).cards) if moves and rng.random() < 0.8 else other
        readings = skfast.classify(cards, variant, table)
        few = np.zeros(16, skfast.MOVE_DTYPE)
        n = library.skfast_classify(cards, beaten, flags, few.ctypes.data_as(M), 16)
        assert n == len(readings)
        assert [(int(m["cards"]), m["category"], m["length"], m["rank"]) for m in few[:n]] == [
            (int(m.cards), m.category, m.length, m.rank) for m in readings
        ]
        questions += 6
        for _ in range(4):
            source = rng.choice([leads, moves])
            if not source:
                continue
            place = rng.randrange(len(source))
            move = source[place]
            record = CMove.from_buffer_copy(source.array[place : place + 1].tobytes())
            assert library.skfast_is_legal(byref(record), hand, beaten, flags) == skfast.is_legal(
                move, hand, table, variant
            )
            if beaten is not None:
                assert library.skfast_beats(byref(record), beaten) == move.beats(table)
            held_by = other if source is leads else hand
            thrifty = move in skfast.legal_moves(held_by, None, variant, "thrifty")
            assert library.skfast_is_thrifty(byref(record), held_by, flags) == thrifty
            assert library.skfast_move_text(byref(record), flags, text) == len(str(move))
            assert text.value.decode() == str(move)
            parsed = CMove()
            assert library.skfast_parse_move(text.value, None, flags, byref(parsed), byref(position)) == 0
            assert bytes(parsed) == bytes(record)
            questions += 5


@pytest.mark.parametrize("variant", PRESETS, ids=lambda variant: variant.name)
def test_deals_from_the_first_card_to_the_score(library: ctypes.CDLL, variant: Rules) -> None:
    rng = random.Random(variant.name)
    flags = byref(c_rules(variant))
    out = np.zeros(ROOM, skfast.MOVE_DTYPE)
    for number in range(40):
        ours, cards = CState(), (c_uint8 * 108)()
        players = rng.sample(range(4), 4)
        seated = (c_uint8 * 4)(*players)
        assert library.skfast_deal_cards(flags, 9, number, -1, seated, byref(ours), cards) == 0
        theirs = State.deal(variant, 9, number=number, players=players)
        dealt = skfast.dealt_cards(variant, 9, number=number)
        assert [sorted(cards[27 * seat : 27 * seat + 27]) for seat in range(4)] == [sorted(some) for some in dealt]
        first = bytes(ours)
        undone = []
        while True:
            assert same_state(ours, theirs)
            assert library.skfast_state_check(byref(ours), flags) == 0
            moves = theirs.legal_moves()
            n = library.skfast_state_moves(byref(ours), flags, 0, out.ctypes.data, ROOM)
            assert same(out, n, moves)
            result = CResult()
            assert library.skfast_score(byref(ours), flags, byref(result)) == 0
            assert tuple(result.scores) == theirs.scores()
            if theirs.is_over:
                break
            undo, before = CUndo(), bytes(ours)
            place = rng.randrange(-int(theirs.can_pass), len(moves)) if moves else -1
            record = CMove.from_buffer_copy(out[place : place + 1].tobytes()) if place >= 0 else CMove()
            checked = library.skfast_play if rng.random() < 0.5 else None
            if checked is not None:
                assert library.skfast_play(byref(ours), byref(record), flags, byref(undo)) == 0
            else:
                assert library.skfast_play_unchecked(byref(ours), byref(record), byref(undo)) == 0
            theirs.play(moves[place] if place >= 0 else PASS)
            undone.append((undo, before))
        assert library.skfast_is_over(byref(ours)) == 1
        assert library.skfast_play(byref(ours), byref(CMove()), flags, None) == -40
        assert library.skfast_play_unchecked(byref(ours), byref(CMove()), None) == -40
        assert theirs.result is not None
        assert (result.win, result.multiplier) == (theirs.result.win, theirs.result.multiplier)
        for undo, before in reversed(undone):
            assert library.skfast_take_back(byref(ours), byref(undo)) == 0
            assert bytes(ours) == before
        assert bytes(ours) == first


def same_state(ours: CState, theirs: State) -> bool:
    return (
        tuple(ours.hands) == theirs.packed_hands
        and (ours.turn, ours.leader, ours.table_seat, ours.passes, ours.plies)
        == (theirs.turn, theirs.leader, theirs.table_seat, theirs.passes, theirs.plies)
        and tuple(ours.finish)[: ours.n_finished] == theirs.finish_order
        and tuple(ours.players) == theirs.players
        and ours.face_up == (255 if theirs.face_up is None else theirs.face_up)
        and ours.table.cards == (0 if theirs.table is None else theirs.table.packed)
    )


def test_plays_that_are_refused(library: ctypes.CDLL) -> None:
    flags, state = byref(c_rules(BAIBIAN)), CState()
    hands = [int(skfast.Hand(text)) for text in ("34567R", "44", "KKKK", "2")]
    packed = (c_uint64 * 4)(*hands)
    assert library.skfast_begin(flags, packed, 0, None, 0, byref(state)) == 0
    assert library.skfast_table(byref(state)) is None or not library.skfast_table(byref(state))
    before = bytes(state)

    def play(text: str) -> int:
        move = CMove()
        assert library.skfast_parse_move(text.encode(), None, flags, byref(move), None) == 0
        return int(library.skfast_play(byref(state), byref(move), flags, None))

    assert play("pass") == -41 and play("8") == -42
    move = CMove()
    library.skfast_parse_move(b"34567R", None, flags, byref(move), None)
    move.rank -= 1
    assert library.skfast_play(byref(state), byref(move), flags, None) == -43
    assert bytes(state) == before
    assert play("4") == 0 and library.skfast_table(byref(state)).contents.cards == 1 << 4
    assert play("4") == -44 and play("pass") == 0 and play("KKKK") == 0
    # A pass whose record has anything in it is none.
    assert library.skfast_play(byref(state), byref(CMove(0, 0, 1)), flags, None) == -43
    fresh = CState()
    for hand in range(4):
        packed[hand] = hands[hand] if hand else 0
    finish = (c_uint8 * 4)(0, 1, 2, 3)
    assert library.skfast_begin(flags, packed, 1, finish, 1, byref(fresh)) == 0
    assert library.skfast_begin(flags, packed, 1, None, 0, byref(fresh)) == -33
    assert library.skfast_begin(flags, packed, 0, finish, 1, byref(fresh)) == -7
    assert library.skfast_begin(flags, packed, 1, finish, 5, byref(fresh)) == -33
    assert library.skfast_deal(flags, 1, 1, 2, byref(fresh)) == -7  # the face-up card decides
    assert library.skfast_deal(byref(c_rules(CLASSIC)), 1, 1, 2, byref(fresh)) == 0 and fresh.turn == 2
    assert library.skfast_deal_cards(flags, 1, 1, -1, (c_uint8 * 4)(0, 0, 1, 2), byref(fresh), None) == -8


@pytest.mark.parametrize("variant", PRESETS, ids=lambda variant: variant.name)
def test_perft(library: ctypes.CDLL, variant: Rules) -> None:
    flags = byref(c_rules(variant))
    rng = random.Random(4)
    for number in range(6):
        theirs = State.deal(variant, 2, number=number)
        ours = CState()
        assert library.skfast_deal(flags, 2, number, -1, byref(ours)) == 0
        for _ in range(rng.randrange(12, 40)):  # smaller hands
            moves = theirs.legal_moves()
            if theirs.is_over or not moves:
                break
            longest = max(range(len(moves)), key=lambda i: moves[i].n_cards)
            assert library.skfast_play(byref(ours), ctypes.cast(moves.array[longest:].ctypes.data, M), flags, None) == 0
            theirs.play(moves[longest])
        for depth, finished in ((0, 0), (1, 0), (2, 0), (2, 1), (3, 1)):
            room = library.skfast_perft_room(byref(ours), flags, depth)
            arena = (CMove * room)()
            expected = skfast.perft(theirs, depth, finished=bool(finished))
            assert library.skfast_perft(byref(ours), flags, depth, finished, arena, room) == expected
            assert library.skfast_perft(byref(ours), flags, depth, finished, arena, room - 1) == -9
    assert library.skfast_perft_room(byref(ours), flags, -1) == -1


def c_state(library: ctypes.CDLL, state: State) -> CState:
    made = CState(hands=(c_uint64 * 4)(*state.packed_hands), turn=state.turn, leader=state.leader, passes=state.passes)
    made.table_seat, made.plies, made.n_finished = state.table_seat, state.plies, len(state.finish_order)
    made.finish[:] = [*state.finish_order, 255, 255, 255, 255][:4]
    made.players[:] = state.players
    made.face_up = 255 if state.face_up is None else state.face_up
    for seat, bombs in enumerate(state.bombs):
        for stars, n in bombs.items():
            made.bombs[seat][15 if stars == "J" else int(stars) - 4] = n
    if state.table is not None:
        rules_ = byref(c_rules(state.rules))
        assert library.skfast_parse_move(str(state.table).encode(), None, rules_, byref(made.table), None) == 0
    return made


def golden_perft() -> list[tuple[str, list[tuple[int, int, int]]]]:
    """(position, [(depth, finished, lines)]) of tests/data/perft.txt."""
    found = []
    for line in (Path(__file__).parent / "data" / "perft.txt").read_text(encoding="utf8").splitlines():
        if line and not line.startswith("#"):
            position, counts, ending, _ = (part.strip() for part in line.split(";"))
            lines = [(int(depth), 0, int(n)) for depth, n in re.findall(r"D(\d+) (\d+)", counts)]
            lines += [(1000, 1, int(n)) for n in re.findall(r"F (\d+)", ending)]
            found.append((position, [line for line in lines if line[2] <= 200_000]))
    return found


def test_the_golden_perft_file(library: ctypes.CDLL) -> None:
    for position, lines in golden_perft():
        state = State(position)
        flags, ours = byref(c_rules(state.rules)), c_state(library, state)
        assert library.skfast_state_check(byref(ours), flags) == 0
        for depth, finished, expected in lines:
            room = library.skfast_perft_room(byref(ours), flags, depth)
            arena = (CMove * room)()
            assert library.skfast_perft(byref(ours), flags, depth, finished, arena, room) == expected, (position, depth)


@pytest.mark.parametrize("variant", PRESETS, ids=lambda variant: variant.name)
@pytest.mark.parametrize("policy", ["random", "lowest"])
def test_playouts_by_seed(library: ctypes.CDLL, variant: Rules, policy: str) -> None:
    flags, n = byref(c_rules(variant)), 60
    codes = (c_uint8 * 4)(*[["random", "lowest"].index(policy)] * 4)
    arena = (CMove * 32768)()
    theirs = skfast.simulate(n, variant, policy, seed=77, threads=1).deals
    ours = (CPlayout * n)()
    assert library.skfast_play_deals(flags, codes, 77, 0, n, arena, 32768, ours) == 0
    assert bytes(ours) == theirs.tobytes()
    state = State.deal(variant, 3, number=4)
    start = CState()
    assert library.skfast_deal(flags, 3, 4, -1, byref(start)) == 0
    scores = (c_int64 * 4 * n)()
    assert library.skfast_playouts(byref(start), flags, codes, 5, 0, n, arena, 32768, ctypes.cast(scores, ROWS)) == 0
    assert np.array(scores).tolist() == skfast.playouts(state, n, policy, seed=5).tolist()
    one, copy = CPlayout(), CState.from_buffer_copy(start)
    assert library.skfast_play_out(byref(copy), flags, codes, 5, n - 1, arena, 32768, byref(one)) == 0
    assert list(one.scores) == list(scores[n - 1]) and library.skfast_is_over(byref(copy)) == 1
    copy = CState.from_buffer_copy(start)
    assert library.skfast_play_out(byref(copy), flags, codes, 5, 0, arena, 1, byref(one)) > 1
    assert bytes(copy) == bytes(start)
    assert library.skfast_play_out(byref(copy), flags, (c_uint8 * 4)(0, 9, 0, 0), 5, 0, arena, 1, byref(one)) == -10


# --- from threads


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="TSan is tried on Linux")
def test_threads_under_tsan(built: Path, tmp_path: Path) -> None:
    source = Path(__file__).parent / "c" / "threads.c"
    (tmp_path / "empty.c").write_text("int main(void) { return 0; }\n")
    tsan = [CC or "cc", "-std=c11", "-g", "-O1", "-fsanitize=thread"]
    try:
        run(*tsan, "empty.c", "-o", "empty", cwd=tmp_path)
    except AssertionError:
        if os.environ.get("SKFAST_REQUIRE_TOOLCHAINS") == "1":
            raise
        pytest.skip("no ThreadSanitizer")
    run(*tsan, f"-I{built}", source, built / "skfast.c", "-o", tmp_path / "threads", "-lpthread")
    aslr = ["setarch", "-R"] if shutil.which("setarch") else []  # older ones want the addresses they know
    assert run(*aslr, tmp_path / "threads") == "8 threads agree\n"  # a race ends it with 66
