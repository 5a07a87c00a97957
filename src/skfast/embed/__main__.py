"""python -m skfast.embed: make the C library, the WebAssembly module, or the presets of the kernel."""

import argparse
import shlex
import shutil
import sys
from pathlib import Path

from skfast import __version__, rules

from . import PACKAGE, library, wasm
from .amalgamation import AmalgamationError, amalgamation, sources_digest
from .presets import presets_pxi


def amalgamated(generate: bool = False) -> str:
    """The text of skfast.c: the one this package was built with, or anew by Cython (the same bytes from the same
    version of it) if there is none or the sources are not those it was made of."""
    shipped = PACKAGE / "lib" / "skfast.c"
    if not generate and shipped.exists():
        text = shipped.read_text(encoding="utf8")
        if f"sha256 {sources_digest(PACKAGE)}\n" in text:
            return text
    return amalgamation(PACKAGE, __version__)


def build(arguments: argparse.Namespace) -> None:
    out = Path(arguments.out)
    out.mkdir(parents=True, exist_ok=True)
    (out / "skfast.c").write_text(amalgamated(arguments.generate), encoding="utf8", newline="\n")
    shutil.copyfile(PACKAGE / "include" / "skfast.h", out / "skfast.h")
    written = [out / "skfast.c", out / "skfast.h", *library.write_build_files(out, __version__, ".", ".")]
    if not arguments.source_only:
        written += library.compile_libraries(out, shlex.split(arguments.cflags))
    for path in written:
        print(path)


def build_wasm(arguments: argparse.Namespace) -> None:
    for path in wasm.write_wasm(Path(arguments.out), amalgamated()):
        print(path)


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(prog="python -m skfast.embed", description="Make skfast's C library.")
    commands = top.add_subparsers(required=True, metavar="COMMAND")
    one = commands.add_parser("build", help="write skfast.c, skfast.h, libskfast.a and the shared library")
    one.add_argument("--out", required=True, metavar="DIR", help="where to; made if it is not there")
    one.add_argument("--cflags", default="", metavar="FLAGS", help="more flags for the C compiler ($CC, or cc)")
    one.add_argument("--source-only", action="store_true", help="no libraries, so no compiler is needed")
    one.add_argument("--generate", action="store_true", help="run Cython even where the package brought skfast.c")
    one.set_defaults(run=build)
    three = commands.add_parser("wasm", help="write skfast.wasm and skfast.mjs, for JavaScript (needs skfast[wasm])")
    three.add_argument("--out", required=True, metavar="DIR", help="where to; made if it is not there")
    three.set_defaults(run=build_wasm)
    two = commands.add_parser("presets", help="print kernel/presets.pxi, the presets of rules.py for C")
    two.set_defaults(run=lambda _: sys.stdout.write(presets_pxi(rules)))
    return top


def main(words: list[str] | None = None) -> int:
    arguments = parser().parse_args(words)
    try:
        arguments.run(arguments)
    except (AmalgamationError, OSError, RuntimeError) as error:
        print(f"skfast.embed: {error}", file=sys.stderr)
        return 1
    except ImportError as error:
        print(f"skfast.embed: {error}; the sources changed, so Cython is needed: skfast[embed]", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
