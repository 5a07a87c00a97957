# cython: language_level=3
"""The Python objects of the kernel, for other Cython modules: ``from skfast._objects cimport Move``."""
from libc.stdint cimport int64_t, uint8_t, uint64_t

from skfast._core cimport skfast_move, skfast_rules


cdef class CompiledRules:
    cdef skfast_rules c


cdef class Move:
    cdef skfast_move record
    cdef uint8_t max_bomb_size   # of the rules it was made under, 0 unknown: for the text of mixed chains only


cdef class MoveList:
    cdef skfast_move* moves
    cdef Py_ssize_t n
    cdef uint8_t max_bomb_size


# What the questions take, as what the kernel takes.  All raise what the questions raise.
cdef CompiledRules compiled(object rules)
cdef uint64_t hand_from(object hand) except? 0xFFFFFFFFFFFFFFFF
cdef Move table_from(object table, object rules)              # None: a lead
cdef Move move_from(object move, object rules, Move table)    # of text the reading that beats the table
cdef int wilds_from(object wilds) except -1
cdef Move new_move(const skfast_move* record, uint8_t max_bomb_size)
cdef MoveList new_list(uint64_t hand, const skfast_move* table, const skfast_rules* rules, int wilds)
