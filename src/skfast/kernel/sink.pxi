# Where generators write.  An OpenSink is a buffer with room for every move and SLACK records more, so that
# blocks may be stored whole and the pointer advanced by the true count.  A BoundedSink is a caller's exact
# buffer: blocks go to a scratch area and only what fits is copied; the count goes on.  Generators are
# written once over the fused type `Sink`.  SLACK is in _core.pxd.

ctypedef struct OpenSink:
    skfast_move* next
    skfast_move* first

ctypedef struct BoundedSink:
    skfast_move* next
    skfast_move* end
    skfast_move* scratch  # SLACK records
    int64_t count

ctypedef fused Sink:
    OpenSink
    BoundedSink


cdef inline skfast_move* reserve(Sink* sink) noexcept nogil:
    """Room for one block of at most SLACK records."""
    if Sink is OpenSink:
        return sink.next
    else:
        return sink.scratch


cdef inline void advance(Sink* sink, int n) noexcept nogil:
    """The first n records of the block last reserved are moves."""
    cdef int64_t room
    if Sink is OpenSink:
        sink.next += n
    else:
        sink.count += n
        room = sink.end - sink.next
        if room > n:
            room = n
        if room > 0:
            memcpy(sink.next, sink.scratch, <size_t>room * sizeof(skfast_move))
            sink.next += room


cdef inline void put(Sink* sink, uint64_t cards, uint64_t fields) noexcept nogil:
    """Append one record; `fields` are its eight bytes after the cards (see record_fields)."""
    sk_store(reserve(sink), sk_make(cards, fields))
    advance(sink, 1)


cdef inline void put_vector(Sink* sink, sk_vector record) noexcept nogil:
    sk_store(reserve(sink), record)
    advance(sink, 1)
