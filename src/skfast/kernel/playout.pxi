# Deals played to their end by policies that need no Python.
#
# The caller's arena holds one list of moves at a time.  A hand's moves only become fewer as it is played, and a
# follow list is part of the lead list, so one look at the first hands says whether the arena is large enough.
cdef enum:
    FEW_ROOM = 20_000      # more than any hand that few_covers can lead: 140 runs in at most 91 ways each, and bombs

ctypedef struct Means:     # one deal's means: where lists go, and whether a seat's always fit
    const skfast_rules* rules
    skfast_move* arena
    int64_t capacity
    bint fits[4]


cdef inline bint list_fits(uint64_t hand, const skfast_rules* rules, int64_t capacity) noexcept nogil:
    """Whether all lists of this hand are known to fit, SLACK included.  False: perhaps they do."""
    if few_covers(hand, rules) and capacity >= FEW_ROOM + SLACK:
        return True
    return few_counts(hand, rules) and count_moves(hand, NULL, rules, SKFAST_WILDS_ALL) <= capacity - SLACK


cdef inline Means means_for(const skfast_state* state, const skfast_rules* rules, skfast_move* arena,
                            int64_t capacity) noexcept nogil:
    cdef Means means
    cdef int seat
    means.rules = rules
    means.arena = arena
    means.capacity = capacity
    for seat in range(4):
        means.fits[seat] = list_fits(state.hands[seat], rules, capacity)
    return means


cdef inline int64_t list_for(Means* means, int seat, uint64_t hand, const skfast_move* to_beat,
                             int wilds) noexcept nogil:
    """The legal moves to the arena; more than its capacity: they did not fit."""
    cdef int64_t n
    if SK_LIKELY(means.fits[seat]):
        return generate_into(hand, to_beat, means.rules, wilds, means.arena)
    n = legal_moves(hand, to_beat, means.rules, wilds, means.arena, means.capacity)
    if to_beat == NULL and wilds == SKFAST_WILDS_ALL and n <= means.capacity - SLACK:
        means.fits[seat] = True
    return n


# --- `lowest`: a simple player without chance


cdef inline int price(const skfast_move* move, uint64_t hand) noexcept nogil:
    """What it costs to part with these cards: high ranks, wilds, groups torn up, bombs broken."""
    cdef uint64_t rest = hand - move.cards
    cdef int torn = sk_popcount64(layer(move.cards, 1) & layer(rest, 1))
    cdef int broken = sk_popcount64(layer(hand, 4) & ~layer(rest, 4))
    cdef int middle = 2 * move.rank - move.length + 1     # twice the middle rank of a run
    return 2 * middle + 8 * torn + 60 * broken + 30 * move.wilds


cdef inline int fewest_cards(const skfast_state* state, int seat) noexcept nogil:
    """Of the opponents who are not out; 28 if both are."""
    cdef int fewest = 28
    cdef int left = total_cards(state.hands[(seat + 1) & 3])
    cdef int right = total_cards(state.hands[(seat + 3) & 3])
    if left and left < fewest:
        fewest = left
    if right and right < fewest:
        fewest = right
    return fewest


cdef int64_t lowest_lead(const skfast_state* state, const skfast_move* moves, int64_t n) noexcept nogil:
    """The most cards for the lowest price; bombs last, the smallest first; no single to an opponent's last card."""
    cdef int seat = state.turn
    cdef uint64_t hand = state.hands[seat]
    cdef int danger = fewest_cards(state, seat)
    cdef int64_t best = 0
    cdef int64_t i
    cdef int value
    cdef int most = -1_000_000
    for i in range(n):
        if moves[i].cards == hand:
            return i
        if moves[i].category >= SKFAST_BOMB:
            value = -10_000 - bomb_key(&moves[i]) // 256
        else:
            value = 11 * moves[i].n_cards - price(&moves[i], hand)
            if moves[i].n_cards == danger:
                value -= 200 - 8 * moves[i].rank
        if value > most:
            most = value
            best = i
    return best


cdef int64_t lowest_follow(const skfast_state* state, const skfast_move* moves, int64_t n) noexcept nogil:
    """The cheapest play that beats the table, or -1, a pass.

    The partner is beaten only to go out.  A bomb is broken, or played, only against an opponent who is about to
    go out or has played a bomb or many cards, or when few other cards are left.
    """
    cdef int seat = state.turn
    cdef uint64_t hand = state.hands[seat]
    cdef bint partner = state.table_seat == seat ^ 2
    cdef int danger = fewest_cards(state, seat)
    cdef bint bombs_too = danger <= 10 or total_cards(hand) <= 12
    cdef int limit = 1_000_000 if danger <= 10 else 75
    cdef int64_t best = -1
    cdef int64_t i
    cdef int value
    cdef int least = 1_000_000
    for i in range(n):
        if moves[i].cards == hand:
            return i
        if partner:
            continue
        if moves[i].category >= SKFAST_BOMB:
            if not bombs_too:
                break       # bombs are the last of a list
            value = 10_000 + bomb_key(&moves[i]) // 256 + moves[i].wilds
        else:
            value = price(&moves[i], hand)
            if value > limit:
                continue
        if value < least:
            least = value
            best = i
    return best


# --- one ply

cdef inline int64_t decide(Means* means, const skfast_state* state, int policy, Stream* stream,
                           int64_t* n_moves) noexcept nogil:
    """The place in the arena of the move to play, -1 for a pass.  `n_moves` becomes the number of legal plays; if
    that is more than the capacity, nothing is decided.  A random number is drawn only where there is a choice."""
    cdef int seat = state.turn
    cdef uint64_t hand = state.hands[seat]
    cdef bint leads = is_lead(state)
    cdef int64_t n
    cdef int64_t chosen
    if not leads and not has_answer(hand, &state.table, means.rules):
        n_moves[0] = 0
        return -1
    if policy == SKFAST_LOWEST:
        n = list_for(means, seat, hand, table_of(state), SKFAST_WILDS_THRIFTY)
        n_moves[0] = n
        if SK_UNLIKELY(n > means.capacity):
            return -1
        return lowest_lead(state, means.arena, n) if leads else lowest_follow(state, means.arena, n)
    n = list_for(means, seat, hand, table_of(state), SKFAST_WILDS_ALL)
    n_moves[0] = n
    if SK_UNLIKELY(n > means.capacity) or leads and n == 1:
        return 0
    chosen = random_below(stream, <uint32_t>(n + (not leads)))
    return chosen if chosen < n else -1


cdef int64_t choose(const skfast_state* state, const skfast_rules* rules, int policy, Stream* stream,
                    skfast_move* arena, int64_t capacity, skfast_move* chosen, int64_t* n_moves) noexcept nogil:
    """What a policy would play in a deal that is not over: a move, or a record of zeros for a pass."""
    cdef Means means
    cdef int64_t i
    means.rules = rules
    means.arena = arena
    means.capacity = capacity
    means.fits[state.turn] = list_fits(state.hands[state.turn], rules, capacity)
    i = decide(&means, state, policy, stream, n_moves)
    if n_moves[0] > capacity:
        return n_moves[0] + SLACK
    if i < 0:
        memset(chosen, 0, sizeof(skfast_move))
    else:
        chosen[0] = arena[i]
    return 0


# --- whole deals

cdef int64_t playout(skfast_state* state, const skfast_rules* rules, const uint8_t* policies, Stream* stream,
                     skfast_move* arena, int64_t capacity, skfast_playout* result) noexcept nogil:
    """Play a deal from where it is to its end, and say what it came to."""
    cdef Means means = means_for(state, rules, arena, capacity)
    cdef int64_t lead_moves = 0
    cdef int64_t follow_moves = 0
    cdef int64_t n = 0
    cdef int64_t chosen
    cdef int plies = 0
    cdef int leads = 0
    cdef int choices = 0
    memset(result, 0, sizeof(skfast_playout))
    result.leader = state.leader
    while not is_over(state):
        plies += 1
        chosen = decide(&means, state, policies[state.turn], stream, &n)
        if SK_UNLIKELY(n > capacity):
            return n + SLACK
        if policies[state.turn] == SKFAST_LOWEST and n:  # it looks at the thrifty moves only
            n = count_moves(state.hands[state.turn], table_of(state), rules, SKFAST_WILDS_ALL)
        if is_lead(state):
            leads += 1
            lead_moves += n
            choices += n > 1
        else:
            follow_moves += n
            choices += n > 0
        if chosen < 0:
            pass_turn(state)
        else:
            play(state, arena + chosen)
    result.lead_moves = <uint32_t>lead_moves
    result.follow_moves = <uint32_t>follow_moves
    result.plies = <uint16_t>plies
    result.leads = <uint16_t>leads
    result.choices = <uint16_t>choices
    playout_score(state, rules, result)
    return 0


cdef void playout_score(const skfast_state* state, const skfast_rules* rules, skfast_playout* result) noexcept nogil:
    """The score of a deal that is over, and its bombs."""
    cdef skfast_result points
    cdef int seat, kind, stars
    score(state, rules, &points)
    memcpy(result.base, points.base, sizeof(result.base))
    memcpy(result.contribution, points.contribution, sizeof(result.contribution))
    memcpy(result.scores, points.scores, sizeof(result.scores))
    result.multiplier = points.multiplier
    result.win = points.win
    result.face_up = state.face_up
    memcpy(result.finish, state.finish, 4)
    memcpy(result.players, state.players, 4)
    for seat in range(4):
        for kind in range(SKFAST_BOMB_KINDS):
            if state.bombs[seat][kind]:
                result.bombs[kind] += state.bombs[seat][kind]
                stars = kind_stars(rules, kind)
                if stars > result.best_stars[seat]:
                    result.best_stars[seat] = <uint8_t>stars


cdef int64_t playouts_of(const skfast_state* state, const skfast_rules* rules, const uint8_t* policies, uint64_t seed,
                         uint64_t first, int64_t n, skfast_move* arena, int64_t capacity,
                         int64_t* scores) noexcept nogil:
    """Playouts first..first+n-1 of a position: the scores of each by seat, n rows of 4."""
    cdef skfast_state copy
    cdef skfast_playout result
    cdef Stream stream
    cdef int64_t i
    cdef int64_t needed
    for i in range(n):
        copy = state[0]
        stream = stream_of(seed, first + <uint64_t>i)
        needed = playout(&copy, rules, policies, &stream, arena, capacity, &result)
        if needed:
            return needed
        memcpy(scores + 4 * i, result.scores, sizeof(result.scores))
    return 0


cdef int64_t play_deals(const skfast_rules* rules, const uint8_t* policies, uint64_t seed, uint64_t first, int64_t n,
                        skfast_move* arena, int64_t capacity, skfast_playout* results) noexcept nogil:
    """Deals first..first+n-1 of a seed, dealt as State.deal does and played out."""
    cdef skfast_state state
    cdef Stream stream
    cdef int64_t i
    cdef int64_t needed
    for i in range(n):
        stream = stream_of(seed, first + <uint64_t>i)
        deal(rules, &stream, RANDOM_LEADER, &state)
        needed = playout(&state, rules, policies, &stream, arena, capacity, results + i)
        if needed:
            return needed
    return 0
