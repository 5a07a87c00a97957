"""The chance that a hand wins, by playouts: what are these 27 cards worth before the first play?

The other 81 cards are dealt at random to the other seats, again and again, and each deal is played out by the kernel.

    python examples/monte_carlo_equity.py "3 4 5555 6666 7777 99 TJJJ QQ K 2 BRR" --deals 2000
"""

import argparse
import random
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from skfast import Hand, Rules, State, playouts

WON_OR_LOST = {
    "base": ((1, 1, -1, -1), (1, -1, 1, -1), (1, -1, -1, 1)),  # double, single, level, by place
    "multiplier": {},
    "contribution": {},
    "four_joker_factor": None,
}
"""Scoring by which everybody gets 1 or -1, so that a score says whether the deal was won."""


def equity(hand: Hand, rules: Rules, n: int, seed: int = 0, policy: str = "lowest") -> tuple[float, float, float]:
    """(share of deals that the hand's side wins, mean points of the holder, 95 % half-width of these points).

    The holder sits at seat 0; each seat leads equally often.
    """
    won_or_lost = replace(rules, **WON_OR_LOST)
    rest = [rank for rank in range(15) for _ in range((8 if rank < 13 else 2) - hand.counts[rank])]
    shuffler = random.Random(seed)
    won = 0
    points = np.zeros(n)
    for number in range(n):
        shuffler.shuffle(rest)
        hands = [hand, *(of_ranks(rest[27 * seat : 27 * seat + 27]) for seat in range(3))]
        for scoring in (rules, won_or_lost):  # the same seed plays the same deal: these players do not look at points
            state = State.from_hands(hands, leader=number % 4, rules=scoring)
            score = playouts(state, 1, policy, seed=number)[0, 0]
            if scoring is rules:
                points[number] = score
            else:
                won += score > 0
    return won / n, float(points.mean()), float(1.96 * points.std(ddof=1) / n**0.5)


def of_ranks(ranks: Sequence[int]) -> Hand:
    counts = [0] * 15
    for rank in ranks:
        counts[rank] += 1
    return Hand(counts)


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="The chance that a hand of 27 cards wins.")
    parser.add_argument("hand", nargs="?", default="3 4 5555 6666 7777 99 TJJJ QQ K 2 BRR")
    parser.add_argument("--deals", type=int, default=2000)
    parser.add_argument("--rules", default="BAIBIAN")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(argv)
    hand = Hand(args.hand)
    if len(hand) != 27:
        parser.error(f"a whole hand has 27 cards, not {len(hand)}")
    rules = Rules.named(args.rules)
    for policy in ("random", "lowest"):
        won, points, half = equity(hand, rules, args.deals, args.seed, policy)
        print(f"{hand} played by {policy:6}: wins {100 * won:.1f} % of deals, {points:+.2f} ± {half:.2f} points a deal")


if __name__ == "__main__":
    main()
