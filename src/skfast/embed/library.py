"""The files a build writes: skfast.c and what C compilers and build systems want beside it.

As amalgamation.py this imports nothing of skfast: setup.py uses it before there is one.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from pathlib import Path

C_FLAGS = ["-O3", "-fPIC", "-std=c11"]  # no -march: one library serves every machine of an architecture

PKGCONFIG = """\
prefix=${{pcfiledir}}/{prefix}
includedir=${{prefix}}/{include}
libdir=${{prefix}}/{lib}

Name: skfast
Description: Fast, exact legal moves for the card game Shuangkou
Version: {version}
Cflags: -I${{includedir}}
Libs: -L${{libdir}} -lskfast
"""

CMAKE = """\
# find_package(skfast) gives the target skfast::skfast: the static library and its header.
get_filename_component(_skfast_prefix "${{CMAKE_CURRENT_LIST_DIR}}/{prefix}" ABSOLUTE)
if(NOT TARGET skfast::skfast)
  add_library(skfast::skfast STATIC IMPORTED)
  set_target_properties(skfast::skfast PROPERTIES
    IMPORTED_LOCATION "${{_skfast_prefix}}/{lib}/${{CMAKE_STATIC_LIBRARY_PREFIX}}skfast${{CMAKE_STATIC_LIBRARY_SUFFIX}}"
    IMPORTED_LINK_INTERFACE_LANGUAGES C
    INTERFACE_INCLUDE_DIRECTORIES "${{_skfast_prefix}}/{include}")
endif()
# The library as one file of source, for add_library(... ${{skfast_AMALGAMATION}}).
set(skfast_AMALGAMATION "${{_skfast_prefix}}/{lib}/skfast.c")
unset(_skfast_prefix)
"""

CMAKE_VERSION = """\
# The same major version, and before 1.0 the same minor version too.
set(PACKAGE_VERSION "{version}")
if(PACKAGE_FIND_VERSION VERSION_GREATER PACKAGE_VERSION)
  set(PACKAGE_VERSION_COMPATIBLE FALSE)
elseif(PACKAGE_FIND_VERSION_MAJOR STREQUAL "{major}" AND
       ("{major}" GREATER 0 OR PACKAGE_FIND_VERSION_MINOR STREQUAL "{minor}"))
  set(PACKAGE_VERSION_COMPATIBLE TRUE)
  if(PACKAGE_FIND_VERSION VERSION_EQUAL PACKAGE_VERSION)
    set(PACKAGE_VERSION_EXACT TRUE)
  endif()
else()
  set(PACKAGE_VERSION_COMPATIBLE FALSE)
endif()
"""


def write_build_files(folder: Path, version: str, include: str, lib: str) -> list[Path]:
    """pkgconfig/skfast.pc and cmake/skfast/*.cmake in `folder`; they name what is in `include` and `lib`, both
    relative to it, by where they are themselves, so that the whole may be moved."""
    major, minor = version.split(".")[:2]
    values = {"version": version, "include": include, "lib": lib, "major": major, "minor": minor}
    files = {
        folder / "pkgconfig" / "skfast.pc": PKGCONFIG.format(prefix="..", **values),
        folder / "cmake" / "skfast" / "skfast-config.cmake": CMAKE.format(prefix="../..", **values),
        folder / "cmake" / "skfast" / "skfast-config-version.cmake": CMAKE_VERSION.format(**values),
    }
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf8", newline="\n")
    return list(files)


def c_compiler() -> list[str]:
    """$CC, or the first of cc, gcc and clang on the path.  FileNotFoundError if there is none."""
    if os.environ.get("CC"):
        return shlex.split(os.environ["CC"])
    for name in ("cc", "gcc", "clang"):
        if shutil.which(name):
            return [name]
    raise FileNotFoundError("no C compiler: neither $CC nor cc, gcc or clang; skfast.c can be compiled by any other")


def compile_libraries(folder: Path, flags: list[str] | None = None) -> list[Path]:
    """libskfast.a and the shared library from folder/skfast.c, beside it.  The same bytes from the same compiler."""
    cc = c_compiler()
    windows, mac = os.name == "nt", os.uname().sysname == "Darwin" if os.name == "posix" else False
    shared = "skfast.dll" if windows else "libskfast.dylib" if mac else "libskfast.so"
    position_independent = [] if windows else C_FLAGS[1:2]
    compile_flags = [C_FLAGS[0], *position_independent, *C_FLAGS[2:], *(flags or [])]
    archive = folder / "libskfast.a"
    archive.unlink(missing_ok=True)  # ar would add to it
    export = ["-DSKFAST_SHARED"] if windows else []
    _run([*cc, *compile_flags, "-c", "skfast.c", "-o", "skfast.o"], folder)
    _run([*shlex.split(os.environ.get("AR", "ar")), "rcs" if mac else "rcsD", archive.name, "skfast.o"], folder)
    _run([*cc, *compile_flags, *export, "-shared", "skfast.c", "-o", shared], folder)
    (folder / "skfast.o").unlink()
    return [archive, folder / shared]


def _run(command: list[str], folder: Path) -> None:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{shlex.join(command)} failed:\n{done.stderr}")
