# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, freethreading_compatible=True
"""The kernel: everything that knows the rules, as C-level functions over fixed-width integers.

No Python object, no allocation, no state, nothing filled at import: the same text is compiled into
this extension and into the library without Python.  The parts are included in order of dependence.
"""
include "kernel/bits.pxi"
include "kernel/order.pxi"
include "kernel/sink.pxi"
include "kernel/plain.pxi"
include "kernel/many.pxi"
include "kernel/generate.pxi"
