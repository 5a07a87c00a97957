# Text of hands and moves, for Python and C alike.  A move is its cards, low to high, and where it uses wilds
# `=` and its reading: 4567R=45678.
cdef extern from *:
    """
    static const char sk_letters[] = "3456789TJQKA2BR";
    """
    const char* sk_letters
    enum: SKFAST_TEXT_OK
    enum: SKFAST_TEXT_CHARACTER
    enum: SKFAST_TEXT_RANK
    enum: SKFAST_TEXT_CARDS
    enum: SKFAST_TEXT_NO_MOVE
    enum: SKFAST_TEXT_AMBIGUOUS
    enum: SKFAST_TEXT_READING
    enum: SKFAST_TEXT_TOO_LOW


cdef int write_cards(uint64_t hand, char* out) noexcept nogil:
    cdef int rank, i
    cdef int n = 0
    for rank in range(15):
        for i in range(count_of(hand, rank)):
            out[n] = sk_letters[rank]
            n += 1
    return n


cdef int hand_text(uint64_t hand, char* out) noexcept nogil:
    """The cards of a hand, low to high, and a closing zero; returns the length.  Nothing for what is no hand."""
    cdef int n = 0 if hand_check(hand) else write_cards(hand, out)
    out[n] = 0
    return n


cdef int move_text(const skfast_move* move, int max_bomb_size, char* out) noexcept nogil:
    """The text of a move and a closing zero; returns the length.

    `max_bomb_size` of the rules matters only where spare wilds fill a mixed chain under chain_star smallest.
    A record that is no move shows as its cards, if these are a hand.
    """
    cdef uint8_t counts[15]
    cdef int rank, i
    cdef int n = 0
    if move.category == SKFAST_PASS and move.cards == 0:
        memcpy(out, b"pass", 5)
        return 4
    n = hand_text(move.cards, out)
    if move.wilds and shown_counts(move, max_bomb_size, counts):
        out[n] = c'='
        n += 1
        for rank in range(15):
            for i in range(counts[rank]):
                out[n] = sk_letters[rank]
                n += 1
        out[n] = 0
    return n


cdef int read_card(const char* text, int n, int* at) noexcept nogil:
    """The rank of the card at text[at], which moves past it; -1 if there is none."""
    cdef char c = text[at[0]]
    cdef int rank
    if c == c'1':
        if at[0] + 1 >= n or text[at[0] + 1] != c'0':
            return -1
        at[0] += 2
        return 7
    if c >= c'a' and c <= c'z':
        c -= 32
    if c == c'X':
        c = c'B'
    elif c == c'D':
        c = c'R'
    for rank in range(15):
        if c == sk_letters[rank]:
            at[0] += 1
            return rank
    return -1


cdef int read_cards(const char* text, int n, int* at, bint reading, uint8_t* counts) noexcept nogil:
    """Cards up to the end or a `=`.  In a reading only the 27 cards limit what a rank may hold."""
    cdef int total = 0
    cdef int rank, start
    for rank in range(15):
        counts[rank] = 0
    while at[0] < n and text[at[0]] != c'=':
        if text[at[0]] == c' ' or text[at[0]] == c'\t':
            at[0] += 1
            continue
        start = at[0]
        rank = read_card(text, n, at)
        if rank < 0:
            return SKFAST_TEXT_CHARACTER
        counts[rank] += 1
        total += 1
        if not reading and counts[rank] > (8 if rank <= RANK_2 else 2):
            at[0] = start
            return SKFAST_TEXT_RANK
        if total > HAND_CARDS:
            at[0] = start
            return SKFAST_TEXT_CARDS
    return SKFAST_TEXT_OK


cdef uint64_t packed(const uint8_t* counts) noexcept nogil:
    cdef uint64_t hand = 0
    cdef int rank
    for rank in range(15):
        hand |= <uint64_t>counts[rank] << (4 * rank)
    return hand


cdef int parse_hand(const char* text, int n, uint64_t* hand, int* position) noexcept nogil:
    """Cards in any order and case, with spaces, `10` for T, X and D for the jokers; an empty hand is one.

    Returns 0, or SKFAST_TEXT_CHARACTER, _RANK or _CARDS with the position; the hand is then left alone.
    """
    cdef uint8_t counts[15]
    cdef int error
    position[0] = 0
    error = read_cards(text, n, position, False, counts)
    if error == SKFAST_TEXT_OK and position[0] < n:
        error = SKFAST_TEXT_CHARACTER
    if error == SKFAST_TEXT_OK:
        hand[0] = packed(counts)
    return error


cdef bint is_pass(const char* text, int n) noexcept nogil:
    cdef const char* word = b"pass"
    cdef int start = 0
    cdef int i
    while start < n and (text[start] == c' ' or text[start] == c'\t'):
        start += 1
    while n > start and (text[n - 1] == c' ' or text[n - 1] == c'\t'):
        n -= 1
    if n - start != 4:
        return False
    for i in range(4):
        if text[start + i] != word[i] and text[start + i] != word[i] - 32:
            return False
    return True


cdef bint is_assignment(const skfast_move* move, const uint8_t* counts, const skfast_rules* rules) noexcept nogil:
    """Whether these counts are one way to give the wilds of a legal move its reading."""
    cdef uint8_t shown[15]
    cdef int rank
    cdef int total = 0
    cdef int least = 255
    cdef int most = 0
    if move.category != SKFAST_CHAIN_BOMB or not move.wilds:
        if not shown_counts(move, rules.max_bomb_size, shown):
            return False
        for rank in range(15):
            if shown[rank] != counts[rank]:
                return False
        return True
    for rank in range(15):
        total += counts[rank]
        if rank > move.rank - move.length and rank <= move.rank:
            if counts[rank] < count_of(move.cards, rank):
                return False
            if counts[rank] < least:
                least = counts[rank]
            if counts[rank] > most:
                most = counts[rank]
        elif counts[rank]:
            return False
    if total != move.n_cards or least < 4 or most > rules.max_bomb_size:
        return False
    return move.size == (most if rules.chain_star == SKFAST_STAR_LARGEST else least)


cdef int parse_move(const char* text, int n, const skfast_move* table, const skfast_rules* rules,
                    skfast_move* out, int* position) noexcept nogil:
    """The move that a text names: `pass`, or cards as in parse_hand and, after `=`, their reading in any
    assignment of the wilds.  Without it the cards must have one legal reading, or one that beats the table
    (NULL: none to beat); a named reading is not held against the table.

    Returns 0, or one of enum skfast_text and the position; only SKFAST_TEXT_TOO_LOW then writes `out`: the
    reading, where the cards have a single one.
    """
    cdef skfast_move moves[READINGS]
    cdef uint8_t counts[15]
    cdef uint64_t cards
    cdef int error, found, i
    position[0] = 0
    if is_pass(text, n):
        out.cards = 0
        sk_set_fields(out, 0)
        return SKFAST_TEXT_OK
    error = read_cards(text, n, position, False, counts)
    if error != SKFAST_TEXT_OK:
        return error
    cards = packed(counts)
    found = classify(cards, NULL, rules, moves, READINGS)
    if position[0] < n:
        position[0] += 1
        i = position[0]
        error = read_cards(text, n, position, True, counts)
        if error == SKFAST_TEXT_OK and position[0] < n:
            error = SKFAST_TEXT_CHARACTER
        if error != SKFAST_TEXT_OK:
            return error
        position[0] = i
        for i in range(found):
            if is_assignment(&moves[i], counts, rules):
                out[0] = moves[i]
                return SKFAST_TEXT_OK
        return SKFAST_TEXT_READING if found else SKFAST_TEXT_NO_MOVE
    position[0] = 0
    if found == 0:
        return SKFAST_TEXT_NO_MOVE
    if table != NULL:
        i = found
        found = classify(cards, table, rules, moves, READINGS)
        if found == 0:
            if i == 1:
                classify(cards, NULL, rules, out, 1)
            return SKFAST_TEXT_TOO_LOW
    if found > 1:
        return SKFAST_TEXT_AMBIGUOUS
    out[0] = moves[0]
    return SKFAST_TEXT_OK
