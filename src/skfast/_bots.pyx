# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# cython: freethreading_compatible=True
"""The quick half of the bots: what a seat sees as a kernel state, plays worth a thought, and playouts of sampled deals.

A `Position` is made of a `View` and nothing else.  The cards that the seat cannot see are dealt at random among the
seats that hold them, anew for each world; every play that is compared is played out in the same worlds.
"""
cimport cython
from libc.math cimport sqrt
from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memset

from skfast cimport _core as core
from skfast._core cimport SKFAST_BOMB_KINDS, SKFAST_LOWEST, SKFAST_RANDOM, Stream, skfast_move, skfast_playout
from skfast._core cimport skfast_state
from skfast._objects cimport CompiledRules, Move, compiled, new_move

from skfast._objects import PASS

__all__ = ["POLICIES", "Position"]

cdef enum:
    MOST = 64             # plays that are compared at once
    KINDS = 10 * 13       # categories by length
    SMALL = 13            # the ranks of the jokers
    BIG = 14
    BOMB = 7              # the first category that is a bomb
    JOKER_BOMB = 9
    FIRST_ROOM = 4096     # records

POLICIES = ("random", "lowest")
"""The kernel's players, by name; the place is their number."""


cdef inline int count_of(uint64_t hand, int rank) noexcept nogil:
    return <int>(hand >> 4 * rank & 15)


cdef uint64_t hashed(uint64_t key, uint64_t word) noexcept nogil:
    cdef Stream stream = core.stream_of(key, word)
    return core.random64(&stream)


cdef int64_t price(const skfast_move* move, uint64_t hand, bint bombs_of_jokers) noexcept nogil:
    """Low for what a person would part with first, in the order of `skfast.hints`: bombs broken, wilds, jokers, groups
    torn, the rank."""
    cdef uint64_t rest = hand - move.cards
    cdef int broken = 0
    cdef int torn = 0
    cdef int rank, used, left
    cdef int jokers = count_of(move.cards, SMALL) + count_of(move.cards, BIG)
    for rank in range(SMALL):
        used = count_of(move.cards, rank)
        left = count_of(rest, rank)
        torn += used > 0 and left > 0
        broken += used > 0 and left < 4 and used + left >= 4 and (left > 0 or move.category < BOMB)
    if bombs_of_jokers and jokers and move.category != JOKER_BOMB:
        broken += count_of(hand, SMALL) + count_of(hand, BIG) >= 3
    return (((<int64_t>broken * 8 + move.wilds) * 8 + jokers) * 16 + torn) * 16 + move.rank


@cython.final
cdef class Position:
    """What a seat knows of a deal that is its turn, and what it may play.

    `view` is a `skfast.View` of the seat to move.  `keeps` is a tuple of (seat, rank): cards that a hidden hand is known
    to hold.  ValueError if it is not the seat's turn.
    """
    cdef skfast_state known        # hidden hands empty
    cdef CompiledRules rules
    cdef uint64_t sure[4]          # of hidden hands: cards known to be there
    cdef int sizes[4]              # of hidden hands: cards that are not, 0 for open ones
    cdef uint8_t unseen[108]       # their ranks
    cdef int n_unseen
    cdef uint64_t key              # all that the seat sees, hashed: worlds are drawn from it
    cdef readonly list moves
    """The plays compared, PASS among them where it is allowed."""
    cdef skfast_move records[MOST]
    cdef double totals[MOST]       # of points over the worlds so far
    cdef double gains[MOST]        # of points more than the first play's, and their squares
    cdef double squares[MOST]
    cdef int64_t worlds[MOST]      # how many those are
    cdef double first_points[1024]  # of the first play, by world of a round
    cdef skfast_move* arena
    cdef int64_t capacity

    def __cinit__(self, view, keeps=(), seed=0):
        cdef int seat, rank, n, kind
        cdef Move table
        cdef skfast_state* state = &self.known
        if view.turn != view.seat or view.is_over:
            raise ValueError(f"it is not the turn of seat {view.seat}")
        self.rules = compiled(view.rules)
        self.moves = []
        memset(state, 0, sizeof(skfast_state))
        state.hands[view.seat] = view.hand.packed
        if view.partner_hand is not None:
            state.hands[view.seat ^ 2] = view.partner_hand.packed
        state.turn = view.turn
        state.leader = view.leader
        state.table_seat = view.table_seat
        state.passes = view.passes
        state.face_up = 255
        for seat in range(4):
            state.players[seat] = <uint8_t>seat
            state.finish[seat] = 255
            for stars, n in view.bombs[seat].items():
                kind = SKFAST_BOMB_KINDS - 1 if stars == "J" else stars - 4
                state.bombs[seat][kind] = <uint8_t>n
            self.sizes[seat] = 0 if state.hands[seat] else view.hand_sizes[seat]
            self.sure[seat] = 0
        for n, seat in enumerate(view.finish_order):
            state.finish[n] = <uint8_t>seat
            state.n_finished += 1
        if view.table is not None:
            table = view.table
            state.table = table.record
        unseen = list(view.unseen)
        for seat, rank in keeps:
            if self.sizes[seat] and unseen[rank]:
                unseen[rank] -= 1
                self.sizes[seat] -= 1
                self.sure[seat] += <uint64_t>1 << 4 * rank
        for rank in range(15):
            for _ in range(unseen[rank]):
                self.unseen[self.n_unseen] = <uint8_t>rank
                self.n_unseen += 1
        if self.n_unseen != self.sizes[0] + self.sizes[1] + self.sizes[2] + self.sizes[3]:
            raise ValueError("the unseen cards of the view are not as many as the hidden hands hold")
        self._hash(seed)
        self._reserve(FIRST_ROOM)

    def __dealloc__(self):
        free(self.arena)

    cdef int _reserve(self, int64_t capacity) except -1:
        cdef void* arena = realloc(self.arena, <size_t>capacity * sizeof(skfast_move))
        if arena == NULL:
            raise MemoryError
        self.arena = <skfast_move*>arena
        self.capacity = capacity
        return 0

    cdef void _hash(self, uint64_t seed) noexcept:
        cdef skfast_state* state = &self.known
        cdef uint64_t key = seed
        cdef int i
        for i in range(4):
            key = hashed(key, state.hands[i] + <uint64_t>self.sizes[i] * <uint64_t>0x9E3779B97F4A7C15)
        key = hashed(key, state.table.cards)
        for i in range(self.n_unseen):
            key = hashed(key, self.unseen[i])
        self.key = hashed(key, <uint64_t>state.turn | <uint64_t>state.table_seat << 8 | <uint64_t>state.passes << 16)

    cdef void _deal(self, Stream* stream, skfast_state* world) noexcept nogil:
        """Deal the unseen cards to the hidden hands."""
        cdef uint8_t cards[108]
        cdef int i, seat
        cdef int at = 0
        world[0] = self.known
        for i in range(self.n_unseen):
            cards[i] = self.unseen[i]
        core.shuffle(stream, cards, self.n_unseen)
        for seat in range(4):
            world.hands[seat] += self.sure[seat]
            for i in range(self.sizes[seat]):
                world.hands[seat] += <uint64_t>1 << 4 * cards[at]
                at += 1

    def sample(self, world):
        """The four hands of one sampled deal, as packed ints."""
        cdef skfast_state state
        cdef Stream stream = core.stream_of(self.key, world)
        self._deal(&stream, &state)
        return state.hands[0], state.hands[1], state.hands[2], state.hands[3]

    def policy_play(self, policy):
        """The play of one of the kernel's players, by its number in POLICIES."""
        cdef skfast_state world
        cdef skfast_move chosen
        cdef Stream stream = core.stream_of(self.key, 0)
        cdef int64_t n, needed
        self._deal(&stream, &world)  # a policy looks at no other hand, but at how many cards it holds
        while True:
            needed = core.choose(&world, &self.rules.c, policy, &stream, self.arena, self.capacity, &chosen, &n)
            if needed == 0:
                break
            self._reserve(2 * needed)
        return PASS if chosen.category == 0 else new_move(&chosen, self.rules.c.max_bomb_size)

    def compare(self, first, most):
        """Choose at most `most` plays to compare: `first`, PASS if allowed, and of the thrifty plays of each kind and
        length the two that cost the hand least and the highest.  Bombs of all kinds together are one kind."""
        cdef skfast_move* move
        cdef Move play = first
        cdef uint64_t hand = self.known.hands[self.known.turn]
        cdef const skfast_move* table = core.table_of(&self.known)
        cdef int64_t n = core.legal_moves(hand, table, &self.rules.c, 1, self.arena, self.capacity)
        cdef int64_t best[KINDS][3]    # places in the arena: cheapest, next, highest
        cdef int64_t prices[KINDS][3]
        cdef int64_t i, cost
        cdef int kind, k
        if n > self.capacity:
            self._reserve(n + 128)
            n = core.legal_moves(hand, table, &self.rules.c, 1, self.arena, self.capacity)
        for kind in range(KINDS):
            for k in range(3):
                best[kind][k] = -1
        for i in range(n):
            move = self.arena + i
            kind = BOMB * 13 if move.category >= BOMB else move.category * 13 + move.length
            cost = price(move, hand, self.rules.c.three_jokers)
            if move.category >= BOMB:
                cost = (<int64_t>move.stars << 40) + cost
            if move.cards == hand:  # to go out costs nothing
                cost = -1
            if best[kind][0] < 0 or cost < prices[kind][0]:
                best[kind][1] = best[kind][0]
                prices[kind][1] = prices[kind][0]
                best[kind][0] = i
                prices[kind][0] = cost
            elif best[kind][1] < 0 or cost < prices[kind][1]:
                best[kind][1] = i
                prices[kind][1] = cost
            if (best[kind][2] < 0 or _height(move) > _height(self.arena + best[kind][2])
                    or _height(move) == _height(self.arena + best[kind][2]) and cost < prices[kind][2]):
                best[kind][2] = i
                prices[kind][2] = cost
        found = {}
        for k in range(3):
            for kind in range(KINDS):
                if best[kind][k] >= 0 and best[kind][k] not in found:
                    found[best[kind][k]] = (k, prices[kind][k])
        self.moves = []
        self._add(&play.record)
        if self.known.table.category and play.record.category:
            self._add(&(<Move>PASS).record)
        for i in sorted(found, key=found.get):
            if len(self.moves) >= min(most, MOST):
                break
            if new_move(self.arena + i, self.rules.c.max_bomb_size) != first:
                self._add(self.arena + i)
        return self.moves

    cdef int _add(self, const skfast_move* record) except -1:
        cdef Py_ssize_t i = len(self.moves)
        self.records[i] = record[0]
        self.totals[i] = self.gains[i] = self.squares[i] = 0
        self.worlds[i] = 0
        self.moves.append(new_move(record, self.rules.c.max_bomb_size))
        return 0

    def run(self, places, first_world, n_worlds, policy):
        """Play out some of `moves` in `n_worlds` sampled deals (at most 1024), beginning with number `first_world`.

        `places` begin with 0: what the others gain is counted against the first play, world by world."""
        cdef int chosen[MOST]
        cdef int n = 0
        cdef uint64_t world = first_world
        cdef int64_t count = min(n_worlds, 1024)
        cdef int number = policy
        cdef int64_t needed
        for place in places:
            chosen[n] = place
            n += 1
        while True:
            with nogil:
                needed = self._run(chosen, n, world, count, number)
            if needed == 0:
                return
            self._reserve(2 * needed)

    cdef int64_t _run(self, const int* chosen, int n, uint64_t first, int64_t count, int policy) noexcept nogil:
        """0, or the records that the arena must hold: then nothing was counted."""
        cdef skfast_state dealt, world
        cdef skfast_playout result
        cdef skfast_move* move
        cdef uint8_t policies[4]
        cdef Stream stream, same
        cdef int64_t i, needed
        cdef int j, side
        cdef double points
        cdef double totals[MOST]
        cdef double gains[MOST]
        cdef double squares[MOST]
        for j in range(4):
            policies[j] = <uint8_t>policy
        for j in range(n):
            totals[j] = gains[j] = squares[j] = 0
        side = self.known.turn & 1
        for i in range(count):
            stream = core.stream_of(self.key, first + <uint64_t>i)
            self._deal(&stream, &dealt)
            for j in range(n):
                world = dealt
                same = stream
                move = &self.records[chosen[j]]
                if move.category:
                    core.play(&world, move)
                else:
                    core.pass_turn(&world)
                needed = core.playout(&world, &self.rules.c, policies, &same, self.arena, self.capacity, &result)
                if needed:
                    return needed
                points = <double>(result.scores[0] + result.scores[2] - result.scores[1] - result.scores[3])
                if side:
                    points = -points
                totals[j] += points
                if j == 0:
                    self.first_points[i] = points
                points -= self.first_points[i]
                gains[j] += points
                squares[j] += points * points
        for j in range(n):
            self.totals[chosen[j]] += totals[j]
            self.gains[chosen[j]] += gains[j]
            self.squares[chosen[j]] += squares[j]
            self.worlds[chosen[j]] += count
        return 0

    def estimates(self):
        """For each of `moves` (points, gain, error, worlds): mean points of a player of this side more than of one of
        the other; how much more that is than the first play's, and the standard error of this."""
        rows = []
        for i in range(len(self.moves)):
            n = self.worlds[i]
            if n == 0:
                rows.append((0.0, 0.0, float("inf"), 0))
                continue
            gain = self.gains[i] / n
            spread = max(self.squares[i] / n - gain * gain, 0.0)
            error = sqrt(spread / (n - 1)) if n > 1 else float("inf")
            rows.append((self.totals[i] / n / 4, gain / 4, error / 4, n))
        return rows


cdef inline int _height(const skfast_move* move) noexcept nogil:
    """Which of one kind is the strongest."""
    if move.category >= BOMB:
        return <int>move.stars << 16 | <int>move.order << 8 | move.rank
    return move.rank
