"""Players: callables that take what their seat sees, a `View`, and return a Move or PASS.

Each answers by its seed and the view alone: the same view always gets the same answer, whoever asks and whatever was
asked before.  None of them can see more than the view holds.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

from skfast._bots import POLICIES, Position
from skfast.game import View
from skfast.moves import PASS, Move

__all__ = ["Bot", "Estimate", "Lowest", "MonteCarlo", "Random", "make_bot"]

Bot = Callable[[View], Move]
"""A player: called when it is its seat's turn."""

BREADTH = 16
DOUBT = 1.0
ROUND = 1024
"""The most worlds of one call of the compiled search."""


class Random:
    """Any legal play, or a pass where one is allowed, each equally likely.

    >>> from skfast import State
    >>> Random(seed=1)(State.deal(seed=7).view(State.deal(seed=7).turn)).n_cards > 0
    True
    """

    policy = "random"
    """The kernel's player of the same habits: `simulate` may take that one, and is much quicker with it."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = _checked_seed(seed)

    def __call__(self, view: View) -> Move:
        return Position(view, seed=self.seed).policy_play(POLICIES.index(self.policy))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({f'seed={self.seed}' if self.seed else ''})"


class Lowest(Random):
    """A simple, sensible player without chance: the kernel's `lowest` policy.

    It leads many cards of low rank, follows with the cheapest play, leaves the trick to its partner, and keeps its
    bombs until somebody is about to go out.
    """

    policy = "lowest"

    def __init__(self) -> None:
        super().__init__()


class Estimate(NamedTuple):
    """What a search thinks of a play."""

    move: Move
    points: float
    """Mean points a deal of a player of the own side more than of one of the other, halved: his own points, where a
    deal adds up to 0."""
    gain: float
    """How much that is more than what `Lowest` would play gets in the same sampled deals."""
    error: float
    """The standard error of the gain."""
    playouts: int


class MonteCarlo:
    """Tries the plays that are worth a thought in sampled deals, each played out by a quick player.

    A sampled deal, a *world*, gives the cards that the seat cannot see at random to the hands that can hold them: as
    many as each holds, the open partner's hand (JJ) as it is, and the face-up card with the first leader until he has
    played one of its rank.  All plays are tried in the same worlds.  The budget goes to the better half of the plays
    again and again; what is played is the best of those left, if it gains more than `doubt` standard errors on what the
    quick player would have played, and that otherwise.

    The budget is `playouts` (the default is 200) or `milliseconds`; with the second, answers depend on the machine.

    >>> from skfast import State
    >>> view = State.from_hands(["34", "5", "6", "7"], leader=0).view(0)
    >>> MonteCarlo(playouts=50, seed=1)(view)
    Move("4")
    """

    def __init__(
        self,
        playouts: int | None = None,
        *,
        milliseconds: float | None = None,
        seed: int = 0,
        policy: str = "lowest",
        breadth: int = BREADTH,
        doubt: float = DOUBT,
    ) -> None:
        """`breadth` is the most plays compared, 2 to 64; `policy` plays them out.  ValueError for a budget that is not
        positive, or two of them."""
        if playouts is not None and milliseconds is not None:
            raise ValueError("a budget is in playouts or in milliseconds, not both")
        if playouts is None and milliseconds is None:
            playouts = 200
        if playouts is not None and playouts < 1:
            raise ValueError(f"playouts must be at least 1, not {playouts}")
        if milliseconds is not None and not milliseconds > 0:
            raise ValueError(f"milliseconds must be more than 0, not {milliseconds}")
        if policy not in POLICIES:
            raise ValueError(f"policy must be one of {', '.join(POLICIES)}, not {policy!r}")
        if not 2 <= breadth <= 64:
            raise ValueError(f"breadth must be 2 to 64, not {breadth}")
        self.playouts = playouts
        self.milliseconds = milliseconds
        self.seed = _checked_seed(seed)
        self.policy = policy
        self.breadth = breadth
        self.doubt = doubt

    def __call__(self, view: View) -> Move:
        return self.estimates(view)[0].move

    def estimates(self, view: View) -> list[Estimate]:
        """The plays compared: first the one chosen, then the others from the best down.

        One that has no alternative has no playouts.  ValueError if it is not the turn of the view's seat.
        """
        deadline = None if self.milliseconds is None else time.perf_counter() + self.milliseconds / 1000
        position = Position(view, known_cards(view), self.seed)
        lowest = position.policy_play(POLICIES.index("lowest"))
        if lowest is PASS and not view.legal_moves("thrifty"):
            return [Estimate(PASS, 0.0, 0.0, 0.0, 0)]
        moves = position.compare(lowest, self.breadth)
        left = list(range(len(moves)))
        if len(left) > 1:
            left = self._halve(position, left, deadline)
        rows = [Estimate(move, *row) for move, row in zip(moves, position.estimates(), strict=True)]
        best = left[0]
        if rows[best].gain <= self.doubt * rows[best].error:
            best = 0
        others = sorted((row for place, row in enumerate(rows) if place != best), key=lambda row: -row.gain)
        return [rows[best], *others]

    def _halve(self, position: Position, left: list[int], deadline: float | None) -> list[int]:
        """Sequential halving: the places of the plays left, best first.  The first play is in every round."""
        policy = POLICIES.index(self.policy)
        rounds = max((len(left) - 1).bit_length(), 1)
        start = time.perf_counter()
        spent = world = 0
        for number in range(1, rounds + 1):
            while True:
                if self.playouts is not None:
                    n = (self.playouts * number // rounds - spent) // len(left)
                else:
                    n = 4
                n = min(max(n, 1 if number == 1 and world == 0 else 0), ROUND)
                if n == 0:
                    break
                position.run(left, world, n, policy)
                world += n
                spent += n * len(left)
                if deadline is not None and time.perf_counter() - start >= (deadline - start) * number / rounds:
                    break
            rows = position.estimates()
            left.sort(key=lambda place: -rows[place][1])
            if number < rounds:
                kept = left[: max((len(left) + 1) // 2, 2)]
                left = [0, *(place for place in kept if place)]
        return left

    def __repr__(self) -> str:
        """All that its answers depend on: a checkpoint of `simulate` tells players apart by it."""
        shown = [f"playouts={self.playouts}" if self.playouts is not None else f"milliseconds={self.milliseconds}"]
        usual = {"seed": 0, "policy": "lowest", "breadth": BREADTH, "doubt": DOUBT}
        shown += [f"{name}={getattr(self, name)!r}" for name, value in usual.items() if getattr(self, name) != value]
        return f"MonteCarlo({', '.join(shown)})"


def known_cards(view: View) -> tuple[tuple[int, int], ...]:
    """(seat, rank) of the face-up card, while its holder must still have it.

    Whoever led first was dealt it.  That is known only of a view that begins with the deal, and it is over when he has
    played a card of that rank, for it may have been this one.
    """
    if view.face_up is None:
        return ()
    face = view.face_up % 54
    rank = face // 4 if face < 52 else face - 39
    first = view.plays[0][0] if view.plays else view.leader
    held = view.hand_sizes[first]
    for seat, move in view.plays:
        if seat == first:
            held += move.n_cards
            if move.packed >> 4 * rank & 15:
                return ()
    return ((first, rank),) if held == 27 else ()


def make_bot(text: str, seed: int = 0) -> Bot:
    """A bot by name: ``random``, ``lowest``, ``montecarlo`` (200 playouts), ``montecarlo:500``, ``montecarlo:20ms``.

    >>> make_bot("montecarlo:20ms", seed=3)
    MonteCarlo(milliseconds=20.0, seed=3)
    """
    name, colon, budget = text.lower().partition(":")
    if name == "random" and not colon:
        return Random(seed)
    if name == "lowest" and not colon:
        return Lowest()
    if name in ("montecarlo", "mc"):
        try:
            if budget.endswith("ms"):
                return MonteCarlo(milliseconds=float(budget[:-2]), seed=seed)
            return MonteCarlo(int(budget) if colon else None, seed=seed)
        except ValueError as error:
            raise ValueError(f"{text!r}: {error}") from None
    raise ValueError(f"{text!r} is no bot: random, lowest, montecarlo, montecarlo:PLAYOUTS or montecarlo:TIMEms")


def _checked_seed(seed: int) -> int:
    if not 0 <= seed < 2**64:
        raise ValueError(f"seed must be 0 to 2**64 - 1, not {seed}")
    return seed
