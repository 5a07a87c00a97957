# How many moves, without making any: hands with at most two wilds of one kind (few_counts says which hands
# and rules are covered).
#
# Same rank.  Of c naturals of a rank, n = 1..c with d wilds make the group of n + d, one move each: c plays for
# every d, so a hand of N naturals has N * (1 + wilds) of them, less those larger than max_bomb_size.
#
# Runs.  A window of ranks is a product over its ranks of polynomials in z, z marking a wild: a rank that holds c
# takes t wilds for every t from size - min(c, size) to size, in one way each; thrifty, only the smallest t.  The
# coefficients of z^0, z^1, z^2 sit in fields of 22 bits of one word: a product is one multiplication, and z^3
# falls off the top.  (At most 55 windows, 330 + 55 ranks to stand for and 1320 pairs of them: no field overflows.)
# A run is the best reading of its cards unless its lowest group is wholly wild and it ends below the ace, so the
# lowest rank's polynomial leaves out z^size, and windows up to the ace get it back.
#
# One window of length L that lacks D cards, written out, for at most w wilds:
#   size >= 2   D = 0: 1 + L + L(L+1)/2   one card kept back of L ranks; two of a rank or one each of two ranks
#               D = 1: 1 + L              the missing card's rank may give one more, and so may the others
#               D = 2: 1
#   size 1      D = 0: 1 + L + L(L-1)/2   a rank has one card to give
#               D = 1: 1 + (L-1)
#               D = 2: 1
# (for w = 1 without the terms of two wilds).  An equal chain has groups of 4 and more: no rank gives more than two.
cdef extern from *:
    """
    #define SK_Z1 ((uint64_t)1 << 22)
    #define SK_Z2 ((uint64_t)1 << 44)
    /* By count 0..8 held of a rank: the wilds it may take in a straight, a pair run, a triple run. */
    static const uint64_t SK_TAKES[9][4] = {
      {SK_Z1, SK_Z2, 0, 0},
      {1 + SK_Z1, SK_Z1 + SK_Z2, SK_Z2, 0},
      {1 + SK_Z1, 1 + SK_Z1 + SK_Z2, SK_Z1 + SK_Z2, 0},
      {1 + SK_Z1, 1 + SK_Z1 + SK_Z2, 1 + SK_Z1 + SK_Z2, 0},
      {1 + SK_Z1, 1 + SK_Z1 + SK_Z2, 1 + SK_Z1 + SK_Z2, 0},
      {1 + SK_Z1, 1 + SK_Z1 + SK_Z2, 1 + SK_Z1 + SK_Z2, 0},
      {1 + SK_Z1, 1 + SK_Z1 + SK_Z2, 1 + SK_Z1 + SK_Z2, 0},
      {1 + SK_Z1, 1 + SK_Z1 + SK_Z2, 1 + SK_Z1 + SK_Z2, 0},
      {1 + SK_Z1, 1 + SK_Z1 + SK_Z2, 1 + SK_Z1 + SK_Z2, 0},
    };
    /* The same when every natural of the rank is played. */
    static const uint64_t SK_TAKES_THRIFTY[9][4] = {
      {SK_Z1, SK_Z2, 0, 0}, {1, SK_Z1, SK_Z2, 0}, {1, 1, SK_Z1, 0}, {1, 1, 1, 0}, {1, 1, 1, 0},
      {1, 1, 1, 0}, {1, 1, 1, 0}, {1, 1, 1, 0}, {1, 1, 1, 0},
    };
    """
    const uint64_t SK_TAKES[9][4]
    const uint64_t SK_TAKES_THRIFTY[9][4]

cdef enum:
    FIELD_Z = 22
    LOW_FIELD = 0x3FFFFF


cdef inline uint64_t naturals_of(uint64_t hand) noexcept nogil:
    """Its ranks 3..2."""
    return hand & <uint64_t>0x000FFFFFFFFFFFFF


cdef inline uint64_t byte_sums(uint64_t nibbles) noexcept nogil:
    """Neighbouring nibbles added, so that several words may be summed before sum_bytes."""
    return (nibbles & <uint64_t>0x0F0F0F0F0F0F0F0F) + ((nibbles >> 4) & <uint64_t>0x0F0F0F0F0F0F0F0F)


cdef inline int sum_bytes(uint64_t bytes_) noexcept nogil:
    """The sum of the bytes, below 256."""
    return <int>((bytes_ * <uint64_t>0x0101010101010101) >> 56)


cdef inline int count_bits(uint64_t ones) noexcept nogil:
    """How many nibbles are 1, the others being 0."""
    return <int>(((ones * ONES()) >> 56) & 15)


cdef inline uint64_t mask_if(bint condition) noexcept nogil:
    """All ones, or zero."""
    return 0 - <uint64_t>condition


cdef inline uint64_t lanes_at_most(uint64_t lanes, int most) noexcept nogil:
    """One bit for each nibble that is at most `most`; they are at most 8 + most."""
    return ~((lanes + <uint64_t>(7 - most) * ONES()) >> 3) & ONES()


cdef inline uint64_t lanes_empty(uint64_t lanes) noexcept nogil:
    """One bit for each nibble that is 0."""
    lanes |= lanes >> 2
    return ~(lanes | lanes >> 1) & ONES()


cdef inline uint64_t ranks_above(int rank) noexcept nogil:
    """The nibbles of the ranks higher than this one, -1..14."""
    return ~<uint64_t>0 << (4 * (rank + 1))


cdef inline int wilds_held(uint64_t hand, const skfast_rules* rules) noexcept nogil:
    cdef int n = 0
    if rules.wild_jokers != SKFAST_WILD_NONE:
        n = count_of(hand, RANK_BIG)
    if rules.wild_jokers == SKFAST_WILD_ALL:
        n += count_of(hand, RANK_SMALL)
    return n


# --- jokers by themselves.  Of s small and b big, s * b tells all: 1 has the mixed pair only, 2 has one kind of
# three besides, 4 both kinds of three and the four.

cdef inline int joker_product(uint64_t hand) noexcept nogil:
    return count_of(hand, RANK_SMALL) * count_of(hand, RANK_BIG)


cdef inline int count_joker_bombs(uint64_t hand, int key, const skfast_rules* rules) noexcept nogil:
    """Those of a bomb_key larger than `key`."""
    cdef int product = joker_product(hand)
    cdef int n = 0
    cdef skfast_move four
    if SK_LIKELY(product < 2):
        return 0
    if key == 0:
        return (product >> 1) * rules.three_jokers + (product >> 2)
    if rules.three_jokers and (6 << 16 | RANK_BIG) > key:
        n = product >> 1
    if product == 4:
        sk_set_fields(&four, four_joker_fields(rules))
        n += bomb_key(&four) > key
    return n


cdef inline int count_mixed_pair(uint64_t hand, const skfast_rules* rules, int over_rank, bint thrifty) noexcept nogil:
    """B+R as a pair of a rank higher than `over_rank`; thrifty if no other joker of that rank stays."""
    cdef int rank = mixed_pair_rank(hand, rules)
    return rank > over_rank and (not thrifty or count_of(hand, rank) == 1)


# --- chains

cdef inline uint64_t chain_bottoms(uint64_t natural, int size, int n_wild, const skfast_rules* rules) noexcept nogil:
    """The ranks (one bit each) from which chain_min_groups, or three if that is more, could begin a chain: they lack
    at most n_wild (0..2) cards of groups of this size, 4..9."""
    cdef uint64_t held = layer(natural, size) if size <= 8 else 0
    cdef uint64_t missing
    # Of a group's cards the last 1 + n_wild are looked at, so that a sum is at most 3 * 3.
    held += layer(natural, size - 1) & mask_if(n_wild > 0)
    held += layer(natural, size - 2) & mask_if(n_wild > 1)
    missing = <uint64_t>(1 + n_wild) * ONES_RUN() - (held & 3 * ONES_RUN())
    if rules.chain_min_groups == 2:
        return lanes_at_most(missing + (missing >> 4), n_wild) & (ONES_RUN() >> 4)
    return lanes_at_most(missing + (missing >> 4) + (missing >> 8), n_wild) & (ONES_RUN() >> 8)


cdef inline bint chain_near(uint64_t natural, int n_wild, const skfast_rules* rules) noexcept nogil:
    """False: no chain can be made with so many wilds (0..2), of groups of four and so of any; true: perhaps one can."""
    return rules.chain_sizes != SKFAST_CHAIN_NONE and chain_bottoms(natural, 4, n_wild, rules) != 0


cdef inline int chain_key(int length, int size, int n_cards, int top) noexcept nogil:
    """The bomb_key of such a chain."""
    return (size + length) << 16 | (HAND_CARDS - n_cards) << 8 | top


cdef int64_t count_sizes(uint64_t natural, int bottom, int length, int key, const skfast_rules* rules) noexcept nogil:
    """Chains of mixed groups without wilds on these ranks, each held four times at least, that beat `key`: every
    choice of group sizes in turn."""
    cdef uint8_t most[6]
    cdef uint8_t size[6]
    cdef int64_t n = 0
    cdef int i, n_cards, star
    for i in range(length):
        size[i] = 4
        most[i] = count_of(natural, bottom + i)
        if most[i] > rules.max_bomb_size:
            most[i] = rules.max_bomb_size
    while True:
        n_cards = 0
        star = size[0]
        for i in range(length):
            n_cards += size[i]
            if (size[i] > star) == (rules.chain_star == SKFAST_STAR_LARGEST) and size[i] != star:
                star = size[i]
        n += chain_key(length, star, n_cards, bottom + length - 1) > key
        i = 0
        while i < length and size[i] == most[i]:
            size[i] = 4
            i += 1
        if i == length:
            return n
        size[i] += 1


cdef int64_t count_mixed_chains(uint64_t natural, int key, const skfast_rules* rules) noexcept nogil:
    """Without wilds: a rank held c times gives a group of 4..c."""
    cdef uint64_t bottoms = chain_bottoms(natural, 4, 0, rules)
    cdef int64_t n = 0
    cdef int64_t ways
    cdef int bottom, length, held
    while bottoms:
        bottom = sk_ctz64(bottoms) >> 2
        bottoms &= bottoms - 1
        ways = 1
        for length in range(1, rules.chain_max_groups + 1):
            held = count_of(natural, bottom + length - 1)
            if held < 4 or bottom + length - 1 > RANK_A:
                break
            ways *= (held if held < rules.max_bomb_size else rules.max_bomb_size) - 3
            if length >= rules.chain_min_groups:
                n += ways if key == 0 else count_sizes(natural, bottom, length, key, rules)
    return n


cdef int64_t count_equal_chains(uint64_t natural, int n_wild, int key, bint thrifty,
                                const skfast_rules* rules) noexcept nogil:
    """With e wilds to spare a window of L groups has 1, 1 + L, 1 + L + L(L+1)/2 moves for e = 0, 1, 2.  Two groups
    of nine are the largest there can be: eight and a wild each."""
    cdef uint64_t bottoms = chain_bottoms(natural, 4, n_wild, rules)
    cdef uint64_t groups
    cdef int64_t n = 0
    cdef int size = 4
    cdef int bottom, length, held, spare, longest
    while bottoms:
        bottom = sk_ctz64(bottoms) >> 2
        bottoms &= bottoms - 1
        groups = natural >> (4 * bottom)
        spare = n_wild
        longest = RANK_2 - bottom
        if longest > rules.chain_max_groups:
            longest = rules.chain_max_groups
        for length in range(1, longest + 1):
            held = <int>(groups & 15)
            groups >>= 4
            if held < size:
                spare -= size - held
                if spare < 0:
                    break
            if length < rules.chain_min_groups or chain_key(length, size, size * length, bottom + length - 1) <= key:
                continue
            n += 1
            if not thrifty and spare:
                n += length
                if spare == 2:
                    n += length * (length + 1) >> 1
        if bottoms == 0 and size < 9 and size < rules.max_bomb_size:
            size += 1
            bottoms = chain_bottoms(natural, size, n_wild, rules)
    return n


cdef int64_t count_chains(uint64_t natural, int n_wild, int key, bint thrifty,
                          const skfast_rules* rules) noexcept nogil:
    """The chains that beat `key`; mixed ones without wilds only."""
    if rules.chain_sizes == SKFAST_CHAIN_EQUAL:
        return count_equal_chains(natural, n_wild, key, thrifty, rules)
    return count_mixed_chains(natural, key, rules)


# --- bombs of one rank

ctypedef struct Beyond:
    int key               # the table's bomb_key, 0: no bomb
    int size              # bombs of so many cards beat it, whatever their rank
    uint64_t ranks        # bombs of one card less beat it if of these ranks


cdef inline Beyond beyond_table(const skfast_move* table) noexcept nogil:
    """A bomb of one rank has its size as stars and 27 - size as order."""
    cdef Beyond beyond
    cdef int order
    beyond.key = 0
    beyond.size = 4
    beyond.ranks = 0
    if table != NULL and table.category >= SKFAST_BOMB:
        order = HAND_CARDS - <int>table.stars
        beyond.key = bomb_key(table)
        beyond.size = table.stars + (order <= table.order)
        if order == table.order:
            beyond.ranks = ranks_above(table.rank)
        if beyond.size <= 4:
            beyond.size = 4
            beyond.ranks = 0
    return beyond


cdef int count_bombs_by_rank(uint64_t natural, int n_wild, const Beyond* beyond, int cap,
                             bint thrifty) noexcept nogil:
    """Rank by rank, where max_bomb_size matters or the table is a bomb of eight or more."""
    cdef int n = 0
    cdef int rank, held, d, size
    for rank in range(RANK_2 + 1):
        held = count_of(natural, rank)
        for d in range(n_wild + 1):
            for size in range(held + d if thrifty and d else d + 1, held + d + 1):
                if held and size <= cap and (size >= beyond.size or (
                        size + 1 == beyond.size and (beyond.ranks >> (4 * rank)) & 1)):
                    n += 1
    return n


cdef inline uint64_t over(uint64_t natural, int k) noexcept nogil:
    """count - k for each rank that has more than k of it, else 0; k in 1..7."""
    cdef uint64_t lanes = natural + <uint64_t>(8 - k) * ONES()
    cdef uint64_t held = lanes & 8 * ONES()
    return lanes & (held - (held >> 3))


cdef inline int count_bombs(uint64_t natural, int n_wild, const Beyond* beyond, int cap, bint thrifty) noexcept nogil:
    """Bombs of one rank.  With d wilds, c naturals give c - (size - d) + 1 bombs of `size` and more."""
    cdef uint64_t one = mask_if(n_wild > 0)
    cdef uint64_t two = mask_if(n_wild > 1)
    cdef uint64_t sums
    cdef int size = beyond.size
    if SK_UNLIKELY(size > 8 or (cap - n_wild < 8 and layer(natural, cap - n_wild + 1) != 0)):
        return count_bombs_by_rank(natural, n_wild, beyond, cap, thrifty)
    sums = byte_sums(over(natural, size - 1))
    if thrifty:
        sums += byte_sums((layer(natural, size - 1) & one) + (layer(natural, size - 2) & two))
    else:
        sums += byte_sums(over(natural, size - 2) & one) + byte_sums(over(natural, size - 3) & two)
    if beyond.ranks:
        one &= beyond.ranks
        two &= beyond.ranks
        if thrifty:
            one &= ~layer(natural, size - 1)
            two &= ~layer(natural, size - 2)
        sums += byte_sums((layer(natural, size - 1) & beyond.ranks) + (layer(natural, size - 2) & one)
                          + (layer(natural, size - 3) & two))
    return sum_bytes(sums)


# --- leading

cdef inline uint64_t streak(uint64_t ones, bint ten) noexcept nogil:
    """For each lane how many lanes from it downwards are marked without a gap, at most 8 (ten: at most 10).

    By doubling: where four are marked the streak is four and what the lane four below has.
    """
    cdef uint64_t two = ones & (ones << 4)
    cdef uint64_t upto2 = ones + two
    cdef uint64_t four = two & (two << 8)
    cdef uint64_t upto4 = upto2 + ((upto2 << 8) & (two * 3))
    cdef uint64_t upto8 = upto4 + ((upto4 << 16) & (four * 7))
    if ten:
        return upto8 + ((upto2 << 32) & ((four & (four << 16)) * 3))
    return upto8


cdef inline int count_natural_runs(uint64_t natural) noexcept nogil:
    """A top rank of the shortest run begins as many runs as its streak is long: of 5..12 ranks, 3..12 and 3..9."""
    cdef uint64_t a = layer(natural, 1) & ONES_RUN()
    cdef uint64_t b = layer(natural, 2) & ONES_RUN()
    cdef uint64_t c = layer(natural, 3) & ONES_RUN()
    a &= a << 4
    a = a & (a << 8) & (a << 12)
    b = b & (b << 4) & (b << 8)
    c = c & (c << 4) & (c << 8)
    return sum_bytes(byte_sums(streak(a, False)) + byte_sums(streak(b, True)) + byte_sums(streak(c, False)))


cdef inline int run_from_ace(uint64_t ones) noexcept nogil:
    """How many of the ranks A, K, ... 3 are marked without a gap."""
    return sk_clz64(~((ones * 15) << 16)) >> 2


cdef inline int runs_to_ace(uint64_t natural, int n_wild, bint thrifty) noexcept nogil:
    """The wild runs up to the ace whose lowest group is wholly wild; `run` counts the ranks above it.

    Straights: one wild more in any of k complete upper ranks, or for the one that is missing:
    the sum over k = 4..run of 1 + k, and 1 for each k that lacks one.  Pair runs: with two wilds and k complete
    upper ranks one each.  Thrifty, the lowest group must be a rank that is not held.
    """
    cdef uint64_t ones = layer(natural, 1)
    cdef int run = run_from_ace(ones)
    cdef int with_hole, pairs
    cdef int n
    if SK_LIKELY(n_wild < 2):
        if thrifty:
            return run >= 4 and run < 12
        return 0 if run < 4 else (run if run < 12 else 11) - 3
    with_hole = run_from_ace(ones | (<uint64_t>1) << ((44 - 4 * run) & 63))
    pairs = run_from_ace(layer(natural, 2))
    if thrifty:
        n = (run >= 4 and run < 12) + (with_hole >= 4 and with_hole < 12)
        return n + (pairs >= 2 and pairs < 12 and count_of(natural, RANK_A - pairs) == 0)
    run = 3 if run < 3 else (run if run < 12 else 11)
    with_hole = 3 if with_hole < 3 else (with_hole if with_hole < 12 else 11)
    pairs = 1 if pairs < 1 else (pairs if pairs < 12 else 11)
    return (run * (run + 1) >> 1) - 6 + with_hole - 3 + pairs - 1


cdef inline int count_wild_runs(uint64_t natural, int n_wild, bint thrifty) noexcept nogil:
    """The product form, from the ace down.  at4, at2 and at3 sum the straights of four and more ranks, the pair runs
    of two and more and the triple runs of two and more that begin at the last rank seen: what the next rank, if it
    is the lowest, completes.  three, two and last1 are the windows of exactly so many ranks."""
    cdef uint64_t ranks = natural << 16
    cdef uint64_t at4 = 0
    cdef uint64_t three = 0
    cdef uint64_t two = 0
    cdef uint64_t last1 = 0
    cdef uint64_t at2 = 0
    cdef uint64_t last2 = 0
    cdef uint64_t at3 = 0
    cdef uint64_t last3 = 0
    cdef uint64_t total = 0
    cdef uint64_t p, q
    cdef const uint64_t* takes
    cdef uint64_t present
    cdef int n, rank
    for rank in range(12):
        if thrifty:
            takes = SK_TAKES_THRIFTY[ranks >> 60]
        else:
            takes = SK_TAKES[ranks >> 60]
        present = mask_if(ranks >> 60 != 0)
        ranks <<= 4
        p = takes[0]
        total += at4 & present
        at4 = p * (at4 + three)
        three = p * two
        two = p * last1
        last1 = p
        p = takes[1]
        q = p * at2
        if thrifty:
            total += q & present
        else:
            total += q - (at2 << (2 * FIELD_Z))
        at2 = q + p * last2
        last2 = p
        p = takes[2]
        q = p * at3
        total += q
        at3 = q + p * last3
        last3 = p
    n = <int>(total & LOW_FIELD) + <int>((total >> FIELD_Z) & LOW_FIELD)
    if n_wild == 2:
        n += <int>(total >> (2 * FIELD_Z))
    return n + runs_to_ace(natural, n_wild, thrifty)


cdef int beyond_cap(uint64_t natural, int n_wild, int cap, bint thrifty) noexcept nogil:
    """The groups of one rank that would be more than max_bomb_size."""
    cdef int n = 0
    cdef int rank, d, more
    for rank in range(RANK_2 + 1):
        for d in range(n_wild + 1):
            more = count_of(natural, rank) + d - cap
            if more > 0:
                n += 1 if thrifty and d else more
    return n


cdef inline int64_t lead_with(uint64_t hand, const skfast_rules* rules, int n_wild, bint thrifty) noexcept nogil:
    cdef uint64_t natural = naturals_of(hand)
    cdef int cap = rules.max_bomb_size
    cdef int64_t n = sum_bytes(byte_sums(hand)) + count_joker_bombs(hand, 0, rules)
    if n_wild == 0:
        n += count_natural_runs(natural)
    else:
        n += n_wild * (count_bits(layer(natural, 1)) if thrifty else sum_bytes(byte_sums(natural)))
        n += count_wild_runs(natural, n_wild, thrifty)
        n += count_mixed_pair(hand, rules, 0, thrifty)
    if SK_UNLIKELY(cap - n_wild < 8 and layer(natural, cap - n_wild + 1) != 0):
        n -= beyond_cap(natural, n_wild, cap, thrifty)
    if SK_UNLIKELY(chain_near(natural, n_wild, rules)):
        n += count_chains(natural, n_wild, 0, thrifty, rules)
    return n


cdef inline int64_t few_lead(uint64_t hand, const skfast_rules* rules, int n_wild, bint thrifty) noexcept nogil:
    if n_wild == 0:
        return lead_with(hand, rules, 0, False)
    return lead_with(hand, rules, n_wild, thrifty)


# --- following

ctypedef struct Lacking:  # one bit for the top rank of each window that lacks at most so many cards
    uint64_t none
    uint64_t one
    uint64_t two


cdef inline uint64_t lack_sums(uint64_t natural, int k) noexcept nogil:
    """For each rank of 3..A how many ranks up to it are held less than k times: multiplying by ones adds each lane
    to all above it, and no lane passes 12."""
    return (~layer(natural, k) & ONES_RUN()) * ONES_RUN()


cdef inline Lacking windows_lacking(uint64_t natural, int size, int length, uint64_t tops) noexcept nogil:
    """All windows of this length at once, by differences of sums.  What lacks three ranks is out, so that the rest
    adds up to 2 * 3 at most."""
    cdef Lacking w
    cdef uint64_t sums = lack_sums(natural, size)
    cdef uint64_t few, lacking
    sums -= sums << (4 * length)
    few = ~(sums >> 3 | sums >> 2 | (sums >> 1 & sums)) & tops
    lacking = sums & 3 * few
    if size >= 2:
        sums = lack_sums(natural, size - 1)
        lacking += (sums - (sums << (4 * length))) & 3 * few
    if size == 3:
        sums = lack_sums(natural, 1)
        lacking += (sums - (sums << (4 * length))) & 3 * few
    w.none = lanes_at_most(lacking, 0) & few
    w.one = lanes_at_most(lacking, 1) & few
    w.two = lanes_at_most(lacking, 2) & few
    return w


cdef inline int count_runs(uint64_t natural, int size, int length, int over_rank, int n_wild,
                           bint thrifty) noexcept nogil:
    """The runs of one size and length with a top rank higher than `over_rank`.

    The formulas at the head of this file, telescoped: a window counts if it lacks at most two cards, more if it
    lacks at most one, and more if it lacks none.  Below, `one` adds what the first wild does, `two` the second:
        size >= 2   none: 1, L, L(L+1)/2 for 0, 1, 2 wilds;   one: 0, 1, L;   two: 0, 0, 1
        size 1      the same of the L - 1 ranks above the lowest, which is a natural's:
                    none: 1, L-1, 1 + (L-1)(L-2)/2;           one: 0, 1, L-2; two: 0, 0, 1
    """
    cdef uint64_t tops = ONES_RUN() & ranks_above(over_rank)
    cdef uint64_t ace = tops & (<uint64_t>1) << 44
    cdef uint64_t low = layer(natural, 1) << (4 * (length - 1))
    cdef Lacking w = windows_lacking(natural, size, length, tops)
    cdef int one = n_wild > 0
    cdef int two = n_wild > 1
    cdef uint64_t sums
    cdef int n, lacks
    if thrifty:
        return count_bits((w.none | (w.one & mask_if(one)) | (w.two & mask_if(two))) & (low | ace))
    if size == 1:
        n = (count_bits(w.none) * (1 + one * (length - 2) + two * ((length - 2) * (length - 3) >> 1))
             + count_bits(w.one & low) * (one + two * (length - 3)) + count_bits(w.two & low) * two)
        # Up to the ace the lowest may be a wild; a second one stands for the one missing or for any other.
        sums = lack_sums(natural, 1)
        lacks = <int>((sums - (sums << (4 * (length - 1)))) >> 44 & 15)
        return n + ((lacks == 0) * (one + two * (length - 1)) + (lacks == 1) * two) * (ace != 0)
    n = (count_bits(w.none) * (1 + one * (length - 1) + two * (length * (length - 1) >> 1))
         + count_bits(w.one) * (one + two * (length - 1)) + count_bits(w.two) * two)
    if size == 2:
        # The upper ranks complete, both wilds in the lowest: a lower reading, unless it ends at the ace.
        sums = lack_sums(natural, 2)
        sums -= sums << (4 * (length - 1))
        n -= count_bits(lanes_empty(sums) & (tops ^ ace)) * two
    return n


cdef inline int count_groups(uint64_t hand, int size, int over_rank, int n_wild, bint thrifty) noexcept nogil:
    """Singles, pairs or triples of a rank higher than `over_rank`, but for the mixed pair."""
    cdef uint64_t natural = naturals_of(hand)
    cdef uint64_t one = mask_if(n_wild > 0)
    cdef uint64_t two = mask_if(n_wild > 1)
    cdef uint64_t lanes = layer(hand, size)
    if size >= 2:
        lanes += (layer(natural, size - 1) & ~layer(natural, size) if thrifty else layer(natural, size - 1)) & one
    if size == 3:
        lanes += (layer(natural, 1) & ~layer(natural, 2) if thrifty else layer(natural, 1)) & two
    return sum_bytes(byte_sums(lanes & ranks_above(over_rank)))


cdef inline int count_same(uint64_t hand, const skfast_move* table, int n_wild, bint thrifty,
                           const skfast_rules* rules) noexcept nogil:
    """The moves of the table's own category, which is not a bomb, that beat it."""
    cdef uint64_t natural = naturals_of(hand)
    cdef int top = table.rank
    cdef int length = table.length
    if table.category == SKFAST_SINGLE:
        return count_bits(layer(hand, 1) & ranks_above(top))
    if table.category == SKFAST_PAIR:
        return count_groups(hand, 2, top, n_wild, thrifty) + count_mixed_pair(hand, rules, top, thrifty)
    if table.category == SKFAST_TRIPLE:
        return count_groups(hand, 3, top, n_wild, thrifty)
    if table.category == SKFAST_STRAIGHT:
        return count_runs(natural, 1, length, top, n_wild, thrifty)
    if table.category == SKFAST_PAIR_RUN:
        return count_runs(natural, 2, length, top, n_wild, thrifty)
    return count_runs(natural, 3, length, top, n_wild, thrifty)


cdef inline int64_t count_beyond(uint64_t hand, const Beyond* beyond, const skfast_rules* rules, int n_wild,
                                 bint thrifty) noexcept nogil:
    """Bombs of every kind that beat the table."""
    cdef uint64_t natural = naturals_of(hand)
    cdef int64_t n = count_bombs(natural, n_wild, beyond, rules.max_bomb_size, thrifty)
    n += count_joker_bombs(hand, beyond.key, rules)
    if SK_UNLIKELY(chain_near(natural, n_wild, rules)):
        n += count_chains(natural, n_wild, beyond.key, thrifty, rules)
    return n


cdef inline int64_t few_follow(uint64_t hand, const skfast_move* table, const skfast_rules* rules, int n_wild,
                               bint thrifty) noexcept nogil:
    cdef Beyond beyond
    if table.category == SKFAST_PASS:
        return 0
    if table.category < SKFAST_BOMB:
        beyond = beyond_table(NULL)
        return count_same(hand, table, n_wild, thrifty, rules) + count_beyond(hand, &beyond, rules, n_wild, thrifty)
    beyond = beyond_table(table)
    return count_beyond(hand, &beyond, rules, n_wild, thrifty)


# --- what the rest of the kernel asks

cdef inline bint few_counts(uint64_t hand, const skfast_rules* rules) noexcept nogil:
    """Whether few_count_lead and the three like it are right for this hand under these rules: at most two wilds
    of one kind, and no mixed chain with wilds.  All other flags may be what they like."""
    cdef uint64_t natural
    cdef int n_wild = wilds_held(hand, rules)
    if n_wild == 0:
        return True
    if rules.wild_jokers == SKFAST_WILD_ALL and joker_product(hand) != 0:
        return False
    return rules.chain_sizes != SKFAST_CHAIN_MIXED or not chain_near(naturals_of(hand), n_wild, rules)


cdef int64_t few_count_lead(uint64_t hand, const skfast_rules* rules, int n_wild) noexcept nogil:
    """The number of leads; n_wild is wilds_held(hand, rules)."""
    return few_lead(hand, rules, n_wild, False)


cdef int64_t few_count_lead_thrifty(uint64_t hand, const skfast_rules* rules, int n_wild) noexcept nogil:
    return few_lead(hand, rules, n_wild, True)


cdef int64_t few_count_follow(uint64_t hand, const skfast_move* table, const skfast_rules* rules,
                              int n_wild) noexcept nogil:
    """The number of moves that beat the table, which is not NULL."""
    return few_follow(hand, table, rules, n_wild, False)


cdef int64_t few_count_follow_thrifty(uint64_t hand, const skfast_move* table, const skfast_rules* rules,
                                      int n_wild) noexcept nogil:
    return few_follow(hand, table, rules, n_wild, True)


# --- whether there is a move at all: any hand, any rules.  The best reading of some cards beats what any reading
# of theirs beats, so which reading is the legal one need not be asked.

cdef bint has_chain(uint64_t natural, int n_wild, int key, const skfast_rules* rules) noexcept nogil:
    """Whether some chain beats `key`.  Of the chains of one window and size the one of fewest cards is best: all
    groups alike where they must be or the smallest gives the size, else all but one of four cards."""
    cdef bint largest = rules.chain_sizes == SKFAST_CHAIN_MIXED and rules.chain_star == SKFAST_STAR_LARGEST
    cdef int cap = rules.max_bomb_size
    cdef int bottom, length, top, held, spare, best, size
    for size in range(4, 5 if largest else cap + 1):
        for bottom in range(RANK_A):
            spare = n_wild
            best = 4
            for length in range(1, rules.chain_max_groups + 1):
                top = bottom + length - 1
                if top > RANK_A:
                    break
                held = count_of(natural, top)
                if held < size:
                    spare -= size - held
                    if spare < 0:
                        break
                if held > best:
                    best = held
                if length < rules.chain_min_groups:
                    continue
                if largest:
                    held = best + spare if best + spare < cap else cap
                    if chain_key(length, held, 4 * (length - 1) + held, top) > key:
                        return True
                elif chain_key(length, size, size * length, top) > key:
                    return True
    return False


cdef inline bint has_run(uint64_t natural, int size, int length, int over_rank, int n_wild) noexcept nogil:
    """Windows with the lowest group wholly wild may count: moved up they are as good."""
    cdef Lacking w = windows_lacking(natural, size, length, ONES_RUN() & ranks_above(over_rank))
    return (w.none if n_wild == 0 else w.one if n_wild == 1 else w.two) != 0


cdef bint has_same(uint64_t hand, const skfast_move* table, int n_wild, const skfast_rules* rules) noexcept nogil:
    """Whether there is a move of the table's own category; asked only where no rank gives a bomb."""
    cdef uint64_t natural = naturals_of(hand)
    cdef int top = table.rank
    cdef int length = table.length
    if table.category == SKFAST_SINGLE:
        return layer(hand, 1) & ranks_above(top) != 0
    if table.category == SKFAST_PAIR:
        return (((layer(hand, 2) | (layer(natural, 1) if n_wild else 0)) & ranks_above(top)) != 0
                or count_mixed_pair(hand, rules, top, False))
    if table.category == SKFAST_TRIPLE:
        return layer(natural, 3 - n_wild if n_wild < 2 else 1) & ranks_above(top) != 0
    if table.category == SKFAST_STRAIGHT:
        return has_run(natural, 1, length, top, n_wild)
    if table.category == SKFAST_PAIR_RUN:
        return has_run(natural, 2, length, top, n_wild)
    return has_run(natural, 3, length, top, n_wild)


cdef bint has_answer(uint64_t hand, const skfast_move* table, const skfast_rules* rules) noexcept nogil:
    """Whether some move beats the table (NULL: whether there is any move), for any rules.

    A rank of c naturals and w wilds gives bombs of up to c + w, so one layer answers most questions; where it is
    empty for a bomb of four no chain is possible either.
    """
    cdef uint64_t natural = naturals_of(hand)
    cdef int n_wild = wilds_held(hand, rules)
    cdef Beyond beyond
    cdef int need
    if table == NULL:
        return hand != 0
    if table.category < SKFAST_BOMB:
        if SK_LIKELY(layer(natural, 4 - n_wild if n_wild < 4 else 1) != 0):
            return table.category != SKFAST_PASS
        if table.category == SKFAST_PASS:
            return False
        return has_same(hand, table, n_wild, rules) or count_joker_bombs(hand, 0, rules) != 0
    beyond = beyond_table(table)
    need = beyond.size - n_wild
    if need <= 8 and beyond.size <= rules.max_bomb_size and layer(natural, need if need > 0 else 1) != 0:
        return True
    need -= 1
    if (beyond.ranks and need <= 8 and beyond.size <= rules.max_bomb_size + 1
            and layer(natural, need if need > 0 else 1) & beyond.ranks != 0):
        return True
    if count_joker_bombs(hand, beyond.key, rules) != 0:
        return True
    return ((n_wild > 2 and rules.chain_sizes != SKFAST_CHAIN_NONE or chain_near(natural, n_wild, rules))
            and has_chain(natural, n_wild, beyond.key, rules))
