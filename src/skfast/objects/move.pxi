# Move: a record and nothing else, so that making one is a memory copy.
class Category(IntEnum):
    """What kind of play a move is.  Everything from BOMB on is a bomb."""

    PASS = 0
    SINGLE = 1
    PAIR = 2
    TRIPLE = 3
    STRAIGHT = 4
    PAIR_RUN = 5
    TRIPLE_RUN = 6
    BOMB = 7
    CHAIN_BOMB = 8
    JOKER_BOMB = 9


cdef tuple _categories = tuple(Category)
cdef uint64_t _NATURAL = 0x000FFFFFFFFFFFFF
cdef dict _RUN_LENGTHS = {4: (5, 12), 5: (3, 12), 6: (3, 9)}


cdef inline Move new_move(const skfast_move* record, uint8_t max_bomb_size):
    cdef Move move = Move.__new__(Move)
    move.record = record[0]
    move.max_bomb_size = max_bomb_size
    return move


cdef inline uint64_t _fields(const skfast_move* record) noexcept:
    cdef uint64_t fields
    memcpy(&fields, &record.category, 8)
    return fields


cdef inline bint _same(const skfast_move* a, const skfast_move* b) noexcept:
    return a.cards == b.cards and _fields(a) == _fields(b)


cdef object _record_error(const skfast_move* m):
    """Why a record cannot be a move under any rules, or None.  The kernel may then trust its shape."""
    cdef uint64_t natural = m.cards & _NATURAL
    cdef int jokers = (m.cards >> 52 & 15) + (m.cards >> 56 & 15)
    cdef int n = 0
    cdef int rank, held
    for rank in range(15):
        n += m.cards >> 4 * rank & 15
    if m.category == 0:
        return None if m.cards == 0 and _fields(m) == 0 else "the fields of PASS are all 0"
    if n != m.n_cards or n == 0:
        return f"n_cards is {m.n_cards}, with {n} cards"
    if natural == 0:
        if m.wilds != (1 if m.category == 2 and m.cards >> 52 == 0x11 else 0):
            return f"wilds is {m.wilds}, with jokers only"
    elif m.category < 4 and m.rank > 12 or m.wilds != jokers:
        return f"wilds is {m.wilds}, with {jokers} jokers beside other cards"
    if m.category <= 3:
        fits = m.length == 1 and m.size == m.category and n == m.size and m.stars == 0 and m.order == 0
    elif m.category <= 6:
        least, most = _RUN_LENGTHS[m.category]
        fits = (m.size == m.category - 3 and least <= m.length <= most and n == m.length * m.size
                and m.stars == 0 and m.order == 0 and m.length - 1 <= m.rank <= 11)
    elif m.category == 7:
        fits = m.length == 1 and 4 <= m.size <= 12 and n == m.size and m.stars == m.size and m.rank <= 12
    elif m.category == 8:
        fits = (2 <= m.length <= 6 and 4 <= m.size <= 12 and m.size + 4 * (m.length - 1) <= n <= 27
                and m.stars == m.size + m.length and m.length - 1 <= m.rank <= 11)
    elif m.category == 9:
        fits = m.length == 1 and 3 <= m.size <= 4 and n == m.size and m.rank == 14 and natural == 0
    else:
        return f"category is 0..9, not {m.category}"
    if not fits:
        return f"no {_categories[m.category].name} has these fields"
    if natural == 0:
        fits = m.category == 9 or m.category <= 2 and (m.wilds or m.cards == <uint64_t>n << 4 * m.rank) and (
            m.rank >= 13 and m.rank <= 14)
        return None if fits else f"no {_categories[m.category].name} has these cards"
    for rank in range(13):
        held = m.cards >> 4 * rank & 15
        if held > m.size and m.category != 8 or held and not m.rank - m.length < rank <= m.rank:
            return f"{held} x {RANKS[rank]} are not in {_categories[m.category].name} of top rank {RANKS[m.rank]}"
    return None


@cython.final
@cython.freelist(512)
cdef class Move:
    """A play: the cards and their reading, 16 bytes inside (`MOVE_DTYPE`).

    Immutable; equal when the records are; hashable; pickles.  There is no ``<``: what beats what is a partial order,
    `beats`; for sorting there is `sort_key`.  Moves come from `legal_moves`, `classify` or `Move.parse`; the
    constructor takes the record's fields and raises InvalidMoveError if no rules know such a move.

    >>> move = Move.parse("4567R=45678")
    >>> move.category, move.length, move.rank, move.wilds, str(move.cards)
    (<Category.STRAIGHT: 4>, 5, 5, 1, '4567R')
    >>> move.beats(Move.parse("34567")), move.beats(Move.parse("3333"))
    (True, False)
    """

    def __init__(self, cards, category, length, size, rank, stars, n_cards, wilds, order, max_bomb_size=0):
        cdef skfast_move record
        record.cards = hand_from(cards)
        try:
            record.category = category
            record.length = length
            record.size = size
            record.rank = rank
            record.stars = stars
            record.n_cards = n_cards
            record.wilds = wilds
            record.order = order
            self.max_bomb_size = max_bomb_size
        except OverflowError:
            raise InvalidMoveError("every field of a move is 0..255") from None
        error = _record_error(&record)
        if error is not None:
            raise InvalidMoveError(error)
        self.record = record

    @staticmethod
    def from_record(record, max_bomb_size=0):
        """A move from 16 bytes: one element of a `MOVE_DTYPE` array, or ``bytes(move)``.

        InvalidMoveError if they are not a move under any rules.

        >>> Move.from_record(bytes(PASS)) == PASS
        True
        """
        cdef const unsigned char[::1] data = bytes(record)
        cdef skfast_move m
        if data.shape[0] != sizeof(skfast_move):
            raise InvalidMoveError(f"a move has 16 bytes, not {data.shape[0]}")
        memcpy(&m, &data[0], sizeof(skfast_move))
        if core.hand_check(m.cards):
            packed_hand(m.cards)
        error = _record_error(&m)
        if error is not None:
            raise InvalidMoveError(error)
        return new_move(&m, max_bomb_size)

    @staticmethod
    def parse(str text not None, rules=_baibian, table=None):
        """The move of a text, under these rules.

        The text is `pass`, or cards as a `Hand` takes them and, after ``=``, their reading: ``4567R=45678``.  Without
        it one reading must be legal; with a table, one reading that beats it.  Any assignment of the wilds of a reading
        will do, and case, spaces, ``10`` and ``X``/``D`` as in hands.

        InvalidMoveError, with the character and its position (from 0) or with the readings that are legal, if it
        names no move; IllegalMoveError if the cards are a move but none that beats the table.  A reading named after
        ``=`` is not held against the table.

        >>> Move.parse("7 7 8 8 9 r"), Move.parse("BRR").stars, Move.parse("pass") == PASS
        (Move("77889R=778899"), 6, True)
        """
        return parse_move(text, rules, table_from(table, rules))

    @property
    def text(self):
        """The cards, and ``=`` and the reading where wilds are used; `Move.parse` reads it back."""
        return move_text(self)

    @property
    def reading(self):
        """15 ints: the cards by rank as the text shows them, each wild counted as what it stands for."""
        cards, _, reading = move_text(self).partition("=")
        if self.record.category == 0:
            return (0,) * 15
        return tuple([(reading or cards).count(letter) for letter in RANKS])

    @property
    def packed(self):
        """The cards as a packed int."""
        return self.record.cards

    @property
    def cards(self):
        """The cards as a Hand, so ``hand - move.cards`` is what remains."""
        return _trusted(self.record.cards)

    @property
    def category(self):
        """The kind of play, a `Category`."""
        return _categories[self.record.category]

    @property
    def length(self):
        """Ranks in a run or chain; 1 for the rest, 0 for PASS."""
        return self.record.length

    @property
    def size(self):
        """Cards per rank; in a mixed chain of the group that gives the stars; of a joker bomb its cards."""
        return self.record.size

    @property
    def rank(self):
        """The top rank, 0..14."""
        return self.record.rank

    @property
    def stars(self):
        """The stars of a bomb, 0 for the rest."""
        return self.record.stars

    @property
    def n_cards(self):
        """How many cards are played."""
        return self.record.n_cards

    @property
    def wilds(self):
        """How many of them are jokers that stand for another card."""
        return self.record.wilds

    @property
    def order(self):
        """Between bombs of equal stars the higher wins."""
        return self.record.order

    @property
    def is_bomb(self):
        """Whether this is a bomb of any kind."""
        return self.record.category >= 7

    @property
    def sort_key(self):
        """A tuple of seven ints: a total order of moves in which a move that beats another comes after it.

        >>> sorted(map(Move.parse, ["3333", "2", "45678", "3"]), key=lambda move: move.sort_key)
        [Move("3"), Move("2"), Move("45678"), Move("3333")]
        """
        cdef skfast_move* m = &self.record
        strength = 0 if m.category < 7 else <int>m.stars << 8 | m.order
        return strength, m.rank if strength else 0, m.category, m.length, m.rank, m.wilds, m.cards

    def beats(self, Move other not None):
        """Whether this may be played on `other`.  PASS beats nothing and nothing beats it.

        >>> Move.parse("BBR").beats(Move.parse("66666")), Move.parse("BBR").beats(Move.parse("333333"))
        (True, False)
        """
        return core.beats(&self.record, &other.record)

    def pick(self, cards):
        """Physical ids for this move out of those held: the first of each rank, as a tuple.

        IllegalMoveError if the cards are not there.

        >>> Move.parse("33").pick([8, 1, 55, 0])
        (1, 55)
        """
        return pick_cards(self.record.cards, cards)

    @property
    def record(self):
        """The 16 bytes as a NumPy scalar of dtype `MOVE_DTYPE`."""
        import numpy

        return numpy.frombuffer(bytes(self), move_dtype())[0]

    def __str__(self):
        return move_text(self)

    def __repr__(self):
        return f'Move("{move_text(self)}")'

    def __bytes__(self):
        return PyBytes_FromStringAndSize(<char*>&self.record, sizeof(skfast_move))

    def __eq__(self, other):
        if type(other) is not Move:
            return NotImplemented
        return _same(&self.record, &(<Move>other).record)

    def __hash__(self):
        cdef uint64_t mixed = (self.record.cards ^ _fields(&self.record) * <uint64_t>0x9E3779B97F4A7C15)
        mixed *= <uint64_t>0xD6E8FEB86659FD93
        return <Py_hash_t>(mixed ^ mixed >> 32)

    def __reduce__(self):
        cdef skfast_move* m = &self.record
        return Move, (m.cards, m.category, m.length, m.size, m.rank, m.stars, m.n_cards, m.wilds, m.order,
                      self.max_bomb_size)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self


PASS = Move(0, 0, 0, 0, 0, 0, 0, 0, 0)
"""To pass: the move of category PASS, every field 0."""

cdef object _move_dtype = None


def move_dtype():
    """The NumPy dtype of a record, `skfast.MOVE_DTYPE`; NumPy is imported on the first call."""
    global _move_dtype
    if _move_dtype is None:
        import numpy

        fields = ("category", "length", "size", "rank", "stars", "n_cards", "wilds", "order")
        _move_dtype = numpy.dtype([("cards", numpy.uint64)] + [(field, numpy.uint8) for field in fields])
    return _move_dtype
