# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# cython: freethreading_compatible=True
"""The Python face of the kernel: Move, MoveList and the questions.  Users import all this from `skfast`.

A hand is taken as an exact int first, for that is what a bot holds; everything else goes through `cards.packed_hand`.
A MoveList keeps the kernel's records and makes Move objects only when asked for them.
"""
cimport cython
from cpython.buffer cimport PyBUF_FORMAT, PyBUF_ND, PyBUF_STRIDES, PyBUF_WRITABLE
from cpython.buffer cimport PyBuffer_Release, PyObject_GetBuffer
from cpython.bytes cimport PyBytes_FromStringAndSize
from cpython.long cimport PyLong_AsUnsignedLongLong, PyLong_CheckExact
from cpython.number cimport PyNumber_AsSsize_t
from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcmp, memcpy, memset

from skfast cimport _core as core
from skfast._core cimport skfast_move, skfast_rules

from enum import IntEnum

from skfast.cards import (
    RANKS,
    Hand,
    IllegalMoveError,
    InvalidMoveError,
    _trusted,
    missing_text,
    packed_hand,
    pick_cards,
)
from skfast.rules import BAIBIAN, CHOICES, Rules, star_value

__all__ = [
    "PASS",
    "Category",
    "Move",
    "MoveList",
    "can_beat",
    "classify",
    "count_moves",
    "illegal_reason",
    "is_legal",
    "legal_moves",
    "legal_moves_into",
]

include "objects/rules.pxi"
include "objects/move.pxi"
include "objects/text.pxi"
include "objects/movelist.pxi"
include "objects/questions.pxi"
