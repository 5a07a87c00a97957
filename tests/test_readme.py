"""Code in the README, in docs/ and in docstrings does what it says."""

import doctest
import importlib
import pkgutil
from pathlib import Path

import pytest

import skfast

ROOT = Path(__file__).parent.parent
OPTIONS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
MODULES = sorted(module.name for module in pkgutil.walk_packages(skfast.__path__, "skfast."))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_page(page: Path) -> None:
    failed, tried = doctest.testfile(str(page), module_relative=False, optionflags=OPTIONS, encoding="utf8")
    assert not failed
    if page.name == "README.md":
        assert tried >= 5


@pytest.mark.parametrize("name", ["skfast", *MODULES])
def test_docstrings(name: str) -> None:
    if name.endswith("__main__"):
        return
    try:
        module = importlib.import_module(name)
    except ModuleNotFoundError as error:  # an adapter to something that is not installed
        assert not str(error.name).startswith("skfast")
        pytest.skip(f"{name} needs {error.name}")
    assert not doctest.testmod(module, optionflags=OPTIONS).failed


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    import re

    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text(encoding="utf8")):
        if "://" not in target:
            assert (page.parent / target).exists(), target
