# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""Loops over arrays of hands without Python in between: what the kernel itself costs.

Every function returns a total, which the caller knows beforehand: it is the answer that a benchmark asserts, and
keeps the compiler from leaving the work out.
"""
from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.stdlib cimport free, malloc

from skfast cimport _core as core
from skfast._core cimport skfast_move, skfast_state, skfast_undo
from skfast._objects cimport CompiledRules, Move, compiled
from skfast._state cimport StateBase

cdef extern from *:
    """
    #if defined(__GNUC__) || defined(__clang__)
    typedef uint64_t sk_two_words __attribute__((vector_size(16), aligned(8)));
    #define SK_BARRIER(p) __asm__ volatile("" : : "r"(p) : "memory")
    #else
    typedef struct { uint64_t a, b; } sk_two_words;
    #define SK_BARRIER(p) (*(volatile char *)(p))
    #endif
    /* The floor: n records of 16 bytes, one store each, into a buffer that stays in the first-level cache. */
    static void sk_store(void *buffer, int64_t n, uint64_t a, uint64_t b) {
      sk_two_words *to = (sk_two_words *)buffer;
      sk_two_words record = {a, b};
      for (int64_t i = 0; i < n; i++) {
        to[i] = record;
        SK_BARRIER(to);
      }
    }
    """
    void sk_store(void* buffer, int64_t n, uint64_t a, uint64_t b) noexcept nogil

cdef int64_t CAPACITY = 1 << 16


def store(int64_t records, int64_t block=149):
    """Store so many records, in blocks as long as an average list; returns their number."""
    cdef skfast_move* buffer = <skfast_move*>malloc(<size_t>block * sizeof(skfast_move))
    cdef int64_t done = 0
    if buffer == NULL:
        raise MemoryError
    with nogil:
        while done < records:
            sk_store(buffer, block, <uint64_t>done, 1)
            done += block
    free(buffer)
    return done


def lead(const uint64_t[::1] hands, rules, int wilds=0):
    """Generate all leads of every hand; the number of moves."""
    cdef CompiledRules flags = compiled(rules)
    cdef skfast_move* buffer = <skfast_move*>malloc(<size_t>CAPACITY * sizeof(skfast_move))
    cdef int64_t total = 0
    cdef Py_ssize_t i
    if buffer == NULL:
        raise MemoryError
    with nogil:
        for i in range(hands.shape[0]):
            total += core.legal_moves(hands[i], NULL, &flags.c, wilds, buffer, CAPACITY)
    free(buffer)
    return total


def follow(const uint64_t[::1] hands, const uint8_t[::1] tables, rules, int wilds=0):
    """Generate all moves that beat the table of each hand (16 bytes of `tables`); their number."""
    cdef CompiledRules flags = compiled(rules)
    cdef skfast_move* buffer = <skfast_move*>malloc(<size_t>CAPACITY * sizeof(skfast_move))
    cdef const skfast_move* table = <const skfast_move*>&tables[0]
    cdef int64_t total = 0
    cdef Py_ssize_t i
    if buffer == NULL:
        raise MemoryError
    with nogil:
        for i in range(hands.shape[0]):
            total += core.legal_moves(hands[i], table + i, &flags.c, wilds, buffer, CAPACITY)
    free(buffer)
    return total


def count(const uint64_t[::1] hands, rules, int wilds=0):
    """Count the leads of every hand; the sum."""
    cdef CompiledRules flags = compiled(rules)
    cdef int64_t total = 0
    cdef Py_ssize_t i
    with nogil:
        for i in range(hands.shape[0]):
            total += core.count_moves(hands[i], NULL, &flags.c, wilds)
    return total


def count_follow(const uint64_t[::1] hands, const uint8_t[::1] tables, rules, int wilds=0):
    """Count the moves that beat each hand's table; the sum."""
    cdef CompiledRules flags = compiled(rules)
    cdef const skfast_move* table = <const skfast_move*>&tables[0]
    cdef int64_t total = 0
    cdef Py_ssize_t i
    with nogil:
        for i in range(hands.shape[0]):
            total += core.count_moves(hands[i], table + i, &flags.c, wilds)
    return total


def can_beat(const uint64_t[::1] hands, const uint8_t[::1] tables, rules):
    """How many hands can beat their table."""
    cdef CompiledRules flags = compiled(rules)
    cdef const skfast_move* table = <const skfast_move*>&tables[0]
    cdef int64_t total = 0
    cdef Py_ssize_t i
    with nogil:
        for i in range(hands.shape[0]):
            total += core.can_beat(hands[i], table + i, &flags.c)
    return total


cdef class Plies:
    """States, each with a legal play: what `play_undo` goes over."""
    cdef skfast_state* states
    cdef skfast_move* moves
    cdef readonly Py_ssize_t n

    def __cinit__(self, pairs):
        cdef StateBase state
        cdef Move move
        pairs = list(pairs)
        self.n = len(pairs)
        self.states = <skfast_state*>malloc(<size_t>self.n * sizeof(skfast_state))
        self.moves = <skfast_move*>malloc(<size_t>self.n * sizeof(skfast_move))
        if self.states == NULL or self.moves == NULL:
            raise MemoryError
        for i, (state, move) in enumerate(pairs):
            self.states[i] = state.c
            self.moves[i] = move.record

    def __dealloc__(self):
        free(self.states)
        free(self.moves)


def play_undo(Plies plies):
    """Play and take back the play of every state; the sum of the turns in between."""
    cdef skfast_undo undo
    cdef int64_t total = 0
    cdef Py_ssize_t i
    with nogil:
        for i in range(plies.n):
            core.make(&plies.states[i], &plies.moves[i], &undo)
            total += plies.states[i].turn
            core.unmake(&plies.states[i], &undo)
    return total
