# Move records, and which beats which.
cdef extern from *:
    """
    #include <string.h>
    /* The eight bytes of a record after its cards, stored at once where bytes are little-endian. */
    static inline void sk_set_fields(skfast_move *m, uint64_t fields) {
    #if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
      m->category = (uint8_t)fields;        m->length = (uint8_t)(fields >> 8);
      m->size = (uint8_t)(fields >> 16);    m->rank = (uint8_t)(fields >> 24);
      m->stars = (uint8_t)(fields >> 32);   m->n_cards = (uint8_t)(fields >> 40);
      m->wilds = (uint8_t)(fields >> 48);   m->order = (uint8_t)(fields >> 56);
    #else
      memcpy(&m->category, &fields, 8);
    #endif
    }
    """
    void sk_set_fields(skfast_move* m, uint64_t fields) noexcept nogil
    void* memcpy(void* to, const void* source, size_t n) noexcept nogil
    void* memset(void* to, int value, size_t n) noexcept nogil


cdef inline uint64_t record_fields(int category, int length, int size, int rank, int stars, int n_cards,
                                   int wilds, int order) noexcept nogil:
    """The eight bytes of a record after its cards, as one little-endian word."""
    return (<uint64_t>category | <uint64_t>length << 8 | <uint64_t>size << 16 | <uint64_t>rank << 24
            | <uint64_t>stars << 32 | <uint64_t>n_cards << 40 | <uint64_t>wilds << 48 | <uint64_t>order << 56)


cdef inline uint64_t bomb_fields(int category, int length, int size, int rank, int stars, int n_cards,
                                 int wilds) noexcept nogil:
    """Of equal stars the bomb of fewer cards wins."""
    return record_fields(category, length, size, rank, stars, n_cards, wilds, HAND_CARDS - n_cards)


cdef inline uint64_t three_joker_fields() noexcept nogil:
    """6 stars, below every other bomb of 6."""
    return record_fields(SKFAST_JOKER_BOMB, 1, 3, RANK_BIG, 6, 3, 0, 0)


cdef inline uint64_t four_joker_fields(const skfast_rules* rules) noexcept nogil:
    cdef int stars = 7
    cdef int order = 255
    if rules.four_jokers == SKFAST_FOUR_BOTTOM7:
        order = 0
    elif rules.four_jokers == SKFAST_FOUR_TOP8:
        stars = 8
    elif rules.four_jokers == SKFAST_FOUR_ABOVE_ALL:
        stars = 15
    return record_fields(SKFAST_JOKER_BOMB, 1, 4, RANK_BIG, stars, 4, 0, order)


cdef inline int bomb_key(const skfast_move* move) noexcept nogil:
    """Stars, then order, then rank: a bomb beats another iff its key is larger (0: not a bomb).  Under
    `count` a bomb's stars are its cards, so the one key serves both bomb orders."""
    if move.category < SKFAST_BOMB:
        return 0
    return <int>move.stars << 16 | <int>move.order << 8 | move.rank


cdef inline int fields_key(uint64_t fields) noexcept nogil:
    """The bomb_key of a bomb with these fields."""
    return <int>((fields >> 32) & 255) << 16 | <int>(fields >> 56) << 8 | <int>((fields >> 24) & 255)


cdef bint beats(const skfast_move* a, const skfast_move* b) noexcept nogil:
    """Rules section 4; a partial order.  PASS beats nothing and is beaten by nothing."""
    if a.category == SKFAST_PASS or b.category == SKFAST_PASS:
        return False
    if a.category >= SKFAST_BOMB:
        return bomb_key(a) > bomb_key(b)
    return a.category == b.category and a.n_cards == b.n_cards and a.rank > b.rank
