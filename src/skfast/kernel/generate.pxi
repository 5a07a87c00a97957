# The public generators: which path serves which hand, and into which buffer.


cdef inline bint few_covers(uint64_t hand, const skfast_rules* rules) noexcept nogil:
    """At most two wilds, all of one kind."""
    return rules.wild_jokers != SKFAST_WILD_ALL or count_of(hand, RANK_SMALL) == 0 or count_of(hand, RANK_BIG) == 0


cdef void few_chains_mixed(Sink* sink, uint64_t hand, const skfast_rules* rules, int key, int wilds) noexcept nogil:
    cdef WildSplits splits
    wild_splits(&splits, hand, rules, wilds == SKFAST_WILDS_THRIFTY)
    many_chains_mixed(sink, hand, rules, &splits, key)


cdef inline void few_bombs(Sink* sink, const Few* few, int held, const skfast_rules* rules, const Floor* floor,
                           int wilds) noexcept nogil:
    """Everything that beats the floor, of any kind of bomb."""
    bombs(sink, few, held, floor, rules.max_bomb_size, wilds)
    if rules.chain_sizes == SKFAST_CHAIN_EQUAL:
        if may_chain(few, held, rules.chain_min_groups):
            equal_chains(sink, few, rules, floor, wilds)
    elif rules.chain_sizes == SKFAST_CHAIN_MIXED:
        if chain_starts(few.hand, held, rules):
            few_chains_mixed(sink, few.hand, rules, floor.key, wilds)
    joker_bombs(sink, few.hand, rules, floor.key)


cdef inline void leads_holding(Sink* sink, const Few* few, int held, const skfast_rules* rules,
                               int wilds) noexcept nogil:
    """The leads of a hand that holds so many wilds, known where this is compiled."""
    cdef Floor floor = floor_of(NULL)
    groups(sink, few)
    straights(sink, few.ranks1)
    long_runs(sink, few.ranks2, few.ranks3)
    mixed_pair(sink, few.hand, rules, 0, wilds)
    if held:
        wild_groups_of(sink, few, held, wilds, True, True, -1)
        wild_runs(sink, few, wilds, held)
    few_bombs(sink, few, held, rules, &floor, wilds)


cdef inline void lead_few(Sink* sink_, uint64_t hand, const skfast_rules* rules, int wilds) noexcept nogil:
    cdef Sink sink = sink_[0]
    cdef Few few = few_of(hand, rules)
    find_ranks(&few)
    if few.wilds == 0:
        leads_holding(&sink, &few, 0, rules, wilds)
    elif few.wilds == 1:
        leads_holding(&sink, &few, 1, rules, wilds)
    else:
        leads_holding(&sink, &few, 2, rules, wilds)
    sink_[0] = sink


cdef inline void follows_holding(Sink* sink, const Few* few, int held, const skfast_move* table,
                                 const skfast_rules* rules, int wilds) noexcept nogil:
    """What beats the table, of a hand that holds so many wilds."""
    cdef Floor floor = floor_of(table)
    cdef int above = table.rank
    if table.category <= SKFAST_TRIPLE:
        groups_above(sink, few, table.category, above)
        if table.category == SKFAST_PAIR:
            mixed_pair(sink, few.hand, rules, above, wilds)
        if held and table.category != SKFAST_SINGLE:
            wild_groups_of(sink, few, held, wilds, table.category == SKFAST_PAIR, table.category == SKFAST_TRIPLE,
                           above)
    elif table.category < SKFAST_BOMB:
        follow_run(sink, few, held, table.category - SKFAST_TRIPLE, table.length, above, wilds)
    few_bombs(sink, few, held, rules, &floor, wilds)


cdef inline void follow_few(Sink* sink_, uint64_t hand, const skfast_move* table, const skfast_rules* rules,
                            int wilds) noexcept nogil:
    cdef Sink sink = sink_[0]
    cdef Few few = few_of(hand, rules)
    if SKFAST_STRAIGHT <= table.category < SKFAST_BOMB:
        find_ranks(&few)
    if few.wilds == 0:
        follows_holding(&sink, &few, 0, table, rules, wilds)
    elif few.wilds == 1:
        follows_holding(&sink, &few, 1, table, rules, wilds)
    else:
        follows_holding(&sink, &few, 2, table, rules, wilds)
    sink_[0] = sink


cdef inline bint beatable(const skfast_move* table) noexcept nogil:
    """Whether the record can be a table at all: a stranger's may hold anything."""
    cdef int size = table.category - SKFAST_TRIPLE
    if table.category == SKFAST_PASS or table.category > SKFAST_JOKER_BOMB or table.rank > RANK_BIG:
        return False
    if SKFAST_STRAIGHT <= table.category <= SKFAST_TRIPLE_RUN:
        return ((5 if size == 1 else 3) <= table.length <= (9 if size == 3 else 12)
                and table.rank <= RANK_A and table.rank + 1 >= table.length and table.n_cards == size * table.length)
    return table.category > SKFAST_TRIPLE or table.n_cards == table.category


cdef inline void generate(Sink* sink, uint64_t hand, const skfast_move* table, const skfast_rules* rules,
                          int wilds) noexcept nogil:
    if few_covers(hand, rules):
        if table == NULL:
            lead_few(sink, hand, rules, wilds)
        elif beatable(table):
            follow_few(sink, hand, table, rules, wilds)
    elif table == NULL:
        lead_many(sink, hand, rules, wilds)
    elif beatable(table):
        follow_many(sink, hand, table, rules, wilds)


cdef int64_t generate_into(uint64_t hand, const skfast_move* table, const skfast_rules* rules, int wilds,
                           skfast_move* out) noexcept nogil:
    """Write all legal moves to a buffer that is known to hold them and SLACK records more; returns how many."""
    cdef OpenSink sink
    sink.next = out
    sink.first = out
    generate(&sink, hand, table, rules, wilds)
    return sink.next - out


cdef inline bint holds_any_list(int64_t capacity, uint64_t hand, const skfast_rules* rules) noexcept nogil:
    """Whether so much room is known to do, and SLACK more, without looking at the hand's naturals.

    Without mixed chains, of w = 0, 1, 2 wilds of one kind there are at most: 44 groups and w x 39 with wilds; 140
    windows of runs, each natural, with a wild for one of at most 12 cards, with two for 12 x 11 / 2 + 12 or one of 12
    (1, 13, 91 records), and 8 x 12 up to the ace; 13 ranks x (5 + 6 + 7) bombs; 45 windows x (5 + w) sizes x
    (1, 7, 28) chains; 3 of jokers: fewer than 500, 4,500 and 23,000.
    """
    cdef int n_wild = wilds_held(hand, rules)
    if rules.chain_sizes == SKFAST_CHAIN_MIXED or not few_covers(hand, rules):
        return False
    return capacity >= (1024 if n_wild == 0 else 8192 if n_wild == 1 else 32768)


cdef int64_t legal_moves(uint64_t hand, const skfast_move* table, const skfast_rules* rules, int wilds,
                         skfast_move* out, int64_t capacity) noexcept nogil:
    """Write the legal moves of a hand to `out`, at most `capacity` of them; returns how many there are.

    `table` NULL is a lead; `wilds` is SKFAST_WILDS_ALL or SKFAST_WILDS_THRIFTY.  What is behind the moves, up to
    `capacity`, may be overwritten.
    """
    cdef skfast_move scratch[SLACK]
    cdef BoundedSink sink
    if holds_any_list(capacity, hand, rules):
        return generate_into(hand, table, rules, wilds, out)
    # To count first costs less than to keep asking whether there is room.
    if (capacity > 2 * SLACK and (wilds == SKFAST_WILDS_ALL or few_counts(hand, rules))
            and count_moves(hand, table, rules, wilds) <= capacity - SLACK):
        return generate_into(hand, table, rules, wilds, out)
    sink.next = out
    sink.end = out + capacity if capacity > 0 else out
    sink.scratch = scratch
    sink.count = 0
    generate(&sink, hand, table, rules, wilds)
    return sink.count


cdef int64_t plain_moves(uint64_t hand, const skfast_move* table, const skfast_rules* rules, int wilds,
                         skfast_move* out, int64_t capacity) noexcept nogil:
    """The same set by the plain routine alone: what the fast paths are tested against."""
    cdef skfast_move scratch[SLACK]
    cdef BoundedSink sink
    sink.next = out
    sink.end = out + capacity if capacity > 0 else out
    sink.scratch = scratch
    sink.count = 0
    plain_legal_moves(&sink, hand, table, rules, wilds, EVERY_MOVE)
    return sink.count


cdef int64_t count_moves(uint64_t hand, const skfast_move* table, const skfast_rules* rules,
                         int wilds) noexcept nogil:
    """How many moves legal_moves would write."""
    cdef int n_wild
    if few_counts(hand, rules):
        n_wild = wilds_held(hand, rules)
        if table == NULL:
            if wilds == SKFAST_WILDS_ALL:
                return few_count_lead(hand, rules, n_wild)
            return few_count_lead_thrifty(hand, rules, n_wild)
        if not beatable(table):
            return 0
        if wilds == SKFAST_WILDS_ALL:
            return few_count_follow(hand, table, rules, n_wild)
        return few_count_follow_thrifty(hand, table, rules, n_wild)
    if table != NULL and not beatable(table):
        return 0
    if wilds != SKFAST_WILDS_ALL:
        return many_count_thrifty(hand, table, rules)
    return many_count_lead(hand, rules) if table == NULL else many_count_follow(hand, table, rules)


cdef bint can_beat(uint64_t hand, const skfast_move* table, const skfast_rules* rules) noexcept nogil:
    """Whether the hand has a move that beats the table; when leading (NULL) whether it has any."""
    return (table == NULL or beatable(table)) and has_answer(hand, table, rules)
