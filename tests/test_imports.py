"""A module imports only from its left (the order below), and `import skfast` imports nothing heavy."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "skfast"

# Left to right.  Modules of one group may import each other, except that the reference stands alone.
ORDER = [
    {"rules", "display"},
    {"cards"},
    {"_core", "_objects", "_state", "_batch", "_bots"},  # the compiled modules
    {"moves"},
    {"reference", "reference_deal", "scoring"},
    {"game"},
    {"counting", "match", "records", "tally"},
    {"chunks", "results", "plotting"},
    {"batch", "checkpoint"},
    {"simulation"},
    {"bots", "tournament"},
    {"envs", "cli", "embed", "serve"},
]
PLACE = {name: place for place, group in enumerate(ORDER) for name in group}

# What the reference may know: the rules, the cards, and the bare Move record.
REFERENCE_MAY_IMPORT = {"rules", "cards", "_objects", "moves", "reference", "reference_deal"}


def top_module(path: Path) -> str:
    """The module or subpackage directly under skfast to which a file belongs."""
    return path.relative_to(SOURCE).parts[0].split(".")[0]


def python_imports(path: Path) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf8"))
    typing_only = {
        id(node)
        for branch in ast.walk(tree)
        if isinstance(branch, ast.If) and "TYPE_CHECKING" in ast.dump(branch.test)
        for statement in branch.body
        for node in ast.walk(statement)
    }
    found: set[str] = set()
    depth = len(path.relative_to(SOURCE).parts)  # 1 in skfast itself
    for node in ast.walk(tree):
        if id(node) in typing_only:
            continue
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[1] for alias in node.names if alias.name.startswith("skfast.")}
        elif isinstance(node, ast.ImportFrom):
            package = list(path.relative_to(SOURCE).parts[:-1])
            if node.level:
                where = package[: depth - node.level] + (node.module.split(".") if node.module else [])
            elif node.module and node.module.split(".")[0] == "skfast":
                where = node.module.split(".")[1:]
            else:
                continue
            names = [where[0]] if where else [alias.name for alias in node.names]
            found |= {name for name in names if (SOURCE / name).exists() or list(SOURCE.glob(f"{name}.p*"))}
    return found


def cython_imports(path: Path) -> set[str]:
    text = path.read_text(encoding="utf8")
    pattern = r"^\s*from\s+(?:skfast)?\.(\w+)\s+c?import|^\s*c?import\s+skfast\.(\w+)"
    found = {a or b for a, b in re.findall(pattern, text, flags=re.MULTILINE)}
    for names in re.findall(r"^\s*from\s+(?:skfast|\.)\s+c?import\s+([\w, ]+)", text, flags=re.MULTILINE):
        found |= {name.split()[0] for name in names.split(",")}
    return found


FILES = sorted(
    path for pattern in ("*.py", "*.pyx", "*.pxd", "*/*.py") for path in SOURCE.glob(pattern) if path.stem != "__init__"
)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_imports_only_from_the_left(path: Path) -> None:
    here = top_module(path)
    if here == "__main__":
        return
    assert here in PLACE, f"{here}: say in this test where it belongs"
    imported = python_imports(path) if path.suffix == ".py" else cython_imports(path)
    for name in imported - {here}:
        if here == "cli":  # the last of all: it may use everything
            continue
        assert name in PLACE, f"{path.name} imports {name}, whose place this test does not know"
        assert PLACE[name] <= PLACE[here], f"{path.name} imports {name}, which is to its right"


@pytest.mark.parametrize("name", ["reference.py", "reference_deal.py"])
def test_the_reference_knows_only_the_rules(name: str) -> None:
    path = SOURCE / name
    if not path.exists():
        pytest.skip(f"no {name} yet")
    assert python_imports(path) <= REFERENCE_MAY_IMPORT


def test_no_module_is_named_like_a_public_function() -> None:
    """`skfast.simulate` would turn into the module once somebody imported it."""
    tree = ast.parse((SOURCE / "__init__.py").read_text(encoding="utf8"))
    public = {a.asname or a.name for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for a in node.names}
    modules = {path.stem for path in SOURCE.glob("*.py*")} | {path.name for path in SOURCE.iterdir() if path.is_dir()}
    assert not public & modules


def test_import_skfast_imports_nothing_heavy() -> None:
    code = "import sys, numpy; before = set(sys.modules); import skfast; print(*sorted(set(sys.modules) - before))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    new = run.stdout.split()
    heavy = {
        *(
            "argparse",
            "asyncio",
            "concurrent.futures",
            "json",
            "logging",
            "multiprocessing",
            "unittest",
            "urllib.request",
        ),
        *("matplotlib", "pandas", "pyarrow", "rich", "tqdm", "tomli_w", "torch", "rlcard", "gymnasium"),
        *("skfast.cli", "skfast.embed", "skfast.envs", "skfast.reference"),
    }
    assert not heavy & set(new), "imported by `import skfast`, for the few who need it"
