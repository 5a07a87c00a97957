# MoveList: the kernel's records, and Move objects only on demand.
cdef enum:
    ROOM = 1024           # records generated on the stack; longer lists are generated a second time
    SLACK = 64            # what the kernel's blocks may want past the end to take their fast paths


@cython.final
@cython.no_gc
@cython.freelist(16)
cdef class MoveList:
    """An immutable sequence of moves, as the questions return it.

    Holds 16 bytes a move; a Move object is made when an element is asked for.  ``array`` is a read-only NumPy view of
    the same memory.  Equal to another MoveList of the same moves in the same order; not hashable.

    >>> moves = legal_moves("3456BR", table="44")
    >>> moves, moves[-1], Move.parse("5R=55") in moves
    (<MoveList of 3: BR=BB 5R=55 6R=66>, Move("6R=66"), True)
    """

    def __cinit__(self):
        self.moves = NULL
        self.n = 0

    def __init__(self):
        raise TypeError("a MoveList comes from legal_moves")

    def __dealloc__(self):
        free(self.moves)

    @property
    def array(self):
        """The moves as a read-only array of dtype `MOVE_DTYPE` and shape (len,): the same memory, not a copy."""
        import numpy

        dtype = move_dtype()
        if self.n == 0:
            empty = numpy.empty(0, dtype)
            empty.flags.writeable = False
            return empty
        return numpy.frombuffer(self, dtype)

    def texts(self):
        """The text of every move, as a list of str."""
        return [new_move(&self.moves[i], self.max_bomb_size).text for i in range(self.n)]

    def index(self, move):
        """The place of a move in the list; ValueError if it is not in it."""
        cdef Py_ssize_t i = _place(self, move)
        if i < 0:
            raise ValueError(f"{move} is not in the list")
        return i

    def count(self, move):
        """1 if the move is in the list, else 0: no list holds a move twice."""
        return 1 if _place(self, move) >= 0 else 0

    def __len__(self):
        return self.n

    def __bool__(self):
        return self.n != 0

    def __contains__(self, move):
        return _place(self, move) >= 0

    def __iter__(self):
        cdef MoveIterator iterator = MoveIterator.__new__(MoveIterator)
        iterator.moves = self
        iterator.next = 0
        return iterator

    def __getitem__(self, index):
        cdef Py_ssize_t i, start, stop, step
        cdef MoveList part
        if isinstance(index, slice):
            start, stop, step = index.indices(self.n)
            part = _allocated(len(range(start, stop, step)), self.max_bomb_size)
            for i in range(part.n):
                part.moves[i] = self.moves[start + i * step]
            return part
        i = PyNumber_AsSsize_t(index, IndexError)
        if i < 0:
            i += self.n
        if not 0 <= i < self.n:
            raise IndexError(f"move {index} of a list of {self.n}")
        return new_move(&self.moves[i], self.max_bomb_size)

    def __eq__(self, other):
        cdef MoveList list
        if type(other) is not MoveList:
            return NotImplemented
        list = <MoveList>other
        return self.n == list.n and (self.n == 0 or memcmp(self.moves, list.moves, self.n * sizeof(skfast_move)) == 0)

    __hash__ = None

    def __repr__(self):
        shown = " ".join([new_move(&self.moves[i], self.max_bomb_size).text for i in range(min(self.n, 12))])
        return f"<MoveList of {self.n}{': ' if self.n else ''}{shown}{' ...' if self.n > 12 else ''}>"

    def _grid(self):
        """The moves by kind: how many, how many of those with a wild joker, and the first few."""
        from skfast.display import Grid

        cdef int[10] counts
        cdef int[10] with_wilds
        cdef Py_ssize_t i
        cdef int category
        memset(counts, 0, sizeof(counts))
        memset(with_wilds, 0, sizeof(with_wilds))
        first = [[] for _ in range(10)]
        for i in range(self.n):
            category = self.moves[i].category
            counts[category] += 1
            with_wilds[category] += self.moves[i].wilds != 0
            if counts[category] <= 8:
                first[category].append(new_move(&self.moves[i], self.max_bomb_size).text)
        rows = [
            (Category(category).name.lower().replace("_", " "), f"{counts[category]:,}", f"{with_wilds[category]:,}",
             " ".join(first[category]) + (" ..." if counts[category] > 8 else ""))
            for category in range(10) if counts[category]
        ]
        return Grid(f"{self.n:,} move{'' if self.n == 1 else 's'}", ("kind", "moves", "with wilds", ""), rows, "lrrl")

    def _repr_html_(self):
        """The moves by kind, for a notebook."""
        return self._grid().html()

    def __rich__(self):
        """The moves by kind, for `rich.print`."""
        return self._grid().rich()

    def __reduce__(self):
        return _unpickled_list, (PyBytes_FromStringAndSize(<char*>self.moves, self.n * sizeof(skfast_move)),
                                 self.max_bomb_size)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __getbuffer__(self, Py_buffer* buffer, int flags):
        if flags & PyBUF_WRITABLE:
            raise BufferError("a MoveList is read-only")
        buffer.obj = self
        buffer.buf = self.moves if self.n else <void*>&_no_move
        buffer.len = self.n * sizeof(skfast_move)
        buffer.readonly = 1
        buffer.itemsize = sizeof(skfast_move)
        buffer.format = _FORMAT if flags & PyBUF_FORMAT else NULL
        buffer.ndim = 1
        buffer.shape = &self.n if flags & PyBUF_ND else NULL
        buffer.strides = &buffer.itemsize if flags & PyBUF_STRIDES == PyBUF_STRIDES else NULL
        buffer.suboffsets = NULL
        buffer.internal = NULL

    def __releasebuffer__(self, Py_buffer* buffer):
        pass


cdef skfast_move _no_move
cdef char* _FORMAT = b"T{Q:cards:B:category:B:length:B:size:B:rank:B:stars:B:n_cards:B:wilds:B:order:}"


@cython.final
@cython.no_gc
@cython.freelist(8)
cdef class MoveIterator:
    cdef MoveList moves
    cdef Py_ssize_t next

    def __iter__(self):
        return self

    def __next__(self):
        cdef Py_ssize_t i = self.next
        if i >= self.moves.n:
            raise StopIteration
        self.next = i + 1
        return new_move(&self.moves.moves[i], self.moves.max_bomb_size)

    def __length_hint__(self):
        return self.moves.n - self.next


cdef Py_ssize_t _place(MoveList moves, object move) except -2:
    cdef skfast_move* record
    cdef Py_ssize_t i
    if type(move) is not Move:
        return -1
    record = &(<Move>move).record
    for i in range(moves.n):
        if _same(&moves.moves[i], record):
            return i
    return -1


cdef MoveList _allocated(Py_ssize_t n, uint8_t max_bomb_size):
    cdef MoveList moves = MoveList.__new__(MoveList)
    moves.max_bomb_size = max_bomb_size
    if n:
        moves.moves = <skfast_move*>malloc(n * sizeof(skfast_move))
        if moves.moves == NULL:
            raise MemoryError
        moves.n = n
    return moves


def _unpickled_list(bytes data, uint8_t max_bomb_size):
    cdef MoveList moves = _allocated(len(data) // sizeof(skfast_move), max_bomb_size)
    cdef Py_ssize_t i
    if moves.n > 0:
        memcpy(moves.moves, <const char*>data, moves.n * sizeof(skfast_move))
    for i in range(moves.n):
        error = _record_error(&moves.moves[i])
        if error is not None or core.hand_check(moves.moves[i].cards):
            raise InvalidMoveError(f"record {i}: {error}")
    return moves


cdef MoveList new_list(uint64_t hand, const skfast_move* table, const skfast_rules* rules, int wilds):
    """The legal moves as a list: written to the stack first, for most lists are short."""
    cdef skfast_move scratch[ROOM + SLACK]
    cdef MoveList moves
    cdef int64_t n = core.legal_moves(hand, table, rules, wilds, scratch, ROOM + SLACK)
    if n <= ROOM + SLACK:
        moves = _allocated(n, rules.max_bomb_size)
        if n > 0:  # memcpy wants a pointer even for nothing
            memcpy(moves.moves, scratch, n * sizeof(skfast_move))
        return moves
    moves = _allocated(n + SLACK, rules.max_bomb_size)
    core.legal_moves(hand, table, rules, wilds, moves.moves, n + SLACK)
    moves.n = n
    return moves
