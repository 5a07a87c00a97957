# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, freethreading_compatible=True
"""The kernel over arrays, without the interpreter lock: what skfast.simulation and its threads call.

Everything here works on one stretch of contiguous arrays in one thread and trusts their dtypes and lengths;
`skfast.simulation` checks, divides the work and puts it together.
"""
from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.stdlib cimport free, malloc

from skfast cimport _core as core
from skfast._core cimport SKFAST_LOWEST, SKFAST_RANDOM, skfast_move, skfast_playout, skfast_state
from skfast._objects cimport CompiledRules, compiled
from skfast._state cimport StateBase

__all__ = ["play_deals", "play_state"]

cdef int64_t ROOM = 32_768      # records: more than any hand of the presets can lead


cdef class Arena:
    """Room for one list of moves; grown when a hand of odd rules needs more."""
    cdef skfast_move* moves
    cdef int64_t capacity

    def __cinit__(self):
        self.grow(ROOM)

    def __dealloc__(self):
        free(self.moves)

    cdef int grow(self, int64_t capacity) except -1:
        free(self.moves)
        self.capacity = 0
        self.moves = <skfast_move*>malloc(<size_t>capacity * sizeof(skfast_move))
        if self.moves == NULL:
            raise MemoryError(f"room for {capacity} moves")
        self.capacity = capacity
        return 0


cdef int _policies_from(const uint8_t[::1] policies) except -1:
    if policies.shape[0] != 4:
        raise ValueError(f"policies are four, by seat, not {policies.shape[0]}")
    for seat in range(4):
        if policies[seat] != SKFAST_RANDOM and policies[seat] != SKFAST_LOWEST:
            raise ValueError(f"{policies[seat]} is no policy of the kernel")
    return 0


def play_deals(rules, const uint8_t[::1] policies not None, uint64_t seed, uint64_t first, uint8_t[::1] out not None):
    """Deals first, first + 1, ... of a seed into `out`, the bytes of an array of DEAL_DTYPE."""
    cdef CompiledRules flags = compiled(rules)
    cdef Arena arena = Arena()
    cdef int64_t n = out.shape[0] // <Py_ssize_t>sizeof(skfast_playout)
    cdef int64_t needed = 0
    _policies_from(policies)
    if n == 0:
        return
    while True:
        with nogil:
            needed = core.play_deals(&flags.c, &policies[0], seed, first, n, arena.moves, arena.capacity,
                                     <skfast_playout*>&out[0])
        if needed == 0:
            return
        arena.grow(needed)


def play_state(StateBase state not None, const uint8_t[::1] policies not None, uint64_t seed, uint64_t first,
               int64_t[:, ::1] scores not None):
    """Playouts first, first + 1, ... of a position: the scores of each, one row of 4."""
    cdef Arena arena = Arena()
    cdef skfast_state start = state.c
    cdef int64_t n = scores.shape[0]
    cdef int64_t needed = 0
    _policies_from(policies)
    if scores.shape[1] != 4:
        raise ValueError("scores have four columns")
    if n == 0:
        return
    while True:
        with nogil:
            needed = core.playouts_of(&start, &state.compiled.c, &policies[0], seed, first, n, arena.moves,
                                      arena.capacity, &scores[0, 0])
        if needed == 0:
            return
        arena.grow(needed)
