# Random numbers that are the same on every machine and in every version: xoshiro256++ (Blackman and Vigna,
# 2019), its four words drawn by SplitMix64 from a hash of (seed, number).  Stream `number` of a seed belongs to
# deal `number` alone, so that a deal does not depend on which thread plays it, or on what was played before.
ctypedef struct Stream:
    uint64_t word[4]


cdef inline uint64_t mix64(uint64_t x) noexcept nogil:
    """The output function of SplitMix64: a bijection in which every bit of x reaches every bit of the result."""
    x = (x ^ (x >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    x = (x ^ (x >> 27)) * <uint64_t>0x94D049BB133111EB
    return x ^ (x >> 31)


cdef inline Stream stream_of(uint64_t seed, uint64_t number) noexcept nogil:
    """The stream of one deal.  Hashed twice: SplitMix64 started at neighbouring points would share its outputs."""
    cdef uint64_t golden = <uint64_t>0x9E3779B97F4A7C15
    cdef uint64_t start = mix64(mix64(seed + golden) + number + golden)
    cdef Stream stream
    stream.word[0] = mix64(start + golden)
    stream.word[1] = mix64(start + 2 * golden)
    stream.word[2] = mix64(start + 3 * golden)
    stream.word[3] = mix64(start + 4 * golden)
    return stream


cdef inline uint64_t rotated(uint64_t x, int n) noexcept nogil:
    return (x << n) | (x >> (64 - n))


cdef inline uint64_t random64(Stream* stream) noexcept nogil:
    cdef uint64_t* s = stream.word
    cdef uint64_t result = rotated(s[0] + s[3], 23) + s[0]
    cdef uint64_t shifted = s[1] << 17
    s[2] ^= s[0]
    s[3] ^= s[1]
    s[1] ^= s[2]
    s[0] ^= s[3]
    s[2] ^= shifted
    s[3] = rotated(s[3], 45)
    return result


cdef inline uint32_t random_below(Stream* stream, uint32_t n) noexcept nogil:
    """0..n-1, each equally likely (n at least 1): the product of 32 random bits and n, its low half rejected below
    2**32 mod n (Lemire, 2019)."""
    cdef uint64_t product = (random64(stream) >> 32) * n
    cdef uint32_t threshold
    if SK_UNLIKELY(<uint32_t>product < n):
        threshold = (<uint32_t>0 - n) % n
        while <uint32_t>product < threshold:
            product = (random64(stream) >> 32) * n
    return <uint32_t>(product >> 32)


cdef inline void shuffle(Stream* stream, uint8_t* cards, int n) noexcept nogil:
    """Every order equally likely: from the last place down, each swapped with one at or below it."""
    cdef int i, j
    cdef uint8_t card
    for i in range(n - 1, 0, -1):
        j = <int>random_below(stream, <uint32_t>(i + 1))
        card = cards[i]
        cards[i] = cards[j]
        cards[j] = card
