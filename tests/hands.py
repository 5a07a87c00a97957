"""Ways to draw a hand."""

from __future__ import annotations

import random
from collections import Counter

PACK = [rank for rank in range(13) for _ in range(8)] + [13, 13, 14, 14]
JOKERS = [13, 13, 14, 14]


def counted(cards: list[int]) -> tuple[int, ...]:
    """15 counts of ranks."""
    counts = Counter(cards)
    return tuple(counts[rank] for rank in range(15))


def dealt(rng: random.Random, n_cards: int = 27) -> tuple[int, ...]:
    """Cards of the double pack, as they are dealt."""
    return counted(rng.sample(PACK, n_cards))


def dealt_with_jokers(rng: random.Random, n_cards: int = 27) -> tuple[int, ...]:
    """All four jokers and other cards as they are dealt."""
    return counted(JOKERS + rng.sample(PACK[:-4], n_cards - 4))


def clumped(rng: random.Random, n_cards: int = 27) -> tuple[int, ...]:
    """Up to so many cards of few ranks beside each other, and any number of jokers."""
    bottom, width = rng.randrange(12), rng.randint(1, 7)
    jokers = rng.sample(JOKERS, rng.randrange(5))
    near = [rank for rank in range(bottom, min(13, bottom + width)) for _ in range(rng.choice((1, 2, 3, 4, 5, 8)))]
    if rng.random() < 0.3:
        near += [rng.randrange(13)] * rng.randint(0, 2)
    cards = jokers + rng.sample(near, min(len(near), max(0, rng.randint(1, n_cards) - len(jokers))))
    return tuple(min(count, 8) for count in counted(cards))
