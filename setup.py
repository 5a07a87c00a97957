"""Compile the Cython modules (every src/skfast/_*.pyx); the rest of the package is in pyproject.toml.

Two variables of the environment change the build: SKFAST_CFLAGS is added to the flags of compiler and linker
(`make sanitize` uses it), and SKFAST_LINETRACE=1 lets coverage see Cython lines (`make coverage`).
"""

import importlib.util
import os
import re
import shlex
import shutil
import sys
from pathlib import Path
from types import ModuleType

import numpy
from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

SOURCE = Path("src/skfast")
LINETRACE = os.environ.get("SKFAST_LINETRACE") == "1"
EXTRA_FLAGS = shlex.split(os.environ.get("SKFAST_CFLAGS", ""))

# Of the added flags those that a library for other programs may have been compiled with.
PLAIN_FLAGS = [flag for flag in EXTRA_FLAGS if flag.startswith("-O")]

# Portable optimisation: no -march, so that one wheel serves every machine of an architecture.
FLAGS = {"msvc": ["/O2", "/utf-8"], "unix": ["-O3", "-Wall", "-Wextra", "-Wno-unused-function"]}


def embed_module(name: str) -> ModuleType:
    """skfast.embed.NAME, of a skfast that is yet to be built."""
    spec = importlib.util.spec_from_file_location(f"skfast_embed_{name}", SOURCE / "embed" / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


class BuildExtensions(build_ext):
    """build_ext whose flags follow from the compiler in use, which only it knows; and then the library without Python
    from the same kernel (skfast/lib), which skfast.get_library_dir() finds."""

    def build_extensions(self) -> None:
        for extension in self.extensions:
            extension.extra_compile_args += FLAGS.get(self.compiler.compiler_type, []) + EXTRA_FLAGS
            extension.extra_link_args += EXTRA_FLAGS
        super().build_extensions()

    def run(self) -> None:
        super().run()
        if not LINETRACE:
            self.build_library(Path(self.get_ext_fullpath("skfast._core")).parent / "lib")

    def build_library(self, folder: Path) -> None:
        amalgamation, library = embed_module("amalgamation"), embed_module("library")
        text = (SOURCE / "__init__.py").read_text(encoding="utf8")
        version = re.search(r'^__version__ = "(.+)"', text, flags=re.MULTILINE)[1]
        source = folder / "skfast.c"
        made_of = f"skfast {version}; do not edit.\n * Sources: sha256 {amalgamation.sources_digest(SOURCE)}\n"
        archive = folder / self.compiler.library_filename("skfast")
        if archive.exists() and source.exists() and made_of in source.read_text(encoding="utf8"):
            return
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        source.write_text(amalgamation.amalgamation(SOURCE, version), encoding="utf8", newline="\n")
        library.write_build_files(folder, version, "../include", ".")
        flags = ["/O2"] if self.compiler.compiler_type == "msvc" else [*library.C_FLAGS, "-g0", *PLAIN_FLAGS]
        objects = self.compiler.compile([str(source)], output_dir=self.build_temp, extra_postargs=flags)
        self.compiler.create_static_lib(objects, "skfast", output_dir=str(folder))


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
