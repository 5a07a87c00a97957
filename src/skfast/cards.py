"""Ranks, hands and physical cards, and the text of each.

A rank is 0..14 = 3 4 5 6 7 8 9 T J Q K A 2, B (small joker), R (big joker).  A packed hand is an int whose nibble r
(bits 4r..4r+3) is the count of rank r: the same number in Python, in the kernel, in C and in ``np.uint64`` arrays.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NoReturn

__all__ = [
    "HAND_CARDS",
    "RANKS",
    "Hand",
    "HandLike",
    "IllegalMoveError",
    "InvalidHandError",
    "InvalidMoveError",
    "card_copy",
    "card_face",
    "card_from_text",
    "card_rank",
    "card_suit",
    "card_text",
    "card_twin",
    "pick_cards",
]

RANKS = "3456789TJQKA2BR"
"""The letter of each rank, by index."""

N_RANKS = 15
SMALL_JOKER, BIG_JOKER = 13, 14
HAND_CARDS = 27
MAX_COUNTS = (8,) * 13 + (2, 2)
SUITS = "♠♥♣♦"
N_CARDS, N_FACES = 108, 54

_RANK_OF = {letter: rank for rank, letter in enumerate(RANKS)}
_RANK_OF |= {letter.lower(): rank for letter, rank in _RANK_OF.items()}
_RANK_OF |= {"X": SMALL_JOKER, "x": SMALL_JOKER, "D": BIG_JOKER, "d": BIG_JOKER}
_ONE_OF = {letter: 1 << 4 * rank for letter, rank in _RANK_OF.items()}


class InvalidHandError(ValueError):
    """What is given is not a hand: text that does not parse, too many cards of a rank, more than 27 cards, ..."""


class InvalidMoveError(ValueError):
    """What is given is not a move: text that does not parse, cards without a legal reading, PASS as a table, ..."""


class IllegalMoveError(ValueError):
    """A move that exists but may not be played now; the text says why."""


class Hand:
    """The cards one player holds, as a multiset of ranks: immutable and hashable, one packed int inside.

    ``Hand(value)`` takes text (``"3344 TJQKA 2BR"``; also ``10``, lower case, and ``X``/``D`` for the jokers), a packed
    int, 15 counts in rank order, or a Hand.  No argument is the empty hand.

    Raises InvalidHandError, which names the character and its position (from 0) in text, for more than 27 cards, a
    count above 8 (jokers 2), bits 60-63, a negative number, or not 15 counts.

    >>> hand = Hand("33 10 JQKA 2 BR")
    >>> hand, len(hand), hand.counts
    (Hand("33TJQKA2BR"), 10, (2, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1))
    >>> hand - Hand("3A"), "33" in hand, hand.count("3")
    (Hand("3TJQK2BR"), True, 2)
    """

    __slots__ = ("packed",)

    packed: int
    """The hand as one int: nibble r counts rank r."""

    def __init__(self, value: HandLike = 0) -> None:
        _set_packed(self, packed_hand(value))

    @classmethod
    def from_cards(cls, cards: Iterable[int]) -> Hand:
        """The hand of physical card ids 0..107.

        Of a face 0..53 given twice the second is taken for its twin, so 54 faces twice will do as well.
        InvalidHandError for an id outside 0..107 and for a third card of a face.

        >>> Hand.from_cards([0, 1, 54, 53])
        Hand("333R")
        """
        seen: dict[int, int] = {}
        packed = 0
        for position, card in enumerate(cards):
            face = card_face(card)
            times = seen[face] = seen.get(face, 0) + 1
            if times > 2 or (times == 2 and card >= N_FACES and card in seen):
                raise InvalidHandError(f"card {card} at position {position} is already there")
            if card >= N_FACES:
                seen[card] = 1
            packed += 1 << 4 * _rank_of_face(face)
        _check(packed)
        return _trusted(packed)

    @property
    def counts(self) -> tuple[int, ...]:
        """15 ints: how many cards of each rank."""
        return tuple(self.packed >> shift & 15 for shift in _SHIFTS)

    @property
    def text(self) -> str:
        """The letters of the cards, low to high; ``Hand(text)`` reads it back."""
        return "".join(self._words())

    def count(self, rank: int | str) -> int:
        """How many cards of a rank 0..14, or of a rank's letter."""
        if isinstance(rank, str):
            ranks = [index for index, _ in _letters(rank, InvalidHandError)]
            if len(ranks) != 1:
                raise InvalidHandError(f"{rank!r} is not one rank")
            rank = ranks[0]
        elif not 0 <= rank < N_RANKS:
            raise InvalidHandError(f"rank {rank} is not 0..14")
        return self.packed >> 4 * rank & 15

    def contains(self, cards: HandLike) -> bool:
        """True if this hand has at least as many of every rank.  ``cards in hand`` says the same."""
        return _contains(self.packed, packed_hand(cards))

    __contains__ = contains

    def __add__(self, other: Hand) -> Hand:
        if not isinstance(other, Hand):
            return NotImplemented
        packed = self.packed + other.packed
        if not _is_hand(packed) or _total(packed) != _total(self.packed) + _total(other.packed):
            _packed_counts([a + b for a, b in zip(self.counts, other.counts, strict=True)])
        return _trusted(packed)

    def __sub__(self, other: Hand) -> Hand:
        if not isinstance(other, Hand):
            return NotImplemented
        if not _contains(self.packed, other.packed):
            raise InvalidHandError(f"cannot take {other} from {self}: {missing_text(other.packed, self.packed)}")
        return _trusted(self.packed - other.packed)

    def __iter__(self) -> Iterator[int]:
        """The rank of each card, low to high."""
        for rank, count in enumerate(self.counts):
            for _ in range(count):
                yield rank

    def __len__(self) -> int:
        return _total(self.packed)

    def __bool__(self) -> bool:
        return self.packed != 0

    def __int__(self) -> int:
        return self.packed

    def __eq__(self, other: object) -> bool:
        return self.packed == other.packed if isinstance(other, Hand) else NotImplemented

    def __hash__(self) -> int:
        return hash((Hand, self.packed))

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f'Hand("{self.text}")'

    def _words(self) -> list[str]:
        """The cards of each rank that is held, as one word."""
        return [letter * count for letter, count in zip(RANKS, self.counts, strict=True) if count]

    def _repr_html_(self) -> str:
        """The hand by rank, for a notebook."""
        from skfast.display import hand_html

        return hand_html(self._words(), len(self))

    def __rich__(self) -> Any:
        """The hand by rank, for `rich.print`."""
        from skfast.display import hand_rich

        return hand_rich(self._words())

    def __reduce__(self) -> tuple[type[Hand], tuple[int]]:
        return Hand, (self.packed,)

    def __copy__(self) -> Hand:
        return self

    def __deepcopy__(self, memo: object) -> Hand:
        return self

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a Hand is immutable, so {name} cannot be set")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a Hand is immutable, so {name} cannot be deleted")


HandLike = Hand | str | int | Sequence[int]
"""What every question takes for a hand: a Hand, text, a packed int or 15 counts."""

_set_packed = Hand.__dict__["packed"].__set__
_SHIFTS = tuple(range(0, 4 * N_RANKS, 4))


def _trusted(packed: int) -> Hand:
    hand = object.__new__(Hand)
    _set_packed(hand, packed)
    return hand


def packed_hand(value: HandLike) -> int:
    """The packed int of a Hand, text, packed int or 15 counts; InvalidHandError for anything else."""
    if isinstance(value, Hand):
        return value.packed
    if isinstance(value, str):
        return _packed_text(value)
    try:
        packed = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        return _packed_counts(value)
    _check(packed)
    return packed


def missing_text(cards: int, hand: int) -> str:
    """What a packed hand lacks of packed cards: ``needs 5 x 7, hand has 4``."""
    for rank in range(N_RANKS):
        wanted, held = cards >> 4 * rank & 15, hand >> 4 * rank & 15
        if wanted > held:
            return f"needs {wanted} x {RANKS[rank]}, hand has {held}"
    raise ValueError("nothing is missing")


def _contains(hand: int, cards: int) -> bool:
    even, sixteen = 0x0F0F0F0F0F0F0F0F, 0x1010101010101010  # no borrow leaves its byte
    low = (hand & even | sixteen) - (cards & even)
    high = (hand >> 4 & even | sixteen) - (cards >> 4 & even)
    return low & high & sixteen == sixteen


def _total(packed: int) -> int:
    """The number of cards: nibbles added in pairs, then bytes by casting out 255s."""
    return ((packed & 0x0F0F0F0F0F0F0F0F) + (packed >> 4 & 0x0F0F0F0F0F0F0F0F)) % 255


def _is_hand(packed: int) -> bool:
    """No count above 8 (jokers 2) and at most 27 cards, if it is a number of 60 bits."""
    natural = packed & 0x000FFFFFFFFFFFFF
    nine_up = natural & (natural & 0x0007777777777777) + 0x0007777777777777 & 0x0008888888888888
    return not nine_up and packed >> 52 & 15 <= 2 and 0 <= packed >> 56 <= 2 and _total(packed) <= HAND_CARDS


def _check(packed: int) -> None:
    if _is_hand(packed):
        return
    if packed < 0:
        raise InvalidHandError(f"a packed hand is not negative, as {packed} is")
    if packed >> 60:
        raise InvalidHandError(f"a packed hand has 60 bits; {packed:#x} has bits above them")
    _packed_counts([packed >> shift & 15 for shift in _SHIFTS])


def _packed_counts(values: Any) -> int:
    try:
        counts = [operator.index(value) for value in values]
    except TypeError:
        raise InvalidHandError(f"a hand is a Hand, text, a packed int or 15 counts, not {values!r}") from None
    if len(counts) != N_RANKS:
        raise InvalidHandError(f"a hand has 15 counts, not {len(counts)}")
    packed = 0
    for rank, (count, most) in enumerate(zip(counts, MAX_COUNTS, strict=True)):
        if not 0 <= count <= most:
            raise InvalidHandError(f"{count} x {RANKS[rank]}: there are 0 to {most} in a hand")
        packed |= count << 4 * rank
    if sum(counts) > HAND_CARDS:
        raise InvalidHandError(f"{sum(counts)} cards: a hand has at most {HAND_CARDS}")
    return packed


def _letters(text: str, error: type[ValueError]) -> Iterator[tuple[int, int]]:
    """Each rank in text with its position; spaces are skipped, ``10`` is T."""
    position = 0
    while position < len(text):
        letter = text[position]
        if letter in _RANK_OF:
            yield _RANK_OF[letter], position
        elif text.startswith("10", position):
            yield _RANK_OF["T"], position
            position += 1
        elif not letter.isspace():
            raise error(f"{letter!r} at position {position} of {text!r} is not a rank ({' '.join(RANKS)})")
        position += 1


def _packed_text(text: str) -> int:
    if len(text) <= HAND_CARDS and _ONE_OF.keys() >= set(text):  # one letter a card
        packed = sum([_ONE_OF[letter] for letter in text])
        if _is_hand(packed) and _total(packed) == len(text):  # no nibble ran over
            return packed
    counts = [0] * N_RANKS
    for cards, (rank, position) in enumerate(_letters(text, InvalidHandError), 1):
        counts[rank] += 1
        if counts[rank] > MAX_COUNTS[rank]:
            raise InvalidHandError(
                f"{text[position]!r} at position {position} of {text!r} is one too many: "
                f"there are {MAX_COUNTS[rank]} of {RANKS[rank]}"
            )
        if cards > HAND_CARDS:
            raise InvalidHandError(
                f"{text[position]!r} at position {position} of {text!r} is one too many: a hand has {HAND_CARDS} cards"
            )
    return _packed_counts(counts)


# --- physical cards: id = copy * 54 + face; face = rank * 4 + suit, 52 small joker, 53 big joker


def card_face(card: int) -> int:
    """The face 0..53 of a card id 0..107; InvalidHandError for another number."""
    if not 0 <= card < N_CARDS:
        raise InvalidHandError(f"card {card} is not 0..107")
    return card % N_FACES


def card_copy(card: int) -> int:
    """Which of the two packs a card id comes from: 0 or 1."""
    return (card - card_face(card)) // N_FACES


def card_twin(card: int) -> int:
    """The same face of the other pack.

    >>> card_twin(3), card_twin(57)
    (57, 3)
    """
    return card_face(card) + N_FACES * (1 - card_copy(card))


def card_rank(card: int) -> int:
    """The rank 0..14 of a card id."""
    return _rank_of_face(card_face(card))


def card_suit(card: int) -> int | None:
    """The suit 0..3 (spades, hearts, clubs, diamonds) of a card id; None for a joker."""
    face = card_face(card)
    return face % 4 if face < 52 else None


def card_text(card: int) -> str:
    """The face of a card id as text; the two copies look alike.

    >>> card_text(0), card_text(54 + 30), card_text(53)
    ('3♠', 'T♣', 'R')
    """
    suit = card_suit(card)
    return RANKS[card_rank(card)] + ("" if suit is None else SUITS[suit])


def card_from_text(text: str, copy: int = 0) -> int:
    """The id of a face written as `card_text` does, or with a letter S H C D for the suit.

    InvalidHandError for other text, or a copy other than 0 or 1.

    >>> card_from_text("3♠"), card_from_text("10c", copy=1)
    (0, 84)
    """
    if copy not in (0, 1):
        raise InvalidHandError(f"copy is 0 or 1, not {copy!r}")
    word = text.strip()
    rank_text, suit = (word[:-1], word[-1]) if len(word) > 1 else (word, "")
    ranks = [rank for rank, _ in _letters(rank_text, InvalidHandError)]
    face = -1
    if len(ranks) == 1 and not suit and ranks[0] >= SMALL_JOKER:
        face = 39 + ranks[0]
    elif len(ranks) == 1 and suit and ranks[0] < SMALL_JOKER:
        index = SUITS.find(suit) if suit in SUITS else "SHCD".find(suit.upper())
        face = ranks[0] * 4 + index if index >= 0 else -1
    if face < 0:
        raise InvalidHandError(f"{text!r} is not a card: a rank and one of {SUITS} (or S H C D), or B, or R")
    return face + copy * N_FACES


def pick_cards(cards: HandLike, held: Iterable[int]) -> tuple[int, ...]:
    """Physical ids for these cards out of those held: the first of each rank, in the order held.

    IllegalMoveError if they are not there; InvalidHandError for an id outside 0..107.

    >>> pick_cards("33R", [53, 54, 2, 1, 107])
    (53, 54, 2)
    """
    wanted = packed_hand(cards)
    missing = wanted
    picked = []
    for card in held:
        shift = 4 * card_rank(card)
        if missing >> shift & 15:
            missing -= 1 << shift
            picked.append(card)
    if missing:
        raise IllegalMoveError(missing_text(wanted, wanted - missing))
    return tuple(picked)


def _rank_of_face(face: int) -> int:
    return face >> 2 if face < 52 else face - 39
