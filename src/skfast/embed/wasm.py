"""skfast.wasm: the questions about moves as a WebAssembly module, compiled by ziglang, a C compiler on PyPI.

The module imports nothing, so that every host can run it; skfast.mjs, beside this file, is its face in JavaScript.
"""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

EXPORTS = (
    "skfast_abi_version",
    "skfast_error_message",
    "skfast_preset_name",
    "skfast_rules_named",
    "skfast_rules_check",
    "skfast_hand_check",
    "skfast_parse_hand",
    "skfast_parse_move",
    "skfast_hand_text",
    "skfast_move_text",
    "skfast_legal_moves",
    "skfast_count_moves",
    "skfast_can_beat",
    "skfast_classify",
    "skfast_is_legal",
    "skfast_is_thrifty",
    "skfast_beats",
    "__heap_base",  # memory from here on is the caller's
)
STACK = 1 << 18  # bytes; the kernel's largest frame holds 2,400 records of 16

# The four functions of <string.h> that the kernel uses.  There is no C library on this target, and zig compiles for it
# with -fno-builtin, which would make a call of every copy of 16 bytes.
STRING_H = """\
#include <stddef.h>
#define memcpy __builtin_memcpy
#define memset __builtin_memset
static inline size_t strlen(const char *text) { size_t n = 0; while (text[n]) n++; return n; }
static inline void *memchr(const void *from, int value, size_t n) {
    const unsigned char *byte = (const unsigned char *)from;
    for (; n; n--, byte++) if (*byte == (unsigned char)value) return (void *)byte;
    return 0;
}
"""

# SIMD and bulk memory: in every browser since 2023, in Node since 16.
FLAGS = [
    *("-target", "wasm32-freestanding", "-O3", "-msimd128", "-mbulk-memory", "-std=c11", "-nostdlib", "-Iinclude"),
    *("-Wl,--no-entry", "-Wl,--strip-all", f"-Wl,-z,stack-size={STACK}"),
    *(f"-Wl,--export={name}" for name in EXPORTS),
]


def write_wasm(folder: Path, source: str) -> list[Path]:
    """skfast.wasm from the text of skfast.c, and skfast.mjs, in a folder.  The same bytes from the same ziglang.

    RuntimeError without ziglang, or when it fails.
    """
    if importlib.util.find_spec("ziglang") is None:
        raise RuntimeError("no ziglang, which has the compiler for WebAssembly: pip install 'skfast[wasm]'")
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        where = Path(name)
        (where / "include").mkdir()
        (where / "include" / "string.h").write_text(STRING_H, encoding="utf8", newline="\n")
        (where / "skfast.c").write_text(source, encoding="utf8", newline="\n")
        command = [sys.executable, "-m", "ziglang", "cc", *FLAGS, "skfast.c", "-o", "skfast.wasm"]
        done = subprocess.run(command, cwd=where, capture_output=True, text=True, encoding="utf8")
        if done.returncode:
            raise RuntimeError(f"ziglang failed:\n{done.stderr}")
        shutil.copyfile(where / "skfast.wasm", folder / "skfast.wasm")
    shutil.copyfile(Path(__file__).parent / "skfast.mjs", folder / "skfast.mjs")
    return [folder / "skfast.wasm", folder / "skfast.mjs"]
