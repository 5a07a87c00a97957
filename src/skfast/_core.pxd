# cython: language_level=3
"""The C-level interface of the kernel: ``from skfast._core cimport legal_moves``.

A table is a pointer to the move to beat, or NULL when leading.  Hands and records are trusted here
(``hand_check`` and ``rules_check`` are the gates); no function allocates, keeps state or raises.
"""
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t


cdef extern from "skfast.h" nogil:
    ctypedef struct skfast_move:
        uint64_t cards
        uint8_t category
        uint8_t length
        uint8_t size
        uint8_t rank
        uint8_t stars
        uint8_t n_cards
        uint8_t wilds
        uint8_t order

    ctypedef struct skfast_rules:
        uint8_t wild_jokers
        uint8_t mixed_joker_pair
        uint8_t chain_sizes
        uint8_t chain_min_groups
        uint8_t chain_max_groups
        uint8_t chain_star
        uint8_t max_bomb_size
        uint8_t three_jokers
        uint8_t four_jokers
        uint8_t bomb_order
        uint8_t lead
        uint8_t seat_swap
        uint8_t partner_visible
        uint8_t multiplier_rule
        uint8_t has_four_joker_factor
        uint8_t reserved
        int64_t base[3][4]
        int64_t four_joker_factor
        int64_t multiplier[32]
        int64_t contribution[32]

    ctypedef struct skfast_state:
        uint64_t hands[4]
        skfast_move table
        uint8_t bombs[4][16]
        uint8_t turn
        uint8_t leader
        uint8_t table_seat
        uint8_t passes
        uint8_t finish[4]
        uint8_t n_finished
        uint8_t players[4]
        uint8_t face_up
        uint16_t plies

    ctypedef struct skfast_undo:
        skfast_move move
        skfast_move table
        uint8_t tail[16]

    ctypedef struct skfast_result:
        int64_t base[4]
        int64_t contribution[4]
        int64_t scores[4]
        int64_t multiplier
        uint8_t finish[4]
        uint8_t win
        uint8_t reserved[3]

    ctypedef struct skfast_playout:
        int64_t base[4]
        int64_t contribution[4]
        int64_t scores[4]
        int64_t multiplier
        uint32_t lead_moves
        uint32_t follow_moves
        uint16_t plies
        uint16_t leads
        uint16_t choices
        uint8_t finish[4]
        uint8_t win
        uint8_t leader
        uint8_t players[4]
        uint8_t best_stars[4]
        uint8_t bombs[16]
        uint8_t face_up
        uint8_t reserved[3]

    enum: SKFAST_BOMB_KINDS
    enum: SKFAST_RANDOM
    enum: SKFAST_LOWEST
    enum: SKFAST_DOUBLE
    enum: SKFAST_SINGLE_WIN
    enum: SKFAST_LEVEL

cdef enum:
    SLACK = 80  # records that one block of a generator may write, and so what generate_into may leave behind the moves

# --- the gates
cdef int hand_check(uint64_t hand) noexcept nogil
cdef bint contains(uint64_t hand, uint64_t cards) noexcept nogil
cdef int rules_check(const skfast_rules* rules) noexcept nogil

# --- questions about moves
cdef bint beats(const skfast_move* a, const skfast_move* b) noexcept nogil
cdef int classify(uint64_t cards, const skfast_move* table, const skfast_rules* rules,
                  skfast_move* out, int capacity) noexcept nogil
cdef bint is_legal(const skfast_move* move, uint64_t hand, const skfast_move* table,
                   const skfast_rules* rules) noexcept nogil
cdef bint is_thrifty(const skfast_move* move, uint64_t hand, const skfast_rules* rules) noexcept nogil
cdef int64_t legal_moves(uint64_t hand, const skfast_move* table, const skfast_rules* rules, int wilds,
                         skfast_move* out, int64_t capacity) noexcept nogil
cdef int64_t generate_into(uint64_t hand, const skfast_move* table, const skfast_rules* rules, int wilds,
                           skfast_move* out) noexcept nogil
cdef int64_t plain_moves(uint64_t hand, const skfast_move* table, const skfast_rules* rules, int wilds,
                         skfast_move* out, int64_t capacity) noexcept nogil
cdef int64_t count_moves(uint64_t hand, const skfast_move* table, const skfast_rules* rules,
                         int wilds) noexcept nogil
cdef bint can_beat(uint64_t hand, const skfast_move* table, const skfast_rules* rules) noexcept nogil

# --- text; `out` has room for SKFAST_TEXT_SIZE bytes, the functions return the length without the closing zero
cdef int hand_text(uint64_t hand, char* out) noexcept nogil
cdef int move_text(const skfast_move* move, int max_bomb_size, char* out) noexcept nogil
cdef int parse_hand(const char* text, int n, uint64_t* hand, int* position) noexcept nogil
cdef int parse_move(const char* text, int n, const skfast_move* table, const skfast_rules* rules,
                    skfast_move* out, int* position) noexcept nogil

# --- random numbers: xoshiro256++, one stream a deal
ctypedef struct Stream:
    uint64_t word[4]

cdef Stream stream_of(uint64_t seed, uint64_t number) noexcept nogil
cdef uint64_t random64(Stream* stream) noexcept nogil
cdef uint32_t random_below(Stream* stream, uint32_t n) noexcept nogil
cdef void shuffle(Stream* stream, uint8_t* cards, int n) noexcept nogil

# --- a deal
cdef void start(skfast_state* state, const uint64_t* hands, int leader) noexcept nogil
cdef void deal(const skfast_rules* rules, Stream* stream, int leader, skfast_state* state) noexcept nogil
cdef void deal_cards(const skfast_rules* rules, Stream* stream, int leader, const uint8_t* players,
                     skfast_state* state, uint8_t* cards) noexcept nogil
cdef const skfast_move* table_of(const skfast_state* state) noexcept nogil
cdef bint is_over(const skfast_state* state) noexcept nogil
cdef void play(skfast_state* state, const skfast_move* move) noexcept nogil
cdef void pass_turn(skfast_state* state) noexcept nogil
cdef void make(skfast_state* state, const skfast_move* move, skfast_undo* undo) noexcept nogil
cdef void unmake(skfast_state* state, const skfast_undo* undo) noexcept nogil
cdef bint possible_hands(const uint64_t* hands, uint64_t played) noexcept nogil
cdef int state_check(const skfast_state* state, const skfast_rules* rules) noexcept nogil

# --- its worth
cdef void contributions(const skfast_state* state, const skfast_rules* rules, int64_t* out) noexcept nogil
cdef void score(const skfast_state* state, const skfast_rules* rules, skfast_result* result) noexcept nogil

# --- counting sequences of plies; mode 0 plays every leaf, 1 counts the last ply, 2 lets positions share those counts
cdef int64_t perft_room(const skfast_state* state, const skfast_rules* rules, int depth) noexcept nogil
cdef int64_t perft_count(const skfast_state* state, const skfast_rules* rules, int depth, bint finished, int mode,
                         skfast_move* arena) noexcept nogil

# --- playing deals to their end; `policies` are SKFAST_RANDOM or SKFAST_LOWEST by seat.  Each returns 0, or how many
# records the arena must hold: nothing the caller may use is written then
cdef int64_t choose(const skfast_state* state, const skfast_rules* rules, int policy, Stream* stream,
                    skfast_move* arena, int64_t capacity, skfast_move* chosen, int64_t* n_moves) noexcept nogil
cdef int64_t playout(skfast_state* state, const skfast_rules* rules, const uint8_t* policies, Stream* stream,
                     skfast_move* arena, int64_t capacity, skfast_playout* result) noexcept nogil
cdef void playout_score(const skfast_state* state, const skfast_rules* rules, skfast_playout* result) noexcept nogil
cdef int64_t playouts_of(const skfast_state* state, const skfast_rules* rules, const uint8_t* policies, uint64_t seed,
                         uint64_t first, int64_t n, skfast_move* arena, int64_t capacity,
                         int64_t* scores) noexcept nogil
cdef int64_t play_deals(const skfast_rules* rules, const uint8_t* policies, uint64_t seed, uint64_t first, int64_t n,
                        skfast_move* arena, int64_t capacity, skfast_playout* results) noexcept nogil

# --- the C interface of skfast.h: the same with what strangers bring checked, and negative codes for what is wrong
cdef int32_t skfast_abi_version() noexcept nogil
cdef const char* skfast_error_message(int32_t error) noexcept nogil
cdef int32_t skfast_rules_named(const char* name, skfast_rules* rules) noexcept nogil
cdef const char* skfast_preset_name(int32_t number) noexcept nogil
cdef int32_t skfast_rules_check(const skfast_rules* rules) noexcept nogil
cdef int32_t skfast_hand_check(uint64_t hand) noexcept nogil
cdef int32_t skfast_hand_size(uint64_t hand) noexcept nogil
cdef int32_t skfast_hand_from_counts(const uint8_t* counts, uint64_t* hand) noexcept nogil
cdef int32_t skfast_hand_counts(uint64_t hand, uint8_t* counts) noexcept nogil
cdef int32_t skfast_hand_from_cards(const uint8_t* cards, int32_t n, uint64_t* hand) noexcept nogil
cdef int32_t skfast_parse_hand(const char* text, uint64_t* hand, int32_t* position) noexcept nogil
cdef int32_t skfast_parse_move(const char* text, const skfast_move* table, const skfast_rules* rules,
                               skfast_move* move, int32_t* position) noexcept nogil
cdef int32_t skfast_hand_text(uint64_t hand, char* out) noexcept nogil
cdef int32_t skfast_move_text(const skfast_move* move, const skfast_rules* rules, char* out) noexcept nogil
cdef int64_t skfast_legal_moves(uint64_t hand, const skfast_move* table, const skfast_rules* rules, int32_t wilds,
                                skfast_move* out, int64_t capacity) noexcept nogil
cdef int64_t skfast_count_moves(uint64_t hand, const skfast_move* table, const skfast_rules* rules,
                                int32_t wilds) noexcept nogil
cdef int32_t skfast_can_beat(uint64_t hand, const skfast_move* table, const skfast_rules* rules) noexcept nogil
cdef int32_t skfast_classify(uint64_t cards, const skfast_move* table, const skfast_rules* rules,
                             skfast_move* out, int32_t capacity) noexcept nogil
cdef int32_t skfast_is_legal(const skfast_move* move, uint64_t hand, const skfast_move* table,
                             const skfast_rules* rules) noexcept nogil
cdef int32_t skfast_is_thrifty(const skfast_move* move, uint64_t hand, const skfast_rules* rules) noexcept nogil
cdef int32_t skfast_beats(const skfast_move* a, const skfast_move* b) noexcept nogil
cdef int32_t skfast_deal_cards(const skfast_rules* rules, uint64_t seed, uint64_t number, int32_t leader,
                               const uint8_t* players, skfast_state* state, uint8_t* cards) noexcept nogil
cdef int32_t skfast_deal(const skfast_rules* rules, uint64_t seed, uint64_t number, int32_t leader,
                         skfast_state* state) noexcept nogil
cdef int32_t skfast_begin(const skfast_rules* rules, const uint64_t* hands, int32_t leader, const uint8_t* finish,
                          int32_t n_finished, skfast_state* state) noexcept nogil
cdef int32_t skfast_state_check(const skfast_state* state, const skfast_rules* rules) noexcept nogil
cdef const skfast_move* skfast_table(const skfast_state* state) noexcept nogil
cdef int32_t skfast_is_over(const skfast_state* state) noexcept nogil
cdef int64_t skfast_state_moves(const skfast_state* state, const skfast_rules* rules, int32_t wilds,
                                skfast_move* out, int64_t capacity) noexcept nogil
cdef int32_t skfast_play_unchecked(skfast_state* state, const skfast_move* move, skfast_undo* undo) noexcept nogil
cdef int32_t skfast_play(skfast_state* state, const skfast_move* move, const skfast_rules* rules,
                         skfast_undo* undo) noexcept nogil
cdef int32_t skfast_take_back(skfast_state* state, const skfast_undo* undo) noexcept nogil
cdef int32_t skfast_score(const skfast_state* state, const skfast_rules* rules, skfast_result* result) noexcept nogil
cdef int64_t skfast_perft_room(const skfast_state* state, const skfast_rules* rules, int32_t depth) noexcept nogil
cdef int64_t skfast_perft(const skfast_state* state, const skfast_rules* rules, int32_t depth, int32_t finished,
                          skfast_move* arena, int64_t capacity) noexcept nogil
cdef int64_t skfast_play_out(skfast_state* state, const skfast_rules* rules, const uint8_t* policies, uint64_t seed,
                             uint64_t number, skfast_move* arena, int64_t capacity,
                             skfast_playout* result) noexcept nogil
cdef int64_t skfast_playouts(const skfast_state* state, const skfast_rules* rules, const uint8_t* policies,
                             uint64_t seed, uint64_t first, int64_t n, skfast_move* arena, int64_t capacity,
                             int64_t* scores) noexcept nogil
cdef int64_t skfast_play_deals(const skfast_rules* rules, const uint8_t* policies, uint64_t seed, uint64_t first,
                               int64_t n, skfast_move* arena, int64_t capacity,
                               skfast_playout* results) noexcept nogil
