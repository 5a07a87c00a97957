# What a deal is worth (rules, sections 5 and 6): base x multiplier + contributions, by seat.
cdef inline int win_of(const skfast_state* state) noexcept nogil:
    """The kind of win of a deal that is over."""
    if state.finish[1] == state.finish[0] ^ 2:
        return SKFAST_DOUBLE
    return SKFAST_SINGLE_WIN if state.finish[2] == state.finish[0] ^ 2 else SKFAST_LEVEL


cdef inline int kind_stars(const skfast_rules* rules, int kind) noexcept nogil:
    """The stars of a place in skfast_state.bombs."""
    if kind < FOUR_JOKERS:
        return kind + 4
    if rules.four_jokers == SKFAST_FOUR_ABOVE_ALL:
        return 15
    return 8 if rules.four_jokers == SKFAST_FOUR_TOP8 else 7


cdef inline int64_t kind_factor(const skfast_rules* rules, int kind) noexcept nogil:
    if kind == FOUR_JOKERS and rules.has_four_joker_factor:
        return rules.four_joker_factor
    return rules.multiplier[kind_stars(rules, kind)]


cdef void contributions(const skfast_state* state, const skfast_rules* rules, int64_t* out) noexcept nogil:
    """What the bombs played so far moved at once: each from the three others to who played it."""
    cdef int seat, kind
    cdef int64_t from_each
    cdef int64_t total = 0
    for seat in range(4):
        from_each = 0
        for kind in range(SKFAST_BOMB_KINDS):
            from_each += state.bombs[seat][kind] * rules.contribution[kind_stars(rules, kind)]
        out[seat] = 4 * from_each
        total += from_each
    for seat in range(4):
        out[seat] -= total


cdef int64_t multiplier_of(const skfast_state* state, const skfast_rules* rules) noexcept nogil:
    """The factor of a deal that is over; 1 without bombs."""
    cdef int seat, kind, n
    cdef int64_t factor
    cdef bint any_bomb = False
    cdef int64_t best = 1
    cdef uint64_t product = 1
    for seat in range(4):
        for kind in range(SKFAST_BOMB_KINDS):
            n = state.bombs[seat][kind]
            if n == 0:
                continue
            factor = kind_factor(rules, kind)
            if (seat ^ state.finish[0]) & 1 == 0 and (factor > best or not any_bomb):
                best = factor
                any_bomb = True
            while n:
                product *= <uint64_t>factor
                n -= 1
    return <int64_t>product if rules.multiplier_rule == SKFAST_PRODUCT_OF_ALL else best


cdef void score(const skfast_state* state, const skfast_rules* rules, skfast_result* result) noexcept nogil:
    """The score of a deal that is over, and its parts; of one that is not, the contributions so far."""
    cdef int place, seat
    memset(result, 0, sizeof(skfast_result))
    contributions(state, rules, result.contribution)
    memcpy(result.finish, state.finish, 4)
    result.win = NOBODY
    result.multiplier = 1
    if is_over(state):
        result.win = <uint8_t>win_of(state)
        result.multiplier = multiplier_of(state, rules)
        for place in range(4):
            result.base[state.finish[place]] = rules.base[result.win][place]
    for seat in range(4):
        result.scores[seat] = <int64_t>(<uint64_t>result.base[seat] * <uint64_t>result.multiplier
                                        + <uint64_t>result.contribution[seat])
