"""The command ``skfast``: see docs/cli.md.

Exit status: 0; 1 where the answer is no (``beats``, and ``classify`` of cards that are nothing); 2 for bad input,
with one line on the standard error that says what is wrong.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from skfast import __version__

from . import deals, perft, play, questions, serve, simulate, tournament, variants

__all__ = ["main"]


class OneLineParser(argparse.ArgumentParser):
    """An ArgumentParser whose complaints are one line, without the usage."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}; see {self.prog} --help\n")


def build_parser() -> argparse.ArgumentParser:
    parser = OneLineParser(prog="skfast", description="Legal moves of the card game Shuangkou (双扣).")
    parser.add_argument("--version", action="version", version=f"skfast {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for part in (questions, variants, deals, perft, play, simulate, tournament, serve):
        part.add_commands(commands)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the exit status (see the module's docstring).

    >>> main(["count", "33334"])  # 3, 33, 333, 3333, 4
    5
    0
    """
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal that lacks a character is no reason to stop
    try:
        args = build_parser().parse_args(argv)
    except SystemExit as stop:  # --help, --version, bad arguments
        return int(stop.code or 0)
    try:
        status = int(args.run(args))
        sys.stdout.flush()
        return status
    except BrokenPipeError:
        # The reader (head, a pager) has seen enough.  Python flushes once more at exit: let it find a null device.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    except (ValueError, OSError) as error:
        message = " ".join(str(error).split())
        print(f"skfast: {message}", file=sys.stderr)
        return 2
