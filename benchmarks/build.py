"""Compile _kernel_loops.pyx against the installed package, into build/benchmarks; again only when something changed."""

import hashlib
import importlib.util
import os
import sys
import sysconfig
from pathlib import Path
from types import ModuleType

HERE = Path(__file__).parent
NAME = "_kernel_loops"


def digest() -> str:
    """Of everything that goes into the module: its source, and the declarations of the installed kernel."""
    import Cython

    import skfast

    package = Path(skfast.__file__).parent
    sources = [HERE / f"{NAME}.pyx", *sorted(package.glob("*.pxd")), *sorted(package.glob("include/*.h"))]
    text = b"".join(path.read_bytes() for path in sources)
    return hashlib.sha256(text + f"{Cython.__version__} {sys.version} {os.environ.get('CC')}".encode()).hexdigest()[:16]


def kernel_loops() -> ModuleType:
    """The compiled module, imported."""
    folder = HERE.parent / "build" / "benchmarks" / digest()
    library = folder / f"{NAME}{sysconfig.get_config_var('EXT_SUFFIX')}"
    if not library.exists():
        compile_into(folder)
    spec = importlib.util.spec_from_file_location(NAME, library)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def compile_into(folder: Path) -> None:
    from Cython.Build import cythonize
    from setuptools import Distribution, Extension
    from setuptools.command.build_ext import build_ext

    import skfast

    include = Path(skfast.__file__).parent / "include"
    extension = Extension(NAME, [str(HERE / f"{NAME}.pyx")], include_dirs=[str(include)])
    extension.extra_compile_args = ["/O2"] if os.name == "nt" else ["-O3"]
    modules = cythonize([extension], build_dir=str(folder), quiet=True, language_level=3)
    command = build_ext(Distribution({"ext_modules": modules}))
    command.build_lib, command.build_temp = str(folder), str(folder / "temp")
    command.ensure_finalized()
    command.run()


if __name__ == "__main__":
    print("benchmarks use", kernel_loops().__file__)
