# Nibble arithmetic on packed hands.
cdef extern from *:
    """
    #include "skfast.h"
    #if defined(_MSC_VER) && !defined(__clang__)
      #include <intrin.h>
      static __inline int sk_ctz64(uint64_t x) { unsigned long i; _BitScanForward64(&i, x); return (int)i; }
      static __inline int sk_clz64(uint64_t x) { unsigned long i; _BitScanReverse64(&i, x); return 63 - (int)i; }
      static __inline int sk_popcount64(uint64_t x) {
        x -= (x >> 1) & 0x5555555555555555ULL;
        x = (x & 0x3333333333333333ULL) + ((x >> 2) & 0x3333333333333333ULL);
        x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0FULL;
        return (int)((x * 0x0101010101010101ULL) >> 56);
      }
      #define SK_LIKELY(x) (x)
      #define SK_UNLIKELY(x) (x)
    #else
      #define sk_ctz64(x) __builtin_ctzll(x)
      #define sk_clz64(x) __builtin_clzll(x)
      #define sk_popcount64(x) __builtin_popcountll(x)
      #define SK_LIKELY(x) __builtin_expect(!!(x), 1)
      #define SK_UNLIKELY(x) __builtin_expect(!!(x), 0)
    #endif
    """
    int sk_ctz64(uint64_t x) noexcept nogil   # x must not be 0
    int sk_clz64(uint64_t x) noexcept nogil   # x must not be 0
    int sk_popcount64(uint64_t x) noexcept nogil
    bint SK_LIKELY(bint x) noexcept nogil
    bint SK_UNLIKELY(bint x) noexcept nogil
    enum: SKFAST_PASS
    enum: SKFAST_SINGLE
    enum: SKFAST_PAIR
    enum: SKFAST_TRIPLE
    enum: SKFAST_STRAIGHT
    enum: SKFAST_PAIR_RUN
    enum: SKFAST_TRIPLE_RUN
    enum: SKFAST_BOMB
    enum: SKFAST_CHAIN_BOMB
    enum: SKFAST_JOKER_BOMB
    enum: SKFAST_WILD_NONE
    enum: SKFAST_WILD_BIG
    enum: SKFAST_WILD_ALL
    enum: SKFAST_CHAIN_NONE
    enum: SKFAST_CHAIN_EQUAL
    enum: SKFAST_CHAIN_MIXED
    enum: SKFAST_STAR_LARGEST
    enum: SKFAST_STAR_SMALLEST
    enum: SKFAST_FOUR_TOP7
    enum: SKFAST_FOUR_BOTTOM7
    enum: SKFAST_FOUR_TOP8
    enum: SKFAST_FOUR_ABOVE_ALL
    enum: SKFAST_ORDER_COUNT
    enum: SKFAST_ORDER_STARS
    enum: SKFAST_LEAD_LAST_WINNER
    enum: SKFAST_LEAD_FACE_UP
    enum: SKFAST_BEST_OF_WINNER
    enum: SKFAST_PRODUCT_OF_ALL
    enum: SKFAST_WILDS_ALL
    enum: SKFAST_WILDS_THRIFTY

# Ranks by index, and masks over nibbles; ONES has the lowest bit of each of the 15 nibbles set.
cdef enum:
    RANK_A = 11
    RANK_2 = 12
    RANK_SMALL = 13
    RANK_BIG = 14
    HAND_CARDS = 27


cdef inline uint64_t ONES() noexcept nogil:
    return <uint64_t>0x0111111111111111


cdef inline uint64_t ONES_NATURAL() noexcept nogil:
    """The 13 ranks 3..2."""
    return <uint64_t>0x0001111111111111


cdef inline uint64_t ONES_RUN() noexcept nogil:
    """The 12 ranks 3..A that runs and chains are made of."""
    return <uint64_t>0x0000111111111111


cdef inline int count_of(uint64_t hand, int rank) noexcept nogil:
    return <int>((hand >> (4 * rank)) & 15)


cdef inline uint64_t layer(uint64_t hand, int k) noexcept nogil:
    """One bit (lowest of its nibble) for each rank of which there are at least k, 1 <= k <= 8."""
    return ((hand + <uint64_t>(8 - k) * ONES()) >> 3) & ONES()


cdef inline int total_cards(uint64_t hand) noexcept nogil:
    cdef uint64_t pairs = (hand & <uint64_t>0x0F0F0F0F0F0F0F0F) + ((hand >> 4) & <uint64_t>0x0F0F0F0F0F0F0F0F)
    return <int>((pairs * <uint64_t>0x0101010101010101) >> 56)


cdef inline bint contains(uint64_t hand, uint64_t cards) noexcept nogil:
    """True if no rank's count in `cards` exceeds that in `hand`: even and odd nibbles apart, so that a
    borrow lands in the guard bit of its own byte."""
    cdef uint64_t even = <uint64_t>0x0F0F0F0F0F0F0F0F
    cdef uint64_t sixteen = <uint64_t>0x1010101010101010
    cdef uint64_t low = ((hand & even) | sixteen) - (cards & even)
    cdef uint64_t odd = (((hand >> 4) & even) | sixteen) - ((cards >> 4) & even)
    return (low & odd & sixteen) == sixteen


cdef inline int hand_check(uint64_t hand) noexcept nogil:
    """0, or what is wrong: 1 bits 60-63, 2 more than 8 of a rank, 3 more than 2 of a joker, 4 more than 27 cards."""
    cdef uint64_t natural = hand & <uint64_t>0x000FFFFFFFFFFFFF
    cdef uint64_t sevens = natural & <uint64_t>0x0007777777777777
    cdef uint64_t small = (hand >> 52) & 15
    cdef uint64_t big = (hand >> 56) & 15
    if hand >> 60:
        return 1
    if natural & (sevens + <uint64_t>0x0007777777777777) & <uint64_t>0x0008888888888888:
        return 2
    if small > 2 or big > 2:
        return 3
    if total_cards(hand) > HAND_CARDS:
        return 4
    return 0
