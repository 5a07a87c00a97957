# A deal in progress (rules, section 6): who holds what, whose turn it is, who is out.  Everything that plays
# cards goes through these functions; none of them asks whether a move is legal (is_legal does).
cdef extern from *:
    """
    #include <stddef.h>
    /* From `turn` to its end a state is 16 bytes that change at every ply; `hands`, `table` and `bombs` come before. */
    typedef char sk_state_is_128_bytes[sizeof(skfast_state) == 128 && offsetof(skfast_state, turn) == 112 ? 1 : -1];
    #define sk_tail(state) ((uint8_t *)(state) + offsetof(skfast_state, turn))
    """
    uint8_t* sk_tail(const skfast_state* state) noexcept nogil
    const void* memchr(const void* bytes, int byte, size_t n) noexcept nogil

cdef enum:
    N_CARDS = 108
    N_FACES = 54
    NOBODY = 255
    RANDOM_LEADER = -1
    FOUR_JOKERS = 15      # the last kind of skfast_state.bombs
    TAIL = 16             # the bytes of skfast_state from `turn` on


cdef inline int rank_of_card(int card) noexcept nogil:
    """The rank of a card id, 0..107 (rules, section 1)."""
    cdef int face = card - N_FACES if card >= N_FACES else card
    return (face >> 2) + (face == 53)


cdef inline int twin_of_card(int card) noexcept nogil:
    return card + N_FACES if card < N_FACES else card - N_FACES


cdef inline int place_of(const uint8_t* cards, int card) noexcept nogil:
    """Where a card lies in the shuffled pack."""
    return <int>(<const uint8_t*>memchr(cards, card, N_CARDS) - cards)


cdef inline bint is_over(const skfast_state* state) noexcept nogil:
    return state.n_finished == 4


cdef inline bint is_lead(const skfast_state* state) noexcept nogil:
    return state.table.category == SKFAST_PASS


cdef inline const skfast_move* table_of(const skfast_state* state) noexcept nogil:
    """The move to beat, as the questions about moves take it: NULL when leading."""
    if state.table.category == SKFAST_PASS:
        return NULL
    return &state.table


cdef inline int seat_after(const skfast_state* state, int seat) noexcept nogil:
    """The next seat that holds cards; the caller knows that there is one."""
    seat = (seat + 1) & 3
    while state.hands[seat] == 0:
        seat = (seat + 1) & 3
    return seat


cdef inline int bomb_kind(const skfast_move* bomb) noexcept nogil:
    """Its place in skfast_state.bombs."""
    if bomb.category == SKFAST_JOKER_BOMB and bomb.size == 4:
        return FOUR_JOKERS
    return bomb.stars - 4


cdef void start(skfast_state* state, const uint64_t* hands, int leader) noexcept nogil:
    """A deal about to begin: nobody out, nothing played, player i at seat i."""
    cdef int seat
    memset(state, 0, sizeof(skfast_state))
    for seat in range(4):
        state.hands[seat] = hands[seat]
        state.finish[seat] = NOBODY
        state.players[seat] = <uint8_t>seat
    state.turn = state.leader = state.table_seat = <uint8_t>leader
    state.face_up = NOBODY


cdef void deal_cards(const skfast_rules* rules, Stream* stream, int leader, const uint8_t* players,
                     skfast_state* state, uint8_t* cards) noexcept nogil:
    """Shuffle and deal 27 cards each, settle the lead and the partners.

    `cards` (108 bytes) receives the card ids, seat s holding cards[27 * s : 27 * s + 27].  `players` are those
    who sit at the four seats before the deal.  `leader` is a seat or RANDOM_LEADER, and is not asked where the
    face-up card decides.
    """
    cdef uint64_t hands[4]
    cdef int i, seat, card, partner
    cdef int holder, twin_holder
    cdef uint8_t held[27]
    for i in range(N_CARDS):
        cards[i] = <uint8_t>i
    shuffle(stream, cards, N_CARDS)
    for seat in range(4):
        hands[seat] = 0
        for i in range(HAND_CARDS * seat, HAND_CARDS * (seat + 1)):
            hands[seat] += <uint64_t>1 << (4 * rank_of_card(cards[i]))
    if rules.lead == SKFAST_LEAD_LAST_WINNER:
        if leader < 0:
            leader = <int>random_below(stream, 4)
        start(state, hands, leader)
        memcpy(state.players, players, 4)
        return
    card = <int>random_below(stream, N_CARDS)
    holder = place_of(cards, card) // HAND_CARDS
    twin_holder = place_of(cards, twin_of_card(card)) // HAND_CARDS
    start(state, hands, holder)
    memcpy(state.players, players, 4)
    state.face_up = <uint8_t>card
    partner = holder ^ 2
    if rules.seat_swap and twin_holder != holder and twin_holder != partner:
        state.hands[twin_holder] = hands[partner]
        state.hands[partner] = hands[twin_holder]
        state.players[twin_holder] = players[partner]
        state.players[partner] = players[twin_holder]
        memcpy(held, cards + HAND_CARDS * partner, HAND_CARDS)
        memcpy(cards + HAND_CARDS * partner, cards + HAND_CARDS * twin_holder, HAND_CARDS)
        memcpy(cards + HAND_CARDS * twin_holder, held, HAND_CARDS)


cdef void deal(const skfast_rules* rules, Stream* stream, int leader, skfast_state* state) noexcept nogil:
    """deal_cards with player i at seat i, for whom the suits are nothing."""
    cdef uint8_t cards[108]
    cdef uint8_t players[4]
    cdef int seat
    for seat in range(4):
        players[seat] = <uint8_t>seat
    deal_cards(rules, stream, leader, players, state, cards)


cdef void go_out(skfast_state* state, int seat) noexcept nogil:
    """The seat has just played its last card: its place, and the end of the deal when its side is out.  Then the
    table and the turn stay as this last play left them."""
    cdef int other
    state.finish[state.n_finished] = <uint8_t>seat
    state.n_finished += 1
    if state.hands[seat ^ 2]:
        state.turn = <uint8_t>seat_after(state, seat)
        return
    other = (seat + 1) & 3
    if state.n_finished == 2:  # a double win: the others in turn order from the second finisher
        state.finish[2] = <uint8_t>other
        state.finish[3] = <uint8_t>(other ^ 2)
    else:
        state.finish[3] = <uint8_t>(other if state.hands[other] else other ^ 2)
    state.n_finished = 4


cdef inline void play(skfast_state* state, const skfast_move* move) noexcept nogil:
    """The seat to move plays `move`, which is no PASS, and which may not lie in state.table."""
    cdef int seat = state.turn
    state.hands[seat] -= move.cards
    state.table = move[0]
    state.table_seat = <uint8_t>seat
    state.passes = 0
    state.plies += 1
    if SK_UNLIKELY(move.category >= SKFAST_BOMB):
        state.bombs[seat][bomb_kind(move)] += 1
    if SK_UNLIKELY(state.hands[seat] == 0):
        go_out(state, seat)
    else:
        state.turn = <uint8_t>seat_after(state, seat)


cdef inline bint ends_trick(const skfast_state* state) noexcept nogil:
    """Whether a pass now is the last: all others who hold cards have passed in succession."""
    return state.passes + state.n_finished + (state.hands[state.table_seat] != 0) == 3


cdef inline int next_leader(const skfast_state* state) noexcept nogil:
    """Who leads when the trick ends: its last player, or, if he is out, his partner, who inherits the lead (he holds
    cards, or the deal would be over)."""
    return state.table_seat if state.hands[state.table_seat] else state.table_seat ^ 2


cdef inline void pass_turn(skfast_state* state) noexcept nogil:
    """The seat to move passes."""
    state.plies += 1
    if ends_trick(state):
        state.turn = state.leader = state.table_seat = <uint8_t>next_leader(state)
        state.passes = 0
        memset(&state.table, 0, sizeof(skfast_move))
    else:
        state.passes += 1
        state.turn = <uint8_t>seat_after(state, state.turn)


cdef inline void make(skfast_state* state, const skfast_move* move, skfast_undo* undo) noexcept nogil:
    """Play or pass so that `unmake` can take it back."""
    undo.move = move[0]
    undo.table = state.table
    memcpy(undo.tail, sk_tail(state), TAIL)
    if move.category == SKFAST_PASS:
        pass_turn(state)
    else:
        play(state, move)


cdef inline void unmake(skfast_state* state, const skfast_undo* undo) noexcept nogil:
    """Take back the last ply, the one `undo` is of."""
    memcpy(sk_tail(state), undo.tail, TAIL)
    state.table = undo.table
    state.hands[state.turn] += undo.move.cards
    if SK_UNLIKELY(undo.move.category >= SKFAST_BOMB):
        state.bombs[state.turn][bomb_kind(&undo.move)] -= 1


cdef bint possible_hands(const uint64_t* hands, uint64_t played) noexcept nogil:
    """True if the four hands and the cards `played` come out of one double pack."""
    cdef int rank, n
    for rank in range(15):
        n = (count_of(hands[0], rank) + count_of(hands[1], rank) + count_of(hands[2], rank)
             + count_of(hands[3], rank) + count_of(played, rank))
        if n > (8 if rank < RANK_SMALL else 2):
            return False
    return True


cdef enum:
    STATE_HAND = 1       # what is wrong with a state: a hand that is none, or more of a rank than two packs hold
    STATE_PLAYERS = 2    # not the players 0..3 in some order
    STATE_FINISH = 3     # not exactly the seats without cards, or both of a side out and the deal goes on
    STATE_TURN = 4       # the turn, the leader and the passes do not fit the table and who is out
    STATE_TABLE = 5      # no legal move, or more cards than its seat can have had
    STATE_BOMBS = 6      # bombs that cannot have been played
    STATE_FACE_UP = 7    # no card
    LAST_PLY = 999       # more than any deal has


cdef bint finish_fits(const skfast_state* state) noexcept nogil:
    cdef int n = state.n_finished
    cdef int out = n          # of `finish` those who played their last card
    cdef int seat, place
    cdef int seen = 0
    if n > 4:
        return False
    for place in range(4):
        if place >= n:
            if state.finish[place] != NOBODY:
                return False
            continue
        seat = state.finish[place]
        if seat > 3 or seen >> seat & 1:
            return False
        seen |= 1 << seat
    if n == 4:
        if state.finish[1] == state.finish[0] ^ 2:
            out = 2
            if state.finish[2] != (state.finish[1] + 1) & 3:
                return False
        else:
            out = 3
    elif n == 3 or n == 2 and state.finish[1] == state.finish[0] ^ 2:
        return False
    seen = 0
    for place in range(out):
        seen |= 1 << state.finish[place]
    for seat in range(4):
        if (state.hands[seat] == 0) != (seen >> seat & 1):
            return False
    return n < 4 or state.turn == state.finish[out - 1]


cdef int state_check(const skfast_state* state, const skfast_rules* rules) noexcept nogil:
    """0 for a state that play from some beginning can have reached, or what is wrong with it (STATE_...)."""
    cdef int seat, kind, n, cards, active
    cdef int seen = 0
    cdef int four_jokers = 0
    cdef uint64_t jokers = 0
    for seat in range(4):
        jokers |= state.hands[seat] >> 4 * RANK_SMALL
        four_jokers += state.bombs[seat][FOUR_JOKERS]
        if hand_check(state.hands[seat]):
            return STATE_HAND
        if state.players[seat] > 3:
            return STATE_PLAYERS
        seen |= 1 << state.players[seat]
    if seen != 15:
        return STATE_PLAYERS
    if not possible_hands(state.hands, state.table.cards):
        return STATE_HAND
    if not finish_fits(state):
        return STATE_FINISH
    if state.turn > 3 or state.leader > 3 or state.table_seat > 3 or state.plies > LAST_PLY:
        return STATE_TURN
    if state.table.category == SKFAST_PASS:
        if state.table.cards or state.n_finished == 4 or state.passes or state.hands[state.turn] == 0:
            return STATE_TURN
        if state.leader != state.turn or state.table_seat != state.turn:
            return STATE_TURN
    else:
        if hand_check(state.table.cards) or not is_legal(&state.table, state.table.cards, NULL, rules):
            return STATE_TABLE
        if total_cards(state.table.cards) + total_cards(state.hands[state.table_seat]) > HAND_CARDS:
            return STATE_TABLE
        if state.n_finished == 4:
            if state.passes or state.table_seat != state.turn:
                return STATE_TURN
        else:
            active = 4 - state.n_finished - (state.hands[state.table_seat] != 0)
            seat = state.table_seat
            for n in range(state.passes + 1 if state.passes < 4 else 0):
                seat = seat_after(state, seat)
            if state.passes >= active or seat != state.turn:
                return STATE_TURN
    for seat in range(4):
        cards = total_cards(state.hands[seat])
        for kind in range(SKFAST_BOMB_KINDS):
            n = state.bombs[seat][kind]
            if kind == FOUR_JOKERS:
                cards += 4 * n
            elif kind == 2 and n and rules.three_jokers:  # no bomb has more stars than cards, but one
                cards += 6 * n - 3
            else:
                cards += (kind + 4) * n
        if cards > HAND_CARDS:
            return STATE_BOMBS
    if four_jokers and (jokers or four_jokers > 1):
        return STATE_BOMBS
    if state.table.category >= SKFAST_BOMB and state.bombs[state.table_seat][bomb_kind(&state.table)] == 0:
        return STATE_BOMBS
    if state.face_up >= N_CARDS and state.face_up != NOBODY:
        return STATE_FACE_UP
    return 0
