"""A match: many deals between the same four players, who leads each, and the running totals."""

from __future__ import annotations

from skfast.game import State
from skfast.rules import BAIBIAN, Rules
from skfast.scoring import Result, Win

__all__ = ["Match"]

Four = tuple[int, int, int, int]


class Match:
    """Deals one after the other, scored by player.

    Player p begins at seat p.  Where the partners are found by a card, players change seats, and stay where they are
    for the next deal; `players` says who sits where, and `totals` are by player.  Who leads: the card that is turned
    up; or, where the rules leave it to the last winner (CLASSIC), the first finisher of the last deal, and a seat at
    random for the first deal, after a double win and after a deal that was aborted.

    The same rules, seed and plays give the same match: deal n, from 0, is ``State.deal(rules, seed, number=n, ...)``.

    >>> match = Match(BAIBIAN, seed=5)
    >>> state = match.deal()
    >>> while not state.is_over:
    ...     state.play("pass" if state.can_pass else state.legal_moves()[0])
    >>> result = match.finish()
    >>> match.totals == tuple(result.scores[match.players.index(player)] for player in range(4))
    True
    """

    def __init__(self, rules: Rules = BAIBIAN, seed: int = 0) -> None:
        """`seed` is 0 to 2**64 - 1.  No cards are dealt yet: see `deal`."""
        State.deal(rules, seed)  # refuses what is no rules and no seed
        self.rules = rules
        self.seed = seed
        self.state: State | None = None
        """The deal in progress, to be played by its own `play`; None between deals."""
        self.n_deals = 0
        """Deals begun so far, those aborted included."""
        self.results: list[Result] = []
        """The deals that were finished, points by seat."""
        self.players: Four = (0, 1, 2, 3)
        """The player at each seat."""
        self.totals: Four = (0, 0, 0, 0)
        """The points of each player so far."""
        self._leader: int | None = None

    def deal(self) -> State:
        """Begin the next deal.  ValueError while one is in progress (`finish` or `abort` it first)."""
        if self.state is not None:
            raise ValueError("a deal is in progress: finish it or abort it before the next")
        leader = None if self.rules.lead == "face_up" else self._leader
        self.state = State.deal(self.rules, self.seed, number=self.n_deals, leader=leader, players=self.players)
        self.players = self.state.players
        self.n_deals += 1
        return self.state

    def finish(self) -> Result:
        """Score the deal that is over.  ValueError if there is none."""
        if self.state is None:
            raise ValueError("no deal is in progress")
        result = self.state.result
        if result is None:
            raise ValueError("the deal is not over: abort it, or play it to the end")
        self.state = None
        self.results.append(result)
        gained = [result.scores[self.players.index(player)] for player in range(4)]
        self.totals = tuple(total + points for total, points in zip(self.totals, gained, strict=True))  # type: ignore[assignment]
        self._leader = None if result.win is Win.DOUBLE else result.order[0]
        return result

    def abort(self) -> None:
        """End the deal in progress unscored, contributions included.  ValueError if there is none."""
        if self.state is None:
            raise ValueError("no deal is in progress")
        self.state = None
        self._leader = None
