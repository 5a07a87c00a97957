"""A bot of your own against those of skfast.

A bot is any callable that takes the `View` of its seat and returns a Move, or PASS.  This one follows with the first
hint and leads what sheds the most cards; it plays bombs only when an opponent holds few cards.

    python examples/bot_tournament.py --deals 200
"""

import argparse
from collections.abc import Sequence

from skfast import PASS, Move, Rules, View, hints
from skfast.bots import Lowest, MonteCarlo, Random
from skfast.tournament import round_robin


def thrifty_shedder(view: View) -> Move:
    offered = hints(view.hand, view.table, view.rules)
    plain = [move for move in offered if not move.is_bomb]
    if view.table is None:
        return max(plain or offered, key=lambda move: (move.n_cards, -move.rank))
    if view.table_seat == view.seat ^ 2:  # the partner's: let it stand
        return PASS
    if plain:
        return plain[0]
    opponents = [view.hand_sizes[seat] for seat in (view.seat ^ 1, view.seat ^ 3) if view.hand_sizes[seat]]
    return offered[0] if offered and min(opponents) <= 8 else PASS


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="A bot of your own against those of skfast.")
    parser.add_argument("--deals", type=int, default=100, help="each is played twice, with the sides swapped")
    parser.add_argument("--playouts", type=int, default=100, help="budget of MonteCarlo, a decision")
    parser.add_argument("--rules", default="BAIBIAN")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(argv)
    bots = {"shedder": thrifty_shedder, "random": Random(), "lowest": Lowest(), "montecarlo": MonteCarlo(args.playouts)}
    print(round_robin(bots, args.deals, Rules.named(args.rules), args.seed))


if __name__ == "__main__":
    main()
