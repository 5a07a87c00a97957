# How many moves, without making any, for any hand and rules: what kernel/many.pxi generates, in closed form.
#
# Runs.  As in kernel/count.pxi a window is a product over its ranks of polynomials in z, z marking a wild.  Here
# the coefficients of z^0..z^4 sit in fields of 13 bits of one word, and z^5 falls off the top.  No field
# overflows: the sums below over all lengths from one start are at most 3718 for z^4, and 4000 for lower powers.
# What many wilds are makes no difference to a reading, so the ways to split them over jokers come last.
cdef extern from *:
    """
    #define SK_P1 ((uint64_t)1 << 13)
    #define SK_P2 ((uint64_t)1 << 26)
    #define SK_P3 ((uint64_t)1 << 39)
    /* By count held of a rank, up to the size: the wilds it may take in a straight, a pair run, a triple run. */
    static const uint64_t SK_TAKES_MANY[4][4] = {
      {0, SK_P1, SK_P2, SK_P3},
      {0, 1 + SK_P1, SK_P1 + SK_P2, SK_P2 + SK_P3},
      {0, 1 + SK_P1, 1 + SK_P1 + SK_P2, SK_P1 + SK_P2 + SK_P3},
      {0, 1 + SK_P1, 1 + SK_P1 + SK_P2, 1 + SK_P1 + SK_P2 + SK_P3},
    };
    """
    const uint64_t SK_TAKES_MANY[4][4]

cdef enum:
    FIELD_MANY = 13


cdef inline int weigh(uint64_t lower, uint64_t fours, const WildSplits* splits) noexcept nogil:
    """Natural parts by number of wilds (z^4 apart, not to overflow), as moves."""
    cdef int field = (1 << FIELD_MANY) - 1
    return (<int>((lower >> FIELD_MANY) & field) * splits.ways[1]
            + <int>((lower >> 2 * FIELD_MANY) & field) * splits.ways[2]
            + <int>((lower >> 3 * FIELD_MANY) & field) * splits.ways[3] + <int>fours * splits.ways[4])


cdef int runs_that_are_bombs(uint64_t hand, int size, int length, int lowest, const WildSplits* splits,
                             const skfast_rules* rules) noexcept nogil:
    """See odd_window: of one length or all (0), with no rank below `lowest`."""
    cdef uint64_t from_lowest = ONES_RUN() & ~lowest_nibbles(lowest)
    cdef uint64_t held = layer(hand, size) & from_lowest
    cdef uint64_t less = 0
    cdef int n = 0
    if size == 1:
        if length == 0 or length == 5:
            if odd_window(1, 5, rules):
                n = splits.ways[4] * sk_popcount64(held)
        return n
    if size == 2:
        if (length == 0 or length == 3) and rules.max_bomb_size >= 6:
            n = splits.ways[4] * sk_popcount64(held)
        if (length == 0 or length == 4) and odd_window(2, 4, rules):
            n += splits.ways[4] * sk_popcount64(held & (held >> 4))
        return n
    less = layer(hand, 2) & from_lowest & ~held
    if (length == 0 or length == 4) and odd_window(3, 4, rules):
        n = (splits.ways[3] + 3 * splits.ways[4]) * sk_popcount64(held & (held >> 4) & (held >> 8))
        n += splits.ways[4] * sk_popcount64((less & (held >> 4) & (held >> 8)) | (held & (less >> 4) & (held >> 8))
                                            | (held & (held >> 4) & (less >> 8)))
    if (length == 0 or length == 3) and odd_window(3, 3, rules):
        n += (splits.ways[3] + 2 * splits.ways[4]) * sk_popcount64(held & (held >> 4))
        n += splits.ways[4] * sk_popcount64((less & (held >> 4)) | (held & (less >> 4)))
    return n


cdef inline uint64_t held_up_to(uint64_t hand, int size) noexcept nogil:
    cdef uint64_t held = layer(hand, 1)
    if size > 1:
        held += layer(hand, 2)
    if size > 2:
        held += layer(hand, 3)
    return held


cdef inline int count_many_runs(uint64_t hand, int size, const WildSplits* splits,
                                const skfast_rules* rules) noexcept nogil:
    """The runs with wilds of one size, lowest rank last.  `every` sums the windows that begin at a rank, of any
    length; `to_ace` is the one up to the ace.  A lowest group that is wholly wild counts only there."""
    cdef uint64_t held = held_up_to(hand, size) << 16
    cdef uint64_t f = 0
    cdef uint64_t next_f, two
    cdef uint64_t two1 = 0            # products of two ranks: those after this one, and so on
    cdef uint64_t two2 = 0
    cdef uint64_t every = 0
    cdef uint64_t every1 = 0
    cdef uint64_t every2 = 0
    cdef uint64_t every3 = 0
    cdef uint64_t to_ace = 1
    cdef uint64_t lower = 0
    cdef uint64_t fours = 0
    cdef uint64_t found
    cdef int place
    for place in range(12):
        next_f = f
        f = SK_TAKES_MANY[held >> 60][size]
        held <<= 4
        two = f * next_f
        # All windows of three (five) ranks and more from here, whose lowest group has a natural.
        found = two - (next_f << (size * FIELD_MANY))
        if size == 1:
            found *= two2 * every3
        else:
            found *= every1
        if place >= (4 if size == 1 else 2):
            found += to_ace << (size * FIELD_MANY)
        lower += found & ((<uint64_t>1 << 4 * FIELD_MANY) - 1)
        fours += found >> 4 * FIELD_MANY
        to_ace *= f
        every3 = every2
        every2 = every1
        every1 = every
        every = f * (1 + every)
        two2 = two1
        two1 = two
    return weigh(lower, fours, splits) - runs_that_are_bombs(hand, size, 0, 0, splits, rules)


cdef int count_many_runs_of(uint64_t hand, int size, int length, int over_rank, const WildSplits* splits,
                            const skfast_rules* rules) noexcept nogil:
    """Those of one length with a top rank higher than `over_rank`."""
    cdef uint64_t held = held_up_to(hand, size)
    cdef uint64_t lower = 0
    cdef uint64_t fours = 0
    cdef uint64_t found
    cdef int lowest = over_rank + 2 - length
    cdef int start, rank
    if over_rank >= RANK_A:
        return 0
    if lowest < 0:
        lowest = 0
    for start in range(lowest, RANK_A + 2 - length):
        found = SK_TAKES_MANY[(held >> 4 * start) & 15][size]
        if start + length <= RANK_A:
            found -= <uint64_t>1 << (size * FIELD_MANY)
        for rank in range(start + 1, start + length):
            if found == 0:
                break
            found *= SK_TAKES_MANY[(held >> 4 * rank) & 15][size]
        lower += found & ((<uint64_t>1 << 4 * FIELD_MANY) - 1)
        fours += found >> 4 * FIELD_MANY
    return weigh(lower, fours, splits) - runs_that_are_bombs(hand, size, length, lowest, splits, rules)


cdef inline int count_many_groups(uint64_t hand, int size_only, int over_rank, const WildSplits* splits) noexcept nogil:
    """Pairs and triples of one rank with wilds, of one size or both (0)."""
    cdef int ones = sk_popcount64(ranks_held(hand, 1, over_rank, False))
    cdef int n = 0
    if size_only != 3:
        n = ones * splits.ways[1]
    if size_only != 2:
        n += ones * splits.ways[2] + sk_popcount64(ranks_held(hand, 2, over_rank, False)) * splits.ways[1]
    return n


cdef inline int count_many_bombs(uint64_t hand, const Beyond* beyond, const WildSplits* splits, int cap) noexcept nogil:
    """Bombs of one rank with wilds: n naturals and m wilds are the bomb of n + m."""
    cdef int at_least[6]              # the ways to make so many wilds or more
    cdef uint64_t ranks
    cdef int total = 0
    cdef int n, m, most
    at_least[5] = 0
    for m in range(4, 0, -1):
        at_least[m] = at_least[m + 1] + splits.ways[m]
    for n in range(1, 9):
        ranks = layer(hand, n) & ONES_NATURAL()
        most = cap - n if cap - n < 4 else 4
        m = beyond.size - n if beyond.size > n else 1
        if ranks == 0 or most < 1:
            break
        if m <= most:
            total += sk_popcount64(ranks) * (at_least[m] - at_least[most + 1])
        m = beyond.size - 1 - n
        if beyond.ranks and 1 <= m <= most:
            total += sk_popcount64(ranks & beyond.ranks) * splits.ways[m]
    return total


cdef int64_t count_many_chains(uint64_t hand, int key, const WildSplits* splits,
                               const skfast_rules* rules) noexcept nogil:
    """Chains are few: they are looked for one by one."""
    cdef skfast_move scratch[SLACK]
    cdef BoundedSink sink
    if rules.chain_sizes == SKFAST_CHAIN_NONE or chain_starts(hand, splits.wilds, rules) == 0:
        return 0
    sink.next = scratch
    sink.end = scratch
    sink.scratch = scratch
    sink.count = 0
    many_chains(&sink, hand, rules, splits, key)
    return sink.count


cdef int64_t many_count_thrifty(uint64_t hand, const skfast_move* table, const skfast_rules* rules) noexcept nogil:
    """Thrifty moves are few: they are made, and thrown away."""
    cdef skfast_move scratch[SLACK]
    cdef BoundedSink sink
    sink.next = scratch
    sink.end = scratch
    sink.scratch = scratch
    sink.count = 0
    if table == NULL:
        lead_many(&sink, hand, rules, SKFAST_WILDS_THRIFTY)
    else:
        follow_many(&sink, hand, table, rules, SKFAST_WILDS_THRIFTY)
    return sink.count


cdef int64_t many_count_lead(uint64_t hand, const skfast_rules* rules) noexcept nogil:
    """The number of leads."""
    cdef uint64_t natural = naturals_of(hand)
    cdef int cap = rules.max_bomb_size
    cdef int64_t n = total_cards(hand) + count_natural_runs(natural) + count_joker_bombs(hand, 0, rules)
    cdef WildSplits splits
    cdef Beyond beyond
    wild_splits(&splits, hand, rules, False)
    if cap < 8:
        n -= beyond_cap(natural, 0, cap, False)
    if splits.wilds:
        beyond = beyond_table(NULL)
        n += count_mixed_pair(hand, rules, 0, False)
        n += count_many_groups(hand, 0, -1, &splits)
        n += count_many_runs(hand, 1, &splits, rules)
        n += count_many_runs(hand, 2, &splits, rules)
        n += count_many_runs(hand, 3, &splits, rules)
        n += count_many_bombs(hand, &beyond, &splits, cap)
    return n + count_many_chains(hand, 0, &splits, rules)


cdef int64_t many_count_follow(uint64_t hand, const skfast_move* table, const skfast_rules* rules) noexcept nogil:
    """The number of moves that beat the table."""
    cdef uint64_t natural = naturals_of(hand)
    cdef int size = table.category - SKFAST_TRIPLE
    cdef int64_t n = 0
    cdef WildSplits splits
    cdef Beyond beyond
    wild_splits(&splits, hand, rules, False)
    beyond = beyond_table(table)
    if table.category <= SKFAST_TRIPLE:
        n = count_groups(hand, table.category, table.rank, 0, False)
        if table.category == SKFAST_PAIR:
            n += count_mixed_pair(hand, rules, table.rank, False)
        if table.category != SKFAST_SINGLE and splits.wilds:
            n += count_many_groups(hand, table.category, table.rank, &splits)
    elif table.category < SKFAST_BOMB:
        n = count_runs(natural, size, table.length, table.rank, 0, False)
        if splits.wilds:
            n += count_many_runs_of(hand, size, table.length, table.rank, &splits, rules)
    n += count_bombs(natural, 0, &beyond, rules.max_bomb_size, False)
    if splits.wilds:
        n += count_many_bombs(hand, &beyond, &splits, rules.max_bomb_size)
    return n + count_joker_bombs(hand, beyond.key, rules) + count_many_chains(hand, beyond.key, &splits, rules)
