# Generation for hands with at most two wilds, all of one kind; and what needs no wild, for every hand.
#
# A reading is enumerated once.  With at most two wilds no run is also a bomb, and a run's cards can be read
# higher iff its lowest group is wholly wild and it does not end at the ace.  So wild runs fall into two classes:
# those with a natural in the lowest group (any top), and those whose lowest group is wholly wild (up to the ace).
#
# Every list is in the order of these functions' calls in lead_few and follow_few; a follower's list is the
# leader's without what does not beat the table.

ctypedef struct Few:
    uint64_t hand
    uint64_t natural      # nibbles of the ranks 3..2
    uint64_t layer1       # of the naturals
    uint64_t layer2
    uint64_t layer3
    uint32_t ranks1       # the same over 3..A, one bit a rank
    uint32_t ranks2
    uint32_t ranks3
    int wilds             # how many may be spent, 0..2
    uint64_t wild         # one of them, packed

ctypedef struct Windows:  # window bits of all sizes and lengths (see SK_WINDOWS), by the wilds they need
    uint64_t none[3]
    uint64_t one[3]
    uint64_t two[3]

ctypedef struct Floor:    # the least bomb that beats the table: `stars` from rank `rank` up, else one more
    int stars
    int rank
    int key               # bomb_key of the table, 0: anything


cdef inline uint32_t ranks_of(uint64_t layer_bits) noexcept nogil:
    """One bit a rank, 3..A, from one bit a nibble."""
    cdef uint64_t x = layer_bits & ONES_RUN()
    x = (x | x >> 3) & <uint64_t>0x0303030303030303
    x = (x | x >> 6) & <uint64_t>0x000F000F000F000F
    x = (x | x >> 12) & <uint64_t>0x000000FF000000FF
    return <uint32_t>((x | x >> 24) & 0xFFF)


cdef inline Few few_of(uint64_t hand, const skfast_rules* rules) noexcept nogil:
    cdef Few few
    cdef int small = 0
    cdef int big = 0
    few.hand = hand
    few.natural = hand & <uint64_t>0x000FFFFFFFFFFFFF
    few.layer1 = layer(few.natural, 1)
    few.layer2 = layer(few.natural, 2)
    few.layer3 = layer(few.natural, 3)
    few.ranks1 = few.ranks2 = few.ranks3 = 0
    if rules.wild_jokers != SKFAST_WILD_NONE:
        big = count_of(hand, RANK_BIG)
    if rules.wild_jokers == SKFAST_WILD_ALL:
        small = count_of(hand, RANK_SMALL)
    few.wilds = small + big
    few.wild = (<uint64_t>1) << (52 if small else 56)
    return few


cdef inline void find_ranks(Few* few) noexcept nogil:
    """What only runs ask for."""
    few.ranks1 = ranks_of(few.layer1)
    few.ranks2 = ranks_of(few.layer2)
    few.ranks3 = ranks_of(few.layer3)


cdef inline Floor floor_of(const skfast_move* table) noexcept nogil:
    """Bombs of one rank have `order` 27 - stars."""
    cdef Floor floor
    cdef int order
    floor.stars = 4
    floor.rank = 0
    floor.key = 0
    if table != NULL and table.category >= SKFAST_BOMB:
        floor.key = bomb_key(table)
        floor.stars = table.stars
        order = HAND_CARDS - <int>table.stars
        if order > table.order:
            floor.rank = 0
        elif order == table.order:
            floor.rank = table.rank + 1
        else:
            floor.rank = 16
        if floor.stars < 4:
            floor.stars = 4
            floor.rank = 0
    return floor


cdef inline int run_below(uint32_t ranks, int top) noexcept nogil:
    """How many of the ranks top, top-1, ... are there without a gap."""
    return sk_clz64(~(<uint64_t>ranks << (63 - top)))


# --- singles, pairs, triples

cdef inline void groups(Sink* sink, const Few* few) noexcept nogil:
    cdef skfast_move* base = reserve(sink)
    cdef skfast_move* p = base
    cdef uint64_t cap3 = few.layer1 + few.layer2 + few.layer3
    cdef int r
    for r in range(13):
        sk_store(p, sk_load(&SK_GROUPS[3 * r]))
        sk_store(p + 1, sk_load(&SK_GROUPS[3 * r + 1]))
        sk_store(p + 2, sk_load(&SK_GROUPS[3 * r + 2]))
        p += (cap3 >> (4 * r)) & 3
    for r in range(13, 15):
        sk_store(p, sk_load(&SK_GROUPS[3 * r]))
        sk_store(p + 1, sk_load(&SK_GROUPS[3 * r + 1]))
        p += (few.hand >> (4 * r)) & 3
    advance(sink, <int>(p - base))


cdef inline void groups_above(Sink* sink, const Few* few, int size, int above) noexcept nogil:
    """The natural groups of one size of ranks higher than `above`; jokers too, but for triples."""
    cdef skfast_move* base = reserve(sink)
    cdef skfast_move* p = base
    cdef uint64_t held = layer(few.hand, size) & (~<uint64_t>0 << (4 * (above + 1)))
    cdef int r
    for r in range(1, 15):
        sk_store(p, sk_load(&SK_GROUPS[3 * r + size - 1]))
        p += (held >> (4 * r)) & 1
    advance(sink, <int>(p - base))


cdef inline int mixed_pair_rank(uint64_t hand, const skfast_rules* rules) noexcept nogil:
    """The rank that a small and a big joker are a pair of, 0: they are no pair, or not both held."""
    if rules.mixed_joker_pair == 0 or rules.wild_jokers == SKFAST_WILD_NONE:
        return 0
    if count_of(hand, RANK_SMALL) == 0 or count_of(hand, RANK_BIG) == 0:
        return 0
    return RANK_BIG if rules.wild_jokers == SKFAST_WILD_ALL else RANK_SMALL


cdef inline void mixed_pair(Sink* sink, uint64_t hand, const skfast_rules* rules, int above, int wilds) noexcept nogil:
    """B+R as a pair; thrifty if the hand keeps no joker of the rank it counts as."""
    cdef int rank = RANK_BIG if rules.wild_jokers == SKFAST_WILD_ALL else RANK_SMALL
    cdef int small = count_of(hand, RANK_SMALL)
    cdef int big = count_of(hand, RANK_BIG)
    cdef bint spare = (big if rank == RANK_BIG else small) > 1
    if rules.mixed_joker_pair == 0 or rules.wild_jokers == SKFAST_WILD_NONE or rank <= above:
        return
    sk_store(reserve(sink), sk_make((<uint64_t>1) << 52 | (<uint64_t>1) << 56,
                                    record_fields(SKFAST_PAIR, 1, 2, rank, 0, 2, 1, 0)))
    # counted without a branch: which jokers a hand holds cannot be predicted
    advance(sink, ((small + 1) >> 1) & ((big + 1) >> 1) & (1 - ((wilds != SKFAST_WILDS_ALL) & spare)))


cdef inline void wild_groups(Sink* sink, const Few* few, int held, uint64_t pairs, uint64_t triples1,
                             uint64_t triples2) noexcept nogil:
    """Pairs X+W, triples X+WW and triples XX+W, rank by rank, of the ranks whose bits are set."""
    cdef skfast_move* base = reserve(sink)
    cdef skfast_move* p = base
    cdef sk_vector pair = sk_make(1 + few.wild, record_fields(SKFAST_PAIR, 1, 2, 0, 0, 2, 1, 0))
    cdef sk_vector triple1 = sk_make(1 + 2 * few.wild, record_fields(SKFAST_TRIPLE, 1, 3, 0, 0, 3, 2, 0))
    cdef sk_vector triple2 = sk_make(2 + few.wild, record_fields(SKFAST_TRIPLE, 1, 3, 0, 0, 3, 1, 0))
    cdef uint64_t card = 1
    cdef uint64_t rank = 0
    cdef int r
    for r in range(13):
        # from rank 0's records by adding: card - 1 to the naturals (twice for XX), the rank to the fields
        sk_store(p, sk_plus(pair, sk_make(card - 1, rank)))
        p += (pairs >> (4 * r)) & 1
        if held == 2:
            sk_store(p, sk_plus(triple1, sk_make(card - 1, rank)))
            p += (triples1 >> (4 * r)) & 1
        sk_store(p, sk_plus(triple2, sk_make(2 * (card - 1), rank)))
        p += (triples2 >> (4 * r)) & 1
        card <<= 4
        rank += <uint64_t>1 << 24
    advance(sink, <int>(p - base))


cdef inline void wild_groups_of(Sink* sink, const Few* few, int held, int wilds, bint pairs, bint triples,
                                int above) noexcept nogil:
    """Pairs, triples or both above a rank (-1: any); thrifty: every natural of the rank is played."""
    cdef uint64_t mask = ~<uint64_t>0 << (4 * (above + 1))
    cdef uint64_t one = (few.layer1 if wilds == SKFAST_WILDS_ALL else few.layer1 ^ few.layer2) & mask
    cdef uint64_t two = (few.layer2 if wilds == SKFAST_WILDS_ALL else few.layer2 ^ few.layer3) & mask
    wild_groups(sink, few, held, one if pairs else 0, one if triples else 0, two if triples else 0)


# --- runs without wilds

cdef inline skfast_move* straights_to(skfast_move* p, uint32_t ranks, int top) noexcept nogil:
    """All straights of one top rank are stored, and kept as far as the run below it reaches."""
    cdef const sk_record* row = SK_RUNS_1 + ((top - 4) * (top - 3)) // 2
    cdef int run = run_below(ranks, top) - 4
    sk_store(p, sk_load(row))
    if top >= 5:
        sk_store(p + 1, sk_load(row + 1))
    if top >= 6:
        sk_store(p + 2, sk_load(row + 2))
    if top >= 7:
        sk_store(p + 3, sk_load(row + 3))
    if top >= 8:
        sk_store(p + 4, sk_load(row + 4))
    if top >= 9:
        sk_store(p + 5, sk_load(row + 5))
    if top >= 10:
        sk_store(p + 6, sk_load(row + 6))
    if top >= 11:
        sk_store(p + 7, sk_load(row + 7))
    return p + (run if run > 0 else 0)


cdef inline void straights(Sink* sink, uint32_t ranks) noexcept nogil:
    """By top rank; the calls are written out so that each is compiled for its top."""
    cdef skfast_move* base = reserve(sink)
    cdef skfast_move* p = straights_to(base, ranks, 4)
    p = straights_to(p, ranks, 5)
    p = straights_to(p, ranks, 6)
    p = straights_to(p, ranks, 7)
    p = straights_to(p, ranks, 8)
    p = straights_to(p, ranks, 9)
    p = straights_to(p, ranks, 10)
    p = straights_to(p, ranks, 11)
    advance(sink, <int>(p - base))


cdef inline void long_runs(Sink* sink, uint32_t ranks2, uint32_t ranks3) noexcept nogil:
    """Pair runs, then triple runs (three ranks at least), by top rank: the ranks of both in one word."""
    cdef skfast_move* base
    cdef const sk_record* row
    cdef uint32_t ranks = ranks2 | ranks3 << 16
    cdef uint32_t tops = ranks & (ranks << 1) & (ranks << 2)
    cdef int top
    cdef int run
    cdef int k
    while tops:
        top = sk_ctz64(tops)
        tops &= tops - 1
        run = run_below(ranks, top) - 2
        row = SK_RUNS_23 + SK_ROW_OF_TOP[top]
        base = reserve(sink)
        sk_store(base, sk_load(row))
        sk_store(base + 1, sk_load(row + 1))
        sk_store(base + 2, sk_load(row + 2))
        sk_store(base + 3, sk_load(row + 3))
        if run > 4:
            for k in range(4, run, 2):
                sk_store(base + k, sk_load(row + k))
                sk_store(base + k + 1, sk_load(row + k + 1))
        advance(sink, run)


cdef inline void natural_windows(Sink* sink, int size, uint64_t starts, const sk_record* windows) noexcept nogil:
    """Runs of one size without wilds of the windows whose bits are set."""
    cdef const sk_record* window
    while starts:
        window = windows + sk_ctz64(starts)
        starts &= starts - 1
        put(sink, window.cards & (ONES_RUN() * <uint64_t>size), window.fields)


# --- runs with wilds

ctypedef struct Starts:   # of the windows of one length, by how many wilds suffice
    uint64_t none
    uint64_t one
    uint64_t two


cdef inline uint64_t lanes(uint32_t size1, uint32_t size2, uint32_t size3) noexcept nogil:
    return <uint64_t>size1 | <uint64_t>size2 << 21 | <uint64_t>size3 << 42


cdef inline void windows_step(Windows* w, Starts* s, uint64_t full, uint64_t less1, uint64_t less2, int wilds,
                              int length, int word, int bit) noexcept nogil:
    """From one length to the next, in all three lanes; the starts go to `bit` of a word (-1: nowhere).  What a
    shift brings down from the lane above meets no start, and is lost."""
    cdef int k = length - 1
    cdef uint64_t a0 = full >> k
    cdef uint64_t a1 = less1 >> k
    cdef uint64_t allowed = ~<uint64_t>0
    if wilds == 2:
        s.two = (s.two & a0) | (s.one & a1) | (s.none & (less2 >> k))
    s.one = (s.one & a0) | (s.none & a1)
    s.none = s.none & a0
    if word >= 0:
        if length < 5:
            allowed = ~lanes(0xFFF, 0, 0)     # no straights so short
        w.none[word] |= (s.none & allowed) << bit
        w.one[word] |= (s.one & allowed) << bit
        if wilds == 2:
            w.two[word] |= (s.two & allowed) << bit


cdef inline void windows_of(Windows* w, const Few* few, int wilds) noexcept nogil:
    """All windows by least number of wilds, of those whose lowest group holds a natural.  Written out so that
    every shift is a constant."""
    cdef uint64_t full = lanes(few.ranks1, few.ranks2, few.ranks3)       # ranks that lack no card for the size
    cdef uint64_t less1 = lanes(0xFFF, few.ranks1, few.ranks2)           # at most one
    cdef uint64_t less2 = lanes(0xFFF, 0xFFF, few.ranks1)                # at most two
    cdef uint64_t low = lanes(few.ranks1, few.ranks1, few.ranks1)
    cdef Starts s
    cdef int i
    s.none = full
    s.one = less1 & low
    s.two = less2 & low
    for i in range(3):
        w.none[i] = 0
        w.one[i] = 0
        w.two[i] = 0
    windows_step(w, &s, full, less1, less2, wilds, 2, -1, 0)
    windows_step(w, &s, full, less1, less2, wilds, 3, 0, 0)
    windows_step(w, &s, full, less1, less2, wilds, 4, 0, 10)
    windows_step(w, &s, full, less1, less2, wilds, 5, 1, 0)
    windows_step(w, &s, full, less1, less2, wilds, 6, 1, 8)
    windows_step(w, &s, full, less1, less2, wilds, 7, 1, 15)
    windows_step(w, &s, full, less1, less2, wilds, 8, 2, 0)
    windows_step(w, &s, full, less1, less2, wilds, 9, 2, 5)
    windows_step(w, &s, full, less1, less2, wilds, 10, 2, 9)
    windows_step(w, &s, full, less1, less2, wilds, 11, 0, 19)
    windows_step(w, &s, full, less1, less2, wilds, 12, 2, 12)
    for i in range(3):
        w.two[i] &= ~w.one[i]
        w.one[i] &= ~w.none[i]


cdef inline void windows_of_run(Windows* w, int held, const Few* few, int size, int length,
                                int above) noexcept nogil:
    """The same for one size and length, top ranks higher than `above`."""
    cdef uint32_t full = few.ranks1 if size == 1 else few.ranks2 if size == 2 else few.ranks3
    cdef uint32_t less1 = 0xFFF if size == 1 else few.ranks1 if size == 2 else few.ranks2
    cdef uint32_t less2 = few.ranks1 if size == 3 else 0xFFF
    cdef uint32_t starts = <uint32_t>0xFFF & ((<uint32_t>0xFFF) << (above + 2 - length))
    cdef int word = SK_WORD[length]
    cdef int bit = SK_BIT[length] + 21 * (size - 1)
    cdef uint32_t s0 = full
    cdef uint32_t s1 = less1 & few.ranks1
    cdef uint32_t s2 = less2 & few.ranks1
    cdef uint32_t a0
    cdef uint32_t a1
    cdef int k
    for k in range(1, length):
        a0 = full >> k
        a1 = less1 >> k
        if held == 2:
            s2 = (s2 & a0) | (s1 & a1) | (s0 & (less2 >> k))
        if held >= 1:
            s1 = (s1 & a0) | (s0 & a1)
        s0 = s0 & a0
    w.none[word] = <uint64_t>(s0 & starts) << bit
    w.one[word] = <uint64_t>(s1 & ~s0 & starts) << bit
    w.two[word] = <uint64_t>(s2 & ~s1 & starts) << bit


cdef inline void store_less(skfast_move* p, sk_vector whole, const sk_record* list_) noexcept nogil:
    """Four records: the whole, less each of the first four of the list."""
    sk_store(p, sk_minus(whole, sk_load(list_)))
    sk_store(p + 1, sk_minus(whole, sk_load(list_ + 1)))
    sk_store(p + 2, sk_minus(whole, sk_load(list_ + 2)))
    sk_store(p + 3, sk_minus(whole, sk_load(list_ + 3)))


cdef inline void take_away(Sink* sink, sk_vector whole, const sk_record* list_, int n) noexcept nogil:
    """n records: the whole, less each of the first n of the list."""
    cdef skfast_move* p = reserve(sink)
    cdef int k
    for k in range(0, n, 4):
        store_less(p + k, whole, list_ + k)
    advance(sink, n)


cdef inline void take_one_away(Sink* sink, sk_vector whole, int first, int n, int word) noexcept nogil:
    """The whole less one card of each of n ranks: in blocks as many as the lengths of the word mostly need, so that
    nothing is to be predicted."""
    cdef skfast_move* p = reserve(sink)
    store_less(p, whole, SK_ONE + first)
    if word >= 1 or n > 4:
        store_less(p + 4, whole, SK_ONE + first + 4)
    if word >= 2 or n > 8:
        store_less(p + 8, whole, SK_ONE + first + 8)
    advance(sink, n)


cdef inline void full_windows(Sink* sink_, int word, int held, const Few* few, uint64_t rest) noexcept nogil:
    """Windows of which no card is missing: a wild, or two, in the place of cards held."""
    cdef Sink sink = sink_[0]
    cdef sk_vector wild = sk_make(few.wild, 0)
    cdef sk_vector another = sk_make(few.wild, <uint64_t>1 << 48)
    cdef sk_vector whole
    cdef int window
    cdef int size
    cdef int first        # the lowest rank that a wild may stand for alone, and how many there are
    cdef int n
    while rest:
        window = 63 * word + sk_ctz64(rest)
        rest &= rest - 1
        first = SK_SPAN[window] & 15
        n = SK_SPAN[window] >> 4
        whole = sk_plus(sk_load(&SK_FULL[window]), wild)
        take_one_away(&sink, whole, first, n, word)
        if held == 2:
            size = <int>((SK_FULL[window].fields >> 16) & 255)
            whole = sk_plus(whole, another)
            take_away(&sink, whole, SK_ONE_EACH + SK_ONE_EACH_AT[first], (n * (n - 1)) >> 1)
            if size == 2:
                take_away(&sink, whole, SK_TWO + first + 1, n - 1)
            elif size == 3:
                take_away(&sink, whole, SK_TWO + first, n)
    sink_[0] = sink


cdef inline void windows_less_one(Sink* sink_, int word, int held, const Few* few, uint64_t rest, const sk_record* cap,
                                  const sk_record* present, uint64_t upto) noexcept nogil:
    """Windows that need one wild, and with two wilds a spare one in the place of a card held."""
    cdef Sink sink = sink_[0]
    cdef sk_vector wild = sk_make(few.wild, <uint64_t>1 << 48)
    cdef sk_vector whole
    cdef const sk_record* window
    cdef int length
    cdef int size
    cdef int start
    cdef int first
    while rest:
        window = SK_WINDOWS + (63 * word + sk_ctz64(rest))
        rest &= rest - 1
        size = <int>((window.fields >> 16) & 255)
        whole = sk_plus(sk_and(sk_load(window), sk_load(cap + size)), wild)
        put_vector(&sink, whole)
        if held == 2:
            length = <int>((window.fields >> 8) & 255)
            start = <int>((window.fields >> 24) & 255) + 1 - length
            whole = sk_plus(whole, wild)
            if size == 1:
                # the ranks held of the window, but for the lowest: contiguous in the list of ranks held
                take_away(&sink, whole, present + ((upto >> (4 * start)) & 15), length - 2)
            else:
                first = start + (size == 2 and ((few.layer2 >> (4 * start)) & 1) == 0)
                take_one_away(&sink, whole, first, start + length - first, word)
    sink_[0] = sink


cdef inline void forced_windows(Sink* sink_, int word, int wilds, const Few* few, uint64_t rest,
                                const sk_record* cap) noexcept nogil:
    """Windows that need one wild, or two: every natural of the window is played."""
    cdef Sink sink = sink_[0]
    cdef sk_vector wild = sk_make(<uint64_t>wilds * few.wild, <uint64_t>wilds << 48)
    cdef const sk_record* window
    while rest:
        window = SK_WINDOWS + (63 * word + sk_ctz64(rest))
        rest &= rest - 1
        put_vector(&sink, sk_plus(sk_and(sk_load(window), sk_load(cap + ((window.fields >> 16) & 255))), wild))
    sink_[0] = sink


cdef inline void ace_straights(Sink* sink, const Few* few, int shortest, int longest, int wilds) noexcept nogil:
    """Straights up to the ace whose lowest rank is a wild's: one wild if the rest is held, or two."""
    cdef uint64_t wild = few.wild
    cdef const sk_record* row
    cdef skfast_move* base
    cdef sk_vector whole
    cdef int run = run_below(few.ranks1, RANK_A)
    cdef int with_hole = run
    cdef int from_ = shortest
    cdef int to = run + 1 if run + 1 < longest else longest
    cdef int length
    if few.wilds == 1 and wilds == SKFAST_WILDS_ALL and longest == 12:
        base = reserve(sink)
        for length in range(5, 13):
            sk_store(base + (length - 5), sk_plus(sk_load(&SK_ACE_STRAIGHTS[length - 5]), sk_make(wild, 0)))
        advance(sink, to - 4 if to > 4 else 0)
        return
    if wilds != SKFAST_WILDS_ALL and from_ < run + 1:
        from_ = run + 1         # thrifty: the lowest rank is not held
    for length in range(from_, to + 1):
        row = SK_ACE_STRAIGHTS + (length - 5)
        whole = sk_make(row.cards + wild, row.fields + 0)
        put_vector(sink, whole)
        if few.wilds == 2 and wilds == SKFAST_WILDS_ALL:
            whole = sk_make(row.cards + 2 * wild, row.fields + (<uint64_t>1 << 48))
            take_away(sink, whole, SK_ONE + (13 - length), length - 1)
    if few.wilds == 2 and run < 11:
        with_hole = run + 1 + run_below(few.ranks1, RANK_A - run - 1)
        from_ = run + 2 if run + 2 > shortest else shortest
        to = with_hole + 1 if with_hole + 1 < longest else longest
        if wilds != SKFAST_WILDS_ALL and from_ < with_hole + 1:
            from_ = with_hole + 1
        for length in range(from_, to + 1):
            row = SK_ACE_STRAIGHTS + (length - 5)
            put(sink, (row.cards & few.layer1) + 2 * wild, row.fields + (<uint64_t>1 << 48))


cdef inline void ace_pair_runs(Sink* sink, const Few* few, int shortest, int longest, int wilds) noexcept nogil:
    """Pair runs up to the ace whose lowest pair is two wilds."""
    cdef const sk_record* row
    cdef int run = run_below(few.ranks2, RANK_A)
    cdef int to = run + 1 if run + 1 < longest else longest
    cdef int length
    for length in range(shortest, to + 1):
        row = SK_ACE_PAIR_RUNS + (length - 3)
        if wilds == SKFAST_WILDS_ALL or count_of(few.hand, 12 - length) == 0:
            put(sink, row.cards + 2 * few.wild, row.fields)


cdef inline uint64_t list_present(const Few* few, sk_record* present) noexcept nogil:
    """Fill `present` (16) with one card of each rank held, 3..A; return, by nibble, how many ranks up to it."""
    cdef sk_record* p = present
    cdef int r
    for r in range(12):
        p.cards = (<uint64_t>1) << (4 * r)
        p.fields = 0
        p += (few.ranks1 >> r) & 1
    p[0] = SK_ONE[0]
    p[1] = SK_ONE[0]
    p[2] = SK_ONE[0]
    return (few.layer1 & ONES_RUN()) * ONES_RUN()


cdef inline void caps_of(const Few* few, sk_record* cap) noexcept nogil:
    """cap[size]: min(count, size) of every rank, and a mask that leaves the fields."""
    cdef int size
    cap[0].cards = 0
    cap[1].cards = few.layer1
    cap[2].cards = few.layer1 + few.layer2
    cap[3].cards = few.layer1 + few.layer2 + few.layer3
    for size in range(4):
        cap[size].fields = ~<uint64_t>0


cdef inline void wild_runs(Sink* sink, const Few* few, int wilds, int held) noexcept nogil:
    """Runs with wilds of every size and length; `held` is the number of wilds, known where this is compiled."""
    cdef sk_record present[16]
    cdef sk_record cap[4]
    cdef uint64_t upto = 0
    cdef Windows w
    caps_of(few, cap)
    windows_of(&w, few, held)
    if wilds == SKFAST_WILDS_ALL:
        full_windows(sink, 0, held, few, w.none[0])
        full_windows(sink, 1, held, few, w.none[1])
        full_windows(sink, 2, held, few, w.none[2])
        if held == 2:
            upto = list_present(few, present)
        windows_less_one(sink, 0, held, few, w.one[0], cap, present, upto)
        windows_less_one(sink, 1, held, few, w.one[1], cap, present, upto)
        windows_less_one(sink, 2, held, few, w.one[2], cap, present, upto)
    else:
        forced_windows(sink, 0, 1, few, w.one[0], cap)
        forced_windows(sink, 1, 1, few, w.one[1], cap)
        forced_windows(sink, 2, 1, few, w.one[2], cap)
    if held == 2:
        forced_windows(sink, 0, 2, few, w.two[0], cap)
        forced_windows(sink, 1, 2, few, w.two[1], cap)
        forced_windows(sink, 2, 2, few, w.two[2], cap)
    ace_straights(sink, few, 5, 12, wilds)
    if held == 2:
        ace_pair_runs(sink, few, 3, 12, wilds)


cdef inline void follow_run(Sink* sink, const Few* few, int held, int size, int length, int above,
                            int wilds) noexcept nogil:
    """Runs of one size and length above a rank, natural ones first."""
    cdef sk_record present[16]
    cdef sk_record cap[4]
    cdef uint64_t upto = 0
    cdef int word = SK_WORD[length]
    cdef Windows w
    windows_of_run(&w, held, few, size, length, above)
    natural_windows(sink, size, w.none[word], SK_WINDOWS + 63 * word)
    if held == 0:
        return
    caps_of(few, cap)
    if wilds == SKFAST_WILDS_ALL:
        full_windows(sink, word, held, few, w.none[word])
        if held == 2:
            upto = list_present(few, present)
        windows_less_one(sink, word, held, few, w.one[word], cap, present, upto)
    else:
        forced_windows(sink, word, 1, few, w.one[word], cap)
    if held == 2:
        forced_windows(sink, word, 2, few, w.two[word], cap)
    if above < RANK_A:
        if size == 1:
            ace_straights(sink, few, length, length, wilds)
        elif size == 2 and held == 2:
            ace_pair_runs(sink, few, length, length, wilds)


# --- bombs

cdef inline uint64_t BOMB_STEP() noexcept nogil:
    """What one card more adds to the fields of a bomb: to size, stars and n_cards; and takes from the order."""
    return (<uint64_t>1 << 16) + (<uint64_t>1 << 32) + (<uint64_t>1 << 40) - (<uint64_t>1 << 56)


cdef inline uint64_t BOMB_BASE() noexcept nogil:
    """The fields of a bomb of no cards."""
    return <uint64_t>SKFAST_BOMB + (<uint64_t>1 << 8) + (<uint64_t>HAND_CARDS << 56)


cdef inline void store_bombs(Sink* sink, sk_vector bomb, sk_vector step, int n) noexcept nogil:
    """n bombs of one rank, each a card more than the one before; most often few, so three are stored at once."""
    cdef skfast_move* base = reserve(sink)
    cdef int k
    sk_store(base, bomb)
    bomb = sk_plus(bomb, step)
    sk_store(base + 1, bomb)
    bomb = sk_plus(bomb, step)
    sk_store(base + 2, bomb)
    if SK_UNLIKELY(n > 3):
        for k in range(3, n):
            bomb = sk_plus(bomb, step)
            sk_store(base + k, bomb)
    advance(sink, n if n > 0 else 0)


cdef inline void bombs(Sink* sink_, const Few* few, int held, const Floor* floor, int max_size,
                       int wilds) noexcept nogil:
    """Rank by rank: natural ones, with one wild, with two; each from the least size that beats the table.
    Thrifty: with a wild, every natural of the rank is played."""
    cdef Sink sink = sink_[0]
    cdef sk_vector wild = sk_make(few.wild, <uint64_t>1 << 48)
    cdef sk_vector bomb
    cdef sk_vector step
    cdef uint64_t ranks
    cdef uint64_t card
    cdef int need = floor.stars - held
    cdef int rank
    cdef int least
    cdef int most
    cdef int m
    if need > 8 or floor.stars > max_size:
        return
    ranks = layer(few.natural, need)
    while ranks:
        rank = sk_ctz64(ranks) >> 2
        ranks &= ranks - 1
        card = (<uint64_t>1) << (4 * rank)
        most = count_of(few.natural, rank)
        least = floor.stars + (rank < floor.rank)
        step = sk_make(card, BOMB_STEP())
        bomb = sk_make(<uint64_t>least * card,
                       BOMB_BASE() + <uint64_t>least * BOMB_STEP() + (<uint64_t>rank << 24))
        store_bombs(&sink, bomb, step, (most if most < max_size else max_size) - least + 1)
        if wilds != SKFAST_WILDS_ALL:
            bomb = sk_make(<uint64_t>most * card, BOMB_BASE() + <uint64_t>most * BOMB_STEP() + (<uint64_t>rank << 24))
            for m in range(held):
                bomb = sk_plus(bomb, sk_plus(wild, sk_make(0, BOMB_STEP())))
                most += 1
                sk_store(reserve(&sink), bomb)
                advance(&sink, (most >= least) & (most <= max_size))
            continue
        for m in range(held):
            # another wild, in the place of a natural
            bomb = sk_plus(bomb, sk_minus(wild, sk_make(card, 0)))
            most += 1
            store_bombs(&sink, bomb, step, (most if most < max_size else max_size) - least + 1)
    sink_[0] = sink


cdef inline bint may_chain(const Few* few, int held, int least_groups) noexcept nogil:
    """Whether so many consecutive ranks can be bombs of four with the wilds held."""
    cdef uint64_t full = layer(few.natural, 4) & ONES_RUN()
    cdef uint64_t s0 = full
    cdef uint64_t s1 = few.layer3 & ONES_RUN()
    cdef uint64_t s2 = few.layer2 & ONES_RUN()
    cdef uint64_t a0
    cdef uint64_t a1
    cdef int k
    for k in range(4, 4 * least_groups, 4):
        a0 = full >> k
        a1 = few.layer3 >> k
        if held == 2:
            s2 = (s2 & a0) | (s1 & a1) | (s0 & (few.layer2 >> k))
        if held >= 1:
            s1 = (s1 & a0) | (s0 & a1)
        s0 &= a0
    return (s0 if held == 0 else s1 if held == 1 else s2) != 0


cdef void equal_chains(Sink* sink, const Few* few, const skfast_rules* rules, const Floor* floor,
                       int wilds) noexcept nogil:
    """Chains of groups of one size, with at most two wilds: at least two naturals stay in every group, so that no
    cards have two readings."""
    cdef uint64_t cap
    cdef uint64_t cards
    cdef uint64_t window
    cdef uint64_t fields
    cdef uint64_t k
    cdef bint some
    cdef int size
    cdef int groups_
    cdef int start
    cdef int missing
    cdef int spare
    cdef int i
    cdef int j
    cap = (few.layer1 + few.layer2 + few.layer3) & (ONES_RUN() * 15)
    for size in range(4, rules.max_bomb_size + 1):
        if size <= 8:
            cap += layer(few.natural, size) & ONES_RUN()
        for groups_ in range(rules.chain_min_groups, rules.chain_max_groups + 1):
            if size * groups_ > HAND_CARDS or size + groups_ < floor.stars:
                continue
            some = False
            for start in range(0, 13 - groups_):
                window = ((<uint64_t>1 << (4 * groups_)) - 1) << (4 * start)
                cards = cap & window
                missing = size * groups_ - total_cards(cards)
                if missing > few.wilds:
                    continue
                some = True
                fields = bomb_fields(SKFAST_CHAIN_BOMB, groups_, size, start + groups_ - 1, size + groups_,
                                     size * groups_, missing)
                if fields_key(fields) <= floor.key:
                    continue
                cards += <uint64_t>missing * few.wild
                put(sink, cards, fields)
                if wilds != SKFAST_WILDS_ALL:
                    continue
                spare = few.wilds - missing
                if spare >= 1:
                    for i in range(start, start + groups_):
                        put(sink, cards + few.wild - (<uint64_t>1 << (4 * i)), fields + (<uint64_t>1 << 48))
                if spare >= 2:
                    for i in range(start, start + groups_):
                        for j in range(i, start + groups_):
                            k = (<uint64_t>1 << (4 * i)) + (<uint64_t>1 << (4 * j))
                            put(sink, cards + 2 * few.wild - k, fields + (<uint64_t>2 << 48))
            if not some:
                # no longer window either, nor, from the shortest, any of larger groups
                if groups_ == rules.chain_min_groups:
                    return
                break


cdef inline void joker_bombs(Sink* sink, uint64_t hand, const skfast_rules* rules, int key) noexcept nogil:
    cdef uint64_t small = (<uint64_t>1) << 52
    cdef uint64_t big = (<uint64_t>1) << 56
    cdef int n_small = count_of(hand, RANK_SMALL)
    cdef int n_big = count_of(hand, RANK_BIG)
    if n_small + n_big < 3:
        return
    if rules.three_jokers and fields_key(three_joker_fields()) > key:
        if n_small == 2:
            put(sink, 2 * small + big, three_joker_fields())
        if n_big == 2:
            put(sink, small + 2 * big, three_joker_fields())
    if n_small + n_big == 4 and fields_key(four_joker_fields(rules)) > key:
        put(sink, 2 * small + 2 * big, four_joker_fields(rules))
