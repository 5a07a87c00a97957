"""The slow twin of the kernel: legal moves of Shuangkou, written from the rules alone.

Everything here is plain Python that can be read beside the rules; nothing is shared with the kernel but the bare
`Move` record. Two generators are kept apart on purpose, so that they can be checked against each other:
`legal_moves` fills every pattern from a whole hand, `legal_moves_by_subsets` asks of every sub-multiset of a small
hand what it can be. Use this module to check an engine, never to play.

In all functions `hand` and `cards` are a Hand, a packed int, or 15 counts (3 4 5 6 7 8 9 T J Q K A 2, small joker,
big joker), and are taken to be valid.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement, product
from operator import index
from typing import Literal, NamedTuple, SupportsIndex

from skfast._objects import Move
from skfast.cards import Hand
from skfast.rules import BAIBIAN, Rules

PASS_, SINGLE, PAIR, TRIPLE, STRAIGHT, PAIR_RUN, TRIPLE_RUN, BOMB, CHAIN_BOMB, JOKER_BOMB = range(10)
ACE, TWO, SMALL, BIG = 11, 12, 13, 14
MAX_CARDS = 27
#: Shortest and longest run by the number of cards of each rank.
RUN_LENGTHS = {1: (5, 12), 2: (3, 12), 3: (3, 9)}


Cards = Hand | SupportsIndex | Sequence[int]
Counts = Sequence[int]
Wilds = Literal["all", "thrifty"]


class Reading(NamedTuple):
    """What a set of cards is taken for. Equal readings of the same cards are the same reading."""

    category: int
    length: int
    size: int
    rank: int


def counts_of(hand: Cards) -> tuple[int, ...]:
    """The 15 counts of a Hand, a packed int, or counts."""
    if isinstance(hand, Hand):
        return hand.counts
    if isinstance(hand, SupportsIndex):
        return tuple(index(hand) >> 4 * rank & 15 for rank in range(15))
    return tuple(hand)


def packed(counts: Counts) -> int:
    """The counts as one int, four bits for each rank."""
    return sum(count << 4 * rank for rank, count in enumerate(counts))


# --- What cards are (rules, sections 2 and 3) -------------------------------------------------------------------


class Shape(NamedTuple):
    """Cards of one rank, or of consecutive ranks of 3..A: how many ranks, and how many cards each."""

    length: int
    smallest: int
    largest: int
    top: int


def shape(counts: Counts) -> Shape | None:
    """The shape of these cards of the ranks 3..2 as they are, or None."""
    ranks = [rank for rank in range(TWO + 1) if counts[rank]]
    groups = [counts[rank] for rank in ranks]
    if len(ranks) > 1 and (ranks[-1] > ACE or ranks[-1] - ranks[0] + 1 != len(ranks)):
        return None
    return Shape(len(ranks), min(groups), max(groups), ranks[-1])


@lru_cache(maxsize=1 << 16)
def shapes(naturals: tuple[int, ...], wilds: int) -> set[Shape]:
    """All shapes of these naturals and this many wilds: each wild is given each rank 3..2."""
    found = set()
    for stands_for in combinations_with_replacement(range(TWO + 1), wilds):
        filled = list(naturals)
        for rank in stands_for:
            filled[rank] += 1
        found.add(shape(filled))
    return {made for made in found if made is not None}


def combination(shape: Shape, rules: Rules) -> Reading | None:
    """The reading of cards of this shape, or None if they are no combination."""
    length, smallest, largest, top = shape
    if length == 1:
        if largest > max(3, rules.max_bomb_size):
            return None
        return Reading((SINGLE, PAIR, TRIPLE)[largest - 1] if largest <= 3 else BOMB, 1, largest, top)
    if largest <= 3:
        shortest, longest = RUN_LENGTHS[largest]
        if smallest < largest or not shortest <= length <= longest:
            return None
        return Reading((STRAIGHT, PAIR_RUN, TRIPLE_RUN)[largest - 1], length, largest, top)
    if smallest < 4 or largest > rules.max_bomb_size:
        return None
    if rules.chain_sizes == "none" or (rules.chain_sizes == "equal" and smallest < largest):
        return None
    if not rules.chain_min_groups <= length <= rules.chain_max_groups:
        return None
    return Reading(CHAIN_BOMB, length, chain_size(smallest, largest, rules), top)


def chain_size(smallest: int, largest: int, rules: Rules) -> int:
    """The size that gives a chain its stars."""
    return largest if rules.chain_star == "largest" else smallest


def jokers_alone(small: int, big: int, rules: Rules) -> Iterator[tuple[Reading, int]]:
    """The readings of jokers with no other card, each with its number of wilds: here every joker is itself, but for
    the pair of one small and one big.
    """
    if small + big == 1:
        yield Reading(SINGLE, 1, 1, SMALL if small else BIG), 0
    elif (small, big) == (1, 1):
        if rules.mixed_joker_pair == "wild" and rules.wild_jokers != "none":
            yield Reading(PAIR, 1, 2, SMALL if rules.wild_jokers == "big" else BIG), 1
    elif small + big == 2:
        yield Reading(PAIR, 1, 2, SMALL if small else BIG), 0
    elif (small + big == 3 and rules.three_jokers) or small + big == 4:
        yield Reading(JOKER_BOMB, 1, small + big, BIG), 0


def move_of(cards: int, reading: Reading, wilds: int, rules: Rules) -> Move:
    """The Move record of these cards (packed) under this reading."""
    category, length, size, rank = reading
    n_cards = sum(counts_of(cards))
    stars = order = 0
    if category == BOMB:
        stars, order = size, MAX_CARDS - n_cards
    elif category == CHAIN_BOMB:
        stars, order = size + length, MAX_CARDS - n_cards
    elif category == JOKER_BOMB and size == 3:
        stars = 6
    elif category == JOKER_BOMB:
        stars = {"top7": 7, "bottom7": 7, "top8": 8, "above_all": 15}[rules.four_jokers]
        order = 0 if rules.four_jokers == "bottom7" else 255
    return Move(cards, category, length, size, rank, stars, n_cards, wilds, order)


def readings(cards: Cards, rules: Rules) -> set[Move]:
    """Every reading of exactly these cards."""
    counts = counts_of(cards)
    small, big = counts[SMALL:]
    if not any(counts):
        return set()
    if not any(counts[:SMALL]):
        return {move_of(packed(counts), reading, wilds, rules) for reading, wilds in jokers_alone(small, big, rules)}
    if (small and rules.wild_jokers != "all") or (big and rules.wild_jokers == "none"):
        return set()
    found = {combination(shape, rules) for shape in shapes(counts[:SMALL], small + big)}
    return {move_of(packed(counts), reading, small + big, rules) for reading in found if reading is not None}


def unbeaten(moves: set[Move], rules: Rules) -> set[Move]:
    """Those that no other of these moves beats."""
    return {move for move in moves if not any(beats(other, move, rules) for other in moves)}


def legal_readings(cards: Cards, rules: Rules) -> set[Move]:
    """The readings of exactly these cards that no other reading of them beats."""
    return unbeaten(readings(cards, rules), rules)


def classify(cards: Cards, rules: Rules = BAIBIAN, table: Move | None = None) -> set[Move]:
    """The legal readings of exactly these cards, with a table those that beat it."""
    return {move for move in legal_readings(cards, rules) if table is None or beats(move, table, rules)}


# --- What beats what (rules, section 4) -------------------------------------------------------------------------


def is_bomb(move: Move) -> bool:
    return move.category in (BOMB, CHAIN_BOMB, JOKER_BOMB)


def place_among_equal_stars(move: Move, rules: Rules) -> int:
    """-1 for the lowest bomb of its stars, 1 for the highest, 0 for those that are compared by cards and rank."""
    if move.category != JOKER_BOMB:
        return 0
    return -1 if move.size == 3 or rules.four_jokers == "bottom7" else 1


def beats(a: Move, b: Move, rules: Rules) -> bool:
    """Whether `a` may be played on `b`."""
    if PASS_ in (a.category, b.category):
        return False
    if not is_bomb(b):
        return is_bomb(a) or (a.category == b.category and a.n_cards == b.n_cards and a.rank > b.rank)
    if not is_bomb(a):
        return False
    if rules.bomb_order == "count":
        if JOKER_BOMB in (a.category, b.category):
            return b.category != JOKER_BOMB
        return a.n_cards > b.n_cards or (a.n_cards == b.n_cards and a.rank > b.rank)
    if a.stars != b.stars:
        return a.stars > b.stars
    place_a, place_b = place_among_equal_stars(a, rules), place_among_equal_stars(b, rules)
    if place_a != place_b:
        return place_a > place_b
    if a.category == JOKER_BOMB:
        return False
    return a.n_cards < b.n_cards or (a.n_cards == b.n_cards and a.rank > b.rank)


# --- All moves of a hand ----------------------------------------------------------------------------------------


def fills(
    held: Counts, ranks: Sequence[int], low: int, high: int, wilds: int
) -> set[tuple[tuple[int, ...], int, int, int]]:
    """Every way to make each of these ranks a group of `low` to `high` cards out of the naturals held and `wilds`
    wild cards, within 27 cards: a set of (naturals of each rank, wilds used, smallest group, largest group).
    """
    ways: set[tuple[tuple[int, ...], int, int, int]] = {((), 0, high, 0)}
    for done, rank in enumerate(ranks, start=1):
        still_needed = low * (len(ranks) - done)
        longer = set()
        for naturals, used, smallest, largest in ways:
            spare_cards = MAX_CARDS - still_needed - sum(naturals) - used
            for natural, wild in product(range(held[rank] + 1), range(wilds - used + 1)):
                group = natural + wild
                if low <= group <= min(high, spare_cards):
                    longer.add((naturals + (natural,), used + wild, min(smallest, group), max(largest, group)))
        ways = longer
    return {way for way in ways if any(way[0])}


def patterns(rules: Rules) -> Iterator[tuple[int, tuple[int, ...], int, int]]:
    """Every shape a set of cards can have, as (category, ranks, smallest and largest group allowed)."""
    for rank in range(TWO + 1):
        yield from ((category, (rank,), size, size) for category, size in ((SINGLE, 1), (PAIR, 2), (TRIPLE, 3)))
        yield from ((BOMB, (rank,), size, size) for size in range(4, rules.max_bomb_size + 1))
    for bottom, top in combinations_with_replacement(range(ACE + 1), 2):
        ranks = tuple(range(bottom, top + 1))
        for category, size in ((STRAIGHT, 1), (PAIR_RUN, 2), (TRIPLE_RUN, 3)):
            shortest, longest = RUN_LENGTHS[size]
            if shortest <= len(ranks) <= longest:
                yield category, ranks, size, size
        if rules.chain_min_groups <= len(ranks) <= rules.chain_max_groups:
            if rules.chain_sizes == "equal":
                yield from ((CHAIN_BOMB, ranks, size, size) for size in range(4, rules.max_bomb_size + 1))
            elif rules.chain_sizes == "mixed":
                yield CHAIN_BOMB, ranks, 4, rules.max_bomb_size


def ways_to_spend(wilds: int, small: int, big: int, rules: Rules) -> list[tuple[int, int]]:
    """The (small, big) jokers that can be spent as this many wilds by somebody who holds `small` and `big`."""
    most_small = small if rules.wild_jokers == "all" else 0
    most_big = big if rules.wild_jokers != "none" else 0
    return [(s, wilds - s) for s in range(most_small + 1) if 0 <= wilds - s <= most_big]


def legal_moves(hand: Cards, table: Move | None = None, rules: Rules = BAIBIAN, wilds: Wilds = "all") -> set[Move]:
    """Every legal move of a hand of any size, with a table those that beat it, as a set.

    Every pattern is filled in every way, so each set of cards meets all of its readings here; then those that
    another reading of the same cards beats are dropped.
    """
    counts = counts_of(hand)
    held, (small, big) = counts[:SMALL], counts[SMALL:]
    most_wilds = max(n for n in range(small + big + 1) if ways_to_spend(n, small, big, rules))
    by_cards: defaultdict[tuple[int, int], set[Reading]] = defaultdict(set)
    for category, ranks, low, high in patterns(rules):
        for naturals, used, smallest, largest in fills(held, ranks, low, high, most_wilds):
            size = chain_size(smallest, largest, rules) if category == CHAIN_BOMB else low
            natural_cards = sum(count << 4 * rank for rank, count in zip(ranks, naturals, strict=True))
            by_cards[natural_cards, used].add(Reading(category, len(ranks), size, ranks[-1]))

    moves: set[Move] = set()
    for (natural_cards, used), found in by_cards.items():
        for s, b in ways_to_spend(used, small, big, rules):
            cards = natural_cards + (s << 4 * SMALL) + (b << 4 * BIG)
            moves |= unbeaten({move_of(cards, reading, used, rules) for reading in found}, rules)
    for s, b in product(range(small + 1), range(big + 1)):
        cards = (s << 4 * SMALL) + (b << 4 * BIG)
        moves |= {move_of(cards, reading, used, rules) for reading, used in jokers_alone(s, b, rules)}
    return chosen(moves, counts, table, rules, wilds)


def legal_moves_by_subsets(
    hand: Cards, table: Move | None = None, rules: Rules = BAIBIAN, wilds: Wilds = "all"
) -> set[Move]:
    """The same set as `legal_moves` in another way, for small hands: the legal readings of every sub-multiset."""
    counts = counts_of(hand)
    moves: set[Move] = set()
    for cards in product(*(range(count + 1) for count in counts)):
        moves |= legal_readings(cards, rules)
    return chosen(moves, counts, table, rules, wilds)


def chosen(moves: set[Move], hand: Cards, table: Move | None, rules: Rules, wilds: Wilds) -> set[Move]:
    """Those of these moves that beat the table, and with `wilds="thrifty"` are thrifty."""
    if wilds not in ("all", "thrifty"):
        raise ValueError(f'wilds must be "all" or "thrifty", not {wilds!r}')
    if table is not None:
        moves = {move for move in moves if beats(move, table, rules)}
    return moves if wilds == "all" else {move for move in moves if thrifty(move, hand, rules)}


# --- Which card a wild stands for -------------------------------------------------------------------------------


def assignment(move: Move, rules: Rules) -> tuple[int, ...]:
    """The 15 counts that the text of a move shows after `=`: the wilds counted as what they stand for.

    Only in a mixed chain with spare wilds is there a choice: then the counts that are lexicographically largest from
    the highest rank down.
    """
    counts = list(counts_of(move.cards))
    if move.wilds == 0:
        return tuple(counts)
    counts[SMALL] = counts[BIG] = 0
    if move.rank >= SMALL:
        counts[move.rank] = 2
        return tuple(counts)
    ranks = range(move.rank - move.length + 1, move.rank + 1)
    enough = 4 if move.category == CHAIN_BOMB else move.size
    spare = move.wilds
    for rank in ranks:
        spare -= max(0, enough - counts[rank])
        counts[rank] = max(enough, counts[rank])
    reading = Reading(move.category, move.length, move.size, move.rank)
    shown = []
    for stands_for in combinations_with_replacement(ranks, spare):
        filled = counts.copy()
        for rank in stands_for:
            filled[rank] += 1
        made = shape(filled)
        if made is not None and combination(made, rules) == reading:
            shown.append(filled)
    largest = max(shown, key=lambda filled: filled[::-1])
    return tuple(largest)


def thrifty(move: Move, hand: Cards, rules: Rules) -> bool:
    """Whether no wild of the move, as its text assigns them, stands for a rank of which the hand keeps a natural,
    and no wild big joker is spent while the hand keeps a wild small one.
    """
    cards = counts_of(move.cards)
    kept = [count - spent for count, spent in zip(counts_of(hand), cards, strict=True)]
    if move.wilds == 0:
        return True
    if move.rank >= SMALL:
        return kept[move.rank] == 0
    if rules.wild_jokers == "all" and cards[BIG] and kept[SMALL]:
        return False
    shown = assignment(move, rules)
    return not any(kept[rank] and shown[rank] > cards[rank] for rank in range(TWO + 1))
