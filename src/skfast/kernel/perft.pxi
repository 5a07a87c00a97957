# Counting sequences of plies (passes count), as engines do to test their move generators.
#
# The callers' arena holds the move lists of the plies above, one after the other: `perft_room` says how many
# records that takes.  A hand's moves only become fewer as it is played, and a follow list is part of the lead
# list, so the longest list of any ply is the longest lead list of the four hands at the root.
cdef enum:
    PERFT_NONE = 0     # every leaf is played
    PERFT_EACH = 1     # the last ply is counted, each position by itself
    PERFT_SHARED = 2   # the last ply is counted, siblings and cousins with one hand share a tally of it
    TALLY_ROWS = 28    # (category, length) of a move that is no bomb
    TALLY_AFTER = 12   # questions about a hand after which its tally is made

# How many moves a hand has: to lead, and to beat a table.  `above[rank][row]` are those with a higher top rank, bombs
# apart.
ctypedef struct Tally:
    uint64_t hand
    int asked
    bint made
    int64_t leads         # -1: not yet known
    int64_t bombs
    int32_t above[16][TALLY_ROWS]

ctypedef struct Perft:
    const skfast_rules* rules
    int mode
    bint finished      # a line that ends with the deal counts as one
    Tally tallies[4]


cdef inline int tally_row(const skfast_move* move) noexcept nogil:
    """Singles, pairs, triples, straights of 5..12, pair runs of 3..12, triple runs of 3..9."""
    if move.category <= SKFAST_TRIPLE:
        return move.category - SKFAST_SINGLE
    if move.category == SKFAST_STRAIGHT:
        return move.length - 2
    return move.length + (8 if move.category == SKFAST_PAIR_RUN else 18)


cdef void make_tally(Tally* tally, const skfast_rules* rules, skfast_move* arena) noexcept nogil:
    """From the lead list of `tally.hand`."""
    cdef int64_t n = generate_into(tally.hand, NULL, rules, SKFAST_WILDS_ALL, arena)
    cdef int64_t i
    cdef int rank, row
    memset(tally.above, 0, sizeof(tally.above))
    for i in range(n):
        if arena[i].category >= SKFAST_BOMB:  # bombs come last
            break
        # one rank down, so that the sums below leave out the rank itself; rank 0 beats nothing
        if arena[i].rank:
            tally.above[arena[i].rank - 1][tally_row(&arena[i])] += 1
    else:
        i = n
    tally.bombs = n - i
    for rank in range(13, -1, -1):
        for row in range(TALLY_ROWS):
            tally.above[rank][row] += tally.above[rank + 1][row]
    tally.made = True


cdef inline void tally_of(Tally* tally, uint64_t hand) noexcept nogil:
    if tally.hand != hand:
        tally.hand = hand
        tally.asked = 0
        tally.made = False
        tally.leads = -1


cdef inline int64_t answers_to(Perft* perft, int seat, uint64_t hand, const skfast_move* table,
                               skfast_move* arena) noexcept nogil:
    """count_moves(hand, table), from the seat's tally when it is asked for often enough to pay."""
    cdef Tally* tally = &perft.tallies[seat]
    if perft.mode == PERFT_SHARED and table.category < SKFAST_BOMB:
        tally_of(tally, hand)
        if not tally.made:
            tally.asked += 1
            if tally.asked == TALLY_AFTER:
                make_tally(tally, perft.rules, arena)
        if tally.made:
            return tally.above[table.rank][tally_row(table)] + tally.bombs
    return count_moves(hand, table, perft.rules, SKFAST_WILDS_ALL)


cdef inline int64_t leads_of(Perft* perft, int seat, uint64_t hand) noexcept nogil:
    cdef Tally* tally = &perft.tallies[seat]
    if perft.mode != PERFT_SHARED:
        return count_moves(hand, NULL, perft.rules, SKFAST_WILDS_ALL)
    tally_of(tally, hand)
    if tally.leads < 0:
        tally.leads = count_moves(hand, NULL, perft.rules, SKFAST_WILDS_ALL)
    return tally.leads


cdef int64_t last_two_plies(Perft* perft, const skfast_state* state, skfast_move* arena) noexcept nogil:
    """perft at depth 2 of a deal that is not over.  Whatever the mover plays, the next hand is the same: no state is
    copied, and siblings that put the same table before it are counted once."""
    cdef uint64_t mine = state.hands[state.turn]
    cdef int64_t n = generate_into(mine, table_of(state), perft.rules, SKFAST_WILDS_ALL, arena)
    cdef bint last_of_side = state.hands[state.turn ^ 2] == 0
    cdef int seat = seat_after(state, state.turn)
    cdef uint64_t hand = state.hands[seat]
    cdef const skfast_move* move
    cdef int64_t i
    cdef int64_t answers = 0
    cdef int64_t total = n  # a pass after each
    cdef uint64_t reading = 0
    for i in range(n):
        move = &arena[i]
        if SK_UNLIKELY(move.cards == mine and last_of_side):
            total += perft.finished - 1
            continue
        if reading_key(move) != reading:
            reading = reading_key(move)
            answers = answers_to(perft, seat, hand, move, arena + n)
        total += answers
    if is_lead(state):
        return total
    if not ends_trick(state):  # a pass, and what comes then
        return total + 1 + answers_to(perft, seat, hand, &state.table, arena)
    seat = next_leader(state)
    return total + leads_of(perft, seat, state.hands[seat])


cdef inline uint64_t reading_key(const skfast_move* move) noexcept nogil:
    """Equal for two moves only if the same moves beat both; never 0."""
    return (<uint64_t>move.category | <uint64_t>move.n_cards << 8 | <uint64_t>move.rank << 16
            | <uint64_t>move.stars << 24 | <uint64_t>move.order << 32)


cdef int64_t perft_from(Perft* perft, const skfast_state* state, int depth, skfast_move* arena) noexcept nogil:
    cdef int64_t n, i
    cdef int64_t total = 0
    cdef skfast_state child
    if depth == 0:
        return 1
    if is_over(state):
        return perft.finished
    if perft.mode != PERFT_NONE:
        if depth == 1:
            n = count_moves(state.hands[state.turn], table_of(state), perft.rules, SKFAST_WILDS_ALL)
            return n if is_lead(state) else n + 1
        if depth == 2:
            return last_two_plies(perft, state, arena)
    n = generate_into(state.hands[state.turn], table_of(state), perft.rules, SKFAST_WILDS_ALL, arena)
    for i in range(n):
        child = state[0]
        play(&child, &arena[i])
        total += perft_from(perft, &child, depth - 1, arena + n)
    if not is_lead(state):
        child = state[0]
        pass_turn(&child)
        total += perft_from(perft, &child, depth - 1, arena)
    return total


cdef int plies_left(const skfast_state* state) noexcept nogil:
    """No line is longer: every trick has a play, and at most three passes follow a play."""
    cdef int cards = 0
    cdef int seat
    for seat in range(4):
        cards += total_cards(state.hands[seat])
    return 4 * cards + 3


cdef int64_t perft_room(const skfast_state* state, const skfast_rules* rules, int depth) noexcept nogil:
    """The records that an arena for `perft_count` must hold."""
    cdef int64_t longest = 0
    cdef int64_t n
    cdef int seat
    if depth > plies_left(state):
        depth = plies_left(state)
    for seat in range(4):
        n = count_moves(state.hands[seat], NULL, rules, SKFAST_WILDS_ALL)
        if n > longest:
            longest = n
    return (longest + SLACK) * (depth + 1)


cdef int64_t perft_count(const skfast_state* state, const skfast_rules* rules, int depth, bint finished, int mode,
                         skfast_move* arena) noexcept nogil:
    """The sequences of `depth` plies from here; with `finished`, and of fewer that end the deal.

    The arena holds perft_room(state, rules, depth) records.  `mode` is PERFT_NONE, PERFT_EACH or PERFT_SHARED:
    three ways to the same number.
    """
    cdef Perft perft
    cdef int seat
    perft.rules = rules
    perft.mode = mode
    perft.finished = finished
    for seat in range(4):
        perft.tallies[seat].hand = 0
        perft.tallies[seat].made = False
        perft.tallies[seat].asked = 0
        perft.tallies[seat].leads = -1
    return perft_from(&perft, state, depth, arena)
