# cython: language_level=3
"""The Python state for other Cython modules: ``from skfast._state cimport StateBase`` (its struct is `state.c`)."""
from skfast._core cimport skfast_state, skfast_undo
from skfast._objects cimport CompiledRules


cdef class Ply:
    cdef skfast_undo undo
    cdef Ply before


cdef class StateBase:
    cdef skfast_state c
    cdef CompiledRules compiled
    cdef readonly object rules
    cdef Ply last
