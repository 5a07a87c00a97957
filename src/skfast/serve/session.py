"""One conversation: a line in, its answer out; what is remembered between lines is the named games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from skfast.cards import IllegalMoveError, InvalidHandError, InvalidMoveError
from skfast.serve.games import Games, dumps
from skfast.serve.operations import OPERATIONS
from skfast.serve.requests import RequestError, array, check_fields, decode, identity, wrong

__all__ = ["MAX_GAMES", "Session"]

MAX_GAMES = 1000

BATCH = frozenset({"id", "op", "requests"})
LONGEST_MESSAGE = 300

CODES: tuple[tuple[type[ValueError], str], ...] = (
    (InvalidHandError, "invalid_hand"),
    (InvalidMoveError, "invalid_move"),
    (IllegalMoveError, "illegal_move"),
    (ValueError, "invalid_value"),
)


def failure(name: str, code: str, message: str) -> str:
    if len(message) > LONGEST_MESSAGE:
        message = message[:LONGEST_MESSAGE] + " ..."
    error = dumps({"code": code, "message": " ".join(message.split())})
    return f'{{"id":{name},"ok":false,"error":{error}}}'


def failure_of(name: str, error: Exception) -> str:
    if isinstance(error, RequestError):
        return failure(name, error.code, str(error))
    for kind, code in CODES:
        if isinstance(error, kind):
            return failure(name, code, str(error))
    return failure(name, "internal_error", f"{type(error).__name__}: {error}")


class Session:
    """Answers requests, one at a time.

    >>> session = Session()
    >>> session.answer(b'{"id": 1, "op": "count", "hand": "34567"}')
    '{"id":1,"ok":true,"count":6}\\n'
    """

    def __init__(self, max_games: int = MAX_GAMES) -> None:
        self.games = Games(max_games)

    def answer(self, line: bytes) -> str:
        """The answer to a line, its end included: empty for a blank line."""
        pieces: list[str] = []
        self.respond(line, pieces.append)
        return "".join(pieces)

    def respond(self, line: bytes, send: Callable[[str], object]) -> None:
        """Send the answer to a line, that of a batch in pieces, so that no more than one of its answers is held."""
        try:
            request = decode(line)
        except RequestError as error:
            if line.strip(b" \t\r\n"):
                send(failure_of("null", error) + "\n")
            return
        if type(request) is dict and request.get("op") == "batch":
            self._batch(request, send)
        else:
            send(self.one(request) + "\n")

    def one(self, request: Any) -> str:
        """The answer to a decoded request.  Never raises: what goes wrong is the answer."""
        name = "null"
        try:
            if type(request) is not dict:
                wrong("a request is an object")
            name = identity(request)
            op = request.get("op")
            if type(op) is not str:
                wrong("op is a string")
            if op not in OPERATIONS:
                if op == "batch":
                    wrong("a batch holds no batches")
                raise RequestError("unknown_op", f"no op {op!r}; there are {', '.join(OPERATIONS)}, batch")
            return f'{{"id":{name},"ok":true,{OPERATIONS[op](self.games, request)}}}'
        except Exception as error:
            return failure_of(name, error)

    def _batch(self, request: dict[str, Any], send: Callable[[str], object]) -> None:
        name = "null"
        try:
            name = identity(request)
            check_fields(request, BATCH)
            requests = array(request, "requests")
        except RequestError as error:
            send(failure_of(name, error) + "\n")
            return
        send(f'{{"id":{name},"ok":true,"answers":[')
        between = ""
        for member in requests:
            send(between + self.one(member))
            between = ","
        send("]}\n")

    def refuse_long_line(self, limit: int) -> str:
        """The answer to a line of more than `limit` bytes."""
        return failure("null", "line_too_long", f"a line has at most {limit} bytes") + "\n"
