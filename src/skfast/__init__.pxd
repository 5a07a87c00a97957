# cython: language_level=3
"""What other Cython code wants of skfast: ``from skfast cimport skfast_move, skfast_legal_moves``.

The functions of skfast.h, which check what they are given; the kernel below them is in ``skfast._core``.
"""
from skfast._core cimport (
    skfast_move, skfast_rules, skfast_state, skfast_undo, skfast_result, skfast_playout, skfast_abi_version,
    skfast_error_message, skfast_rules_named, skfast_preset_name, skfast_rules_check, skfast_hand_check,
    skfast_hand_size, skfast_hand_from_counts, skfast_hand_counts, skfast_hand_from_cards, skfast_parse_hand,
    skfast_parse_move, skfast_hand_text, skfast_move_text, skfast_legal_moves, skfast_count_moves, skfast_can_beat,
    skfast_classify, skfast_is_legal, skfast_is_thrifty, skfast_beats, skfast_deal_cards, skfast_deal, skfast_begin,
    skfast_state_check, skfast_table, skfast_is_over, skfast_state_moves, skfast_play_unchecked, skfast_play,
    skfast_take_back, skfast_score, skfast_perft_room, skfast_perft, skfast_play_out, skfast_playouts,
    skfast_play_deals,
)


cdef extern from "skfast.h" nogil:
    enum: SKFAST_PASS
    enum: SKFAST_SINGLE
    enum: SKFAST_PAIR
    enum: SKFAST_TRIPLE
    enum: SKFAST_STRAIGHT
    enum: SKFAST_PAIR_RUN
    enum: SKFAST_TRIPLE_RUN
    enum: SKFAST_BOMB
    enum: SKFAST_CHAIN_BOMB
    enum: SKFAST_JOKER_BOMB
    enum: SKFAST_WILD_NONE
    enum: SKFAST_WILD_BIG
    enum: SKFAST_WILD_ALL
    enum: SKFAST_CHAIN_NONE
    enum: SKFAST_CHAIN_EQUAL
    enum: SKFAST_CHAIN_MIXED
    enum: SKFAST_STAR_LARGEST
    enum: SKFAST_STAR_SMALLEST
    enum: SKFAST_FOUR_TOP7
    enum: SKFAST_FOUR_BOTTOM7
    enum: SKFAST_FOUR_TOP8
    enum: SKFAST_FOUR_ABOVE_ALL
    enum: SKFAST_ORDER_COUNT
    enum: SKFAST_ORDER_STARS
    enum: SKFAST_LEAD_LAST_WINNER
    enum: SKFAST_LEAD_FACE_UP
    enum: SKFAST_BEST_OF_WINNER
    enum: SKFAST_PRODUCT_OF_ALL
    enum: SKFAST_DOUBLE
    enum: SKFAST_SINGLE_WIN
    enum: SKFAST_LEVEL
    enum: SKFAST_TEXT_OK
    enum: SKFAST_TEXT_CHARACTER
    enum: SKFAST_TEXT_RANK
    enum: SKFAST_TEXT_CARDS
    enum: SKFAST_TEXT_NO_MOVE
    enum: SKFAST_TEXT_AMBIGUOUS
    enum: SKFAST_TEXT_READING
    enum: SKFAST_TEXT_TOO_LOW
    enum: SKFAST_RANDOM
    enum: SKFAST_LOWEST
    enum: SKFAST_WILDS_ALL
    enum: SKFAST_WILDS_THRIFTY
    enum: SKFAST_OK
    enum: SKFAST_ERROR_ARGUMENT
    enum: SKFAST_ERROR_HAND
    enum: SKFAST_ERROR_TABLE
    enum: SKFAST_ERROR_WILDS
    enum: SKFAST_ERROR_NAME
    enum: SKFAST_ERROR_CARDS
    enum: SKFAST_ERROR_LEADER
    enum: SKFAST_ERROR_PLAYERS
    enum: SKFAST_ERROR_ROOM
    enum: SKFAST_ERROR_POLICY
    enum: SKFAST_ERROR_TEXT
    enum: SKFAST_ERROR_STATE
    enum: SKFAST_ERROR_OVER
    enum: SKFAST_ERROR_MUST_PLAY
    enum: SKFAST_ERROR_NOT_HELD
    enum: SKFAST_ERROR_NO_MOVE
    enum: SKFAST_ERROR_TOO_LOW
    enum: SKFAST_ERROR_RULES
    enum: SKFAST_ABI_VERSION
    enum: SKFAST_MAX_STARS
    enum: SKFAST_BOMB_KINDS
    enum: SKFAST_TEXT_SIZE
    enum: SKFAST_ARENA
