# The gate for rules that come from outside (rules section 5, last paragraph).


cdef inline uint64_t TOO_LARGE() noexcept nogil:
    """Stands for every value that passes int64."""
    return <uint64_t>1 << 63


cdef inline uint64_t magnitude(int64_t x) noexcept nogil:
    return <uint64_t>0 - <uint64_t>x if x < 0 else <uint64_t>x


cdef inline uint64_t bounded_product(uint64_t a, uint64_t b) noexcept nogil:
    if a and b and (a >= TOO_LARGE() or b > (TOO_LARGE() - 1) // a):
        return TOO_LARGE()
    return a * b


cdef inline uint64_t bounded_sum(uint64_t a, uint64_t b) noexcept nogil:
    return a + b if a < TOO_LARGE() and b < TOO_LARGE() - a else TOO_LARGE()


cdef int scores_check(const skfast_rules* rules) noexcept nogil:
    """Whether the points of a deal could pass 64 bits: 0, or the field to blame as in rules_check.

    A bomb of s stars takes at least s cards, except the joker bombs, of which a deal sees one at most.  So the
    product and the sum over the bombs of one hand are at most those of a knapsack of 27 cards with an item of s
    cards for every s; a deal has four hands and one joker bomb.
    """
    cdef uint64_t product[HAND_CARDS + 1]
    cdef uint64_t points[HAND_CARDS + 1]
    cdef uint64_t base = 1
    cdef uint64_t factor = 1      # of the joker bomb
    cdef uint64_t gain = 0
    cdef uint64_t largest, x
    cdef int cards, stars, i
    for cards in range(4):
        product[cards] = 1
        points[cards] = 0
    for cards in range(4, HAND_CARDS + 1):
        product[cards] = product[cards - 1]
        points[cards] = points[cards - 1]
        for stars in range(4, cards + 1):
            x = bounded_product(magnitude(rules.multiplier[stars]), product[cards - stars])
            if x > product[cards]:
                product[cards] = x
            x = bounded_sum(magnitude(rules.contribution[stars]), points[cards - stars])
            if x > points[cards]:
                points[cards] = x
    for i in range(12):
        x = magnitude(rules.base[i // 4][i % 4])
        if x > base:
            base = x
    if rules.has_four_joker_factor and magnitude(rules.four_joker_factor) > factor:
        factor = magnitude(rules.four_joker_factor)
    for stars in range(6, 16):
        if stars <= 8 or stars == 15:
            x = magnitude(rules.multiplier[stars])
            if x > factor:
                factor = x
            x = magnitude(rules.contribution[stars])
            if x > gain:
                gain = x
    gain = bounded_product(3, bounded_sum(bounded_product(4, points[HAND_CARDS]), gain))
    if base >= TOO_LARGE():
        return 17
    if gain >= TOO_LARGE():
        return 20
    largest = factor
    if rules.multiplier_rule == SKFAST_BEST_OF_WINNER:
        for stars in range(32):
            x = magnitude(rules.multiplier[stars])
            if x > largest:
                largest = x
    else:
        for i in range(4):
            largest = bounded_product(largest, product[HAND_CARDS])
    if bounded_sum(bounded_product(base, largest), gain) >= TOO_LARGE():
        return 19
    return 0


cdef int rules_check(const skfast_rules* rules) noexcept nogil:
    """0, or which field is refused, by its place in skfast_rules from 1 (wild_jokers) on: 15
    has_four_joker_factor, 16 reserved, 17 base, 18 four_joker_factor, 19 multiplier, 20 contribution."""
    if rules.wild_jokers > 2:
        return 1
    if rules.mixed_joker_pair > 1:
        return 2
    if rules.chain_sizes > 2:
        return 3
    if rules.chain_max_groups > 6:
        return 5
    if rules.chain_min_groups < 2 or rules.chain_min_groups > rules.chain_max_groups:
        return 4
    if rules.chain_star > 1:
        return 6
    if rules.max_bomb_size < 4 or rules.max_bomb_size > 12:
        return 7
    if rules.three_jokers > 1:
        return 8
    if rules.four_jokers > 3:
        return 9
    if rules.bomb_order > 1:
        return 10
    if rules.bomb_order == SKFAST_ORDER_COUNT and (rules.chain_sizes != SKFAST_CHAIN_NONE or rules.three_jokers
                                                   or rules.four_jokers != SKFAST_FOUR_ABOVE_ALL):
        return 10
    if rules.lead > 1:
        return 11
    if rules.seat_swap > 1:
        return 12
    if rules.partner_visible > 1:
        return 13
    if rules.multiplier_rule > 1:
        return 14
    if rules.has_four_joker_factor > 1:
        return 15
    if rules.reserved:
        return 16
    return scores_check(rules)
