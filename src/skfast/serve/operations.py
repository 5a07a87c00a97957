"""All operations by name, and those about the server itself."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import skfast
from skfast.rules import ALIASES, PRESETS, Rules
from skfast.serve import deals, questions
from skfast.serve.games import Games, fields, members
from skfast.serve.requests import Request, check_fields, rules_in

__all__ = ["OPERATIONS"]

PROTOCOL = 1
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
    "legal_moves": questions.op_legal_moves,
    "count": questions.op_count,
    "can_beat": questions.op_can_beat,
    "classify": questions.op_classify,
    "beats": questions.op_beats,
    "deal": deals.op_deal,
    "state": deals.op_state,
    "play": deals.op_play,
    "undo": deals.op_undo,
    "score": deals.op_score,
    "playouts": deals.op_playouts,
    "close": deals.op_close,
}
