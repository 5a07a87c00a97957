"""The hands that are timed: distinct, uniformly random, the same in every run, so that branches are cold."""

import numpy as np
from numpy.typing import NDArray

SEED = 20_240_101
N_HANDS = 20_000
TWO_PACKS = np.repeat(np.arange(15), [8] * 13 + [2, 2])
ONE_PACK = np.repeat(np.arange(15), [4] * 13 + [1, 1])

Hands = NDArray[np.uint64]


def packed(ranks: NDArray[np.int64]) -> Hands:
    """Rows of ranks as packed hands: nibble r counts rank r."""
    return (np.uint64(1) << (ranks.astype(np.uint64) * np.uint64(4))).sum(axis=1, dtype=np.uint64)


def distinct(hands: Hands, n: int) -> Hands:
    """The first n different ones, in the order dealt."""
    _, first = np.unique(hands, return_index=True)
    assert len(first) >= n
    return hands[np.sort(first)[:n]]


def random_hands(n: int = N_HANDS, cards: int = 27, pack: NDArray[np.int64] = TWO_PACKS, seed: int = SEED) -> Hands:
    """n distinct hands of so many cards, each dealt from a freshly shuffled pack."""
    rng = np.random.default_rng([seed, cards, len(pack)])
    shuffled = rng.permuted(np.tile(pack, (n + n // 50 + 100, 1)), axis=1)
    return distinct(packed(shuffled[:, :cards]), n)


def jokers_held(hands: Hands) -> NDArray[np.int64]:
    """Small and big jokers of each hand: an array of shape (n, 2)."""
    return np.stack([hands >> np.uint64(52) & np.uint64(15), hands >> np.uint64(56)], axis=1).astype(np.int64)


def without_big_jokers(n: int = N_HANDS) -> Hands:
    """27 cards, no wild joker under 百变."""
    hands = random_hands(2 * n)
    return hands[jokers_held(hands)[:, 1] == 0][:n]


def with_four_jokers(n: int = 2_000) -> Hands:
    """27 cards, all four jokers among them, the rest random."""
    rest = random_hands(n, cards=23, pack=TWO_PACKS[:104])
    return rest + np.uint64(0x22 << 52)
