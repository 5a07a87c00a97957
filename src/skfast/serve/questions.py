"""The operations that ask about a hand, or about the seat to move of a deal.

Each takes the named games and a request, and returns the members of its answer as JSON text.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from skfast._objects import Move, can_beat, classify, count_moves, legal_moves
from skfast.cards import IllegalMoveError, InvalidHandError
from skfast.records import move_object
from skfast.rules import Rules
from skfast.serve.games import Games, fields, located, members
from skfast.serve.requests import (
    Request,
    array,
    check_fields,
    flag,
    hand_in,
    move_in,
    present,
    rules_in,
    string,
    table_in,
    wilds_in,
    wrong,
)

__all__ = ["op_beats", "op_can_beat", "op_classify", "op_count", "op_legal_moves"]

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
