"""``skfast perft``: count the lines of play from a position, or check a file of such counts."""

import argparse
import time
from collections.abc import Iterator
from typing import NamedTuple

from skfast.counting import BULK, Division, divide, perft
from skfast.game import State

from .deals import add_deal_options
from .show import BOLD, DIM, Style, add_style_options, painted_move, style_of


def depth_number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text) < 1000):
        raise argparse.ArgumentTypeError(f"{text!r} is not a depth from 0")
    return int(text)


class Expected(NamedTuple):
    """One line of a perft file (docs/formats.md)."""

    line: int
    state: State
    by_depth: dict[int, int]
    finished: int | None
    """All ways to play the position out to the end of the deal."""


def read_perft_file(path: str) -> Iterator[Expected]:
    with open(path, encoding="utf8") as file:
        for number, line in enumerate(file, 1):
            if not line.strip() or line.startswith("#"):
                continue
            parts = [part.strip() for part in line.split(";", 3)]
            try:
                if len(parts) != 4:
                    raise ValueError("a line is: position ; D1 n D2 n ... ; F n ; source")
                words = parts[1].split()
                counts = {
                    int(depth.removeprefix("D")): int(n) for depth, n in zip(words[::2], words[1::2], strict=True)
                }
                finished = None if parts[2] == "-" else int(parts[2].removeprefix("F"))
                yield Expected(number, State(parts[0]), counts, finished)
            except ValueError as error:
                raise ValueError(f"{path}, line {number}: {error}") from None


END = 999  # no deal has as many plies


def check_file(args: argparse.Namespace) -> int:
    """Every number of a file up to --depth and --nodes; a wrong one is shown divided, so that one sees where."""
    style = style_of(args)
    positions = checked = wrong = 0
    for expected in read_perft_file(args.file):
        positions += 1
        numbers = [(depth, n, False) for depth, n in expected.by_depth.items()]
        if expected.finished is not None:
            numbers.append((END, expected.finished, True))
        for depth, n, to_the_end in numbers:
            if n > args.nodes or (args.depth is not None and depth > args.depth):
                continue
            checked += 1
            counted = perft(expected.state, depth, to_the_end, bulk=args.bulk)
            if counted != n:
                wrong += 1
                what = "to the end" if to_the_end else f"perft({depth})"
                print(f"line {expected.line}: {what} is {counted:,}, the file says {n:,}")
                print(style.paint(expected.state.text, DIM))
                print_division(divide(expected.state, depth, to_the_end, bulk=args.bulk), style)
    print(f"{positions} positions, {checked} numbers checked, {wrong} wrong")
    return 1 if wrong else 0


def print_division(division: Division, style: Style) -> None:
    for move, n in division.moves.items():
        print(f"{n:20,}  {painted_move(move, style)}")
    for category, n in division.categories.items():
        print(style.paint(f"{n:20,}  ", BOLD) + style.kind(category))


def run_perft(args: argparse.Namespace) -> int:
    if args.file is not None:
        return check_file(args)
    if args.depth is None:
        raise ValueError("--depth is wanted: how many plies")
    style = style_of(args)
    if args.position is not None:
        state = State(args.position)
    else:
        state = State.deal(args.rules, args.seed, number=args.number)
    print(style.paint(state.text, DIM))
    for depth in range(args.depth if args.divide or args.only else 0, args.depth + 1):
        start = time.perf_counter()
        if args.divide:
            division = divide(state, depth, args.finished, bulk=args.bulk)
            lines = division.total
            print_division(division, style)
        else:
            lines = perft(state, depth, args.finished, bulk=args.bulk)
        seconds = time.perf_counter() - start
        rate = f"{seconds:.3f} s, {lines / max(seconds, 1e-9) / 1e6:,.0f} million a second"
        print(style.paint(f"perft({depth}) = {lines:,}", BOLD) + style.paint(f"  ({rate})", DIM))
    return 0


def add_commands(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    summary = "count the sequences of plies from a position, passes included"
    parser = commands.add_parser("perft", help=summary, description=summary)
    parser.add_argument("file", nargs="?", metavar="FILE", help="check the numbers of a perft file (docs/formats.md)")
    parser.add_argument("--position", metavar="TEXT", help="a position as `skfast deal` prints it (else: a deal)")
    add_deal_options(parser)
    parser.add_argument("--depth", type=depth_number, metavar="D", help="plies; of a file: those up to D")
    parser.add_argument(
        "--nodes", type=int, default=10**9, metavar="N", help="of a file: numbers up to N (default 1e9)"
    )
    parser.add_argument("--divide", action="store_true", help="split by the first move and its kind")
    parser.add_argument("--only", action="store_true", help="depth D, not those up to it too")
    parser.add_argument("--finished", action="store_true", help="count a line once that ends the deal before depth D")
    parser.add_argument("--bulk", choices=BULK, default="shared", help="how the last ply is counted; same number")
    add_style_options(parser)
    parser.set_defaults(run=run_perft)
