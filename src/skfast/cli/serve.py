"""``skfast serve``: answer JSON lines (docs/serve.md)."""

import argparse


def limit(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 0 < int(text) < 2**31):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 to 2**31 - 1")
    return int(text)


def run_serve(args: argparse.Namespace) -> int:
    from skfast.serve import serve  # imports this package

    try:
        serve(max_line=args.max_line, max_games=args.max_games)
    except BrokenPipeError:
        pass  # nobody reads the answers: nothing is left to do
    except KeyboardInterrupt:
        return 130
    return 0


def add_commands(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    summary = "answer requests: one JSON object a line on the standard input, its answer on the standard output"
    serve = commands.add_parser("serve", help=summary, description=summary)
    most = "a line of at most N bytes (default %(default)s); a longer one is answered with an error"
    serve.add_argument("--max-line", type=limit, default=1 << 20, metavar="N", help=most)
    serve.add_argument("--max-games", type=limit, default=1000, metavar="N", help="at most N named games (%(default)s)")
    serve.set_defaults(run=run_serve)
