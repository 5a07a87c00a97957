"""A small world of cards, and what the reference says of every hand in it.

Whether a reading of cards is legal does not depend on the hand that holds them, so the reference lists the moves of
the largest hand of the world once, and those of a smaller hand are the ones whose cards it holds.  That and the rest
is done on arrays, so that all hands of a world can be asked under a hundred rules; `assert_as_reference` asks the
reference for one hand in full.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from skfast import Move, Rules, can_beat, classify, count_moves, is_legal, legal_moves, reference

RANKS = "3456789TJQKA2BR"
SMALL, BIG = 13, 14
Counts = tuple[int, ...]
Array = npt.NDArray[np.uint64]


def records(moves: object) -> Array:
    """Shape (n, 2), uint64: the 16 bytes of each move of a MoveList."""
    data = bytes(memoryview(moves))  # type: ignore[arg-type]
    return np.frombuffer(data, "<u8").reshape(-1, 2) if data else np.zeros((0, 2), "<u8")


def keys_of(rows: Array) -> Array:
    """One number for each record, to sort by; equality is always checked on the records themselves."""
    mixed: Array = rows[:, 0] * np.uint64(0x9E3779B97F4A7C15) + rows[:, 1] * np.uint64(0xC2B2AE3D27D4EB4F)
    return mixed


def beats_class(move: Move) -> tuple[int, ...]:
    """All that can matter to `beats`."""
    return int(move.category), move.length, move.size, move.rank, move.stars, move.n_cards, move.order


def packed(counts: Sequence[int]) -> int:
    return sum(count << 4 * rank for rank, count in enumerate(counts))


def hands_of(limits: dict[str, int], n_cards: int = 27) -> Iterator[Counts]:
    """All hands with at most so many of each rank and so many cards together."""
    hands = itertools.product(*(range(limits.get(rank, 0) + 1) for rank in RANKS))
    return (hand for hand in hands if sum(hand) <= n_cards)


class Universe:
    """The moves that any hand within these limits can have under these rules, by the reference."""

    def __init__(self, limits: dict[str, int], rules: Rules) -> None:
        self.rules = rules
        self.used = [rank for rank, letter in enumerate(RANKS) if limits.get(letter)]
        self.width = 64 // len(self.used)  # bits of a lane; its highest stays free for a borrow
        assert max(limits.values()) < 1 << self.width - 1
        self.high = np.uint64(sum(1 << self.width * (place + 1) - 1 for place in range(len(self.used))))
        largest = [limits.get(rank, 0) for rank in RANKS]
        moves = list(reference.legal_moves(largest, None, rules))
        rows = np.array([np.frombuffer(bytes(move), "<u8") for move in moves], "<u8").reshape(-1, 2)
        order = np.argsort(keys_of(rows))
        self.moves = [moves[place] for place in order]
        self.rows = rows[order]
        self.keys = keys_of(self.rows)
        self.cards = np.array([self.lanes(move.cards.counts) for move in self.moves], np.uint64)
        self.kept_by_none = np.array([self.lanes(self.not_kept(move)) for move in self.moves], np.uint64)
        classes = {beats_class(move): move for move in self.moves}
        places = {key: place for place, key in enumerate(classes)}
        self.class_of = np.array([places[beats_class(move)] for move in self.moves], np.intp)
        self.classes = list(classes.values())

    def lanes(self, counts: Sequence[int]) -> int:
        return sum(counts[rank] << self.width * place for place, rank in enumerate(self.used))

    def not_kept(self, move: Move) -> list[int]:
        """1 for each rank of which the hand may keep no card if this move is to be thrifty."""
        if move.wilds == 0:
            return [0] * 15
        cards, shown = move.cards.counts, reference.assignment(move, self.rules)
        ranks = [int(shows > held) for shows, held in zip(shown, cards, strict=True)]
        if move.rank >= SMALL:  # the joker of the other kind stands for it
            return [int(rank == move.rank) for rank in range(15)]
        if self.rules.wild_jokers == "all" and cards[BIG]:
            ranks[SMALL] = 1
        return ranks

    def beaten_by(self, tables: Sequence[Move]) -> npt.NDArray[np.bool_]:
        """Shape (tables, moves): which move beats which table."""
        by_class = [[reference.beats(move, table, self.rules) for move in self.classes] for table in tables]
        return np.array(by_class, bool).reshape(len(tables), len(self.classes))[:, self.class_of]

    def lead(self, hand: Counts) -> tuple[Array, npt.NDArray[np.intp]]:
        """The kernel's moves of a hand, checked to be those of the reference and each there once: (records, place of
        each in this universe).
        """
        lanes = np.uint64(self.lanes(hand))
        expected = np.flatnonzero(((lanes | self.high) - self.cards) & self.high == self.high)
        rows = records(legal_moves(packed(hand), None, self.rules))
        order = np.argsort(keys_of(rows))
        if not np.array_equal(rows[order], self.rows[expected]):
            assert_as_reference(hand, self.rules)
            raise AssertionError(f"the universe is not as the reference: {self.spelled(hand)}")
        places = np.empty(len(rows), np.intp)
        places[order] = expected
        return rows, places

    def thrifty(self, hand: Counts, places: npt.NDArray[np.intp]) -> npt.NDArray[np.bool_]:
        kept = np.uint64(self.lanes(hand)) - self.cards[places]
        some = (kept + (self.high - (self.high >> np.uint64(self.width - 1)))) & self.high
        forbidden = self.kept_by_none[places] << np.uint64(self.width - 1)
        result: npt.NDArray[np.bool_] = some & forbidden == 0
        return result

    def check(self, hand: Counts, tables: Sequence[Move] = (), beaten: npt.NDArray[np.bool_] | None = None) -> None:
        """Lead and thrifty lead of a hand, and all questions about following each of the tables."""
        packed_hand, rules = packed(hand), self.rules
        rows, places = self.lead(hand)
        frugal = self.thrifty(hand, places)
        n, n_frugal = len(rows), int(frugal.sum())
        assert bytes(legal_moves(packed_hand, None, rules, "thrifty")) == rows[frugal].tobytes(), self.spelled(hand)
        assert count_moves(packed_hand, None, rules) == n, self.spelled(hand)
        assert count_moves(packed_hand, None, rules, "thrifty") == n_frugal, self.spelled(hand)
        assert can_beat(packed_hand, None, rules) == (n > 0), self.spelled(hand)
        if beaten is None:
            beaten = self.beaten_by(tables)
        for table, higher in zip(tables, beaten[:, places], strict=True):
            about = (self.spelled(hand), str(table))
            n, n_frugal = np.count_nonzero(higher), np.count_nonzero(higher & frugal)
            assert bytes(legal_moves(packed_hand, table, rules)) == rows[higher].tobytes(), about
            assert bytes(legal_moves(packed_hand, table, rules, "thrifty")) == rows[higher & frugal].tobytes(), about
            assert count_moves(packed_hand, table, rules) == n, about
            assert count_moves(packed_hand, table, rules, "thrifty") == n_frugal, about
            assert can_beat(packed_hand, table, rules) == (n > 0), about

    def check_is_legal(self, hand: Counts, tables: Sequence[Move] = ()) -> None:
        """Of every move of the universe, and of every reading of this very hand, whether it is legal here."""
        packed_hand, rules = packed(hand), self.rules
        lanes = np.uint64(self.lanes(hand))
        held = ((lanes | self.high) - self.cards) & self.high == self.high
        for move, is_held in zip(self.moves, held.tolist(), strict=True):
            assert is_legal(move, packed_hand, None, rules) == is_held, (self.spelled(hand), str(move))
        for table, higher in zip(tables, self.beaten_by(tables), strict=True):
            for move, legal in zip(self.moves, (held & higher).tolist(), strict=True):
                assert is_legal(move, packed_hand, table, rules) == legal, (self.spelled(hand), str(move), str(table))

    def check_classify(self, cards: Counts, tables: Sequence[Move] = ()) -> None:
        found = classify(packed(cards), self.rules)
        legal = reference.legal_readings(cards, self.rules)
        assert len(found) == len(legal), self.spelled(cards)
        assert set(found) == legal, self.spelled(cards)
        for reading in reference.readings(cards, self.rules):
            assert is_legal(reading, packed(cards), None, self.rules) == (reading in legal), str(reading)
        for table in tables if found else ():
            expected = tuple(move for move in found if reference.beats(move, table, self.rules))
            assert classify(packed(cards), self.rules, table) == expected, (self.spelled(cards), str(table))

    def spelled(self, hand: Counts) -> str:
        """What to look at when something fails."""
        cards = "".join(letter * count for letter, count in zip(RANKS, hand, strict=True))
        return f"{cards} under {self.rules.text}"


def assert_as_reference(hand: Counts, rules: Rules, table: Move | None = None, wilds: str = "all") -> None:
    """The kernel's list is the reference's set, and names each move once."""
    listed = list(legal_moves(packed(hand), table, rules, wilds))  # type: ignore[arg-type]
    expected = reference.legal_moves(hand, table, rules, wilds)  # type: ignore[arg-type]
    cards = "".join(letter * count for letter, count in zip(RANKS, hand, strict=True))
    missing = sorted(map(str, expected - set(listed)))
    wrong = sorted(map(str, set(listed) - expected))
    assert not missing and not wrong, f"{cards} on {table} under {rules.text}: missing {missing}, wrong {wrong}"
    assert len(listed) == len(expected), f"{cards} on {table} under {rules.text}: a move twice"


def natural_tables(rules: Rules) -> list[Move]:
    """A table of every kind, length and rank there is under these rules: of chains the smallest and the largest."""
    tables = {}
    for category, ranks, low, high in reference.patterns(rules):
        for sizes in {(low,) * len(ranks), (low,) * (len(ranks) - 1) + (high,), (high,) * len(ranks)}:
            if max(sizes) <= 8 and sum(sizes) <= 27:
                counts = [0] * 15
                for rank, size in zip(ranks, sizes, strict=True):
                    counts[rank] = size
                for move in reference.legal_readings(counts, rules):
                    if move.category == category:
                        tables[beats_class(move)] = move
    for small, big in itertools.product(range(3), repeat=2):
        for move in reference.legal_readings([0] * 13 + [small, big], rules):
            tables[beats_class(move)] = move
    return list(tables.values())
