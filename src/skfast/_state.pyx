# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, freethreading_compatible=True
"""A deal in Python objects: the kernel's state, the chain of plies behind it, and the doors to score and perft.

`skfast.State` is made of `StateBase`: one C struct, and a chain of `Ply`, each of which knows how to take itself back
and points to the one before.  A chain is never changed, so copies share it, and a copy costs as much after 200 plies
as after none.
"""
cimport cython
from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcmp, memset

from skfast cimport _core as core
from skfast._core cimport SKFAST_BOMB_KINDS, Stream, skfast_move, skfast_result, skfast_state
from skfast._objects cimport CompiledRules, Move, compiled, new_list, new_move, wilds_from

from skfast._objects import PASS, illegal_reason
from skfast.cards import Hand, IllegalMoveError, InvalidHandError, missing_text
from skfast.rules import BAIBIAN

__all__ = ["StateBase", "dealt_cards", "perft_count", "perft_divide", "score_parts"]

cdef int NOBODY = 255
cdef int FOUR_JOKERS = SKFAST_BOMB_KINDS - 1
cdef int SPLIT_FROM = 5   # perfts deeper than this take long enough for somebody to want to interrupt them
cdef dict _WRONG = {
    1: "the four hands and the table are not from one double pack",
    2: "the players are not 0, 1, 2, 3 in some order",
    3: "the seats that are out must be exactly those without cards, and not both of a side while the deal goes on",
    4: "the turn, the leader and the passes do not fit the table and who is out",
    5: "the table is not a move that its seat can have played",
    6: "these bombs cannot have been played from the cards that are gone",
    7: "the face-up card is not a card",
}


cdef CompiledRules _no_rules = compiled(BAIBIAN)


cdef uint64_t _seed_from(object seed, str name) except? 0xFFFFFFFFFFFFFFFF:
    try:
        return seed
    except OverflowError:
        raise ValueError(f"{name} must be 0 to 2**64 - 1, not {seed}") from None


cdef int _seat_from(object seat, str name) except -1:
    if not 0 <= seat <= 3:
        raise ValueError(f"{name} must be a seat 0..3, not {seat!r}")
    return seat


cdef tuple _four(const int64_t* values):
    return values[0], values[1], values[2], values[3]


cdef tuple _parts(const skfast_result* result):
    """order, win, base, multiplier, contribution, scores."""
    order = tuple([result.finish[place] for place in range(4)])
    return (order, result.win, _four(result.base), result.multiplier, _four(result.contribution),
            _four(result.scores))


@cython.final
@cython.no_gc
@cython.freelist(512)
cdef class Ply:
    """One play or pass: what takes it back, and the ply before it."""


cdef class StateBase:
    """What a deal is at one moment, and how it came to it.  `State` adds how to begin one and how to print it."""

    def __cinit__(self, *args, **kwargs):
        self.compiled = _no_rules
        self.rules = BAIBIAN
        self.c.n_finished = 4  # until it is begun: nobody can play

    # --- what is known

    @property
    def hands(self):
        """The four hands by seat, a tuple of Hand."""
        return Hand(self.c.hands[0]), Hand(self.c.hands[1]), Hand(self.c.hands[2]), Hand(self.c.hands[3])

    @property
    def packed_hands(self):
        """The four hands by seat as packed ints."""
        return self.c.hands[0], self.c.hands[1], self.c.hands[2], self.c.hands[3]

    @property
    def turn(self):
        """The seat to move, 0..3; once the deal is over the seat that moved last."""
        return self.c.turn

    @property
    def table(self):
        """The move to beat, or None: `turn` leads.  Once the deal is over, the last play."""
        if self.c.table.category == 0:
            return None
        return new_move(&self.c.table, self.compiled.c.max_bomb_size)

    @property
    def table_seat(self):
        """The seat that played the table; before a lead, the leader."""
        return self.c.table_seat

    @property
    def leader(self):
        """The seat that led this trick, or is to lead it."""
        return self.c.leader

    @property
    def passes(self):
        """Passes in succession since the last play."""
        return self.c.passes

    @property
    def plies(self):
        """Plays and passes so far, those before the position a state was made from included."""
        return self.c.plies

    @property
    def finish_order(self):
        """The seats that are out, first to last; all four once the deal is over."""
        return tuple([self.c.finish[place] for place in range(self.c.n_finished)])

    @property
    def is_over(self):
        """Whether both players of a side are out."""
        return self.c.n_finished == 4

    @property
    def players(self):
        """The player who sits at each seat: in the deals of a match the players change seats."""
        return self.c.players[0], self.c.players[1], self.c.players[2], self.c.players[3]

    @property
    def face_up(self):
        """The id of the card 0..107 that settled lead and partners, or None."""
        return None if self.c.face_up == NOBODY else self.c.face_up

    @property
    def bombs(self):
        """The bombs each seat has played: for each seat {stars: how many}, with the key "J" for the four jokers."""
        return tuple([
            {("J" if kind == FOUR_JOKERS else kind + 4): self.c.bombs[seat][kind]
             for kind in range(SKFAST_BOMB_KINDS) if self.c.bombs[seat][kind]}
            for seat in range(4)
        ])

    @property
    def can_pass(self):
        """Whether PASS is allowed: there is a table, and the deal is not over."""
        return self.c.table.category != 0 and self.c.n_finished != 4

    @property
    def history(self):
        """The plies since this state was made, as a tuple of (seat, Move), passes included."""
        cdef list plies = []
        cdef Ply ply = self.last
        while ply is not None:
            plies.append((ply.undo.tail[0], new_move(&ply.undo.move, self.compiled.c.max_bomb_size)))
            ply = ply.before
        plies.reverse()
        return tuple(plies)

    def scores(self):
        """The points by seat, four ints: of a deal that is over its score, before that the contributions so far."""
        cdef skfast_result result
        core.score(&self.c, &self.compiled.c, &result)
        return _four(result.scores)

    def _result_parts(self):
        cdef skfast_result result
        core.score(&self.c, &self.compiled.c, &result)
        return _parts(&result)

    # --- play

    def legal_moves(self, wilds="all"):
        """The plays of the seat to move, a MoveList as of `skfast.legal_moves`; empty once the deal is over.

        PASS is not among them: see `can_pass`.
        """
        return new_list(self.c.hands[self.c.turn], core.table_of(&self.c), &self.compiled.c, wilds_from(wilds))

    def play(self, move):
        """The seat to move plays a Move or text, PASS or "pass" included.

        Raises IllegalMoveError, which says why, if that is not allowed now, and InvalidMoveError for text that is no
        move or has several readings here; the state is then as before.
        """
        cdef Move played
        if type(move) is not Move:
            if not isinstance(move, str):
                raise TypeError(f"a move is a Move or text, not {move!r}")
            if self.c.n_finished != 4:
                move = Move.parse(move, self.rules, self.table)
        if self.c.n_finished == 4:
            raise IllegalMoveError(f"{move}: the deal is over")
        played = <Move>move
        if played.record.category == 0:
            if self.c.table.category == 0:
                raise IllegalMoveError(f"seat {self.c.turn} leads and must play")
        elif not core.is_legal(&played.record, self.c.hands[self.c.turn], core.table_of(&self.c), &self.compiled.c):
            raise IllegalMoveError(illegal_reason(move, Hand(self.c.hands[self.c.turn]), self.table, self.rules))
        _push(self, &played.record)

    def play_unchecked(self, Move move not None):
        """`play` for a move known to be legal; whether it is, and beats the table, is not asked.

        IllegalMoveError if the deal is over or the cards are not there, for then nothing would make sense any more.
        """
        if self.c.n_finished == 4:
            raise IllegalMoveError(f"{move}: the deal is over")
        if not core.contains(self.c.hands[self.c.turn], move.record.cards):
            raise IllegalMoveError(f"{move} {missing_text(move.record.cards, self.c.hands[self.c.turn])}")
        _push(self, &move.record)

    def undo(self):
        """Take back the last ply and return its Move.  ValueError if there is none since this state was made."""
        cdef Ply ply = self.last
        if ply is None:
            raise ValueError("there is no ply to undo")
        core.unmake(&self.c, &ply.undo)
        self.last = ply.before
        return new_move(&ply.undo.move, self.compiled.c.max_bomb_size)

    def copy(self):
        """A second state that goes on by itself; it shares the plies so far, and can undo them."""
        cdef StateBase other = _empty(type(self))
        other.c = self.c
        other.compiled = self.compiled
        other.rules = self.rules
        other.last = self.last
        return other

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, memo):
        return self.copy()

    def origin(self):
        """The position this state was made from, as a new state: all of `history` undone."""
        cdef StateBase other = self.copy()
        while other.last is not None:
            core.unmake(&other.c, &other.last.undo)
            other.last = other.last.before
        return other

    def __eq__(self, other):
        """Equal when rules and position are; how they were reached does not count."""
        if not isinstance(other, StateBase):
            return NotImplemented
        return (memcmp(&self.c, &(<StateBase>other).c, sizeof(skfast_state)) == 0
                and self.rules == (<StateBase>other).rules)

    __hash__ = None

    # --- beginnings, for game.py

    def _deal(self, rules, seed, number, leader, players):
        cdef CompiledRules flags = compiled(rules)
        cdef uint8_t cards[108]
        cdef uint8_t seated[4]
        cdef Stream stream = core.stream_of(_seed_from(seed, "seed"), _seed_from(number, "number"))
        cdef int first = -1
        if leader is not None:
            if rules.lead == "face_up":
                raise ValueError("the face-up card decides who leads under these rules, so leader must be None")
            first = _seat_from(leader, "leader")
        _seat_players(players, seated)
        _set_rules(self, rules)
        core.deal_cards(&flags.c, &stream, first, seated, &self.c, cards)
        return bytes(cards[:108])

    def _begin(self, rules, hands, leader, finish_order):
        """From packed hands."""
        cdef CompiledRules flags = compiled(rules)
        cdef uint64_t packed[4]
        cdef skfast_state state
        for seat in range(4):
            packed[seat] = hands[seat]
        if not core.possible_hands(packed, 0):
            _refuse_hands(packed)
        core.start(&state, packed, _seat_from(leader, "leader"))
        if packed[state.turn] == 0:
            raise ValueError(f"seat {leader} holds no cards, so it cannot lead")
        for place, seat in enumerate(finish_order):
            if place == 4:
                raise ValueError(_WRONG[3])
            state.finish[place] = _seat_from(seat, "finish_order")
            state.n_finished += 1
        _check(&state, flags)
        _set_rules(self, rules)
        self.c = state

    def _place(self, rules, hands, turn, table, table_seat, leader, passes, finish_order, players, face_up, bombs,
               plies):
        """From all the parts of a position text; `bombs` as the property, packed hands."""
        cdef CompiledRules flags = compiled(rules)
        cdef uint64_t packed[4]
        cdef skfast_state state
        for seat in range(4):
            packed[seat] = hands[seat]
        if not core.possible_hands(packed, 0):
            _refuse_hands(packed)
        core.start(&state, packed, _seat_from(turn, "the turn"))
        state.leader = _seat_from(leader, "the leader")
        state.table_seat = _seat_from(table_seat, "the seat of the table")
        if table is not None:
            state.table = (<Move?>table).record
        if not 0 <= passes <= 3:
            raise ValueError(_WRONG[4])
        if not 0 <= plies <= 999:
            raise ValueError(f"{plies} plies: no deal is as long")
        state.passes = passes
        state.plies = plies
        for place, seat in enumerate(finish_order):
            if place == 4:
                raise ValueError(_WRONG[3])
            state.finish[place] = _seat_from(seat, "a seat that is out")
            state.n_finished += 1
        _seat_players(players, state.players)
        if face_up is not None:
            if not 0 <= face_up < 108:
                raise ValueError(_WRONG[7])
            state.face_up = face_up
        for seat in range(4):
            for stars, n in bombs[seat].items():
                if stars != "J" and not 4 <= stars <= 18 or not 0 < n < 28:
                    raise ValueError(_WRONG[6])
                state.bombs[seat][FOUR_JOKERS if stars == "J" else stars - 4] = n
        _check(&state, flags)
        _set_rules(self, rules)
        self.c = state


cdef StateBase _empty(type cls):
    return cls.__new__(cls)


cdef inline int _push(StateBase state, const skfast_move* move) except -1:
    cdef Ply ply = Ply.__new__(Ply)
    ply.before = state.last
    core.make(&state.c, move, &ply.undo)
    state.last = ply
    return 0


cdef int _set_rules(StateBase state, object rules) except -1:
    state.compiled = compiled(rules)
    state.rules = rules
    state.last = None
    return 0


cdef int _check(const skfast_state* state, CompiledRules flags) except -1:
    cdef int wrong = core.state_check(state, &flags.c)
    if wrong == 1:
        raise InvalidHandError(_WRONG[1])
    if wrong:
        raise ValueError(_WRONG[wrong])
    return 0


cdef int _seat_players(object players, uint8_t* seated) except -1:
    players = tuple(players)
    if sorted(players) != [0, 1, 2, 3]:
        raise ValueError(f"{_WRONG[2]}: {players}")
    for seat in range(4):
        seated[seat] = players[seat]
    return 0


cdef int _refuse_hands(const uint64_t* hands) except -1:
    for rank in range(15):
        n = sum([hands[seat] >> 4 * rank & 15 for seat in range(4)])
        most = 8 if rank < 13 else 2
        if n > most:
            raise InvalidHandError(f"{n} x {'3456789TJQKA2BR'[rank]} in the four hands: two packs hold {most}")
    raise InvalidHandError(_WRONG[1])


def dealt_cards(rules, seed, number=0, players=(0, 1, 2, 3)):
    """The physical cards of a deal: what `State.deal` with the same arguments deals, as ids 0..107.

    A tuple of four tuples of 27 ids by seat, in the order dealt, after the change of seats.

    >>> from skfast.rules import BAIBIAN
    >>> sorted(card for held in dealt_cards(BAIBIAN, seed=1) for card in held) == list(range(108))
    True
    """
    cards = StateBase()._deal(rules, seed, number, None, players)
    return tuple([tuple(cards[27 * seat:27 * seat + 27]) for seat in range(4)])


def score_parts(finish_order, bombs, rules):
    """Order, win, base, multiplier, contribution, scores of a deal; see `skfast.scoring.score`."""
    cdef CompiledRules flags = compiled(rules)
    cdef skfast_state state
    cdef skfast_result result
    cdef Move bomb
    memset(&state, 0, sizeof(skfast_state))
    order = tuple(finish_order)
    if sorted(order) != [0, 1, 2, 3]:
        raise ValueError(f"finish_order must be the seats 0, 1, 2, 3 in some order, not {order}")
    for place in range(4):
        state.finish[place] = order[place]
    state.n_finished = 4
    cards = [0, 0, 0, 0]
    for seat, move in bombs:
        bomb = <Move?>move
        _seat_from(seat, "the seat of a bomb")
        if bomb.record.category < 7:
            raise ValueError(f"{move} is not a bomb")
        cards[seat] += bomb.record.n_cards
        if cards[seat] > 27:
            raise ValueError(f"seat {seat} cannot have played these bombs: they have more than 27 cards")
        state.bombs[seat][FOUR_JOKERS if bomb.record.category == 9 and bomb.record.size == 4
                          else bomb.record.stars - 4] += 1
    core.score(&state, &flags.c, &result)
    return _parts(&result)


# --- perft

cdef class _Arena:
    """Room for the move lists of every ply of a perft."""
    cdef skfast_move* moves

    def __cinit__(self, StateBase state, int depth):
        cdef int64_t room = core.perft_room(&state.c, &state.compiled.c, depth)
        self.moves = <skfast_move*>malloc(<size_t>room * sizeof(skfast_move))
        if self.moves == NULL:
            raise MemoryError(f"perft of depth {depth} needs room for {room} moves")

    def __dealloc__(self):
        free(self.moves)


cdef int _depth_from(object depth) except -1:
    if depth < 0:
        raise ValueError(f"depth must not be negative, as {depth} is")
    return min(depth, 1000)  # longer than any deal


def perft_divide(StateBase state not None, depth, bint finished, int mode):
    """[(Move, lines)] for each play and then PASS from a state, `depth` >= 1; Ctrl-C is heard between them."""
    cdef int plies = _depth_from(depth)
    cdef _Arena arena = _Arena(state, plies)
    cdef skfast_state child
    cdef Move move
    cdef int64_t n
    cdef list lines = []
    if state.c.n_finished == 4:
        return lines
    moves = list(state.legal_moves())
    if state.c.table.category:
        moves.append(PASS)
    for move in moves:
        child = state.c
        if move.record.category:
            core.play(&child, &move.record)
        else:
            core.pass_turn(&child)
        with nogil:
            n = core.perft_count(&child, &state.compiled.c, plies - 1, finished, mode, arena.moves)
        lines.append((move, n))
        PyErr_CheckSignals()
    return lines


def perft_count(StateBase state not None, depth, bint finished, int mode):
    """The number of lines of `depth` plies; mode 0, 1 or 2 as in kernel/perft.pxi."""
    cdef int plies = _depth_from(depth)
    cdef _Arena arena
    cdef int64_t n
    if plies > SPLIT_FROM:
        return sum([n for _, n in perft_divide(state, plies, finished, mode)]) if state.c.n_finished != 4 else finished
    arena = _Arena(state, plies)
    with nogil:
        n = core.perft_count(&state.c, &state.compiled.c, plies, finished, mode, arena.moves)
    return n
