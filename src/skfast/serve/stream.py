"""Lines of bytes in, lines of bytes out, with a bound on what is held of either.

What has arrived is answered before more is waited for, and all of it with one write: a client that asks one question
at a time has its answer at once, and one that sends many does not pay a system call for each.
"""

from __future__ import annotations

import os
import select
import sys
from collections.abc import Iterator

from skfast.serve.session import MAX_GAMES, Session

__all__ = ["MAX_LINE", "serve"]

MAX_LINE = 1 << 20
CHUNK = 1 << 16


def read(source: int) -> bytes:
    while True:
        try:
            return os.read(source, CHUNK)
        except BlockingIOError:  # somebody shares the descriptor and has made it non-blocking
            select.select([source], [], [])


def lines(source: int, limit: int) -> Iterator[list[bytes | None]]:
    """The lines that each read completes, without their ends; None for one of more than `limit` bytes.

    At most the limit and one chunk are held: of a longer line None comes as soon as that is known, and the rest is
    dropped.  The last line needs no end.
    """
    held = bytearray()
    dropping = False
    while chunk := read(source):
        *whole, rest = chunk.split(b"\n")
        found: list[bytes | None] = []
        if whole:
            first = bytes(held) + whole[0]
            if dropping:
                del whole[0]
            else:
                whole[0] = first
            held.clear()
            dropping = False
            found = [line if len(line) <= limit else None for line in whole]
        if not dropping:
            held += rest
            if len(held) > limit:
                held.clear()
                dropping = True
                found.append(None)
        if found:
            yield found
    if held:
        yield [bytes(held)]


class Outlet:
    """Gathers answers and writes them when there are many, or when told to."""

    def __init__(self, target: int) -> None:
        self.target = target
        self.pieces: list[str] = []
        self.size = 0

    def send(self, text: str) -> None:
        self.pieces.append(text)
        self.size += len(text)
        if self.size >= CHUNK:
            self.flush()

    def flush(self) -> None:
        data = "".join(self.pieces).encode("ascii")
        self.pieces.clear()
        self.size = 0
        written = 0
        while written < len(data):
            try:
                written += os.write(self.target, data[written:] if written else data)
            except BlockingIOError:
                select.select([], [self.target], [])


def serve(source: int = 0, target: int = 1, *, max_line: int = MAX_LINE, max_games: int = MAX_GAMES) -> None:
    """Answer the lines of one file descriptor on another until the input ends.

    BrokenPipeError if nobody reads the answers any more.
    """
    if sys.platform == "win32":
        import msvcrt

        msvcrt.setmode(source, os.O_BINARY)
        msvcrt.setmode(target, os.O_BINARY)
    session = Session(max_games)
    outlet = Outlet(target)
    for arrived in lines(source, max_line):
        for line in arrived:
            if line is None:
                outlet.send(session.refuse_long_line(max_line))
            else:
                session.respond(line, outlet.send)
        outlet.flush()
