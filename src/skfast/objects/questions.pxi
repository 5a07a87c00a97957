# The questions: what they take, checked and converted; the kernel answers.
cdef object _ALL = "all"
cdef object _THRIFTY = "thrifty"
cdef object _Hand = Hand


cdef uint64_t hand_from(object hand) except? 0xFFFFFFFFFFFFFFFF:
    """A packed hand that passes `hand_check`, or InvalidHandError."""
    cdef uint64_t packed
    cdef bytes data
    cdef int place
    if PyLong_CheckExact(hand):
        try:
            packed = PyLong_AsUnsignedLongLong(hand)
        except OverflowError:
            return packed_hand(hand)
        if core.hand_check(packed) == 0:
            return packed
    elif type(hand) is _Hand:
        return hand.packed
    elif type(hand) is str and (<str>hand).isascii() and len(<str>hand) <= LONGEST_TEXT:
        data = (<str>hand).encode("ascii")
        if core.parse_hand(data, <int>len(data), &packed, &place) == 0:
            return packed
    return packed_hand(hand)  # the rest, and the errors in words


cdef Move table_from(object table, object rules):
    """The move to beat, or None; PASS and text that names no move is InvalidMoveError."""
    if table is None:
        return None
    if type(table) is not Move:
        table = move_from(table, rules, None)
    if (<Move>table).record.category == 0:
        raise InvalidMoveError("PASS is no table; a lead has table=None")
    return <Move>table


cdef Move move_from(object move, object rules, Move table):
    """A move to be played: what is no move is InvalidMoveError, text that does not beat the table IllegalMoveError.
    Whether a hand may play it is another question."""
    if type(move) is Move:
        return <Move>move
    if not isinstance(move, str):
        raise TypeError(f"a move is a Move or text, not {move!r}")
    return parse_move(move, rules, table)


cdef int wilds_from(object wilds) except -1:
    if wilds is _ALL or wilds == _ALL:
        return 0
    if wilds == _THRIFTY:
        return 1
    raise ValueError(f'wilds is "all" or "thrifty", not {wilds!r}')


def legal_moves(hand, table=None, rules=_baibian, wilds="all"):
    """Every legal play out of a hand: each (cards, reading) once, in a fixed order.

    ``hand`` is a packed int, a Hand, text or 15 counts; ``table`` the move to beat (Move or text), None when leading.
    ``wilds="thrifty"`` leaves out moves in which a wild stands for a card that the hand keeps a natural of, or a
    big wild joker is spent while a small one is kept.  PASS is never listed; an empty hand has no moves.

    The order: singles, pairs and triples by rank; runs without wilds by size, top rank, length; pairs and triples with
    wilds; runs with wilds; bombs; chain bombs; joker bombs.

    Returns a MoveList.  Raises InvalidHandError, InvalidMoveError for a table that is PASS or no move, ValueError for
    another `wilds`, TypeError for other types.

    >>> legal_moves("4567R", table="34567").texts()
    ['4567R=45678']
    >>> len(legal_moves("33445566778899TTTJJQQKKAARR"))
    2750
    """
    cdef uint64_t packed = hand_from(hand)
    cdef CompiledRules compiled_rules = compiled(rules)
    cdef int kind = wilds_from(wilds)
    cdef Move to_beat = table_from(table, rules)
    return new_list(packed, NULL if to_beat is None else &to_beat.record, &compiled_rules.c, kind)


def count_moves(hand, table=None, rules=_baibian, wilds="all"):
    """How many moves `legal_moves` lists, without making them.

    >>> count_moves("34567"), count_moves("34567", table="3")
    (6, 4)
    """
    cdef uint64_t packed = hand_from(hand)
    cdef CompiledRules compiled_rules = compiled(rules)
    cdef int kind = wilds_from(wilds)
    cdef Move to_beat = table_from(table, rules)
    return core.count_moves(packed, NULL if to_beat is None else &to_beat.record, &compiled_rules.c, kind)


def can_beat(hand, table, rules=_baibian):
    """Whether the hand has any move that beats the table (None: any move at all); stops at the first.

    >>> can_beat("45678", "34567"), can_beat("45678", "3333")
    (True, False)
    """
    cdef uint64_t packed = hand_from(hand)
    cdef CompiledRules compiled_rules = compiled(rules)
    cdef Move to_beat = table_from(table, rules)
    return core.can_beat(packed, NULL if to_beat is None else &to_beat.record, &compiled_rules.c)


def legal_moves_into(hand, out, table=None, rules=_baibian, wilds="all"):
    """Write the legal moves into `out`, a writable contiguous array of dtype `MOVE_DTYPE` and shape (n,).

    Returns how many moves there are, even if that is more than ``len(out)``; none is written past it, and what lies
    behind the moves may be overwritten.  Raises what `legal_moves` does, and ValueError for an array of another
    dtype or shape, read-only or not contiguous.

    >>> import numpy, skfast
    >>> out = numpy.empty(100, skfast.MOVE_DTYPE)
    >>> n = legal_moves_into("34567", out)
    >>> n, out["rank"][:n].tolist()
    (6, [0, 1, 2, 3, 4, 4])
    """
    cdef uint64_t packed = hand_from(hand)
    cdef CompiledRules compiled_rules = compiled(rules)
    cdef int kind = wilds_from(wilds)
    cdef Move to_beat = table_from(table, rules)
    cdef Py_buffer buffer
    cdef int64_t n
    dtype = getattr(out, "dtype", None)
    if dtype is not _move_dtype and dtype != move_dtype() or dtype is None:
        raise ValueError(f"out is an array of dtype MOVE_DTYPE, not {dtype if dtype is not None else type(out)}")
    try:
        PyObject_GetBuffer(out, &buffer, PyBUF_WRITABLE | PyBUF_ND)
    except (BufferError, ValueError) as error:
        raise ValueError(f"out must be writable and contiguous: {error}") from None
    if buffer.ndim != 1:
        ndim = buffer.ndim
        PyBuffer_Release(&buffer)
        raise ValueError(f"out has one dimension, not {ndim}")
    n = core.legal_moves(packed, NULL if to_beat is None else &to_beat.record, &compiled_rules.c, kind,
                         <skfast_move*>buffer.buf, buffer.shape[0])
    PyBuffer_Release(&buffer)
    return n


cdef tuple _readings(uint64_t cards, const skfast_move* table, const skfast_rules* rules):
    cdef skfast_move found[16]
    cdef int n = core.classify(cards, table, rules, found, 16)
    return tuple([new_move(&found[i], rules.max_bomb_size) for i in range(n)])


def classify(cards, rules=_baibian, table=None):
    """The legal readings of exactly these cards, as a tuple of Moves: with a table those that beat it.

    Empty if there is none.  Raises what `legal_moves` does.

    >>> classify("34567R")
    (Move("34567R=345678"),)
    >>> from skfast.rules import QIANBIAN
    >>> classify("34BBRR", QIANBIAN)
    (Move("34BBRR=345678"), Move("34BBRR=334455"))
    """
    cdef uint64_t packed = hand_from(cards)
    cdef CompiledRules compiled_rules = compiled(rules)
    cdef Move to_beat = table_from(table, rules)
    return _readings(packed, NULL if to_beat is None else &to_beat.record, &compiled_rules.c)


def is_legal(move, hand, table=None, rules=_baibian):
    """Whether a move (or its text) may be played out of this hand now; nothing is generated.

    PASS is not a play, so False.  Text whose cards have no such reading is False; text without ``=`` is true if
    one of its readings is legal.  Raises InvalidMoveError for text that does not parse, and what `legal_moves` does.

    >>> is_legal("4567R=45678", "4567R", table="34567"), is_legal("33", "3456")
    (True, False)
    """
    cdef uint64_t packed = hand_from(hand)
    cdef CompiledRules compiled_rules = compiled(rules)
    cdef Move to_beat = table_from(table, rules)
    cdef const skfast_move* beaten = NULL if to_beat is None else &to_beat.record
    if type(move) is Move:
        return core.is_legal(&(<Move>move).record, packed, beaten, &compiled_rules.c)
    if not isinstance(move, str):
        raise TypeError(f"a move is a Move or text, not {move!r}")
    for reading in _meant(move, compiled_rules, beaten):
        if core.is_legal(&(<Move>reading).record, packed, beaten, &compiled_rules.c):
            return True
    return False


def illegal_reason(move, hand, table=None, rules=_baibian):
    """Why a Move may not be played out of this hand on this table, as a sentence; None if it may.

    >>> illegal_reason(Move.parse("77777"), "7777R")
    '77777 needs 5 x 7, hand has 4'
    """
    cdef uint64_t packed = hand_from(hand)
    cdef CompiledRules compiled_rules = compiled(rules)
    cdef Move to_beat = table_from(table, rules)
    cdef Move played = move
    cdef const skfast_move* beaten = NULL if to_beat is None else &to_beat.record
    if core.is_legal(&played.record, packed, beaten, &compiled_rules.c):
        return None
    if played.record.category == 0:
        return "who leads must play" if to_beat is None else "pass is not a play"
    if not Hand(packed).contains(played.packed):
        return f"{played} {missing_text(played.packed, packed)}"
    readings = _readings(played.record.cards, NULL, &compiled_rules.c)
    if played not in readings:
        return f"{played} is not a legal reading: {_named(played.cards, readings)}"
    return f"{played} does not beat {to_beat}"


cdef str _named(cards, readings):
    if not readings:
        return f"{cards} is no play" if cards else "there are no cards"
    return f"{cards} is {' or '.join([str(reading) for reading in readings])}"
