"""Which deal a request is about: the named games, the fields that say so, and what an answer is written with."""

from __future__ import annotations

import json

from skfast.game import State
from skfast.serve.requests import ALWAYS, LONGEST_NAME, Request, RequestError, check_fields, position_in, string, wrong

__all__ = ["GAME", "Games", "dumps", "fields", "located", "members"]

dumps = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode


def members(**values: object) -> str:
    """The members of an answer, as JSON text."""
    return dumps(values)[1:-1]


class Games:
    """The deals that have a name: at most `most` of them."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.states: dict[str, State] = {}

    def named(self, request: Request) -> State:
        name = string(request, "game", LONGEST_NAME)
        try:
            return self.states[name]
        except KeyError:
            raise RequestError("no_such_game", f"no game is named {name!r}") from None

    def keep(self, name: str, state: State) -> None:
        if name not in self.states and len(self.states) >= self.most:
            raise RequestError("too_many_games", f"there are {self.most} games already; close one")
        self.states[name] = state


def fields(*names: str) -> frozenset[str]:
    return ALWAYS | frozenset(names)


POSITION, GAME = fields("position", "moves"), fields("game")


def located(games: Games, request: Request, *more: str) -> State:
    """The state a request is about: a position it brings along, or a game.  `more` are its other fields."""
    if "position" in request:
        check_fields(request, POSITION.union(more))
        return position_in(request)
    check_fields(request, GAME.union(more))
    if "game" not in request:
        wrong("position or game is missing")
    return games.named(request)
