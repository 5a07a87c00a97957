"""Instructions a move and a hand, by valgrind: ``make instructions`` (`make bench` does not need it).

They do not depend on the load of the machine.  A loop of _kernel_loops.pyx is run over few and over many hands in a
process of its own; the difference of the two counts is free of the start of Python.
"""

import os
import re
import shutil
import subprocess
import sys

CASES = {
    "lead, 百变, 27 cards": "loops.lead(deals.random_hands()[:n], skfast.BAIBIAN)",
    "lead, 百变, no wild in hand": "loops.lead(deals.without_big_jokers()[:n], skfast.BAIBIAN)",
    "lead, 百变, thrifty": "loops.lead(deals.random_hands()[:n], skfast.BAIBIAN, 1)",
    "lead, 千变, four jokers in hand": "loops.lead(deals.with_four_jokers()[:n // 10], skfast.QIANBIAN)",
    "count, 百变, 27 cards": "loops.count(deals.random_hands()[:n], skfast.BAIBIAN)",
    "count, 千变, four jokers in hand": "loops.count(deals.with_four_jokers()[:n // 10], skfast.QIANBIAN)",
}
FEW, MANY = 2_000, 12_000


def instructions(expression: str, n: int) -> tuple[int, int]:
    """(instructions of the whole process, what the expression returned) for n hands."""
    imports = "import skfast; from benchmarks import build, deals"
    code = f"{imports}; loops = build.kernel_loops(); n = {n}; print({expression})"
    run = subprocess.run(
        ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"PYTHONHASHSEED": "0", "OPENBLAS_NUM_THREADS": "1"},
    )
    found = re.search(r"Collected : (\d+)", run.stderr)
    assert found is not None, run.stderr
    return int(found[1]), int(run.stdout)


def main() -> int:
    if shutil.which("valgrind") is None:
        print("valgrind is not installed", file=sys.stderr)
        return 1
    print("| what | instructions a hand | a move |\n|---|---|---|")
    for what, expression in CASES.items():
        few, few_moves = instructions(expression, FEW)
        many, many_moves = instructions(expression, MANY)
        hands = (MANY - FEW) // (10 if "// 10" in expression else 1)
        print(
            f"| {what} | {(many - few) / hands:,.0f} | {(many - few) / (many_moves - few_moves):.1f} |",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
