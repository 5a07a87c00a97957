"""The sdist and the wheel hold what they must, and the wheel works away from the sources."""

import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "skfast"
pytestmark = pytest.mark.xdist_group("packaging")  # so that one worker builds, once
TRAVELS = {".py", ".pyx", ".pxd", ".pxi", ".pyi", ".h", ".mjs", ".typed"}
LEFT_AT_HOME = shutil.ignore_patterns(
    "build", "dist", "*.egg-info", ".venv*", ".git", ".*_cache", ".hypothesis", "*.so", "_*.c", "__pycache__"
)


def source_files() -> set[str]:
    """What of the package must travel, relative to src."""
    files = (path for path in SOURCE.rglob("*") if path.suffix in TRAVELS and "__pycache__" not in path.parts)
    return {path.relative_to(ROOT / "src").as_posix() for path in files}


def run(*command: str | Path, **options: object) -> str:
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, **options)  # type: ignore[call-overload]
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return str(done.stdout)


def clean_environment() -> dict[str, str]:
    """Without what leads to the package under test, whichever way this suite was started."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "LD_", "COVERAGE"))}


@pytest.fixture(scope="module")
def dists(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The sdist, and the wheel that was built from it (not from this tree), both from a clean copy."""
    folder = tmp_path_factory.mktemp("dists")
    shutil.copytree(ROOT, folder / "tree", ignore=LEFT_AT_HOME)
    environment = clean_environment() | ({"SKFAST_CFLAGS": "-O0"} if os.name == "posix" else {})
    run(
        *(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder / "dist", folder / "tree"),
        env=environment,
    )
    (sdist,) = (folder / "dist").glob("*.tar.gz")
    (wheel,) = (folder / "dist").glob("*.whl")
    return sdist, wheel


def test_sdist_holds_every_source_and_nothing_generated(dists: tuple[Path, Path]) -> None:
    with tarfile.open(dists[0]) as archive:
        names = {"/".join(name.split("/")[1:]) for name in archive.getnames()}
    assert {f"src/{name}" for name in source_files()} <= names
    assert {"setup.py", "pyproject.toml", "LICENSE", "README.md", "CHANGELOG.md", "Makefile", ".ci/run"} <= names
    assert {path.relative_to(ROOT).as_posix() for path in (ROOT / "tests").rglob("*.py")} <= names
    assert {path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.md")} <= names
    assert not [name for name in names if name.endswith((".so", ".pyd", ".pyc", ".o"))]
    assert not [name for name in names if name.startswith("src/skfast/_") and name.endswith(".c")]


def test_wheel_holds_the_modules_and_what_cimport_needs(dists: tuple[Path, Path]) -> None:
    with zipfile.ZipFile(dists[1]) as archive:
        names = set(archive.namelist())
        entry_points = next(archive.read(name).decode() for name in names if name.endswith("entry_points.txt"))
    assert source_files() <= names
    compiled = {name.split("/")[1].split(".")[0] for name in names if name.endswith((".so", ".pyd"))}
    assert compiled == {path.stem for path in SOURCE.glob("_*.pyx")}
    assert not [name for name in names if name.startswith("skfast/_") and name.endswith((".c", ".html"))]
    assert {name.split("/")[0] for name in names} == {"skfast", dists[1].name.split("-cp")[0] + ".dist-info"}
    assert "skfast = skfast.cli:main" in entry_points
    assert any(name.endswith("LICENSE") for name in names)


def test_the_wheel_works_away_from_the_sources(dists: tuple[Path, Path], tmp_path: Path) -> None:
    """In an environment of its own.  NumPy is borrowed through a .pth file, so that no network is needed."""
    run(sys.executable, "-m", "venv", "--without-pip", tmp_path / "venv")
    scheme = {"base": str(tmp_path / "venv"), "platbase": str(tmp_path / "venv")}
    site = Path(sysconfig.get_path("platlib", "venv", scheme))
    scripts = Path(sysconfig.get_path("scripts", "venv", scheme))
    python = scripts / Path(sys.executable).name
    environment = clean_environment()
    run(
        sys.executable, "-m", "pip", "--python", python, "install", "--no-index", "--no-deps", dists[1], env=environment
    )
    import numpy

    (site / "borrowed.pth").write_text(str(Path(numpy.__file__).parent.parent))
    code = (
        "import skfast; print(skfast.__file__); "
        "print(skfast.count_moves('34567'), skfast.legal_moves('4567R', '34567')[0])"
    )
    printed = run(python, "-c", code, cwd=tmp_path, env=environment).splitlines()
    assert Path(printed[0]).is_relative_to(tmp_path)
    assert printed[1] == "6 4567R=45678"  # five singles and the straight
    assert run(scripts / "skfast", "count", "34567", cwd=tmp_path, env=environment) == "6\n"
    assert run(python, "-m", "skfast", "beats", "44", "33", cwd=tmp_path, env=environment) == "44 beats 33\n"


def test_a_removed_module_is_not_installed_again() -> None:
    """build/lib of this tree keeps compiled modules only for as long as their source is there."""
    stale = [
        path
        for path in (ROOT / "build").glob("lib*/skfast/*.so")
        if not (SOURCE / f"{path.name.split('.')[0]}.pyx").exists()
    ]
    assert not stale, f"remove {stale}"
