"""moves.py RULES HAND TABLE SEED: the plays of a hand that beat the table (- for a lead), and one deal played out."""

import sys

from _skfast import ffi, lib


def checked(result: int) -> int:
    if result < 0:
        raise ValueError(ffi.string(lib.skfast_error_message(result)).decode())
    return result


def main(rules_name: str, hand_text: str, table_text: str, seed: str) -> None:
    rules, hand, table = ffi.new("skfast_rules *"), ffi.new("skfast_hand *"), ffi.NULL
    checked(lib.skfast_rules_named(rules_name.encode(), rules))
    checked(lib.skfast_parse_hand(hand_text.encode(), hand, ffi.NULL))
    if table_text != "-":
        table = ffi.new("skfast_move *")
        checked(lib.skfast_parse_move(table_text.encode(), ffi.NULL, rules, table, ffi.NULL))

    moves = ffi.new("skfast_move[]", lib.SKFAST_ARENA)
    text = ffi.new("char[]", lib.SKFAST_TEXT_SIZE)
    n = checked(lib.skfast_legal_moves(hand[0], table, rules, lib.SKFAST_WILDS_ALL, moves, len(moves)))
    for i in range(min(n, len(moves))):
        checked(lib.skfast_move_text(moves + i, rules, text))
        print(ffi.string(text).decode())

    state, result, passed = ffi.new("skfast_state *"), ffi.new("skfast_result *"), ffi.new("skfast_move *")
    checked(lib.skfast_deal(rules, int(seed), 0, -1, state))
    while not lib.skfast_is_over(state):
        n = checked(lib.skfast_state_moves(state, rules, lib.SKFAST_WILDS_ALL, moves, 1))
        checked(lib.skfast_play(state, moves if n else passed, rules, ffi.NULL))
    checked(lib.skfast_score(state, rules, result))
    print(f"deal {seed}: {state.plies} plies, scores", *result.scores)


if __name__ == "__main__":
    main(*sys.argv[1:])
