# The plain routines: exact for every mix of flags, fast for none.  `classify` and `is_legal` live on
# them alone; the plain generator serves what the fast paths do not cover, and tests them.
cdef enum:
    READINGS = 16         # more than one set of cards can have: three runs, one bomb, five lengths of chain
    EVERY_MOVE = 0x7FFFFFFF   # a limit that no list reaches


cdef inline uint64_t fields_of(const skfast_move* move) noexcept nogil:
    return record_fields(move.category, move.length, move.size, move.rank, move.stars, move.n_cards,
                         move.wilds, move.order)


cdef inline bint fields_beat(uint64_t fields, const skfast_move* table) noexcept nogil:
    cdef skfast_move move
    move.cards = 0
    sk_set_fields(&move, fields)
    return beats(&move, table)


cdef int joker_reading(int small, int big, const skfast_rules* rules, uint64_t* out) noexcept nogil:
    """Jokers alone are themselves, but for the pair of one small and one big."""
    cdef int n = small + big
    if n == 1:
        out[0] = record_fields(SKFAST_SINGLE, 1, 1, RANK_SMALL if small else RANK_BIG, 0, 1, 0, 0)
        return 1
    if n == 2:
        if small != 1:
            out[0] = record_fields(SKFAST_PAIR, 1, 2, RANK_SMALL if small else RANK_BIG, 0, 2, 0, 0)
            return 1
        if not rules.mixed_joker_pair or rules.wild_jokers == SKFAST_WILD_NONE:
            return 0
        out[0] = record_fields(SKFAST_PAIR, 1, 2,
                               RANK_BIG if rules.wild_jokers == SKFAST_WILD_ALL else RANK_SMALL, 0, 2, 1, 0)
        return 1
    if n == 3:
        if not rules.three_jokers:
            return 0
        out[0] = three_joker_fields()
        return 1
    if n == 4:
        out[0] = four_joker_fields(rules)
        return 1
    return 0


cdef int mixed_size(uint64_t natural, int bottom, int length, int wilds, const skfast_rules* rules) noexcept nogil:
    """The best size that `wilds` wilds give a chain of mixed groups over these ranks, 0 if they give none.

    Under `largest` all that the groups of four leave over goes to the largest group, under `smallest` it
    levels the lowest; what does not fit there goes wherever there is room.
    """
    cdef int cap = rules.max_bomb_size
    cdef int spare = wilds
    cdef int room = 0
    cdef int largest = 0
    cdef int rank, n, size, need
    for rank in range(bottom, bottom + length):
        n = count_of(natural, rank)
        if n > cap:
            return 0
        if n < 4:
            spare -= 4 - n
            n = 4
        room += cap - n
        if n > largest:
            largest = n
    if spare < 0 or spare > room:
        return 0
    if rules.chain_star == SKFAST_STAR_LARGEST:
        return largest + spare if largest + spare < cap else cap
    for size in range(cap, 4, -1):
        need = 0
        for rank in range(bottom, bottom + length):
            n = count_of(natural, rank)
            if n < 4:
                n = 4
            if n < size:
                need += size - n
        if need <= spare:
            return size
    return 4


cdef inline int chain_readings(uint64_t natural, int low, int high, int n_cards, int wilds,
                               const skfast_rules* rules, uint64_t* out) noexcept nogil:
    """For each length the best chain; of one length that is the largest size on the highest ranks."""
    cdef int n = 0
    cdef int length, size, top
    for length in range(rules.chain_min_groups, rules.chain_max_groups + 1):
        if 4 * length > n_cards:
            break
        if high - low >= length:
            continue
        top = low + length - 1
        if top > RANK_A:
            top = RANK_A
        if rules.chain_sizes == SKFAST_CHAIN_EQUAL:
            size = n_cards // length
            if size * length != n_cards or size > rules.max_bomb_size or (size < 8 and layer(natural, size + 1)):
                continue
        else:
            size = mixed_size(natural, top - length + 1, length, wilds, rules)
            if size == 0:
                continue
        out[n] = bomb_fields(SKFAST_CHAIN_BOMB, length, size, top, size + length, n_cards, wilds)
        n += 1
    return n


cdef inline int run_reading(int category, int size, int least, int most, uint64_t natural, int low, int high,
                            int n_cards, int wilds, uint64_t* out) noexcept nogil:
    """The run of this size, as high as its lowest natural and the ace allow."""
    cdef int length = n_cards // size
    cdef int top
    if (length * size != n_cards or length < least or length > most or high - low >= length
            or layer(natural, size + 1)):
        return 0
    top = low + length - 1
    if top > RANK_A:
        top = RANK_A
    out[0] = record_fields(category, length, size, top, 0, n_cards, wilds, 0)
    return 1


cdef int readings(uint64_t cards, const skfast_rules* rules, uint64_t* out) noexcept nogil:
    """The legal readings of a valid hand of cards as record fields, by category and length; at most READINGS.

    Bombs are ordered by one key, so of several only those of the highest key stay, and no other category
    beside them.  Runs beat each other only in one category, where the number of cards fixes the length.
    """
    cdef uint64_t natural = cards & <uint64_t>0x000FFFFFFFFFFFFF
    cdef int small = count_of(cards, RANK_SMALL)
    cdef int big = count_of(cards, RANK_BIG)
    cdef int wilds = small + big
    cdef int n_cards, low, high, n, kept, i, key, best
    if natural == 0:
        return joker_reading(small, big, rules, out)
    if (small and rules.wild_jokers != SKFAST_WILD_ALL) or (big and rules.wild_jokers == SKFAST_WILD_NONE):
        return 0
    n_cards = total_cards(cards)
    low = sk_ctz64(natural) >> 2
    high = (63 - sk_clz64(natural)) >> 2
    n = 0
    if low == high:
        if n_cards < 4:
            out[0] = record_fields(n_cards, 1, n_cards, low, 0, n_cards, wilds, 0)
            return 1
        if n_cards <= rules.max_bomb_size:
            out[0] = bomb_fields(SKFAST_BOMB, 1, n_cards, low, n_cards, n_cards, wilds)
            n = 1
    elif n_cards < 5:
        return 0
    if high == RANK_2:
        return n
    if n_cards >= 8 and rules.chain_sizes != SKFAST_CHAIN_NONE:
        n += chain_readings(natural, low, high, n_cards, wilds, rules, out + n)
    if n > 1:
        best = 0
        for i in range(n):
            key = fields_key(out[i])
            if key > best:
                best = key
        kept = 0
        for i in range(n):
            if fields_key(out[i]) == best:
                out[kept] = out[i]
                kept += 1
        return kept
    if n == 0:
        n += run_reading(SKFAST_STRAIGHT, 1, 5, 12, natural, low, high, n_cards, wilds, out + n)
        n += run_reading(SKFAST_PAIR_RUN, 2, 3, 12, natural, low, high, n_cards, wilds, out + n)
        n += run_reading(SKFAST_TRIPLE_RUN, 3, 3, 9, natural, low, high, n_cards, wilds, out + n)
    return n


cdef int classify(uint64_t cards, const skfast_move* table, const skfast_rules* rules,
                  skfast_move* out, int capacity) noexcept nogil:
    """The legal readings of exactly these cards (those that beat the table, where there is one) by category
    and length; returns how many there are, and writes at most `capacity`.  Cards that are no hand have none."""
    cdef uint64_t fields[READINGS]
    cdef int n, i
    cdef int kept = 0
    if hand_check(cards):
        return 0
    n = readings(cards, rules, fields)
    for i in range(n):
        if table != NULL and not fields_beat(fields[i], table):
            continue
        if kept < capacity:
            out[kept].cards = cards
            sk_set_fields(&out[kept], fields[i])
        kept += 1
    return kept


cdef bint is_reading(uint64_t cards, uint64_t wanted, const skfast_rules* rules) noexcept nogil:
    """Whether these fields are a legal reading of the cards."""
    cdef uint64_t fields[READINGS]
    cdef int n = readings(cards, rules, fields)
    cdef int i
    for i in range(n):
        if fields[i] == wanted:
            return True
    return False


cdef bint is_legal(const skfast_move* move, uint64_t hand, const skfast_move* table,
                   const skfast_rules* rules) noexcept nogil:
    """Whether the record, every byte of it, is a move out of this hand that beats the table (NULL: a lead).
    The record may hold anything; PASS is no move."""
    if not contains(hand, move.cards) or hand_check(move.cards):
        return False
    if table != NULL and not beats(move, table):
        return False
    return is_reading(move.cards, fields_of(move), rules)


# --- which ranks the wilds stand for

cdef bint shown_counts(const skfast_move* move, int max_bomb_size, uint8_t* counts) noexcept nogil:
    """The cards as the text of a move shows them, by rank 0..14; False if the record is of no move.

    Only a mixed chain leaves a choice: the counts that are largest from the highest rank down.  Fewer cards
    than length x size mean that size is the largest group, more that it is the smallest.
    """
    cdef int length = move.length
    cdef int size = move.size
    cdef int top = move.rank
    cdef int spare = move.wilds
    cdef int cap = size
    cdef int floor = 4
    cdef int rank, lower, n, most
    cdef bint reached = False
    for rank in range(15):
        counts[rank] = 0
    if (move.category < SKFAST_SINGLE or move.category > SKFAST_JOKER_BOMB or hand_check(move.cards) or length < 1
            or move.n_cards != total_cards(move.cards) or top > RANK_BIG or length > top + 1 or size < 1
            or move.wilds > count_of(move.cards, RANK_SMALL) + count_of(move.cards, RANK_BIG)):
        return False
    if move.wilds == 0:
        for rank in range(15):
            counts[rank] = count_of(move.cards, rank)
        return True
    if length * size == move.n_cards:
        for rank in range(top - length + 1, top + 1):
            counts[rank] = size
        return True
    if move.category != SKFAST_CHAIN_BOMB or top > RANK_A or size < 4:
        return False
    if move.n_cards > length * size:
        cap = max_bomb_size
        floor = size
        reached = True
    for rank in range(top - length + 1, top + 1):
        n = count_of(move.cards, rank)
        if n > cap:
            return False
        if n < floor:
            spare -= floor - n
            n = floor
        counts[rank] = n
    if spare < 0:
        return False
    for rank in range(top, top - length, -1):
        most = cap - counts[rank]
        if most > spare:
            most = spare
        if not reached and counts[rank] + most < cap:
            # Keep back what one of the lower groups needs to become the largest.
            n = -1
            for lower in range(top - length + 1, rank):
                if spare - (cap - counts[lower]) > n:
                    n = spare - (cap - counts[lower])
            if n < 0:
                return False
            if most > n:
                most = n
        counts[rank] += most
        spare -= most
        if counts[rank] == cap:
            reached = True
    return spare == 0 and reached


cdef bint is_thrifty(const skfast_move* move, uint64_t hand, const skfast_rules* rules) noexcept nogil:
    """Whether no wild of this move out of this hand stands for a rank that the hand keeps a natural of, and no
    wild big joker is spent while the hand keeps a wild small one."""
    cdef uint8_t counts[15]
    cdef int rank, n, small
    if move.wilds == 0:
        return True
    if (move.cards & <uint64_t>0x000FFFFFFFFFFFFF) == 0:
        return count_of(hand, move.rank) == 1
    if not shown_counts(move, rules.max_bomb_size, counts):
        return False
    for rank in range(13):
        n = count_of(move.cards, rank)
        if counts[rank] > n and count_of(hand, rank) > n:
            return False
    if rules.wild_jokers == SKFAST_WILD_ALL:
        small = count_of(hand, RANK_SMALL)
        return count_of(move.cards, RANK_SMALL) == (small if small < move.wilds else move.wilds)
    return True


# --- the plain generator

ctypedef struct PlainSearch:
    uint64_t hand
    const skfast_move* table      # NULL: a lead
    const skfast_rules* rules
    bint thrifty
    int small                     # small and big jokers that may be wild
    int big
    int wilds
    int64_t found
    int64_t limit                 # stop when so many are found
    # the window being filled
    int category
    int length
    int top
    int size                      # 0: a mixed chain
    int wilds_least


cdef void plain_emit(Sink* sink, PlainSearch* q, uint64_t natural, int wilds, uint64_t fields) noexcept nogil:
    """One candidate with every split of its wilds over small and big jokers, if it is legal.  The split
    makes no difference to that."""
    cdef skfast_move move
    cdef int small = wilds if wilds < q.small else q.small
    cdef int last = wilds - q.big if wilds > q.big else 0
    cdef uint64_t cards = natural + (<uint64_t>small << 52) + (<uint64_t>(wilds - small) << 56)
    if q.table != NULL and not fields_beat(fields, q.table):
        return
    if wilds and not is_reading(cards, fields, q.rules):
        return
    if q.thrifty:
        move.cards = cards
        sk_set_fields(&move, fields)
        if not is_thrifty(&move, q.hand, q.rules):
            return
        last = small
    while small >= last:
        put(sink, natural + (<uint64_t>small << 52) + (<uint64_t>(wilds - small) << 56), fields)
        q.found += 1
        small -= 1


cdef void plain_fill(Sink* sink, PlainSearch* q, int rank, uint64_t natural, int wilds) noexcept nogil:
    """Every way to fill the window from `rank` up, most naturals first."""
    cdef int least = q.size if q.size else 4
    cdef int most = q.size if q.size else q.rules.max_bomb_size
    cdef int held, n, forced, size
    if rank > q.top:
        if natural == 0:
            return
        if q.size:
            if wilds < q.wilds_least:
                return
            n = q.size * q.length
            if q.category == SKFAST_CHAIN_BOMB:
                plain_emit(sink, q, natural, wilds,
                           bomb_fields(SKFAST_CHAIN_BOMB, q.length, q.size, q.top, q.size + q.length, n, wilds))
            elif q.category == SKFAST_BOMB:
                plain_emit(sink, q, natural, wilds, bomb_fields(SKFAST_BOMB, 1, q.size, q.top, q.size, n, wilds))
            else:
                plain_emit(sink, q, natural, wilds, record_fields(q.category, q.length, q.size, q.top, 0, n, wilds, 0))
            return
        n = total_cards(natural)
        for wilds in range(wilds, q.wilds + 1):
            size = mixed_size(natural, q.top - q.length + 1, q.length, wilds, q.rules)
            if size == 0:
                return
            plain_emit(sink, q, natural, wilds,
                       bomb_fields(SKFAST_CHAIN_BOMB, q.length, size, q.top, size + q.length, n + wilds, wilds))
        return
    held = count_of(q.hand, rank)
    if held > most:
        held = most
    for n in range(held, -1, -1):
        forced = wilds + least - n if n < least else wilds
        if forced > q.wilds or q.found >= q.limit:
            return
        plain_fill(sink, q, rank + 1, natural + (<uint64_t>n << (4 * rank)), forced)


cdef inline void plain_window(Sink* sink, PlainSearch* q, int category, int length, int size, int top,
                              int wilds_least) noexcept nogil:
    q.category = category
    q.length = length
    q.size = size
    q.top = top
    q.wilds_least = wilds_least
    plain_fill(sink, q, top - length + 1, 0, 0)


cdef inline bint may_follow(const PlainSearch* q, int category, int n_cards) noexcept nogil:
    """Whether this category with so many cards may beat the table; bombs are looked at one by one."""
    return q.table == NULL or (q.table.category == category and q.table.n_cards == n_cards)


cdef void plain_runs(Sink* sink, PlainSearch* q, bint wild) noexcept nogil:
    cdef int size, top, length, least, most
    for size in range(1, 4):
        least = 5 if size == 1 else 3
        for top in range(least - 1, RANK_A + 1):
            most = top + 1
            if size == 3 and most > 9:
                most = 9
            for length in range(least, most + 1):
                if may_follow(q, SKFAST_STRAIGHT + size - 1, size * length):
                    plain_window(sink, q, SKFAST_STRAIGHT + size - 1, length, size, top, 1 if wild else 0)


cdef void plain_chains(Sink* sink, PlainSearch* q) noexcept nogil:
    cdef int length, size, top, most
    for length in range(q.rules.chain_min_groups, q.rules.chain_max_groups + 1):
        for top in range(length - 1, RANK_A + 1):
            if q.rules.chain_sizes == SKFAST_CHAIN_MIXED:
                plain_window(sink, q, SKFAST_CHAIN_BOMB, length, 0, top, 0)
            else:
                most = HAND_CARDS // length
                if most > q.rules.max_bomb_size:
                    most = q.rules.max_bomb_size
                for size in range(4, most + 1):
                    plain_window(sink, q, SKFAST_CHAIN_BOMB, length, size, top, 0)


cdef void plain_jokers(Sink* sink, PlainSearch* q, int small, int big) noexcept nogil:
    """So many jokers by themselves."""
    cdef uint64_t fields[READINGS]
    cdef skfast_move move
    if small > count_of(q.hand, RANK_SMALL) or big > count_of(q.hand, RANK_BIG):
        return
    if not joker_reading(small, big, q.rules, fields):
        return
    move.cards = (<uint64_t>small << 52) + (<uint64_t>big << 56)
    sk_set_fields(&move, fields[0])
    if (q.table != NULL and not beats(&move, q.table)) or (q.thrifty and not is_thrifty(&move, q.hand, q.rules)):
        return
    put(sink, move.cards, fields[0])
    q.found += 1


cdef void plain_search(Sink* sink, PlainSearch* q) noexcept nogil:
    """Block by block in the order of a move list."""
    cdef int wilds = q.wilds
    cdef int rank, n, held
    q.wilds = 0
    for rank in range(RANK_BIG + 1):
        held = count_of(q.hand, rank)
        for n in range(1, 4):
            if n <= held and may_follow(q, n, n):
                plain_emit(sink, q, <uint64_t>n << (4 * rank), 0, record_fields(n, 1, n, rank, 0, n, 0, 0))
    plain_runs(sink, q, False)
    q.wilds = wilds
    if wilds:
        plain_jokers(sink, q, 1, 1)
        for rank in range(RANK_2 + 1):
            for n in range(2, 4):
                if may_follow(q, n, n):
                    plain_window(sink, q, n, 1, n, rank, 1)
        plain_runs(sink, q, True)
    if q.found >= q.limit:
        return
    for rank in range(RANK_2 + 1):
        for n in range(4, q.rules.max_bomb_size + 1):
            plain_window(sink, q, SKFAST_BOMB, 1, n, rank, 0)
    if q.rules.chain_sizes != SKFAST_CHAIN_NONE:
        plain_chains(sink, q)
    plain_jokers(sink, q, 2, 1)
    plain_jokers(sink, q, 1, 2)
    plain_jokers(sink, q, 2, 2)


cdef void plain_legal_moves(Sink* sink, uint64_t hand, const skfast_move* table, const skfast_rules* rules,
                            int wilds, int64_t limit) noexcept nogil:
    """Every move, for any rules, in the order of a move list; it may stop once `limit` are found."""
    cdef PlainSearch q
    q.hand = hand
    q.table = table
    q.rules = rules
    q.thrifty = wilds == SKFAST_WILDS_THRIFTY
    q.small = count_of(hand, RANK_SMALL) if rules.wild_jokers == SKFAST_WILD_ALL else 0
    q.big = count_of(hand, RANK_BIG) if rules.wild_jokers != SKFAST_WILD_NONE else 0
    q.wilds = q.small + q.big
    q.found = 0
    q.limit = limit
    if hand and (table == NULL or table.category != SKFAST_PASS):
        plain_search(sink, &q)


cdef int64_t plain_count_moves(uint64_t hand, const skfast_move* table, const skfast_rules* rules,
                               int wilds, int64_t limit) noexcept nogil:
    cdef skfast_move scratch[SLACK]
    cdef BoundedSink sink
    sink.next = scratch
    sink.end = scratch
    sink.scratch = scratch
    sink.count = 0
    plain_legal_moves(&sink, hand, table, rules, wilds, limit)
    return sink.count


cdef bint plain_can_beat(uint64_t hand, const skfast_move* table, const skfast_rules* rules) noexcept nogil:
    return plain_count_moves(hand, table, rules, SKFAST_WILDS_ALL, 1) > 0
