# The text of moves; the kernel reads and writes it, and here its errors get their words.
cdef enum:
    LONGEST_TEXT = 4096   # mostly spaces, then

cdef enum:                # enum skfast_text of skfast.h
    TEXT_OK = 0
    TEXT_CHARACTER = 1
    TEXT_RANK = 2
    TEXT_CARDS = 3
    TEXT_NO_MOVE = 4
    TEXT_AMBIGUOUS = 5
    TEXT_READING = 6
    TEXT_TOO_LOW = 7


cdef str move_text(Move move):
    cdef char out[64]
    cdef int n
    if move.max_bomb_size:
        n = core.move_text(&move.record, move.max_bomb_size, out)
    else:
        n = core.move_text(&move.record, 8, out)
        if move.record.wilds and n == move.record.n_cards:  # no reading fits in groups of 8
            n = core.move_text(&move.record, 12, out)
    return out[:n].decode("ascii")


cdef int _parsed(str text, const skfast_move* table, const skfast_rules* rules, skfast_move* out, int* place) except -1:
    """The kernel's parse_move on a str: TEXT_OK or TEXT_NO_MOVE and above; InvalidMoveError for what is not cards."""
    cdef bytes data
    cdef int n, code
    if len(text) > LONGEST_TEXT:
        raise InvalidMoveError(f"{text[:40]!r}... is too long for a move")
    if text.isascii() and text.isprintable():
        data = text.encode("ascii")
    else:  # one byte a character, so that positions stay
        data = "".join([" " if c.isspace() else c if c.isascii() else "?" for c in text]).encode("ascii")
    n = len(data)
    code = core.parse_move(data, n, table, rules, out, place)
    if code == TEXT_OK or code >= TEXT_NO_MOVE:
        return code
    at = f"{text[place[0]]!r} at position {place[0]} of {text!r}"
    if code == TEXT_CHARACTER:
        raise InvalidMoveError(f"{at} is not a rank ({' '.join(RANKS)})")
    if code == TEXT_RANK:
        raise InvalidMoveError(f"{at} is one too many: there are 8 of a rank, and 2 of a joker")
    raise InvalidMoveError(f"{at} is one too many: a move has at most 27 cards")


cdef tuple _meant(str text, CompiledRules rules, const skfast_move* table):
    """The readings that a text may mean; with a table, where it names none, only those that beat it."""
    cdef skfast_move record
    cdef int place
    cdef int code = _parsed(text, table, &rules.c, &record, &place)
    if code == TEXT_OK:
        return (new_move(&record, rules.c.max_bomb_size),)
    if code == TEXT_AMBIGUOUS:
        return _readings(packed_hand(text), table, &rules.c)
    return ()


cdef Move parse_move(str text, object rules, Move table):
    """The one move that a text means, or InvalidMoveError; IllegalMoveError if it does not beat the table."""
    cdef CompiledRules compiled_rules = compiled(rules)
    cdef const skfast_move* beaten = NULL if table is None else &table.record
    cdef skfast_move record
    cdef int place
    cdef int code = _parsed(text, beaten, &compiled_rules.c, &record, &place)
    if code == TEXT_OK:
        return new_move(&record, compiled_rules.c.max_bomb_size)
    cards, _, reading = text.partition("=")
    named = _named(Hand(cards), _readings(packed_hand(cards), NULL, &compiled_rules.c))
    if code == TEXT_TOO_LOW:
        raise IllegalMoveError(f"{text!r} does not beat {table}: {named}")
    if code == TEXT_AMBIGUOUS:
        raise InvalidMoveError(f"{text!r} is ambiguous: {named}")
    if code == TEXT_READING:
        raise InvalidMoveError(f"reading {reading!r} at position {place} of {text!r} is not a legal reading: {named}")
    raise InvalidMoveError(f"{text!r} is no move: {named}")
