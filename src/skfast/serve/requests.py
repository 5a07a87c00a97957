"""Reading a request: strict JSON, and its fields with their types.

A request that is not of the shape docs/serve.schema.json describes is a RequestError of code ``invalid_request``; what
has the shape and yet means nothing (cards that are no hand) is the error of whoever finds out.
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any, NoReturn

from skfast._objects import Move
from skfast.game import State
from skfast.rules import BAIBIAN, Rules

__all__ = [
    "Request",
    "RequestError",
    "array",
    "check_fields",
    "decode",
    "flag",
    "four",
    "hand_in",
    "identity",
    "integer",
    "move_in",
    "position_in",
    "rules_in",
    "string",
    "table_in",
    "wilds_in",
]

Request = dict[str, Any]

LONGEST_RULES = 2000  # characters: every field changed, with the largest numbers there are, is shorter
LONGEST_NAME = 64
BLANK = " \t\r\n"
ALWAYS = frozenset({"id", "op"})


class RequestError(Exception):
    """Why a request is not served; `code` is what a program reads, and the message what a person does."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def wrong(message: str) -> NoReturn:
    raise RequestError("invalid_request", message)


# --- JSON


def _object(pairs: list[tuple[str, Any]]) -> Request:
    members = dict(pairs)
    if len(members) != len(pairs):
        seen: set[str] = set()
        twice = next(name for name, _ in pairs if name in seen or seen.add(name))  # type: ignore[func-returns-value]
        raise RequestError("invalid_json", f"{twice!r} is there twice in one object")
    return members


def _no_constant(word: str) -> NoReturn:
    raise RequestError("invalid_json", f"{word} is no JSON")


_raw_decode = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_no_constant).raw_decode


def decode(line: bytes) -> Any:
    """The value of one line, or RequestError: invalid_utf8, invalid_json.

    >>> decode(b' {"op": "version"} ')
    {'op': 'version'}
    """
    try:
        text = line.decode().rstrip(BLANK)
    except UnicodeDecodeError as error:
        raise RequestError("invalid_utf8", f"byte {error.start} of the line is not UTF-8") from None
    start = len(text) - len(text.lstrip(BLANK)) if text[:1] != "{" else 0
    try:
        value, end = _raw_decode(text, start)
    except json.JSONDecodeError as error:
        raise RequestError("invalid_json", f"{error.msg} at character {error.pos}") from None
    except RecursionError:
        raise RequestError("invalid_json", "nested too deeply") from None
    except ValueError as error:  # a number of thousands of digits
        raise RequestError("invalid_json", str(error)) from None
    if end != len(text):
        raise RequestError("invalid_json", f"something follows the object at character {end}")
    return value


_quoted = json.encoder.encode_basestring_ascii


def identity(request: Request) -> str:
    """The `id` as JSON text, ``null`` where there is none."""
    value = request.get("id")
    if type(value) is int and -(2**63) <= value < 2**63:
        return str(value)
    if type(value) is str:
        return _quoted(value)
    if value is None:
        return "null"
    wrong("id is a string, an integer of 64 bits or null")


# --- fields


def check_fields(request: Request, allowed: frozenset[str]) -> None:
    """Refuse a field that is none of this form of the request: most often a slip of the pen."""
    if not request.keys() <= allowed:
        unknown = min(request.keys() - allowed)
        wrong(f"{unknown!r} does not belong to this form of {request['op']!r}; it takes {', '.join(sorted(allowed))}")


def present(request: Request, field: str) -> Any:
    try:
        return request[field]
    except KeyError:
        wrong(f"{field!r} is missing")


def string(request: Request, field: str, longest: int | None = None) -> str:
    value = present(request, field)
    if type(value) is not str:
        wrong(f"{field} is a string")
    if longest is not None and not 0 < len(value) <= longest:
        wrong(f"{field} is a string of 1 to {longest} characters")
    return value


def integer(request: Request, field: str, least: int, most: int, default: int | None = None) -> int:
    value = request.get(field, default) if default is not None else present(request, field)
    if type(value) is not int or not least <= value <= most:
        wrong(f"{field} is an integer from {least} to {most}")
    return value


def flag(request: Request, field: str) -> bool:
    value = request.get(field, False)
    if type(value) is not bool:
        wrong(f"{field} is true or false")
    return value


def array(request: Request, field: str) -> list[Any]:
    value = present(request, field)
    if type(value) is not list:
        wrong(f"{field} is an array")
    return value


def four(request: Request, field: str) -> list[int]:
    """The four seats or players, each once."""
    value = array(request, field)
    if any(type(item) is not int for item in value) or sorted(value) != [0, 1, 2, 3]:
        wrong(f"{field} is 0, 1, 2, 3 in some order")
    return value


def hand_in(value: Any, field: str) -> Any:
    """Text, a packed integer or 15 counts: its type is looked at here, and the rest by whoever takes it."""
    kind = type(value)
    if kind is str or kind is int or kind is list and all(type(count) is int for count in value):
        return value
    wrong(f"{field}: a hand is a string, an integer or an array of 15 integers")


@lru_cache(maxsize=256)
def _rules(text: str) -> Rules:
    return Rules.parse(text)


def rules_in(request: Request) -> Rules:
    if "rules" not in request:
        return BAIBIAN
    text = string(request, "rules", LONGEST_RULES)
    try:
        return _rules(text)
    except ValueError as error:
        raise RequestError("invalid_rules", str(error)) from None


def move_in(request: Request, field: str, rules: Rules, table: Move | None = None) -> Move:
    return Move.parse(string(request, field), rules, table)


def table_in(request: Request) -> str | None:
    """The move to beat, as text; null is a lead."""
    value = request.get("table")
    if value is not None and type(value) is not str:
        wrong("table is a string or null")
    return value


def wilds_in(request: Request) -> Any:
    value = request.get("wilds", "all")
    if value != "all" and value != "thrifty":
        wrong('wilds is "all" or "thrifty"')
    return value


def position_in(request: Request) -> State:
    """The position, and `moves` played from there."""
    text = string(request, "position")
    moves = array(request, "moves") if "moves" in request else ()
    if any(type(move) is not str for move in moves):
        wrong("moves is an array of strings")
    try:
        state = State(text)
    except ValueError as error:
        raise RequestError("invalid_position", str(error)) from None
    for number, move in enumerate(moves):
        try:
            state.play(move)
        except ValueError as error:
            raise RequestError("invalid_position", f"moves[{number}]: {error}") from None
    return state
