# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, freethreading_compatible=True
"""The kernel over arrays, without the interpreter lock: what skfast.simulation and its threads call.

Everything here works on one stretch of contiguous arrays in one thread and trusts their dtypes and lengths;
`skfast.simulation` checks, divides the work and puts it together.
"""
from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.stdlib cimport free, malloc

from skfast cimport _core as core
from skfast._core cimport SKFAST_LOWEST, SKFAST_RANDOM, Stream, skfast_move, skfast_playout, skfast_rules, skfast_state
from skfast._objects cimport CompiledRules, compiled, new_move
from skfast._state cimport StateBase

from skfast._objects import PASS

__all__ = [
    "MixedDeal",
    "answers",
    "bad_hand",
    "count_rows",
    "fill_rows",
    "play_deals",
    "play_state",
    "plays_by_ply",
]

cdef int64_t ROOM = 32_768      # records: more than any hand of the presets can lead


cdef class Arena:
    """Room for one list of moves; grown when a hand of odd rules needs more."""
    cdef skfast_move* moves
    cdef int64_t capacity

    def __cinit__(self, int64_t room=ROOM):
        self.grow(room)

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


def play_deals(rules, const uint8_t[::1] policies not None, uint64_t seed, uint64_t first, uint8_t[::1] out not None,
               int64_t room=ROOM):
    """Deals first, first + 1, ... of a seed into `out`, the bytes of an array of DEAL_DTYPE."""
    cdef CompiledRules flags = compiled(rules)
    cdef Arena arena = Arena(room)
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


def plays_by_ply(rules, const uint8_t[::1] policies not None, uint64_t seed, uint64_t number):
    """[(whether it was a lead, how many legal plays there were)] for each ply of one deal of `play_deals`."""
    cdef CompiledRules flags = compiled(rules)
    cdef Arena arena = Arena()
    cdef Stream stream = core.stream_of(seed, number)
    cdef skfast_state state
    cdef skfast_move move
    cdef int64_t n = 0
    cdef int64_t needed
    cdef list plies = []
    _policies_from(policies)
    core.deal(&flags.c, &stream, -1, &state)
    while not core.is_over(&state):
        needed = core.choose(&state, &flags.c, policies[state.turn], &stream, arena.moves, arena.capacity, &move, &n)
        if needed:
            arena.grow(needed)
            continue
        n = core.count_moves(state.hands[state.turn], core.table_of(&state), &flags.c, 0)
        plies.append((state.table.category == 0, n))
        if move.category:
            core.play(&state, &move)
        else:
            core.pass_turn(&state)
    return plies


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


# --- deals in which some players are Python

cdef class MixedDeal:
    """A deal between policies of the kernel and players that are Python: `advance` until it is a player's turn, then
    `play` what he chose.  Deal and random numbers are those of `play_deals`."""
    cdef readonly StateBase state
    cdef CompiledRules flags
    cdef Stream stream
    cdef Arena arena
    cdef skfast_playout record

    def __init__(self, StateBase state not None, uint64_t seed, uint64_t number):
        """Of a state that is deal `number` of `seed`, nothing played."""
        cdef skfast_state again
        self.state = state
        self.flags = state.compiled
        self.arena = Arena()
        self.stream = core.stream_of(seed, number)
        core.deal(&self.flags.c, &self.stream, -1, &again)  # draws what the deal drew
        self.record.leader = state.c.leader

    cdef void count(self, int64_t n, bint leads) noexcept:
        """One ply, with n legal plays."""
        self.record.plies += 1
        if leads:
            self.record.leads += 1
            self.record.lead_moves += <unsigned int>n
            self.record.choices += n > 1
        else:
            self.record.follow_moves += <unsigned int>n
            self.record.choices += n > 0

    def advance(self, const uint8_t[::1] policies not None):
        """Play on until a seat whose policy is 255 is to move: that seat, or -1 at the end of the deal."""
        cdef StateBase state = self.state
        cdef skfast_move move
        cdef int64_t n = 0
        cdef int64_t needed
        while state.c.n_finished != 4:
            if policies[state.c.turn] == 255:
                return state.c.turn
            while True:
                needed = core.choose(&state.c, &self.flags.c, policies[state.c.turn], &self.stream, self.arena.moves,
                                     self.arena.capacity, &move, &n)
                if needed == 0:
                    break
                self.arena.grow(needed)
            if policies[state.c.turn] == SKFAST_LOWEST and n:
                n = core.count_moves(state.c.hands[state.c.turn], core.table_of(&state.c), &self.flags.c, 0)
            self.count(n, state.c.table.category == 0)
            state.play_unchecked(PASS if move.category == 0 else new_move(&move, self.flags.c.max_bomb_size))
        return -1

    def play(self, move):
        """The move of the player whose turn it is; raises what `State.play` does."""
        cdef StateBase state = self.state
        cdef int64_t n = core.count_moves(state.c.hands[state.c.turn], core.table_of(&state.c), &self.flags.c, 0)
        cdef bint leads = state.c.table.category == 0
        state.play(move)
        self.count(n, leads)

    def finish(self, uint8_t[::1] out not None):
        """What the deal came to, into one record of DEAL_DTYPE."""
        core.playout_score(&self.state.c, &self.flags.c, &self.record)
        (<skfast_playout*>&out[0])[0] = self.record


# --- questions about rows of hands.  `tables` holds the bytes of one MOVE_DTYPE record for all rows, or of one for
# each; none: leads.  A record of category PASS is a lead.

cdef enum:
    SLACK = 80          # what generate_into may write behind the moves (kernel/sink.pxi)
    RECORD = 16

cdef inline const skfast_move* table_at(const uint8_t* tables, Py_ssize_t step, Py_ssize_t row) noexcept nogil:
    cdef const skfast_move* table = <const skfast_move*>(tables + step * row)
    if tables == NULL or table.category == 0:
        return NULL
    return table


cdef const uint8_t* bytes_of(const uint8_t[::1] tables) noexcept:
    if tables is None or tables.shape[0] == 0:
        return NULL
    return &tables[0]


cdef Py_ssize_t step_of(const uint8_t[::1] tables, Py_ssize_t rows) except -1:
    if tables is None or tables.shape[0] == RECORD:
        return 0
    if tables.shape[0] != RECORD * rows:
        raise ValueError("one table for all rows or one for each")
    return RECORD


def bad_hand(const uint64_t[::1] hands not None):
    """The first row that is no hand, or -1."""
    cdef Py_ssize_t i
    with nogil:
        for i in range(hands.shape[0]):
            if core.hand_check(hands[i]) != 0:
                break
        else:
            i = -1
    return i


def count_rows(const uint64_t[::1] hands not None, const uint8_t[::1] tables, rules, int wilds, bint readings,
               int64_t[::1] out not None):
    """The number of legal moves of each hand, or of the readings of these cards."""
    cdef CompiledRules flags = compiled(rules)
    cdef const skfast_rules* c = &flags.c
    cdef Py_ssize_t step = step_of(tables, hands.shape[0])
    cdef const uint8_t* first = bytes_of(tables)
    cdef skfast_move scratch[1]
    cdef Py_ssize_t i
    if out.shape[0] != hands.shape[0]:
        raise ValueError("one number for each row")
    with nogil:
        for i in range(hands.shape[0]):
            if readings:
                out[i] = core.classify(hands[i], table_at(first, step, i), c, scratch, 0)
            else:
                out[i] = core.count_moves(hands[i], table_at(first, step, i), c, wilds)


def answers(const uint64_t[::1] hands not None, const uint8_t[::1] tables, rules, uint8_t[::1] out not None):
    """Whether each hand can beat its table."""
    cdef CompiledRules flags = compiled(rules)
    cdef const skfast_rules* c = &flags.c
    cdef Py_ssize_t step = step_of(tables, hands.shape[0])
    cdef const uint8_t* first = bytes_of(tables)
    cdef Py_ssize_t i
    if out.shape[0] != hands.shape[0]:
        raise ValueError("one answer for each row")
    with nogil:
        for i in range(hands.shape[0]):
            out[i] = core.can_beat(hands[i], table_at(first, step, i), c)


def fill_rows(const uint64_t[::1] hands not None, const uint8_t[::1] tables, rules, int wilds, bint readings,
              const int64_t[::1] offsets not None, uint8_t[::1] moves not None):
    """The moves of each hand to their places: row i to records offsets[i] - offsets[0] up to offsets[i + 1] -
    offsets[0] of `moves`.  Nothing behind the last one is touched."""
    cdef CompiledRules flags = compiled(rules)
    cdef const skfast_rules* c = &flags.c
    cdef Py_ssize_t step = step_of(tables, hands.shape[0])
    cdef const uint8_t* first = bytes_of(tables)
    cdef int64_t n = hands.shape[0]
    cdef int64_t end, begin, i
    cdef skfast_move* out
    if offsets.shape[0] != n + 1:
        raise ValueError("one offset more than rows")
    end = offsets[n] - offsets[0]
    if moves.shape[0] != end * RECORD:
        raise ValueError("the moves need as much room as the offsets say")
    if end == 0:
        return
    out = <skfast_move*>&moves[0]
    with nogil:
        for i in range(n):
            begin = offsets[i] - offsets[0]
            if readings:
                core.classify(hands[i], table_at(first, step, i), c, out + begin, <int>(offsets[i + 1] - offsets[i]))
            elif offsets[i + 1] - offsets[0] + SLACK <= end:
                # into the open: what is written behind the moves is overwritten by the rows that follow
                core.generate_into(hands[i], table_at(first, step, i), c, wilds, out + begin)
            elif offsets[i + 1] > offsets[i]:
                core.legal_moves(hands[i], table_at(first, step, i), c, wilds, out + begin, offsets[i + 1] - offsets[i])
