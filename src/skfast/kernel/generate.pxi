# The public generators.


cdef int64_t legal_moves(uint64_t hand, const skfast_move* table, const skfast_rules* rules, int wilds,
                         skfast_move* out, int64_t capacity) noexcept nogil:
    """Write the legal moves of a hand to `out`, at most `capacity` of them; returns how many there are.

    `table` NULL is a lead; `wilds` is SKFAST_WILDS_ALL or SKFAST_WILDS_THRIFTY.
    """
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
    return plain_count_moves(hand, table, rules, wilds, EVERY_MOVE)


cdef bint can_beat(uint64_t hand, const skfast_move* table, const skfast_rules* rules) noexcept nogil:
    """Whether the hand has a move that beats the table; when leading (NULL) whether it has any."""
    return plain_can_beat(hand, table, rules)
