"""Compile the Cython modules (every src/skfast/_*.pyx); the rest of the package is in pyproject.toml.

Two variables of the environment change the build: SKFAST_CFLAGS is added to the flags of compiler and linker
(`make sanitize` uses it), and SKFAST_LINETRACE=1 lets coverage see Cython lines (`make coverage`).
"""

import os
import shlex
from pathlib import Path

import numpy
from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

SOURCE = Path("src/skfast")
LINETRACE = os.environ.get("SKFAST_LINETRACE") == "1"
EXTRA_FLAGS = shlex.split(os.environ.get("SKFAST_CFLAGS", ""))

# Portable optimisation: no -march, so that one wheel serves every machine of an architecture.
FLAGS = {"msvc": ["/O2", "/utf-8"], "unix": ["-O3", "-Wall", "-Wextra", "-Wno-unused-function"]}


class BuildExtensions(build_ext):
    """build_ext whose flags follow from the compiler in use, which only it knows."""

    def build_extensions(self) -> None:
        for extension in self.extensions:
            extension.extra_compile_args += FLAGS.get(self.compiler.compiler_type, []) + EXTRA_FLAGS
            extension.extra_link_args += EXTRA_FLAGS
        super().build_extensions()


def extension(source: Path) -> Extension:
    # Any part of the kernel may be included by any module: all of them are rebuilt when one changes.
    parts = [*SOURCE.glob("*/*.pxi"), *SOURCE.glob("*.pxd"), *SOURCE.glob("include/*.h"), Path("setup.py")]
    macros: list[tuple[str, str | None]] = [("NPY_NO_DEPRECATED_API", "NPY_2_0_API_VERSION")]
    if LINETRACE:
        macros += [("CYTHON_TRACE", "1"), ("CYTHON_TRACE_NOGIL", "1")]
    return Extension(
        f"skfast.{source.stem}",
        [source.as_posix()],
        include_dirs=[(SOURCE / "include").as_posix(), numpy.get_include()],
        depends=sorted(part.as_posix() for part in parts),
        define_macros=macros,
    )


setup(
    ext_modules=cythonize(
        [extension(source) for source in sorted(SOURCE.glob("_*.pyx"))],
        include_path=[SOURCE.as_posix()],
        compiler_directives={"linetrace": True} if LINETRACE else {},
    ),
    cmdclass={"build_ext": BuildExtensions},
)
