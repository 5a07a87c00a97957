"""``skfast perft``: count the lines of play from a position, to compare engines by."""

import argparse
import time

from skfast.counting import BULK, divide, perft
from skfast.game import State

from .deals import add_deal_options
from .show import BOLD, DIM, add_style_options, painted_move, style_of


def depth_number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text) < 1000):
        raise argparse.ArgumentTypeError(f"{text!r} is not a depth from 0")
    return int(text)


def run_perft(args: argparse.Namespace) -> int:
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
            for move, n in division.moves.items():
                print(f"{n:20,}  {painted_move(move, style)}")
            for category, n in division.categories.items():
                print(style.paint(f"{n:20,}  ", BOLD) + style.kind(category))
        else:
            lines = perft(state, depth, args.finished, bulk=args.bulk)
        seconds = time.perf_counter() - start
        rate = f"{seconds:.3f} s, {lines / max(seconds, 1e-9) / 1e6:,.0f} million a second"
        print(style.paint(f"perft({depth}) = {lines:,}", BOLD) + style.paint(f"  ({rate})", DIM))
    return 0


def add_commands(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    summary = "count the sequences of plies from a position, passes included"
    parser = commands.add_parser("perft", help=summary, description=summary)
    parser.add_argument("--position", metavar="TEXT", help="a position as `skfast deal` prints it (else: a deal)")
    add_deal_options(parser)
    parser.add_argument("--depth", type=depth_number, required=True, metavar="D")
    parser.add_argument("--divide", action="store_true", help="split by the first move and its kind")
    parser.add_argument("--only", action="store_true", help="depth D, not those up to it too")
    parser.add_argument("--finished", action="store_true", help="count a line once that ends the deal before depth D")
    parser.add_argument("--bulk", choices=BULK, default="shared", help="how the last ply is counted; same number")
    add_style_options(parser)
    parser.set_defaults(run=run_perft)
