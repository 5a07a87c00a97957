"""Compile the Cython modules; everything else about the package is in pyproject.toml."""

import sys

import numpy
from Cython.Build import cythonize
from setuptools import Extension, setup

C_FLAGS = [] if sys.platform == "win32" else ["-O3", "-Wall", "-Wextra", "-Wno-unused-function"]


def extension(name: str) -> Extension:
    return Extension(
        f"skfast.{name}",
        [f"src/skfast/{name}.pyx"],
        include_dirs=["src/skfast/include", numpy.get_include()],
        extra_compile_args=C_FLAGS,
        define_macros=[("NPY_NO_DEPRECATED_API", "NPY_2_0_API_VERSION")],
    )


setup(ext_modules=cythonize([extension(name) for name in ("_core", "_objects", "_state")], include_path=["src/skfast"]))
