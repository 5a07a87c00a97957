"""The examples of embedding, built and run against the installed package; and what build systems and capsules find."""

import ctypes
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

import skfast
from skfast import PASS, Rules, State, _core
from skfast.embed import PACKAGE, config

EXAMPLES = Path(__file__).parent.parent / "examples"
CONFIG = shlex.join([sys.executable, "-m", "skfast.embed.config"])
REQUIRED = os.environ.get("SKFAST_REQUIRE_TOOLCHAINS") == "1"
QUESTIONS = [
    ("BAIBIAN", "34567R", "-", "1"),
    ("baibian", "45678TJQKKKK2BRR", "34567", "2"),
    ("千变", "3344BBRR", "-", "3"),
    ("QIANBIAN", "3333444455556BBRR", "77777", "4"),
    ("CLASSIC", "3456789TJQKA2BR", "3", "5"),
]


def toolchain(*names: str) -> None:
    """Skip without one of these programs or Python modules, by its name; fail where they are required."""
    for name in names:
        if shutil.which(name) is None and (name in ("make", "cmake", "cc", "c++", "pkg-config") or not module(name)):
            if REQUIRED:
                pytest.fail(f"no {name}, and SKFAST_REQUIRE_TOOLCHAINS=1")
            pytest.skip(f"no {name}")


def module(name: str) -> bool:
    try:
        __import__(name)
    except ImportError:
        return False
    return True


def run(*command: str | Path, cwd: Path | None = None, **environment: str) -> str:
    """Its output; the package under test is found by the program too."""
    where = os.pathsep.join(path for path in sys.path if path)
    ours = command[0] == sys.executable  # what is preloaded into Python (`make sanitize`) is for Python only
    inherited = {name: value for name, value in os.environ.items() if ours or not name.startswith("LD_")}
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env=inherited | {"PYTHONPATH": where} | environment,
        capture_output=True,
        text=True,
        encoding="utf8",
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def copied(name: str, folder: Path) -> Path:
    built = ("build", "__pycache__", "*.so", "*.o", "moves", "moves_amalgamated", "moves.c", "target", "classes")
    ignore = shutil.ignore_patterns(*built)
    return Path(shutil.copytree(EXAMPLES / name, folder / name, ignore=ignore))


def expected(rules: str, hand: str, table: str, seed: str) -> str:
    """What every example prints: the plays, and a deal in which everybody plays the first move of the list."""
    variant = Rules.named(rules)
    texts = [str(move) for move in skfast.legal_moves(hand, None if table == "-" else table, variant)]
    state = State.deal(variant, int(seed))
    while not state.is_over:
        moves = state.legal_moves()
        state.play(moves[0] if moves else PASS)
    assert texts
    return "\n".join([*texts, f"deal {seed}: {state.plies} plies, scores " + " ".join(map(str, state.scores()))]) + "\n"


def answers_as_python(*command: str | Path, cwd: Path) -> None:
    for question in QUESTIONS:
        assert run(*command, *question, cwd=cwd) == expected(*question), question
    failed = subprocess.run([*map(str, command), "NOBODY", "3", "-", "1"], cwd=cwd, capture_output=True, text=True)
    assert failed.returncode == 1 and "no rules have this name" in failed.stderr


def test_c_with_make(tmp_path: Path) -> None:
    toolchain("make", "cc")
    folder = copied("embed_c", tmp_path)
    preloaded = shlex.join(f"{name}={value}" for name, value in os.environ.items() if name.startswith("LD_"))
    run(
        "make",
        "moves",
        "moves_amalgamated",
        f"SKFAST_CONFIG=env {preloaded} {CONFIG}",
        "CFLAGS=-O1 -Wall -Wextra -pedantic -Werror",
        cwd=folder,
    )
    answers_as_python(folder / "moves", cwd=folder)
    answers_as_python(folder / "moves_amalgamated", cwd=folder)
    if shutil.which("ldd"):
        assert "python" not in run("ldd", folder / "moves").lower()


def test_c_with_pkg_config(tmp_path: Path) -> None:
    toolchain("pkg-config", "cc")
    folder = copied("embed_c", tmp_path)
    where = run(*shlex.split(CONFIG), "--pkgconfigdir").strip()
    flags = run("pkg-config", "--cflags", "--libs", "skfast", PKG_CONFIG_PATH=where).split()
    assert run("pkg-config", "--modversion", "skfast", PKG_CONFIG_PATH=where).strip() == skfast.__version__
    run("cc", "main.c", *flags, "-o", "moves", cwd=folder)
    answers_as_python(folder / "moves", cwd=folder)


def test_cpp_with_cmake(tmp_path: Path) -> None:
    toolchain("cmake", "c++")
    folder = copied("embed_cpp", tmp_path)
    where = run(*shlex.split(CONFIG), "--cmakedir").strip()
    flags = ["-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_CXX_FLAGS=-Werror", f"-Dskfast_DIR={where}"]
    run("cmake", "-S", ".", "-B", "build", *flags, cwd=folder)
    run("cmake", "--build", "build", cwd=folder)
    answers_as_python(folder / "build" / "moves", cwd=folder)


def test_cmake_refuses_another_version(tmp_path: Path) -> None:
    toolchain("cmake", "c++")
    folder = copied("embed_cpp", tmp_path)
    script = (folder / "CMakeLists.txt").read_text()
    (folder / "CMakeLists.txt").write_text(script.replace("find_package(skfast 0.1 ", "find_package(skfast 9.0 "))
    where = run(*shlex.split(CONFIG), "--cmakedir").strip()
    done = subprocess.run(["cmake", "-S", folder, "-B", folder / "build", f"-Dskfast_DIR={where}"], capture_output=True)
    assert done.returncode


def test_cython(tmp_path: Path) -> None:
    toolchain("cc", "Cython", "setuptools")
    folder = copied("embed_cython", tmp_path)
    run(sys.executable, "setup.py", "build_ext", "--inplace", cwd=folder)
    command = [sys.executable, "-c", "import sys, moves; moves.main(sys.argv[1:])"]
    for question in QUESTIONS:
        assert run(*command, *question, cwd=folder) == expected(*question)
    wrong = "import moves\ntry: moves.legal_moves('NOBODY', '3', '-')\nexcept ValueError as error: print(error)"
    assert run(sys.executable, "-c", wrong, cwd=folder) == "no rules have this name\n"


def test_cffi(tmp_path: Path) -> None:
    toolchain("cc", "cffi", "setuptools")
    folder = copied("embed_cffi", tmp_path)
    run(sys.executable, "build_skfast.py", cwd=folder)
    for question in QUESTIONS:
        assert run(sys.executable, "moves.py", *question, cwd=folder) == expected(*question)


# --- where things are


def test_directories() -> None:
    assert Path(skfast.get_include(), "skfast.h").is_file()
    folder = Path(skfast.get_library_dir())
    assert (folder / "skfast.c").is_file()
    assert [path for path in folder.iterdir() if path.name in ("libskfast.a", "skfast.lib")]


def test_config(capsys: pytest.CaptureFixture[str]) -> None:
    assert config.main(["--version"]) == 0
    assert capsys.readouterr().out == f"{skfast.__version__}\n"
    assert config.main(["--libs", "--cflags"]) == 0
    libs, name, cflags = shlex.split(capsys.readouterr().out)
    assert (libs, name, cflags) == (f"-L{skfast.get_library_dir()}", "-lskfast", f"-I{skfast.get_include()}")
    assert config.main(["--amalgamation"]) == 0
    text = Path(capsys.readouterr().out.strip()).read_text(encoding="utf8")
    header = Path(skfast.get_include(), "skfast.h").read_text(encoding="utf8")
    assert header in text and f"of skfast {skfast.__version__};" in text
    with pytest.raises(SystemExit):
        config.main([])


def test_an_installation_without_the_library(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("skfast.embed.PACKAGE", tmp_path)
    with pytest.raises(FileNotFoundError, match="skfast.embed build"):
        skfast.get_library_dir()
    assert config.main(["--libs"]) == 1 and "skfast.embed build" in capsys.readouterr().err


def test_the_program_is_installed() -> None:
    script = Path(sysconfig.get_path("scripts")) / "skfast-config"
    if not script.exists() or PACKAGE.parent.name == "src":
        pytest.skip("skfast is not installed here")
    assert run(sys.executable, script, "--version").strip() == skfast.__version__


# --- capsules

HAND, MOVE, RULES, STATE = "uint64_t", "skfast_move const *", "skfast_rules const *", "skfast_state const *"
QUESTION = f"{HAND}, {MOVE}, {RULES}"
SIGNATURES = {
    "skfast_abi_version": "int32_t (void)",
    "skfast_error_message": "char const *(int32_t)",
    "skfast_rules_named": "int32_t (char const *, skfast_rules *)",
    "skfast_preset_name": "char const *(int32_t)",
    "skfast_rules_check": f"int32_t ({RULES})",
    "skfast_hand_check": f"int32_t ({HAND})",
    "skfast_hand_size": f"int32_t ({HAND})",
    "skfast_hand_from_counts": "int32_t (uint8_t const *, uint64_t *)",
    "skfast_hand_counts": "int32_t (uint64_t, uint8_t *)",
    "skfast_hand_from_cards": "int32_t (uint8_t const *, int32_t, uint64_t *)",
    "skfast_parse_hand": "int32_t (char const *, uint64_t *, int32_t *)",
    "skfast_parse_move": f"int32_t (char const *, {MOVE}, {RULES}, skfast_move *, int32_t *)",
    "skfast_hand_text": f"int32_t ({HAND}, char *)",
    "skfast_move_text": f"int32_t ({MOVE}, {RULES}, char *)",
    "skfast_legal_moves": f"int64_t ({QUESTION}, int32_t, skfast_move *, int64_t)",
    "skfast_count_moves": f"int64_t ({QUESTION}, int32_t)",
    "skfast_can_beat": f"int32_t ({QUESTION})",
    "skfast_classify": f"int32_t ({QUESTION}, skfast_move *, int32_t)",
    "skfast_is_legal": f"int32_t ({MOVE}, {QUESTION})",
    "skfast_is_thrifty": f"int32_t ({MOVE}, {HAND}, {RULES})",
    "skfast_beats": f"int32_t ({MOVE}, {MOVE})",
    "skfast_deal": f"int32_t ({RULES}, uint64_t, uint64_t, int32_t, skfast_state *)",
    "skfast_deal_cards": f"int32_t ({RULES}, uint64_t, uint64_t, int32_t, uint8_t const *, skfast_state *, uint8_t *)",
    "skfast_begin": f"int32_t ({RULES}, uint64_t const *, int32_t, uint8_t const *, int32_t, skfast_state *)",
    "skfast_state_check": f"int32_t ({STATE}, {RULES})",
    "skfast_table": f"skfast_move const *({STATE})",
    "skfast_is_over": f"int32_t ({STATE})",
    "skfast_state_moves": f"int64_t ({STATE}, {RULES}, int32_t, skfast_move *, int64_t)",
    "skfast_play": f"int32_t (skfast_state *, {MOVE}, {RULES}, skfast_undo *)",
    "skfast_play_unchecked": f"int32_t (skfast_state *, {MOVE}, skfast_undo *)",
    "skfast_take_back": "int32_t (skfast_state *, skfast_undo const *)",
    "skfast_score": f"int32_t ({STATE}, {RULES}, skfast_result *)",
    "skfast_perft_room": f"int64_t ({STATE}, {RULES}, int32_t)",
    "skfast_perft": f"int64_t ({STATE}, {RULES}, int32_t, int32_t, skfast_move *, int64_t)",
    "skfast_play_out": (
        f"int64_t (skfast_state *, {RULES}, uint8_t const *, uint64_t, uint64_t, skfast_move *, int64_t, "
        "skfast_playout *)"
    ),
    "skfast_playouts": (
        f"int64_t ({STATE}, {RULES}, uint8_t const *, uint64_t, uint64_t, int64_t, skfast_move *, int64_t, int64_t *)"
    ),
    "skfast_play_deals": (
        f"int64_t ({RULES}, uint8_t const *, uint64_t, uint64_t, int64_t, skfast_move *, int64_t, skfast_playout *)"
    ),
    # the kernel below, which trusts what it is given
    "hand_check": f"int ({HAND})",
    "beats": f"int ({MOVE}, {MOVE})",
    "classify": f"int ({QUESTION}, skfast_move *, int)",
    "is_legal": f"int ({MOVE}, {QUESTION})",
    "legal_moves": f"int64_t ({QUESTION}, int, skfast_move *, int64_t)",
    "generate_into": f"int64_t ({QUESTION}, int, skfast_move *)",
    "count_moves": f"int64_t ({QUESTION}, int)",
    "can_beat": f"int ({QUESTION})",
}


def signature(capsule: object) -> str:
    name = ctypes.pythonapi.PyCapsule_GetName
    name.restype, name.argtypes = ctypes.c_char_p, [ctypes.py_object]
    return str(name(capsule).decode())


def test_the_signatures_of_the_capsules_are_those_of_this_abi_version() -> None:
    """A change here changes the interface for those who hold a compiled program: SKFAST_ABI_VERSION goes up."""
    header = Path(skfast.get_include(), "skfast.h").read_text(encoding="utf8")
    assert "#define SKFAST_ABI_VERSION 1\n" in header
    assert {name: signature(_core.__pyx_capi__[name]) for name in SIGNATURES} == SIGNATURES
    assert {name for name in _core.__pyx_capi__ if name.startswith("skfast_")} <= set(SIGNATURES)


def test_the_pxd_says_what_the_header_says() -> None:
    """Every function of skfast.h is in __init__.pxd, and every constant with its name."""
    header = re.sub(
        r"/\*.*?\*/", "", Path(skfast.get_include(), "skfast.h").read_text(encoding="utf8"), flags=re.DOTALL
    )
    declared = (PACKAGE / "__init__.pxd").read_text(encoding="utf8")
    functions = set(re.findall(r"\b(skfast_\w+)\(", header))
    constants = set(re.findall(r"\b(SKFAST_\w+) =|#define (SKFAST_\w+) +\d", header))
    words = set(re.findall(r"\w+", declared))
    assert functions == {name for name in SIGNATURES if name.startswith("skfast_")}
    assert functions <= words and {a or b for a, b in constants} <= words


def test_a_capsule_is_called_by_ctypes() -> None:
    """As Numba and SciPy do: the address in the capsule is a C function."""
    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]

    def function(name: str, *types: object) -> object:
        capsule = _core.__pyx_capi__[name]
        return ctypes.CFUNCTYPE(*types)(pointer(capsule, signature(capsule).encode()))  # type: ignore[arg-type]

    rules = ctypes.create_string_buffer(632)
    named = function("skfast_rules_named", ctypes.c_int32, ctypes.c_char_p, ctypes.c_void_p)
    count = function(
        "skfast_count_moves", ctypes.c_int64, ctypes.c_uint64, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int32
    )
    hand = "3344556677889TJQKARR"
    assert named("百变".encode(), rules) == 0  # type: ignore[operator]
    assert count(int(skfast.Hand(hand)), None, rules, 0) == skfast.count_moves(hand)  # type: ignore[operator]
