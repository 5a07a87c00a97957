"""``skfast serve``: answer JSON lines (docs/serve.md)."""

import argparse

from skfast.serve import MAX_GAMES, MAX_LINE, serve


def limit(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 0 < int(text) < 2**31):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 to 2**31 - 1")
    return int(text)


def run_serve(args: argparse.Namespace) -> int:
    try:
        serve(max_line=args.max_line, max_games=args.max_games)
    except BrokenPipeError:
        pass  # nobody reads the answers: nothing is left to do
    except KeyboardInterrupt:
        return 130
    return 0


def add_commands(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    summary = "answer requests: one JSON object a line on the standard input, its answer on the standard output"
    command = commands.add_parser("serve", help=summary, description=summary)
    most = "a line of at most N bytes (default %(default)s); a longer one is answered with an error"
    command.add_argument("--max-line", type=limit, default=MAX_LINE, metavar="N", help=most)
    command.add_argument(
        "--max-games", type=limit, default=MAX_GAMES, metavar="N", help="at most N named games (%(default)s)"
    )
    command.set_defaults(run=run_serve)
