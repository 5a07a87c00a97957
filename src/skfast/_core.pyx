# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, freethreading_compatible=True
"""The kernel: everything that knows the rules, as C-level functions over fixed-width integers.

No Python object, no allocation, no state, nothing filled at import: the same text is compiled into
this extension and into the library without Python.  The parts are included in order of dependence.
"""
include "kernel/bits.pxi"
include "kernel/order.pxi"
include "kernel/check.pxi"
include "kernel/tables.pxi"
include "kernel/sink.pxi"
include "kernel/plain.pxi"
include "kernel/text.pxi"
include "kernel/few.pxi"
include "kernel/many.pxi"
include "kernel/count.pxi"
include "kernel/count_many.pxi"
include "kernel/generate.pxi"
include "kernel/random.pxi"
include "kernel/state.pxi"
include "kernel/score.pxi"
include "kernel/perft.pxi"
include "kernel/playout.pxi"
include "kernel/presets.pxi"
include "kernel/api.pxi"
