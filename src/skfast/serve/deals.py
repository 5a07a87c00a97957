"""The operations on deals.

Each takes the named games and a request, and returns the members of its answer as JSON text.
"""

from __future__ import annotations

from skfast._objects import Move
from skfast.game import State
from skfast.records import result_object
from skfast.scoring import score
from skfast.serve.games import GAME, Games, fields, located, members
from skfast.serve.requests import (
    LONGEST_NAME,
    Request,
    array,
    check_fields,
    flag,
    four,
    hand_in,
    integer,
    position_in,
    rules_in,
    string,
    wrong,
)

__all__ = ["op_close", "op_deal", "op_play", "op_playouts", "op_score", "op_state", "op_undo"]

MAX_SEED = 2**64 - 1
MAX_PLAYOUTS = 100_000  # about a second
MAX_THREADS = 64


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
