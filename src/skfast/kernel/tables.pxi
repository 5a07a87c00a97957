# Constant tables and 16-byte stores, verbatim C: nothing here is filled at import.
cdef extern from *:
    """
    /* A record as two words: the cards, and the eight bytes after them (see record_fields). */
    typedef struct { uint64_t cards, fields; } sk_record;

    #if defined(__GNUC__) && defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    typedef uint64_t sk_vector __attribute__((vector_size(16)));
    static inline sk_vector sk_make(uint64_t cards, uint64_t fields) { sk_vector v = {cards, fields}; return v; }
    static inline sk_vector sk_load(const sk_record *r) { sk_vector v; memcpy(&v, r, 16); return v; }
    static inline sk_vector sk_plus(sk_vector a, sk_vector b) { return a + b; }
    static inline sk_vector sk_minus(sk_vector a, sk_vector b) { return a - b; }
    static inline sk_vector sk_and(sk_vector a, sk_vector b) { return a & b; }
    static inline void sk_store(skfast_move *p, sk_vector v) { memcpy(p, &v, 16); }
    #else
    typedef sk_record sk_vector;
    static inline sk_vector sk_make(uint64_t cards, uint64_t fields) {
      sk_vector v; v.cards = cards; v.fields = fields; return v;
    }
    static inline sk_vector sk_load(const sk_record *r) { return *r; }
    static inline sk_vector sk_plus(sk_vector a, sk_vector b) {
      return sk_make(a.cards + b.cards, a.fields + b.fields);
    }
    static inline sk_vector sk_minus(sk_vector a, sk_vector b) {
      return sk_make(a.cards - b.cards, a.fields - b.fields);
    }
    static inline sk_vector sk_and(sk_vector a, sk_vector b) {
      return sk_make(a.cards & b.cards, a.fields & b.fields);
    }
    static inline void sk_store(skfast_move *p, sk_vector v) { p->cards = v.cards; sk_set_fields(p, v.fields); }
    #endif

    #define SK_U(x) ((uint64_t)(x))
    #define SK_ONES(length, start) (((SK_U(0x111111111111) >> (48 - 4 * (length)))) << (4 * (start)))
    #define SK_FIELDS(category, length, size, rank, n_cards, wilds) \
      (SK_U(category) | SK_U(length) << 8 | SK_U(size) << 16 | SK_U(rank) << 24 | SK_U(n_cards) << 40 \
       | SK_U(wilds) << 48)

    /* Rank by rank: single, pair, triple. */
    #define SK_K(r, k) {SK_U(k) << (4 * (r)), SK_FIELDS(k, 1, k, r, k, 0)}
    #define SK_ROW(r) SK_K(r, 1), SK_K(r, 2), SK_K(r, 3)
    static const sk_record SK_GROUPS[45] = {
      SK_ROW(0), SK_ROW(1), SK_ROW(2), SK_ROW(3), SK_ROW(4), SK_ROW(5), SK_ROW(6), SK_ROW(7), SK_ROW(8), SK_ROW(9),
      SK_ROW(10), SK_ROW(11), SK_ROW(12), SK_ROW(13), SK_ROW(14)};

    /* All windows of runs, joined in three words of three lanes: in word 0 the lengths 3, 4 and 11, in word 1 the
       lengths 5, 6 and 7, in word 2 the lengths 8, 9, 10 and 12; lane 21 (size - 1), each length by start.  A table
       entry is the window's nibbles, and the fields of a run without wilds. */
    #define SK_W(s, l, a) {SK_ONES(l, a) * 15, SK_FIELDS(3 + (s), l, s, (a) + (l) - 1, (l) * (s), 0)}
    #define SK_W1(s, l) SK_W(s, l, 0)
    #define SK_W2(s, l) SK_W1(s, l), SK_W(s, l, 1)
    #define SK_W3(s, l) SK_W2(s, l), SK_W(s, l, 2)
    #define SK_W4(s, l) SK_W3(s, l), SK_W(s, l, 3)
    #define SK_W5(s, l) SK_W4(s, l), SK_W(s, l, 4)
    #define SK_W6(s, l) SK_W5(s, l), SK_W(s, l, 5)
    #define SK_W7(s, l) SK_W6(s, l), SK_W(s, l, 6)
    #define SK_W8(s, l) SK_W7(s, l), SK_W(s, l, 7)
    #define SK_W9(s, l) SK_W8(s, l), SK_W(s, l, 8)
    #define SK_W10(s, l) SK_W9(s, l), SK_W(s, l, 9)
    #define SK_NO {0, 0}
    #define SK_LANE0(s) SK_W10(s, 3), SK_W9(s, 4), SK_W2(s, 11)
    #define SK_LANE1(s) SK_W8(s, 5), SK_W7(s, 6), SK_W6(s, 7)
    #define SK_LANE2(s) SK_W5(s, 8), SK_W4(s, 9), SK_W3(s, 10), SK_W1(s, 12), SK_NO, SK_NO, SK_NO, SK_NO, SK_NO, \
      SK_NO, SK_NO, SK_NO
    static const sk_record SK_WINDOWS[189] = {
      SK_LANE0(1), SK_LANE0(2), SK_LANE0(3), SK_LANE1(1), SK_LANE1(2), SK_LANE1(3), SK_LANE2(1), SK_LANE2(2),
      SK_LANE2(3)};
    /* The same windows with every card held, one of them a wild's: the cards without the wild, and the fields; and
       which ranks the wild may stand for: the lowest (of a straight: the next) and their number. */
    #define SK_F(s, l, a) {SK_ONES(l, a) * (s), SK_FIELDS(3 + (s), l, s, (a) + (l) - 1, (l) * (s), 1)}
    #define SK_F1(s, l) SK_F(s, l, 0)
    #define SK_F2(s, l) SK_F1(s, l), SK_F(s, l, 1)
    #define SK_F3(s, l) SK_F2(s, l), SK_F(s, l, 2)
    #define SK_F4(s, l) SK_F3(s, l), SK_F(s, l, 3)
    #define SK_F5(s, l) SK_F4(s, l), SK_F(s, l, 4)
    #define SK_F6(s, l) SK_F5(s, l), SK_F(s, l, 5)
    #define SK_F7(s, l) SK_F6(s, l), SK_F(s, l, 6)
    #define SK_F8(s, l) SK_F7(s, l), SK_F(s, l, 7)
    #define SK_F9(s, l) SK_F8(s, l), SK_F(s, l, 8)
    #define SK_F10(s, l) SK_F9(s, l), SK_F(s, l, 9)
    #define SK_FULL0(s) SK_F10(s, 3), SK_F9(s, 4), SK_F2(s, 11)
    #define SK_FULL1(s) SK_F8(s, 5), SK_F7(s, 6), SK_F6(s, 7)
    #define SK_FULL2(s) SK_F5(s, 8), SK_F4(s, 9), SK_F3(s, 10), SK_F1(s, 12), SK_NO, SK_NO, SK_NO, SK_NO, SK_NO, \
      SK_NO, SK_NO, SK_NO
    static const sk_record SK_FULL[189] = {
      SK_FULL0(1), SK_FULL0(2), SK_FULL0(3), SK_FULL1(1), SK_FULL1(2), SK_FULL1(3), SK_FULL2(1), SK_FULL2(2),
      SK_FULL2(3)};
    #define SK_S(s, l, a) ((a) + ((s) == 1)) | ((l) - ((s) == 1)) << 4
    #define SK_S1(s, l) SK_S(s, l, 0)
    #define SK_S2(s, l) SK_S1(s, l), SK_S(s, l, 1)
    #define SK_S3(s, l) SK_S2(s, l), SK_S(s, l, 2)
    #define SK_S4(s, l) SK_S3(s, l), SK_S(s, l, 3)
    #define SK_S5(s, l) SK_S4(s, l), SK_S(s, l, 4)
    #define SK_S6(s, l) SK_S5(s, l), SK_S(s, l, 5)
    #define SK_S7(s, l) SK_S6(s, l), SK_S(s, l, 6)
    #define SK_S8(s, l) SK_S7(s, l), SK_S(s, l, 7)
    #define SK_S9(s, l) SK_S8(s, l), SK_S(s, l, 8)
    #define SK_S10(s, l) SK_S9(s, l), SK_S(s, l, 9)
    #define SK_SPAN0(s) SK_S10(s, 3), SK_S9(s, 4), SK_S2(s, 11)
    #define SK_SPAN1(s) SK_S8(s, 5), SK_S7(s, 6), SK_S6(s, 7)
    #define SK_SPAN2(s) SK_S5(s, 8), SK_S4(s, 9), SK_S3(s, 10), SK_S1(s, 12), 0, 0, 0, 0, 0, 0, 0, 0
    static const uint8_t SK_SPAN[189] = {
      SK_SPAN0(1), SK_SPAN0(2), SK_SPAN0(3), SK_SPAN1(1), SK_SPAN1(2), SK_SPAN1(3), SK_SPAN2(1), SK_SPAN2(2),
      SK_SPAN2(3)};
    /* Where a length is: its word, and its first bit in the lane. */
    static const uint8_t SK_WORD[13] = {0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 0, 2};
    static const uint8_t SK_BIT[13] = {0, 0, 0, 0, 10, 0, 8, 15, 0, 5, 9, 19, 12};

    /* Natural runs by top rank, then length. */
    #define SK_R(s, l, t) {SK_ONES(l, (t) + 1 - (l)) * (s), SK_FIELDS(3 + (s), l, s, t, (l) * (s), 0)}
    static const sk_record SK_RUNS_1[36] = {
      SK_R(1, 5, 4),
      SK_R(1, 5, 5), SK_R(1, 6, 5),
      SK_R(1, 5, 6), SK_R(1, 6, 6), SK_R(1, 7, 6),
      SK_R(1, 5, 7), SK_R(1, 6, 7), SK_R(1, 7, 7), SK_R(1, 8, 7),
      SK_R(1, 5, 8), SK_R(1, 6, 8), SK_R(1, 7, 8), SK_R(1, 8, 8), SK_R(1, 9, 8),
      SK_R(1, 5, 9), SK_R(1, 6, 9), SK_R(1, 7, 9), SK_R(1, 8, 9), SK_R(1, 9, 9), SK_R(1, 10, 9),
      SK_R(1, 5, 10), SK_R(1, 6, 10), SK_R(1, 7, 10), SK_R(1, 8, 10), SK_R(1, 9, 10), SK_R(1, 10, 10), SK_R(1, 11, 10),
      SK_R(1, 5, 11), SK_R(1, 6, 11), SK_R(1, 7, 11), SK_R(1, 8, 11), SK_R(1, 9, 11), SK_R(1, 10, 11), SK_R(1, 11, 11),
      SK_R(1, 12, 11)};
    static const sk_record SK_RUNS_23[115] = {
      SK_R(2, 3, 2),
      SK_R(2, 3, 3), SK_R(2, 4, 3),
      SK_R(2, 3, 4), SK_R(2, 4, 4), SK_R(2, 5, 4),
      SK_R(2, 3, 5), SK_R(2, 4, 5), SK_R(2, 5, 5), SK_R(2, 6, 5),
      SK_R(2, 3, 6), SK_R(2, 4, 6), SK_R(2, 5, 6), SK_R(2, 6, 6), SK_R(2, 7, 6),
      SK_R(2, 3, 7), SK_R(2, 4, 7), SK_R(2, 5, 7), SK_R(2, 6, 7), SK_R(2, 7, 7), SK_R(2, 8, 7),
      SK_R(2, 3, 8), SK_R(2, 4, 8), SK_R(2, 5, 8), SK_R(2, 6, 8), SK_R(2, 7, 8), SK_R(2, 8, 8), SK_R(2, 9, 8),
      SK_R(2, 3, 9), SK_R(2, 4, 9), SK_R(2, 5, 9), SK_R(2, 6, 9), SK_R(2, 7, 9), SK_R(2, 8, 9), SK_R(2, 9, 9),
      SK_R(2, 10, 9),
      SK_R(2, 3, 10), SK_R(2, 4, 10), SK_R(2, 5, 10), SK_R(2, 6, 10), SK_R(2, 7, 10), SK_R(2, 8, 10), SK_R(2, 9, 10),
      SK_R(2, 10, 10), SK_R(2, 11, 10),
      SK_R(2, 3, 11), SK_R(2, 4, 11), SK_R(2, 5, 11), SK_R(2, 6, 11), SK_R(2, 7, 11), SK_R(2, 8, 11), SK_R(2, 9, 11),
      SK_R(2, 10, 11), SK_R(2, 11, 11), SK_R(2, 12, 11),
      SK_R(3, 3, 2),
      SK_R(3, 3, 3), SK_R(3, 4, 3),
      SK_R(3, 3, 4), SK_R(3, 4, 4), SK_R(3, 5, 4),
      SK_R(3, 3, 5), SK_R(3, 4, 5), SK_R(3, 5, 5), SK_R(3, 6, 5),
      SK_R(3, 3, 6), SK_R(3, 4, 6), SK_R(3, 5, 6), SK_R(3, 6, 6), SK_R(3, 7, 6),
      SK_R(3, 3, 7), SK_R(3, 4, 7), SK_R(3, 5, 7), SK_R(3, 6, 7), SK_R(3, 7, 7), SK_R(3, 8, 7),
      SK_R(3, 3, 8), SK_R(3, 4, 8), SK_R(3, 5, 8), SK_R(3, 6, 8), SK_R(3, 7, 8), SK_R(3, 8, 8), SK_R(3, 9, 8),
      SK_R(3, 3, 9), SK_R(3, 4, 9), SK_R(3, 5, 9), SK_R(3, 6, 9), SK_R(3, 7, 9), SK_R(3, 8, 9), SK_R(3, 9, 9),
      SK_R(3, 10, 9),
      SK_R(3, 3, 10), SK_R(3, 4, 10), SK_R(3, 5, 10), SK_R(3, 6, 10), SK_R(3, 7, 10), SK_R(3, 8, 10), SK_R(3, 9, 10),
      SK_R(3, 10, 10), SK_R(3, 11, 10),
      SK_R(3, 3, 11), SK_R(3, 4, 11), SK_R(3, 5, 11), SK_R(3, 6, 11), SK_R(3, 7, 11), SK_R(3, 8, 11), SK_R(3, 9, 11),
      SK_R(3, 10, 11), SK_R(3, 11, 11), SK_R(3, 12, 11), SK_NO, SK_NO, SK_NO, SK_NO, SK_NO};
    /* Row of a top rank in SK_RUNS_23, pair runs and then triple runs. */
    static const uint8_t SK_ROW_OF_TOP[32] = {
      0, 0, 0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 0, 0, 0, 0, 0, 0, 55, 56, 58, 61, 65, 70, 76, 83, 91, 100, 0, 0, 0, 0};

    /* Runs up to the ace whose lowest rank, not counted in the cards, is a wild: straights by length 5..12,
       pair runs by length 3..12. */
    #define SK_A(s, l) {SK_ONES((l) - 1, 13 - (l)) * (s), SK_FIELDS(3 + (s), l, s, 11, (l) * (s), s)}
    static const sk_record SK_ACE_STRAIGHTS[8] = {
      SK_A(1, 5), SK_A(1, 6), SK_A(1, 7), SK_A(1, 8), SK_A(1, 9), SK_A(1, 10), SK_A(1, 11), SK_A(1, 12)};
    static const sk_record SK_ACE_PAIR_RUNS[10] = {
      SK_A(2, 3), SK_A(2, 4), SK_A(2, 5), SK_A(2, 6), SK_A(2, 7), SK_A(2, 8), SK_A(2, 9), SK_A(2, 10), SK_A(2, 11),
      SK_A(2, 12)};

    /* One card, two of a rank, and one each of two ranks (from a lowest rank upwards, so ordered that a prefix
       serves every shorter window), to be taken away. */
    #define SK_D(r) {SK_U(1) << (4 * (r)), 0}
    static const sk_record SK_ONE[24] = {
      SK_D(0), SK_D(1), SK_D(2), SK_D(3), SK_D(4), SK_D(5), SK_D(6), SK_D(7), SK_D(8), SK_D(9), SK_D(10), SK_D(11),
      SK_D(12), SK_D(13), SK_D(14)};
    #define SK_DD(r) {SK_U(2) << (4 * (r)), 0}
    static const sk_record SK_TWO[20] = {
      SK_DD(0), SK_DD(1), SK_DD(2), SK_DD(3), SK_DD(4), SK_DD(5), SK_DD(6), SK_DD(7), SK_DD(8), SK_DD(9), SK_DD(10),
      SK_DD(11), SK_DD(12), SK_DD(13), SK_DD(14)};
    #define SK_P(i, j) {(SK_U(1) << (4 * (i))) | (SK_U(1) << (4 * (j))), 0}
    #define SK_PAIRS_1(a) SK_P(a, (a) + 1)
    #define SK_PAIRS_2(a) SK_PAIRS_1(a), \
      SK_P(a, (a) + 2), SK_P((a) + 1, (a) + 2)
    #define SK_PAIRS_3(a) SK_PAIRS_2(a), \
      SK_P(a, (a) + 3), SK_P((a) + 1, (a) + 3), SK_P((a) + 2, (a) + 3)
    #define SK_PAIRS_4(a) SK_PAIRS_3(a), \
      SK_P(a, (a) + 4), SK_P((a) + 1, (a) + 4), SK_P((a) + 2, (a) + 4), SK_P((a) + 3, (a) + 4)
    #define SK_PAIRS_5(a) SK_PAIRS_4(a), \
      SK_P(a, (a) + 5), SK_P((a) + 1, (a) + 5), SK_P((a) + 2, (a) + 5), SK_P((a) + 3, (a) + 5), \
      SK_P((a) + 4, (a) + 5)
    #define SK_PAIRS_6(a) SK_PAIRS_5(a), \
      SK_P(a, (a) + 6), SK_P((a) + 1, (a) + 6), SK_P((a) + 2, (a) + 6), SK_P((a) + 3, (a) + 6), \
      SK_P((a) + 4, (a) + 6), SK_P((a) + 5, (a) + 6)
    #define SK_PAIRS_7(a) SK_PAIRS_6(a), \
      SK_P(a, (a) + 7), SK_P((a) + 1, (a) + 7), SK_P((a) + 2, (a) + 7), SK_P((a) + 3, (a) + 7), \
      SK_P((a) + 4, (a) + 7), SK_P((a) + 5, (a) + 7), SK_P((a) + 6, (a) + 7)
    #define SK_PAIRS_8(a) SK_PAIRS_7(a), \
      SK_P(a, (a) + 8), SK_P((a) + 1, (a) + 8), SK_P((a) + 2, (a) + 8), SK_P((a) + 3, (a) + 8), \
      SK_P((a) + 4, (a) + 8), SK_P((a) + 5, (a) + 8), SK_P((a) + 6, (a) + 8), SK_P((a) + 7, (a) + 8)
    #define SK_PAIRS_9(a) SK_PAIRS_8(a), \
      SK_P(a, (a) + 9), SK_P((a) + 1, (a) + 9), SK_P((a) + 2, (a) + 9), SK_P((a) + 3, (a) + 9), \
      SK_P((a) + 4, (a) + 9), SK_P((a) + 5, (a) + 9), SK_P((a) + 6, (a) + 9), SK_P((a) + 7, (a) + 9), \
      SK_P((a) + 8, (a) + 9)
    #define SK_PAIRS_10(a) SK_PAIRS_9(a), \
      SK_P(a, (a) + 10), SK_P((a) + 1, (a) + 10), SK_P((a) + 2, (a) + 10), SK_P((a) + 3, (a) + 10), \
      SK_P((a) + 4, (a) + 10), SK_P((a) + 5, (a) + 10), SK_P((a) + 6, (a) + 10), SK_P((a) + 7, (a) + 10), \
      SK_P((a) + 8, (a) + 10), SK_P((a) + 9, (a) + 10)
    #define SK_PAIRS_11(a) SK_PAIRS_10(a), \
      SK_P(a, (a) + 11), SK_P((a) + 1, (a) + 11), SK_P((a) + 2, (a) + 11), SK_P((a) + 3, (a) + 11), \
      SK_P((a) + 4, (a) + 11), SK_P((a) + 5, (a) + 11), SK_P((a) + 6, (a) + 11), SK_P((a) + 7, (a) + 11), \
      SK_P((a) + 8, (a) + 11), SK_P((a) + 9, (a) + 11), SK_P((a) + 10, (a) + 11)
    static const sk_record SK_ONE_EACH[289] = {
      SK_PAIRS_11(0), SK_PAIRS_10(1), SK_PAIRS_9(2), SK_PAIRS_8(3), SK_PAIRS_7(4), SK_PAIRS_6(5), SK_PAIRS_5(6),
      SK_PAIRS_4(7), SK_PAIRS_3(8), SK_PAIRS_2(9), SK_PAIRS_1(10), {0, 0}, {0, 0}, {0, 0}};
    static const uint16_t SK_ONE_EACH_AT[13] = {0, 66, 121, 166, 202, 230, 251, 266, 276, 282, 285, 286, 286};
    """
    ctypedef struct sk_record:
        uint64_t cards
        uint64_t fields
    ctypedef struct sk_vector:
        pass
    sk_vector sk_make(uint64_t cards, uint64_t fields) noexcept nogil
    sk_vector sk_load(const sk_record* r) noexcept nogil
    sk_vector sk_plus(sk_vector a, sk_vector b) noexcept nogil
    sk_vector sk_minus(sk_vector a, sk_vector b) noexcept nogil
    sk_vector sk_and(sk_vector a, sk_vector b) noexcept nogil
    void sk_store(skfast_move* p, sk_vector v) noexcept nogil
    const sk_record* SK_GROUPS
    const sk_record* SK_WINDOWS
    const sk_record* SK_FULL
    const uint8_t* SK_SPAN
    const uint8_t* SK_WORD
    const uint8_t* SK_BIT
    const sk_record* SK_RUNS_1
    const sk_record* SK_RUNS_23
    const uint8_t* SK_ROW_OF_TOP
    const sk_record* SK_ACE_STRAIGHTS
    const sk_record* SK_ACE_PAIR_RUNS
    const sk_record* SK_ONE
    const sk_record* SK_TWO
    const sk_record* SK_ONE_EACH
    const uint16_t* SK_ONE_EACH_AT
