"""skfast-config: what a Makefile asks about the C library."""

import argparse
import shlex
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from skfast import __version__

from . import get_include, get_library_dir


def _in_library(*parts: str) -> str:
    return str(Path(get_library_dir()).joinpath(*parts))


ANSWERS: dict[str, tuple[str, Callable[[], str]]] = {
    "cflags": ("flags to compile with skfast.h", lambda: shlex.join([f"-I{get_include()}"])),
    "libs": ("flags to link the static library", lambda: shlex.join([f"-L{get_library_dir()}", "-lskfast"])),
    "amalgamation": ("the path of skfast.c", lambda: _in_library("skfast.c")),
    "pkgconfigdir": ("the directory of skfast.pc, for PKG_CONFIG_PATH", lambda: _in_library("pkgconfig")),
    "cmakedir": ("the directory of skfast-config.cmake, for skfast_DIR", lambda: _in_library("cmake", "skfast")),
    "version": ("the version of skfast", lambda: __version__),
}


class _Ask(argparse.Action):
    """Options are answered in the order in which they are given, as by other such programs."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: object, option: str | None = None
    ) -> None:
        namespace.asked = [*getattr(namespace, "asked", []), self.dest]


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="skfast-config", description="Where skfast's C library is.")
    for name, (what, _) in ANSWERS.items():
        parser.add_argument(f"--{name}", action=_Ask, nargs=0, dest=name, help=what)
    asked = getattr(parser.parse_args(words), "asked", [])
    if not asked:
        parser.error("ask for something: " + " ".join(f"--{name}" for name in ANSWERS))
    try:
        print(" ".join(ANSWERS[name][1]() for name in asked))
    except FileNotFoundError as error:
        print(f"skfast-config: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
