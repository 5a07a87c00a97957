# Moves with up to four wilds of two kinds, and mixed chains: every (cards, reading) once, for any rules.
#
# A natural part is found once and written with each split of its wilds over small and big jokers.
# Records are made 16 bytes at a time: all that those of one window and number of wilds share is one vector.
cdef extern from *:
    """
    #if defined(__GNUC__) && defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    static inline sk_vector sk_load_move(const skfast_move *p) { sk_vector v; memcpy(&v, p, 16); return v; }
    static inline void sk_add_two(uint64_t *to, const uint64_t *from, uint64_t add) {
      sk_vector v, w = {add, add};
      memcpy(&v, from, 16);
      v += w;
      memcpy(to, &v, 16);
    }
    #else
    static inline sk_vector sk_load_move(const skfast_move *p) {
      return sk_make(p->cards, SK_U(p->category) | SK_U(p->length) << 8 | SK_U(p->size) << 16 | SK_U(p->rank) << 24
                     | SK_U(p->stars) << 32 | SK_U(p->n_cards) << 40 | SK_U(p->wilds) << 48 | SK_U(p->order) << 56);
    }
    static inline void sk_add_two(uint64_t *to, const uint64_t *from, uint64_t add) {
      to[0] = from[0] + add;
      to[1] = from[1] + add;
    }
    #endif
    /* From one split of wilds to the next: a big joker for a small one. */
    static const sk_record SK_SWAP = {(1ULL << 56) - (1ULL << 52), 0};

    /* n records, each with these cards and fields more.  Reads and writes up to 3 beyond. */
    static inline void sk_shift_moves(skfast_move *to, const skfast_move *from, int n, uint64_t cards,
                                      uint64_t fields) {
      const sk_vector add = sk_make(cards, fields);
      const skfast_move *end = from + n;
      for (; from < end; from += 4, to += 4) {
        sk_vector a = sk_load_move(from), b = sk_load_move(from + 1);
        sk_vector c = sk_load_move(from + 2), d = sk_load_move(from + 3);
        sk_store(to, sk_plus(a, add));
        sk_store(to + 1, sk_plus(b, add));
        sk_store(to + 2, sk_plus(c, add));
        sk_store(to + 3, sk_plus(d, add));
      }
    }
    /* n cuts, each of these cards more.  Reads and writes up to 3 beyond. */
    static inline void sk_append_cuts(uint64_t *to, const uint64_t *from, int n, uint64_t cards) {
      const uint64_t *end = from + n;
      for (; from < end; from += 4, to += 4) {
        sk_add_two(to, from, cards);
        sk_add_two(to + 2, from + 2, cards);
      }
    }
    /* One natural part in each of the ways to split its wilds; the step to the next. */
    #define SK_PUT1(p, v) (sk_store(p, v), (p) + 1)
    #define SK_PUT2(p, v) (sk_store(p, v), sk_store((p) + 1, sk_plus(v, swap)), (p) + 2)
    #define SK_PUT3(p, v) \
      (sk_store(p, v), sk_store((p) + 1, sk_plus(v, swap)), sk_store((p) + 2, sk_plus(v, twice)), (p) + 3)
    /* The cards less each of n cuts, with `ways` splits of their wilds.  Writes up to 3 records beyond. */
    static inline skfast_move *sk_stream(skfast_move *to, const uint64_t *cuts, int n, int ways, sk_vector v) {
      const sk_vector swap = sk_load(&SK_SWAP);
      const uint64_t *end = cuts + n;
      skfast_move *p = to;
      if (ways == 1) {
        for (; cuts < end; cuts += 4) {
          sk_vector a = sk_minus(v, sk_make(cuts[0], 0)), b = sk_minus(v, sk_make(cuts[1], 0));
          sk_vector c = sk_minus(v, sk_make(cuts[2], 0)), d = sk_minus(v, sk_make(cuts[3], 0));
          p = SK_PUT1(p, a);
          p = SK_PUT1(p, b);
          p = SK_PUT1(p, c);
          p = SK_PUT1(p, d);
        }
        return to + n;
      }
      if (ways == 2) {
        for (; cuts < end; cuts += 2) {
          sk_vector a = sk_minus(v, sk_make(cuts[0], 0)), b = sk_minus(v, sk_make(cuts[1], 0));
          p = SK_PUT2(p, a);
          p = SK_PUT2(p, b);
        }
        return to + 2 * n;
      }
      {
        const sk_vector twice = sk_plus(swap, swap);
        for (; cuts < end; cuts += 2) {
          sk_vector a = sk_minus(v, sk_make(cuts[0], 0)), b = sk_minus(v, sk_make(cuts[1], 0));
          p = SK_PUT3(p, a);
          p = SK_PUT3(p, b);
        }
        return to + 3 * n;
      }
    }
    /* As sk_stream with `unit` more in every cut; the new cuts are appended to `list` too. */
    static inline skfast_move *sk_stream_append(skfast_move *to, uint64_t *list, const uint64_t *cuts, int n,
                                                int ways, uint64_t unit, sk_vector whole) {
      const sk_vector swap = sk_load(&SK_SWAP), v = sk_minus(whole, sk_make(unit, 0));
      const uint64_t *end = cuts + n;
      skfast_move *p = to;
      if (ways == 1) {
        for (; cuts < end; cuts += 2, list += 2) {
          sk_vector a = sk_minus(v, sk_make(cuts[0], 0)), b = sk_minus(v, sk_make(cuts[1], 0));
          sk_add_two(list, cuts, unit);
          p = SK_PUT1(p, a);
          p = SK_PUT1(p, b);
        }
        return to + n;
      }
      if (ways == 2) {
        for (; cuts < end; cuts += 2, list += 2) {
          sk_vector a = sk_minus(v, sk_make(cuts[0], 0)), b = sk_minus(v, sk_make(cuts[1], 0));
          sk_add_two(list, cuts, unit);
          p = SK_PUT2(p, a);
          p = SK_PUT2(p, b);
        }
        return to + 2 * n;
      }
      {
        const sk_vector twice = sk_plus(swap, swap);
        for (; cuts < end; cuts += 2, list += 2) {
          sk_vector a = sk_minus(v, sk_make(cuts[0], 0)), b = sk_minus(v, sk_make(cuts[1], 0));
          sk_add_two(list, cuts, unit);
          p = SK_PUT3(p, a);
          p = SK_PUT3(p, b);
        }
        return to + 3 * n;
      }
    }
    /* One cut: up to three records, written whatever their number. */
    static inline skfast_move *sk_stream_one(skfast_move *to, uint64_t cut, int ways, sk_vector whole) {
      const sk_vector swap = sk_load(&SK_SWAP), v = sk_minus(whole, sk_make(cut, 0));
      const sk_vector w = sk_plus(v, swap);
      sk_store(to, v);
      sk_store(to + 1, w);
      sk_store(to + 2, sk_plus(w, swap));
      return to + ways;
    }
    static const uint64_t sk_no_cut[4] = {0, 0, 0, 0};
    """
    const uint64_t* sk_no_cut
    void sk_shift_moves(skfast_move* to, const skfast_move* source, int n, uint64_t cards,
                        uint64_t fields) noexcept nogil
    void sk_append_cuts(uint64_t* to, const uint64_t* source, int n, uint64_t cards) noexcept nogil
    skfast_move* sk_stream(skfast_move* to, const uint64_t* cuts, int n, int ways, sk_vector whole) noexcept nogil
    skfast_move* sk_stream_append(skfast_move* to, uint64_t* list_, const uint64_t* cuts, int n, int ways,
                                  uint64_t unit, sk_vector whole) noexcept nogil
    skfast_move* sk_stream_one(skfast_move* to, uint64_t cut, int ways, sk_vector whole) noexcept nogil

cdef enum:
    WINDOW_MOVES = 2400       # more than the runs with wilds of one window: 2 x 12 + 3 x 78 + 2 x 364 + 1353
    CUTS = 1864               # 16 + 88 + 376 + 1384: cuts of 1..4 cards out of twelve ranks, and room to overshoot
    CUTS_TWO = 16
    CUTS_THREE = 104
    CUTS_FOUR = 480

# The ways to make a number of wilds of the small and big jokers that may be wild, by that number: small
# jokers first.
ctypedef struct WildSplits:
    int wilds
    bint thrifty
    int ways[5]
    sk_record first[16]     # the first of them and its `wilds` field; sixteen, to read at any nibble


cdef inline void wild_splits(WildSplits* splits, uint64_t hand, const skfast_rules* rules, bint thrifty) noexcept nogil:
    cdef int small = count_of(hand, RANK_SMALL) if rules.wild_jokers == SKFAST_WILD_ALL else 0
    cdef int big = count_of(hand, RANK_BIG) if rules.wild_jokers != SKFAST_WILD_NONE else 0
    cdef int m, first, last
    splits.wilds = small + big
    splits.thrifty = thrifty
    for m in range(5):
        first = m if m < small else small
        last = m - big if m > big else 0
        splits.ways[m] = 1 if thrifty else first - last + 1
        splits.first[m].cards = (<uint64_t>first << 52) + (<uint64_t>(m - first) << 56)
        splits.first[m].fields = wilds_field(m)
        if m > splits.wilds:
            splits.ways[m] = 0


cdef inline uint64_t lowest_nibbles(int n) noexcept nogil:
    return (<uint64_t>1 << (4 * n)) - 1


cdef inline uint64_t wilds_field(int wilds) noexcept nogil:
    return <uint64_t>wilds << 48


# --- one rank

cdef inline void put_splits(Sink* sink, const WildSplits* splits, int wilds, uint64_t natural,
                            uint64_t fields) noexcept nogil:
    """One natural part with each split of its wilds."""
    sk_stream_one(reserve(sink), 0, splits.ways[wilds], sk_make(natural + splits.first[wilds].cards, fields))
    advance(sink, splits.ways[wilds])


cdef inline uint64_t ranks_held(uint64_t hand, int n, int above, bint thrifty) noexcept nogil:
    """A bit for each rank 3..2 higher than `above` of which n are held at least; thrifty: exactly."""
    cdef uint64_t ranks = layer(hand, n)
    if thrifty and n < 8:
        ranks &= ~layer(hand, n + 1)
    return ranks & ONES_NATURAL() & ~lowest_nibbles(above + 1)


cdef void many_wild_groups(Sink* sink, uint64_t hand, const WildSplits* splits, int size_only,
                           int above) noexcept nogil:
    """Pairs and triples of one rank with wilds, of ranks higher than `above` (-1: all), of one size or both
    (0).  The pair of one small and one big joker is not among them."""
    cdef skfast_move block[16]      # the moves with n naturals of rank 0, less those naturals
    cdef uint64_t ranks
    cdef int n, size, count, shift
    if splits.wilds == 0:
        return
    for n in range(1, 3):
        count = 0
        for size in range(n + 1, 4):
            if size - n <= splits.wilds and (size_only == 0 or size == size_only):
                sk_stream_one(block + count, 0, splits.ways[size - n],
                              sk_make(splits.first[size - n].cards,
                                      record_fields(size, 1, size, 0, 0, size, size - n, 0)))
                count += splits.ways[size - n]
        ranks = ranks_held(hand, n, above, splits.thrifty)
        while ranks:
            shift = sk_ctz64(ranks)
            ranks &= ranks - 1
            sk_shift_moves(reserve(sink), block, count, <uint64_t>n << shift, <uint64_t>shift << 22)
            advance(sink, count)


cdef void many_wild_bombs(Sink* sink, uint64_t hand, const skfast_rules* rules, const WildSplits* splits,
                          int key) noexcept nogil:
    """Bombs of one rank with wilds whose bomb_key is above `key` (0: all)."""
    cdef skfast_move block[24]      # the moves with n naturals of rank 0, less those naturals, by size
    cdef skfast_move* p
    cdef uint64_t ranks
    cdef int n, m, count, level, shift
    cdef int size = 4               # of bombs above the key, whatever their rank
    cdef int table_rank = key & 255
    if splits.wilds == 0:
        return
    while fields_key(bomb_fields(SKFAST_BOMB, 1, size, 0, size, size, 1)) <= key:
        size += 1
    level = size - 1                # of those above it by their rank alone
    if level < 4 or fields_key(bomb_fields(SKFAST_BOMB, 1, level, RANK_2, level, level, 1)) <= key:
        level = size
    for n in range(1, 9):
        ranks = ranks_held(hand, n, -1, splits.thrifty)
        if ranks == 0:
            if splits.thrifty:
                continue
            return
        p = block
        count = 0                   # of level
        for m in range(level - n if n < level else 1, splits.wilds + 1):
            if n + m > rules.max_bomb_size:
                break
            p = sk_stream_one(p, 0, splits.ways[m],
                              sk_make(splits.first[m].cards, bomb_fields(SKFAST_BOMB, 1, n + m, 0, n + m, n + m, m)))
            if n + m < size:
                count += splits.ways[m]
        m = <int>(p - block)
        while ranks:
            shift = sk_ctz64(ranks)
            ranks &= ranks - 1
            if shift <= 4 * table_rank and count:
                sk_shift_moves(reserve(sink), block + count, m - count, <uint64_t>n << shift, <uint64_t>shift << 22)
                advance(sink, m - count)
            else:
                sk_shift_moves(reserve(sink), block, m, <uint64_t>n << shift, <uint64_t>shift << 22)
                advance(sink, m)


# --- runs

cdef inline bint chains_of_three(const skfast_rules* rules) noexcept nogil:
    return rules.chain_sizes != SKFAST_CHAIN_NONE and rules.chain_min_groups <= 3 and rules.chain_max_groups >= 3


cdef inline bint odd_window(int size, int length, const skfast_rules* rules) noexcept nogil:
    """Whether runs of this shape may be bombs too, and are none then.  Counting cards leaves only: one
    natural and four wilds as a straight of five; two of one rank as three pairs; triples of three ranks and
    what makes a fourth at their edge; and where chains of two groups exist, two pairs, or two triples, alike.
    """
    if size == 1:
        return length == 5 and rules.max_bomb_size >= 5
    if size == 2:
        return ((length == 3 and rules.max_bomb_size >= 6)
                or (length == 4 and rules.chain_sizes != SKFAST_CHAIN_NONE and rules.chain_min_groups == 2))
    return ((length == 4 and chains_of_three(rules))
            or (length == 3 and rules.chain_sizes == SKFAST_CHAIN_MIXED and rules.chain_min_groups == 2
                and rules.max_bomb_size >= 5))


cdef inline uint64_t run_fields(int size, int length, int top, int wilds) noexcept nogil:
    return record_fields(SKFAST_STRAIGHT + size - 1, length, size, top, 0, size * length, wilds, 0)


cdef inline uint64_t run_step(int size) noexcept nogil:
    """What the fields of a run of one rank more, upwards, are more."""
    return <uint64_t>1 << 8 | <uint64_t>1 << 24 | <uint64_t>size << 40


cdef inline skfast_move* stream_cuts(skfast_move* to, const WildSplits* splits, int wilds, const uint64_t* cuts, int n,
                                     sk_vector whole) noexcept nogil:
    """What is left of the whole window by each cut, with so many wilds."""
    return sk_stream(to, cuts, n, splits.ways[wilds], sk_plus(whole, sk_load(&splits.first[wilds])))


cdef inline skfast_move* append_cuts(skfast_move* to, const WildSplits* splits, int wilds, uint64_t* list_, int* length,
                                     const uint64_t* cuts, int n, uint64_t unit, sk_vector whole) noexcept nogil:
    """As stream_cuts, with `unit` more in every cut; the new cuts are appended to the list."""
    to = sk_stream_append(to, list_ + length[0], cuts, n, splits.ways[wilds], unit,
                          sk_plus(whole, sk_load(&splits.first[wilds])))
    length[0] += n
    return to


cdef inline skfast_move* append_one(skfast_move* to, const WildSplits* splits, int wilds, uint64_t* list_, int* length,
                                    uint64_t cut, sk_vector whole) noexcept nogil:
    list_[length[0]] = cut
    length[0] += 1
    return sk_stream_one(to, cut, splits.ways[wilds], sk_plus(whole, sk_load(&splits.first[wilds])))


cdef skfast_move* stream_not_bombs(skfast_move* to, const WildSplits* splits, int wilds, const uint64_t* cuts, int n,
                                   uint64_t base, uint64_t fields, const skfast_rules* rules) noexcept nogil:
    """As stream_cuts, leaving out what is a bomb: that takes four wilds, but with triples."""
    cdef sk_vector whole = sk_make(base, fields)
    cdef int i
    if wilds < 4:
        return stream_cuts(to, splits, wilds, cuts, n, whole)
    if fields & 255 == SKFAST_STRAIGHT:
        return to
    for i in range(n):
        if is_reading(base - cuts[i] + splits.first[wilds].cards, fields + wilds_field(wilds), rules):
            to = stream_cuts(to, splits, wilds, cuts + i, 1, whole)
    return to


cdef inline skfast_move* window_start(Sink* sink, skfast_move* buffer) noexcept nogil:
    """Where the moves of a window go: at most WINDOW_MOVES, which a caller's exact buffer need not hold."""
    if Sink is OpenSink:
        return sink.next
    else:
        return buffer


cdef inline void window_end(Sink* sink, skfast_move* start, skfast_move* end) noexcept nogil:
    cdef int64_t room
    if Sink is OpenSink:
        sink.next = end
    else:
        sink.count += end - start
        room = sink.end - sink.next
        if room > end - start:
            room = end - start
        if room > 0:
            memcpy(sink.next, start, <size_t>room * sizeof(skfast_move))
            sink.next += room


cdef inline uint64_t lacks_of(uint64_t held, int size) noexcept nogil:
    """What each rank 3..A lacks of a group; above the ace, more than any wilds make good."""
    return (<uint64_t>size * ONES_RUN() - (held & 15 * ONES_RUN())) | <uint64_t>0x5555000000000000


cdef inline uint64_t sums_from(uint64_t lacks, int start) noexcept nogil:
    """In nibble i what the i + 1 ranks from `start` on lack together, up to the first that is above four."""
    return (lacks >> (4 * start)) * <uint64_t>0x1111111111111111


cdef inline int longest_run(uint64_t sums, int wilds) noexcept nogil:
    """Ranks that so many wilds (1..4) complete: the first sum above them is at most eight more than seven of them."""
    return sk_ctz64((sums + <uint64_t>(7 - wilds) * <uint64_t>0x1111111111111111)
                    & <uint64_t>0x8888888888888888) >> 2


cdef inline uint64_t run_starts(uint64_t held, uint64_t lacks, int wilds, int size, int least, int most,
                                int above) noexcept nogil:
    """A bit for each rank that may be the lowest natural of a run: the shortest run from there, were any length
    wanted, lacks no more than the wilds."""
    cdef uint64_t sums = lacks + (lacks >> 4) + (lacks >> 8)
    cdef int first = above + 2 - most
    if size == 1:
        sums += (lacks >> 12) + (lacks >> 16)
    sums = ~((sums + <uint64_t>(7 - wilds) * ONES()) >> 3) & (held | held >> 1) & lowest_nibbles(RANK_A + 2 - least)
    if first > 0:
        sums &= ~lowest_nibbles(first)
    return sums & ONES_RUN()


cdef inline uint64_t alone_of(int size, int length) noexcept nogil:
    """What the first ranks must hold for four wilds to leave the first group, or the first two pairs, alone."""
    if size == 1:
        return 1
    return 2 if length == 3 else 0x22


cdef inline void runs_up(Sink* sink, const WildSplits* splits, uint64_t held, int size, int least, int most,
                         int above, const skfast_rules* rules, skfast_move* buffer) noexcept nogil:
    """Runs of one size whose lowest group has a natural, by start and length.  `held` counts at most `size`
    of each rank.

    For a start the lists cut1..cut4 hold what 1..4 cards can be taken out of the naturals of the window and
    leave the lowest group one; they only grow.  The wilds of a move are those of the cut and those that
    `missing` cards need anyway.  If the next rank misses none, the moves of the longer window are those of
    the window before with a full group more, and those of the cuts that are new.  That makes the order of a window
    depend on the shorter ones, which are therefore made even when only one length is wanted.
    """
    cdef uint64_t cuts[CUTS]
    cdef uint64_t* cut1 = cuts
    cdef uint64_t* cut2 = cuts + CUTS_TWO
    cdef uint64_t* cut3 = cuts + CUTS_THREE
    cdef uint64_t* cut4 = cuts + CUTS_FOUR
    cdef uint64_t aside[8]            # cuts of bombs, no moves here but of longer runs; [4] with three wilds
    cdef uint64_t starts, base, unit, fields
    cdef int n1, n2, n3, n4, old1, old2, old3, from1, from2, from3, end0, end1, end2, end3, end4
    cdef int start, top, length, n, missing, room, aside3, aside4, n_before, longest
    cdef uint64_t lacks = lacks_of(held, size)
    cdef int shortest = 5 if size == 1 else 3
    cdef int wilds = splits.wilds
    cdef skfast_move* before
    cdef sk_vector whole
    cdef skfast_move* to
    cdef skfast_move* first
    starts = run_starts(held, lacks, wilds, size, least, most, above)
    while starts:
        start = sk_ctz64(starts) >> 2
        starts &= starts - 1
        longest = longest_run(sums_from(lacks, start), wilds)
        if longest < least:
            continue
        if longest > most:
            longest = most
        n = <int>((held >> (4 * start)) & 15)
        missing = size - n
        unit = <uint64_t>1 << (4 * start)
        base = <uint64_t>n * unit
        n1 = n2 = n3 = n4 = 0
        if n > 1:
            cut1[0] = unit
            n1 = 1
        if n > 2:
            cut2[0] = 2 * unit
            n2 = 1
        before = NULL
        n_before = 0
        aside3 = aside4 = 0
        fields = run_fields(size, 1, start, 0)
        for length in range(2, longest + 1):
            top = start + length - 1
            unit = <uint64_t>1 << (4 * top)
            n = <int>((held >> (4 * top)) & 15)
            missing += size - n
            base += <uint64_t>n * unit
            fields += run_step(size)
            room = wilds - missing
            if room == 0:
                # Nothing to cut from here on.
                if length < least or (length <= 5 - size // 2 and odd_window(size, length, rules) and (
                        n == 0 if size == 3 else wilds == 4 and alone_of(size, length) & ~(held >> (4 * start)) == 0)):
                    continue
                put(sink, base + splits.first[wilds].cards, fields + wilds_field(wilds))
                continue
            whole = sk_make(base, fields)
            if length > shortest:
                n4 = 0                # not needed again: what four wilds add is copied from the window before
            old1 = n1
            old2 = n2
            old3 = n3
            if n == size and before != NULL and not odd_window(size, length, rules):
                first = buffer if length < least else window_start(sink, buffer)
                to = first
                sk_shift_moves(to, before, n_before, <uint64_t>size * unit, run_step(size))
                to += n_before
                if aside3:
                    to = stream_cuts(to, splits, 3, &aside[4], 1, whole)
                if aside4:
                    to = stream_cuts(to, splits, 4, aside, aside4, whole)
                aside3 = aside4 = 0
                to = append_one(to, splits, missing + 1, cut1, &n1, unit, whole)
                if room >= 2:
                    to = append_cuts(to, splits, missing + 2, cut2, &n2, cut1, old1, unit, whole)
                    if size > 1:
                        to = append_one(to, splits, missing + 2, cut2, &n2, 2 * unit, whole)
                if room >= 3:
                    to = append_cuts(to, splits, missing + 3, cut3, &n3, cut2, old2, unit, whole)
                    if size > 1:
                        to = append_cuts(to, splits, missing + 3, cut3, &n3, cut1, old1, 2 * unit, whole)
                    if size > 2:
                        to = append_one(to, splits, missing + 3, cut3, &n3, 3 * unit, whole)
                if room >= 4:
                    # Of four cards no cut is kept: the next window copies these moves.
                    to = stream_cuts(to, splits, 4, cut3, old3, sk_minus(whole, sk_make(unit, 0)))
                    if size > 1:
                        to = stream_cuts(to, splits, 4, cut2, old2, sk_minus(whole, sk_make(2 * unit, 0)))
                    if size > 2:
                        to = stream_cuts(to, splits, 4, cut1, old1, sk_minus(whole, sk_make(3 * unit, 0)))
                before = first
                n_before = <int>(to - first)
                if length >= least:
                    window_end(sink, first, to)
                continue
            if n:
                if room >= 4:
                    sk_append_cuts(cut4 + n4, cut3, old3, unit)
                    n4 += old3
                    if size > 1 and n > 1:
                        sk_append_cuts(cut4 + n4, cut2, old2, 2 * unit)
                        n4 += old2
                    if size > 2 and n > 2:
                        sk_append_cuts(cut4 + n4, cut1, old1, 3 * unit)
                        n4 += old1
                if room >= 3:
                    sk_append_cuts(cut3 + n3, cut2, old2, unit)
                    n3 += old2
                    if size > 1 and n > 1:
                        sk_append_cuts(cut3 + n3, cut1, old1, 2 * unit)
                        n3 += old1
                    if size > 2 and n > 2:
                        cut3[n3] = 3 * unit
                        n3 += 1
                if room >= 2:
                    sk_append_cuts(cut2 + n2, cut1, old1, unit)
                    n2 += old1
                    if size > 1 and n > 1:
                        cut2[n2] = 2 * unit
                        n2 += 1
                cut1[n1] = unit
                n1 += 1
            if length < shortest:
                continue
            first = buffer if length < least else window_start(sink, buffer)
            to = first
            from1 = from2 = from3 = 0
            end0 = 1 if missing else 0
            if n == size and before != NULL:
                sk_shift_moves(to, before, n_before, <uint64_t>size * unit, run_step(size))
                to += n_before
                if aside3:
                    to = stream_cuts(to, splits, 3, &aside[4], 1, whole)
                if aside4:
                    to = stream_cuts(to, splits, 4, aside, aside4, whole)
                end0 = 0
                from1 = old1
                from2 = old2
                from3 = old3
            aside3 = aside4 = 0
            end1 = n1
            end2 = n2
            end3 = n3
            end4 = n4
            if SK_UNLIKELY(length <= 5 - size // 2 and odd_window(size, length, rules)):
                if size < 3:
                    # The last cut of four wilds leaves the first group, or the first two pairs, alone.
                    if wilds == 4 and alone_of(size, length) & ~(held >> (4 * start)) == 0:
                        aside4 = 1
                        if room == 1:
                            end1 -= 1
                            aside[0] = cut1[end1]
                        elif room == 2:
                            end2 -= 1
                            aside[0] = cut2[end2]
                        elif room == 3:
                            end3 -= 1
                            aside[0] = cut3[end3]
                        else:
                            end4 -= 1
                            aside[0] = cut4[end4]
                elif room >= n:
                    # The last cuts of each list take the whole top group.
                    aside3 = 1
                    if n == 0:
                        aside4 = end1
                        end0 = end1 = 0
                        aside[4] = 0
                        memcpy(aside, cut1, aside4 * sizeof(uint64_t))
                    elif n == 1:
                        aside4 = old1 if room >= 2 else 0
                        end1 -= 1
                        end2 -= aside4
                        aside[4] = cut1[end1]
                        memcpy(aside, cut2 + end2, aside4 * sizeof(uint64_t))
                    elif n == 2:
                        aside4 = old1 if room >= 3 else 0
                        end2 -= 1
                        end3 -= aside4
                        aside[4] = cut2[end2]
                        memcpy(aside, cut3 + end3, aside4 * sizeof(uint64_t))
                    else:
                        aside4 = old1 if room >= 4 else 0
                        end3 -= 1
                        end4 -= aside4
                        aside[4] = cut3[end3]
                        memcpy(aside, cut4 + end4, aside4 * sizeof(uint64_t))
                    if missing + n == 4:
                        aside3 = 0
                        aside4 = 1
                        aside[0] = aside[4]
            if end0:
                to = sk_stream_one(to, 0, splits.ways[missing], sk_plus(whole, sk_load(&splits.first[missing])))
            to = stream_cuts(to, splits, missing + 1, cut1 + from1, end1 - from1, whole)
            if room >= 2:
                to = stream_cuts(to, splits, missing + 2, cut2 + from2, end2 - from2, whole)
            if room >= 3:
                to = stream_cuts(to, splits, missing + 3, cut3 + from3, end3 - from3, whole)
            if room >= 4:
                to = stream_cuts(to, splits, 4, cut4, end4, whole)
            before = first
            n_before = <int>(to - first)
            if length >= least:
                window_end(sink, first, to)


cdef inline void runs_at_ace(Sink* sink, const WildSplits* splits, uint64_t held, int size, int least, int most,
                             const skfast_rules* rules, skfast_move* buffer) noexcept nogil:
    """Runs of one size that end at the ace and whose lowest group is wholly wild, by length.

    The lists are as in `runs_up`, of the window above the lowest group and over all of its groups.
    """
    cdef uint64_t cuts[CUTS]
    cdef uint64_t* cut1 = cuts
    cdef uint64_t* cut2 = cuts + CUTS_TWO
    cdef uint64_t* cut3 = cuts + CUTS_THREE
    cdef uint64_t base = 0
    cdef uint64_t unit, fields
    cdef int n1 = 0
    cdef int n2 = 0
    cdef int n3 = 0
    cdef int old1, old2, rank, length, n, room, i
    cdef int missing = size           # the cards of the lowest group among them
    cdef sk_vector whole
    cdef skfast_move* to
    cdef skfast_move* first
    for length in range(2, most + 1):
        rank = RANK_A + 2 - length    # the lowest but one
        unit = <uint64_t>1 << (4 * rank)
        n = <int>((held >> (4 * rank)) & 15)
        missing += size - n
        room = splits.wilds - missing
        if room < 0:
            break
        base += <uint64_t>n * unit
        if n:
            old1 = n1
            old2 = n2
            if room >= 3:
                sk_append_cuts(cut3 + n3, cut2, old2, unit)
                n3 += old2
                if size > 1 and n > 1:
                    sk_append_cuts(cut3 + n3, cut1, old1, 2 * unit)
                    n3 += old1
                if size > 2 and n > 2:
                    cut3[n3] = 3 * unit
                    n3 += 1
            if room >= 2:
                sk_append_cuts(cut2 + n2, cut1, old1, unit)
                n2 += old1
                if size > 1 and n > 1:
                    cut2[n2] = 2 * unit
                    n2 += 1
            cut1[n1] = unit
            n1 += 1
        if length < least:
            continue
        fields = run_fields(size, length, RANK_A, 0)
        whole = sk_make(base, fields)
        first = window_start(sink, buffer)
        to = first
        if length <= 5 - size // 2 and odd_window(size, length, rules):
            if size == 3:
                continue
            to = stream_not_bombs(to, splits, missing, sk_no_cut, 1, base, fields, rules)
            if room >= 1:
                to = stream_not_bombs(to, splits, missing + 1, cut1, n1, base, fields, rules)
            if room >= 2:
                to = stream_not_bombs(to, splits, missing + 2, cut2, n2, base, fields, rules)
            if room >= 3:
                to = stream_not_bombs(to, splits, missing + 3, cut3, n3, base, fields, rules)
        else:
            to = stream_cuts(to, splits, missing, sk_no_cut, 1, whole)
            if room >= 1:
                to = stream_cuts(to, splits, missing + 1, cut1, n1, whole)
            if room >= 2:
                to = stream_cuts(to, splits, missing + 2, cut2, n2, whole)
            if room >= 3:
                to = stream_cuts(to, splits, missing + 3, cut3, n3, whole)
        window_end(sink, first, to)


cdef inline void put_thrifty(Sink* sink, const WildSplits* splits, uint64_t held, int size, int start, int length,
                             int missing, const skfast_rules* rules) noexcept nogil:
    """The run of all that is held of these ranks, if it is no bomb."""
    cdef uint64_t cards = (held & (lowest_nibbles(length) << (4 * start))) + splits.first[missing].cards
    cdef uint64_t fields = run_fields(size, length, start + length - 1, missing)
    if SK_UNLIKELY(missing >= 3) and odd_window(size, length, rules) and not is_reading(cards, fields, rules):
        return
    put(sink, cards, fields)


cdef inline void runs_thrifty(Sink* sink, const WildSplits* splits, uint64_t held, int size, int least, int most,
                              int above, const skfast_rules* rules) noexcept nogil:
    """The thrifty runs of one size, in the order of runs_up and runs_at_ace: all that is held of every rank of the
    window, small jokers first."""
    cdef uint64_t lacks = lacks_of(held, size)
    cdef uint64_t present = (held | held >> 1) & ONES_RUN()
    cdef uint64_t starts, sums, end, fields
    cdef int start, length, longest, missing, i
    cdef skfast_move* to
    starts = run_starts(held, lacks, splits.wilds, size, least, most, above)
    while starts:
        start = sk_ctz64(starts) >> 2
        starts &= starts - 1
        sums = sums_from(lacks, start)
        longest = longest_run(sums, splits.wilds)
        if longest > most:
            longest = most
        length = (sk_ctz64(sums) >> 2) + 1    # the first that lacks anything
        if length < least:
            length = least
        if length < above + 2 - start:
            length = above + 2 - start
        if length <= 5 - size // 2:
            # Here alone a run may be a bomb.
            for length in range(length, (6 - size // 2 if longest > 5 - size // 2 else longest + 1)):
                put_thrifty(sink, splits, held, size, start, length, <int>((sums >> (4 * length - 4)) & 15), rules)
            length = 6 - size // 2
        fields = run_fields(size, length, start + length - 1, 0)
        end = <uint64_t>1 << (4 * (start + length))
        sums >>= 4 * length - 4
        while length <= longest:
            to = reserve(sink)
            for i in range(4):
                missing = <int>(sums & 15)
                sums >>= 4
                to[i].cards = (held & (end - (<uint64_t>1 << (4 * start)))) + splits.first[missing].cards
                end <<= 4
                sk_set_fields(to + i, fields + wilds_field(missing))
                fields += run_step(size)
            advance(sink, 4 if length + 3 <= longest else longest + 1 - length)
            length += 4
    missing = 0
    for length in range(1, most + 1):
        start = RANK_A + 1 - length
        missing += <int>((lacks >> (4 * start)) & 15)
        if missing > splits.wilds:
            return
        if length >= least and not (present >> (4 * start)) & 1:
            put_thrifty(sink, splits, held, size, start, length, missing, rules)


cdef inline void runs_of_size(Sink* sink, const WildSplits* splits, uint64_t hand, int size, int length, int above,
                              const skfast_rules* rules, skfast_move* buffer) noexcept nogil:
    cdef int least = length if length else (5 if size == 1 else 3)
    cdef int most = length if length else (9 if size == 3 else 12)
    cdef uint64_t held = layer(hand, 1)
    if size > 1:
        held += layer(hand, 2)
    if size > 2:
        held += layer(hand, 3)
    if above >= RANK_A:
        return
    if splits.thrifty:
        runs_thrifty(sink, splits, held, size, least, most, above, rules)
        return
    runs_up(sink, splits, held, size, least, most, above, rules, buffer)
    if splits.wilds >= size:
        runs_at_ace(sink, splits, held, size, least, most, rules, buffer)


cdef void many_wild_runs(Sink* sink, uint64_t hand, const skfast_rules* rules, const WildSplits* splits, int size,
                         int length, int above) noexcept nogil:
    """Straights, pair runs and triple runs with wilds, of one size or all (0): of any length (0), or of one
    with a top rank higher than `above`."""
    cdef skfast_move buffer[WINDOW_MOVES]
    if splits.wilds == 0:
        return
    if size == 0 or size == 1:
        runs_of_size(sink, splits, hand, 1, length, above, rules, buffer)
    if size == 0 or size == 2:
        runs_of_size(sink, splits, hand, 2, length, above, rules, buffer)
    if size == 0 or size == 3:
        runs_of_size(sink, splits, hand, 3, length, above, rules, buffer)


# --- chains

# A search for chains: the groups are filled from the lowest rank up.
ctypedef struct ChainSearch:
    uint64_t hand
    const skfast_rules* rules
    const WildSplits* splits
    int key                   # only bombs of a higher bomb_key
    bint plain_size           # mixed: what is spare goes to the largest group, without a limit
    int size                  # equal: cards in each group


cdef void chain_put(Sink* sink, const ChainSearch* q, uint64_t natural, int length, int size, int top, int n_cards,
                    int wilds, bint test) noexcept nogil:
    """A chain with each split of its wilds, if it beats the table; `test` whether it is a legal reading."""
    cdef uint64_t fields = bomb_fields(SKFAST_CHAIN_BOMB, length, size, top, size + length, n_cards, wilds)
    cdef skfast_move move
    if fields_key(fields) <= q.key:
        return
    move.cards = natural + q.splits.first[wilds].cards
    if test and not is_reading(move.cards, fields, q.rules):
        return
    if q.splits.thrifty and wilds:
        sk_set_fields(&move, fields)
        if not is_thrifty(&move, q.hand, q.rules):
            return
    put_splits(sink, q.splits, wilds, natural, fields)


cdef inline uint64_t chain_starts(uint64_t hand, int wilds, const skfast_rules* rules) noexcept nogil:
    """A bit for each rank that may be the lowest natural of a chain: it and the next two (one, if chains of two
    exist) lack no more than the wilds, or they are enough but for a wholly wild group at their edge."""
    cdef uint64_t natural = hand & <uint64_t>0x0000FFFFFFFFFFFF
    cdef uint64_t fours = layer(natural, 4)
    cdef uint64_t lacks = ONES() - fours
    cdef uint64_t sums
    cdef int i
    if wilds == 3:
        wilds = 4
    # No more than one above the wilds, so that no sum overflows its nibble.
    for i in range(1, 4 if wilds > 3 else wilds + 1):
        lacks += ONES() - layer(natural, 4 - i)
    sums = lacks + (lacks >> 4)
    if rules.chain_min_groups > 2:
        sums += lacks >> 8
    sums = ~((sums + <uint64_t>(7 - wilds) * ONES()) >> 3)
    if wilds == 4:
        sums |= fours & (fours >> 4) if rules.chain_min_groups > 2 else fours
    return sums & ONES_RUN()


cdef void mixed_fill(Sink* sink, const ChainSearch* q, int rank, uint64_t natural, int length, int forced, int largest,
                     int n_cards) noexcept nogil:
    """Every number of naturals of `rank` on top of `length` groups that have taken `forced` wilds.

    A wholly wild group takes all four wilds.  Between natural groups it is found as it stands; at the edge
    the same naturals with their spare wilds are another reading, so those few are tested.
    """
    cdef int held = count_of(q.hand, rank)
    cdef int n, need, most, wilds, size, cards
    cdef uint64_t chosen
    if held > q.rules.max_bomb_size:
        held = q.rules.max_bomb_size
    length += 1
    for n in range(held, -1, -1):
        need = forced + (4 - n if n < 4 else 0)
        if need > q.splits.wilds or (n == 0 and length == 1):
            return
        if q.splits.thrifty and n < 4 and n < count_of(q.hand, rank):
            return
        chosen = natural + (<uint64_t>n << (4 * rank))
        cards = n_cards + n
        most = n if n > largest else largest
        if n and length >= q.rules.chain_min_groups:
            for wilds in range(need, q.splits.wilds + 1):
                if q.plain_size:
                    size = most + wilds - need
                else:
                    size = mixed_size(chosen, rank - length + 1, length, wilds, q.rules)
                    if size == 0:
                        break
                chain_put(sink, q, chosen, length, size, rank, cards + wilds, wilds,
                          not q.plain_size and wilds - need == 4)
        if (need == 0 and q.splits.wilds == 4 and length + 1 >= q.rules.chain_min_groups
                and length < q.rules.chain_max_groups):
            size = 4 if q.rules.chain_star == SKFAST_STAR_SMALLEST else most
            if rank < RANK_A:
                chain_put(sink, q, chosen, length + 1, size, rank + 1, cards + 4, 4, True)
            if rank >= length:
                chain_put(sink, q, chosen, length + 1, size, rank, cards + 4, 4, True)
        if length < q.rules.chain_max_groups and rank < RANK_A:
            mixed_fill(sink, q, rank + 1, chosen, length, need, most, cards)


cdef void many_chains_mixed(Sink* sink, uint64_t hand, const skfast_rules* rules, const WildSplits* splits,
                            int key) noexcept nogil:
    """Chain bombs of groups of any sizes, with no wilds or some, whose bomb_key is above `key` (0: all)."""
    cdef ChainSearch q
    cdef uint64_t starts
    q.hand = hand
    q.rules = rules
    q.key = key
    q.splits = splits
    q.plain_size = rules.chain_star == SKFAST_STAR_LARGEST and rules.max_bomb_size >= 8 + q.splits.wilds
    starts = chain_starts(hand, q.splits.wilds, rules)
    while starts:
        mixed_fill(sink, &q, sk_ctz64(starts) >> 2, 0, 0, 0, 4, 0)
        starts &= starts - 1


cdef void equal_fill(Sink* sink, const ChainSearch* q, int rank, uint64_t natural, int length,
                     int wilds) noexcept nogil:
    """As mixed_fill, with groups of q.size."""
    cdef int held = count_of(q.hand, rank)
    cdef int n, need, least
    cdef uint64_t chosen
    if held > q.size:
        held = q.size
    length += 1
    if length * q.size > HAND_CARDS:
        return
    least = held if q.splits.thrifty else 0
    for n in range(held, least - 1, -1):
        need = wilds + q.size - n
        if need > q.splits.wilds:
            return
        chosen = natural + (<uint64_t>n << (4 * rank))
        if length >= q.rules.chain_min_groups and chosen:
            chain_put(sink, q, chosen, length, q.size, rank, length * q.size, need, need == 4)
        if length < q.rules.chain_max_groups and rank < RANK_A:
            equal_fill(sink, q, rank + 1, chosen, length, need)


cdef void many_chains_equal(Sink* sink, uint64_t hand, const skfast_rules* rules, const WildSplits* splits,
                            int key) noexcept nogil:
    """Chain bombs of groups of one size, with no wilds or some, whose bomb_key is above `key` (0: all)."""
    cdef ChainSearch q
    cdef uint64_t all_starts, starts
    q.hand = hand
    q.rules = rules
    q.key = key
    q.splits = splits
    all_starts = chain_starts(hand, q.splits.wilds, rules)
    if all_starts == 0:
        return
    for q.size in range(4, rules.max_bomb_size + 1):
        starts = all_starts
        while starts:
            equal_fill(sink, &q, sk_ctz64(starts) >> 2, 0, 0, 0)
            starts &= starts - 1


# --- whole lists

cdef void many_chains(Sink* sink, uint64_t hand, const skfast_rules* rules, const WildSplits* splits,
                      int key) noexcept nogil:
    if rules.chain_sizes == SKFAST_CHAIN_EQUAL:
        many_chains_equal(sink, hand, rules, splits, key)
    elif rules.chain_sizes == SKFAST_CHAIN_MIXED:
        many_chains_mixed(sink, hand, rules, splits, key)


cdef void many_bombs(Sink* sink, const Few* few, const Floor* floor, const skfast_rules* rules,
                     const WildSplits* splits) noexcept nogil:
    """All bombs: of one rank, chains, jokers.  `few` has no wilds to spend."""
    bombs(sink, few, 0, floor, rules.max_bomb_size, SKFAST_WILDS_ALL)
    many_wild_bombs(sink, few.hand, rules, splits, floor.key)
    many_chains(sink, few.hand, rules, splits, floor.key)
    joker_bombs(sink, few.hand, rules, floor.key)


cdef void lead_many(Sink* sink, uint64_t hand, const skfast_rules* rules, int wilds) noexcept nogil:
    """Every lead, for any hand and rules."""
    cdef WildSplits splits
    cdef Few few = few_of(hand, rules)
    cdef Floor floor = floor_of(NULL)
    few.wilds = 0
    find_ranks(&few)
    wild_splits(&splits, hand, rules, wilds == SKFAST_WILDS_THRIFTY)
    groups(sink, &few)
    straights(sink, few.ranks1)
    long_runs(sink, few.ranks2, few.ranks3)
    mixed_pair(sink, hand, rules, 0, wilds)
    many_wild_groups(sink, hand, &splits, 0, -1)
    many_wild_runs(sink, hand, rules, &splits, 0, 0, -1)
    many_bombs(sink, &few, &floor, rules, &splits)


cdef void follow_many(Sink* sink, uint64_t hand, const skfast_move* table, const skfast_rules* rules,
                      int wilds) noexcept nogil:
    """Every move of any hand that beats the table, for any rules."""
    cdef WildSplits splits
    cdef Few few = few_of(hand, rules)
    cdef Floor floor = floor_of(table)
    cdef int size = table.category - SKFAST_TRIPLE
    few.wilds = 0
    wild_splits(&splits, hand, rules, wilds == SKFAST_WILDS_THRIFTY)
    if table.category <= SKFAST_TRIPLE:
        groups_above(sink, &few, table.category, table.rank)
        if table.category == SKFAST_PAIR:
            mixed_pair(sink, hand, rules, table.rank, wilds)
        if table.category != SKFAST_SINGLE:
            many_wild_groups(sink, hand, &splits, table.category, table.rank)
    elif table.category < SKFAST_BOMB:
        find_ranks(&few)
        follow_run(sink, &few, 0, size, table.length, table.rank, wilds)
        many_wild_runs(sink, hand, rules, &splits, size, table.length, table.rank)
    many_bombs(sink, &few, &floor, rules, &splits)
