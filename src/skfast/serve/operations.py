"""The operations.  Each takes the named games and a request, and returns the members of its answer as JSON text."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable
from typing import Any

import skfast
from skfast._objects import Move, can_beat, classify, count_moves, legal_moves
from skfast.cards import IllegalMoveError, InvalidHandError
from skfast.cli.show import move_object
from skfast.game import State
from skfast.records import result_object
from skfast.rules import ALIASES, PRESETS, Rules
from skfast.scoring import score
from skfast.serve.requests import (
    ALWAYS,
    LONGEST_NAME,
    Request,
    RequestError,
    array,
    check_fields,
    flag,
    four,
    hand_in,
    integer,
    move_in,
    position_in,
    present,
    rules_in,
    string,
    table_in,
    wilds_in,
    wrong,
)

__all__ = ["OPERATIONS", "Games"]

PROTOCOL = 1
MAX_SEED = 2**64 - 1
MAX_PLAYOUTS = 100_000  # about a second
MAX_THREADS = 64

dumps = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode


def members(**values: object) -> str:
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


# --- questions about a hand

HAND = fields("hand", "table", "rules", "wilds")
HANDS = fields("hands", "table", "tables", "rules", "wilds")


def asked_hand(request: Request) -> tuple[Any, str | None, Rules]:
    hand = hand_in(request["hand"], "hand")
    return hand, table_in(request), rules_in(request)


def asked_hands(request: Request) -> tuple[list[Any], list[Any], Rules]:
    """The hands, and the table of each."""
    hands = array(request, "hands")
    if not {*map(type, hands)} <= {str, int}:
        for number, hand in enumerate(hands):
            hand_in(hand, f"hands[{number}]")
    rules = rules_in(request)
    if "tables" in request:
        if "table" in request:
            wrong("table or tables, not both")
        tables = array(request, "tables")
        if len(tables) != len(hands):
            wrong(f"{len(tables)} tables for {len(hands)} hands")
        if not {*map(type, tables)} <= {str, type(None)}:
            wrong("a table is a string or null")
        return hands, tables, rules
    table = table_in(request)
    return hands, [None if table is None else Move.parse(table, rules)] * len(hands), rules


def each(question: Callable[[Any, Any], object], hands: list[Any], tables: list[Any]) -> list[object]:
    """All answers or none: the first question that fails is named."""
    answers: list[object] = []
    try:
        for hand, table in zip(hands, tables, strict=True):
            answers.append(question(hand, table))
    except ValueError as error:
        what = "hands" if isinstance(error, InvalidHandError) else "tables"
        raise type(error)(f"{what}[{len(answers)}]: {error}") from None
    return answers


def op_count(games: Games, request: Request) -> str:
    if "hand" in request:
        check_fields(request, HAND)
        hand, table, rules = asked_hand(request)
        return f'"count":{count_moves(hand, table, rules, wilds_in(request))}'
    if "hands" in request:
        check_fields(request, HANDS)
        hands, tables, rules = asked_hands(request)
        wilds = wilds_in(request)
        counts = each(lambda hand, table: count_moves(hand, table, rules, wilds), hands, tables)
        return f'"count":[{",".join(map(str, counts))}]'
    state = located(games, request, "wilds")
    hand = 0 if state.is_over else state.packed_hands[state.turn]
    return f'"count":{count_moves(hand, state.table, state.rules, wilds_in(request))}'


HAND_ONLY, HANDS_ONLY = HAND - {"wilds"}, HANDS - {"wilds"}


def op_can_beat(games: Games, request: Request) -> str:
    if "hand" in request:
        check_fields(request, HAND_ONLY)
        hand, table, rules = asked_hand(request)
        return '"can_beat":true' if can_beat(hand, table, rules) else '"can_beat":false'
    if "hands" in request:
        check_fields(request, HANDS_ONLY)
        hands, tables, rules = asked_hands(request)
        return members(can_beat=each(lambda hand, table: can_beat(hand, table, rules), hands, tables))
    state = located(games, request)
    return members(can_beat=not state.is_over and can_beat(state.packed_hands[state.turn], state.table, state.rules))


HAND_LISTED = HAND | {"detail"}


def op_legal_moves(games: Games, request: Request) -> str:
    detail = flag(request, "detail")
    if "hand" in request:
        check_fields(request, HAND_LISTED)
        hand, table, rules = asked_hand(request)
        moves = legal_moves(hand, table, rules, wilds_in(request))
        can_pass = table is not None
    else:
        state = located(games, request, "wilds", "detail")
        moves = state.legal_moves(wilds_in(request))
        can_pass = state.can_pass
    listed = [move_object(move) for move in moves] if detail else moves.texts()
    return members(count=len(moves), can_pass=can_pass, moves=listed)


CLASSIFY = fields("cards", "table", "rules")


def op_classify(games: Games, request: Request) -> str:
    check_fields(request, CLASSIFY)
    cards = hand_in(present(request, "cards"), "cards")
    table, rules = table_in(request), rules_in(request)
    return members(readings=[move_object(move) for move in classify(cards, rules, table)])


BEATS = fields("a", "b", "rules")


def op_beats(games: Games, request: Request) -> str:
    """Of an `a` without a reading, the one that beats `b` is meant, if there is one."""
    check_fields(request, BEATS)
    rules = rules_in(request)
    a = string(request, "a")
    b = move_in(request, "b", rules)
    try:
        beats = Move.parse(a, rules, b if b.n_cards else None).beats(b)
    except IllegalMoveError:
        beats = False
    return members(beats=beats)


# --- deals


def state_object(state: State) -> dict[str, object]:
    return {
        "position": state.text,
        "hands": [hand.text for hand in state.hands],
        "turn": state.turn,
        "table": None if state.table is None else state.table.text,
        "table_seat": state.table_seat,
        "leader": state.leader,
        "passes": state.passes,
        "can_pass": state.can_pass,
        "finish_order": state.finish_order,
        "is_over": state.is_over,
        "players": state.players,
        "face_up": state.face_up,
        "plies": state.plies,
        "scores": state.scores(),
        "result": result_object(state.result),
    }


DEALT = fields("game", "rules", "seed", "number", "leader", "players")
BEGUN = fields("game", "rules", "hands", "leader", "finish_order")
PLACED = fields("game", "position", "moves")


def op_deal(games: Games, request: Request) -> str:
    """A shuffled deal, four given hands, or a position; with a name it is kept, in place of another of that name."""
    if "position" in request:
        check_fields(request, PLACED)
        state = position_in(request)
    elif "hands" in request:
        check_fields(request, BEGUN)
        rules = rules_in(request)
        hands = [hand_in(hand, f"hands[{seat}]") for seat, hand in enumerate(array(request, "hands"))]
        out = array(request, "finish_order") if "finish_order" in request else []
        if len(hands) != 4 or not all(type(seat) is int and 0 <= seat <= 3 for seat in out):
            wrong("hands are four, by seat" if len(hands) != 4 else "finish_order is an array of seats")
        state = State.from_hands(hands, integer(request, "leader", 0, 3), rules, out)
    else:
        check_fields(request, DEALT)
        state = State.deal(
            rules_in(request),
            integer(request, "seed", 0, MAX_SEED, 0),
            number=integer(request, "number", 0, MAX_SEED, 0),
            leader=integer(request, "leader", 0, 3) if "leader" in request else None,
            players=four(request, "players") if "players" in request else (0, 1, 2, 3),
        )
    if "game" in request:
        games.keep(string(request, "game", LONGEST_NAME), state)
    return members(state=state_object(state))


def op_state(games: Games, request: Request) -> str:
    return members(state=state_object(located(games, request)))


def op_play(games: Games, request: Request) -> str:
    state = located(games, request, "move")
    state.play(string(request, "move"))
    return members(state=state_object(state))


def op_undo(games: Games, request: Request) -> str:
    state = located(games, request)
    move = state.undo()
    return members(move=move.text, state=state_object(state))


def op_close(games: Games, request: Request) -> str:
    check_fields(request, GAME)
    games.named(request)
    del games.states[request["game"]]
    return members(games=len(games.states))


SCORE = fields("finish_order", "bombs", "rules")


def op_score(games: Games, request: Request) -> str:
    if "finish_order" not in request:
        state = located(games, request)
        return members(scores=state.scores(), result=result_object(state.result))
    check_fields(request, SCORE)
    rules = rules_in(request)
    order = four(request, "finish_order")
    bombs = array(request, "bombs") if "bombs" in request else []
    for bomb in bombs:
        if type(bomb) is not list or [*map(type, bomb)] != [int, str] or not 0 <= bomb[0] <= 3:
            wrong("bombs is an array of [seat, move]")
    result = score(order, [(seat, Move.parse(move, rules)) for seat, move in bombs], rules)
    return members(scores=result.scores, result=result_object(result))


def op_playouts(games: Games, request: Request) -> str:
    from skfast.simulation import playouts  # imports NumPy

    state = located(games, request, "n", "policy", "seed", "threads", "detail")
    n = integer(request, "n", 0, MAX_PLAYOUTS)
    seed = integer(request, "seed", 0, MAX_SEED, 0)
    threads = integer(request, "threads", 1, MAX_THREADS, 1)
    detail = flag(request, "detail")
    policy = request.get("policy", "random")
    if type(policy) is list:
        if len(policy) != 4:
            wrong("policy is one, or four by seat")
    elif type(policy) is not str:
        wrong("policy is a string or an array of four")
    if any(type(name) is not str for name in policy):
        wrong("a policy is a string")
    scores = playouts(state, n, policy, seed, threads).tolist()
    totals = [sum(column) for column in zip(*scores, strict=True)] or [0] * 4
    return members(n=n, totals=totals, **({"scores": scores} if detail else {}))


# --- about the server

RULES, VERSION = fields("rules"), fields()


def rules_object(rules: Rules) -> dict[str, object]:
    values = {field.name: getattr(rules, field.name) for field in dataclasses.fields(rules) if field.compare}
    for table in ("multiplier", "contribution"):
        values[table] = dict(values[table])
    return {"name": rules.name or None, "aliases": ALIASES.get(rules.name, ()), "text": rules.text, "fields": values}


def op_rules(games: Games, request: Request) -> str:
    check_fields(request, RULES)
    chosen = [rules_in(request)] if "rules" in request else PRESETS.values()
    return members(rules=[rules_object(rules) for rules in chosen])


def op_version(games: Games, request: Request) -> str:
    check_fields(request, VERSION)
    return members(version=skfast.__version__, protocol=PROTOCOL, ops=[*OPERATIONS, "batch"])


OPERATIONS: dict[str, Callable[[Games, Request], str]] = {
    "version": op_version,
    "rules": op_rules,
    "legal_moves": op_legal_moves,
    "count": op_count,
    "can_beat": op_can_beat,
    "classify": op_classify,
    "beats": op_beats,
    "deal": op_deal,
    "state": op_state,
    "play": op_play,
    "undo": op_undo,
    "score": op_score,
    "playouts": op_playouts,
    "close": op_close,
}
