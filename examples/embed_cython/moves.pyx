# cython: language_level=3, boundscheck=False, wraparound=False
"""Ask the kernel from Cython: no Python object between the question and the answer."""
from libc.stdint cimport int64_t, uint64_t
from libc.stdlib cimport free, malloc

from skfast cimport (
    SKFAST_ARENA, SKFAST_TEXT_SIZE, SKFAST_WILDS_ALL, skfast_deal, skfast_error_message, skfast_is_over,
    skfast_legal_moves, skfast_move, skfast_move_text, skfast_parse_hand, skfast_parse_move, skfast_play,
    skfast_result, skfast_rules, skfast_rules_named, skfast_score, skfast_state, skfast_state_moves,
)


cdef int64_t checked(int64_t result) except -1:
    if result < 0:
        raise ValueError(skfast_error_message(<int>result).decode())
    return result


def legal_moves(str rules_name, str hand_text, str table_text):
    """The texts of the plays of a hand that beat the table ("-": a lead)."""
    cdef skfast_rules rules
    cdef uint64_t hand
    cdef skfast_move table
    cdef char text[SKFAST_TEXT_SIZE]
    cdef int64_t n, i
    cdef skfast_move* moves
    checked(skfast_rules_named(rules_name.encode(), &rules))
    checked(skfast_parse_hand(hand_text.encode(), &hand, NULL))
    if table_text != "-":
        checked(skfast_parse_move(table_text.encode(), NULL, &rules, &table, NULL))
    moves = <skfast_move*>malloc(SKFAST_ARENA * sizeof(skfast_move))
    if moves == NULL:
        raise MemoryError
    texts = []
    try:
        n = checked(skfast_legal_moves(hand, NULL if table_text == "-" else &table, &rules, SKFAST_WILDS_ALL, moves,
                                       SKFAST_ARENA))
        for i in range(min(n, SKFAST_ARENA)):
            checked(skfast_move_text(&moves[i], &rules, text))
            texts.append(text.decode())
    finally:
        free(moves)
    return texts


def deal(str rules_name, uint64_t seed):
    """(plies, scores) of a deal in which everybody plays the first move of the list, or passes."""
    cdef skfast_rules rules
    cdef skfast_state state
    cdef skfast_result result
    cdef skfast_move move
    cdef int64_t error = 0
    checked(skfast_rules_named(rules_name.encode(), &rules))
    checked(skfast_deal(&rules, seed, 0, -1, &state))
    with nogil:
        while error == 0 and not skfast_is_over(&state):
            if skfast_state_moves(&state, &rules, SKFAST_WILDS_ALL, &move, 1) <= 0:
                move = skfast_move(0, 0, 0, 0, 0, 0, 0, 0, 0)
            error = skfast_play(&state, &move, &rules, NULL)
    checked(error)
    checked(skfast_score(&state, &rules, &result))
    return state.plies, [result.scores[seat] for seat in range(4)]


def main(words):
    rules, hand, table, seed = words
    for text in legal_moves(rules, hand, table):
        print(text)
    plies, scores = deal(rules, int(seed))
    print(f"deal {seed}: {plies} plies, scores", *scores)
