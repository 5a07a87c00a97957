"""skfast in other programs: where its header and its C library are, and how to make the library.

The kernel is one C file without Python, `skfast.c`, of the interface in `skfast.h`.  A wheel brings it along with a
static library made from it; ``python -m skfast.embed build --out DIR`` writes both, and a shared library, elsewhere.
"""

from pathlib import Path

__all__ = ["get_include", "get_library_dir"]

PACKAGE = Path(__file__).parent.parent


def get_include() -> str:
    """The directory of skfast.h: what a C compiler, or an extension that cimports skfast, takes as -I.

    >>> import os
    >>> os.path.exists(os.path.join(get_include(), "skfast.h"))
    True
    """
    return str(PACKAGE / "include")


def get_library_dir() -> str:
    """The directory of the static library (libskfast.a, skfast.lib on Windows) that belongs to this installation.

    In it are skfast.c too, the library as one file of source, and pkgconfig/skfast.pc and cmake/skfast for build
    systems.  FileNotFoundError if this installation was built without (as by `make coverage`); the `build` command of
    `skfast.embed` still makes them elsewhere.
    """
    folder = PACKAGE / "lib"
    if not (folder / "skfast.c").exists():
        raise FileNotFoundError(f"no {folder}: make the library by `python -m skfast.embed build --out DIR`")
    return str(folder)
