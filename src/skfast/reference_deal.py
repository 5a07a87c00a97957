"""A whole deal of Shuangkou played slowly from the rules alone (sections 5 and 6), the twin of the kernel's state.

Its own turn-taking, its own scoring, its own perft and its own seating; only what a move is comes from `reference`.
"""

from collections.abc import Iterable, Mapping, Sequence
from math import prod
from typing import Any

from skfast._objects import Move
from skfast.reference import (
    JOKER_BOMB,
    PASS_,
    Cards,
    beats,
    counts_of,
    is_bomb,
    legal_moves,
    legal_readings,
    packed,
)
from skfast.rules import BAIBIAN, Rules

PASS = Move(0, PASS_, 0, 0, 0, 0, 0, 0, 0)
DOUBLE, SINGLE_WIN, LEVEL = range(3)
SEATS = range(4)


def partner(seat: int) -> int:
    return (seat + 2) % 4


class ReferenceDeal:
    """A deal in progress.

    `hands` are the packed ints of seats 0..3, `leader` the seat that leads first, `finish_order` the seats that are
    already out, first to last: exactly the empty ones. `table` is the move to beat, None when `turn` leads; `leader`
    is who led this trick or is to lead it; `passes` counts the passes in succession since the last play. When the
    deal is over `turn`, `table`, `leader` and `passes` are as its last play left them: the turn did not pass on.
    """

    def __init__(
        self, hands: Sequence[Cards], leader: int, rules: Rules = BAIBIAN, finish_order: Iterable[int] = ()
    ) -> None:
        self.hands = [packed(counts_of(hand)) for hand in hands]
        self.rules = rules
        self.finish_order = list(finish_order)
        if len(self.hands) != 4 or leader not in SEATS or self.hands[leader] == 0:
            raise ValueError("a deal needs four hands and a leader who holds cards")
        if sorted(self.finish_order) != [seat for seat in SEATS if self.hands[seat] == 0]:
            raise ValueError("finish_order must list exactly the seats without cards")
        if any(self.is_out(seat) and self.is_out(partner(seat)) for seat in SEATS):
            raise ValueError("both players of a side are out: the deal is over")
        self.turn = self.leader = leader
        self.table: Move | None = None
        self.table_seat = leader
        self.passes = 0
        self.bombs: list[tuple[int, Move]] = []  # (seat, bomb) in the order played

    def copy(self) -> "ReferenceDeal":
        """A second deal that goes on by itself."""
        other: ReferenceDeal = object.__new__(ReferenceDeal)
        vars(other).update(vars(self))
        other.hands, other.finish_order, other.bombs = list(self.hands), list(self.finish_order), list(self.bombs)
        return other

    def is_out(self, seat: int) -> bool:
        return seat in self.finish_order

    @property
    def is_over(self) -> bool:
        return len(self.finish_order) == 4

    @property
    def can_pass(self) -> bool:
        return self.table is not None and not self.is_over

    def legal_moves(self) -> set[Move]:
        """The legal plays of the seat whose turn it is, without the pass."""
        return set() if self.is_over else legal_moves(self.hands[self.turn], self.table, self.rules)

    def refusal(self, move: Move) -> str | None:
        """Why this move is not allowed now, or None."""
        if self.is_over:
            return "the deal is over"
        if move == PASS:
            return None if self.can_pass else "the leader must play"
        held, needed = counts_of(self.hands[self.turn]), counts_of(move.cards)
        if any(need > have for need, have in zip(needed, held, strict=True)):
            return "the hand does not hold these cards"
        if move not in legal_readings(move.cards, self.rules):
            return "this is no legal reading of these cards"
        if self.table is not None and not beats(move, self.table, self.rules):
            return "it does not beat the table"
        return None

    def play(self, move: Move) -> None:
        """Play a move or PASS for the seat whose turn it is; ValueError says why it is not allowed."""
        refusal = self.refusal(move)
        if refusal:
            raise ValueError(f"{move}: {refusal}")
        self.play_unchecked(move)

    def play_unchecked(self, move: Move) -> None:
        """As `play`, for a move that is known to be legal."""
        if move == PASS:
            self.passes += 1
            others = [seat for seat in SEATS if seat != self.table_seat and not self.is_out(seat)]
            if self.passes == len(others):
                self.start_trick()
            else:
                self.turn = self.next_holder(self.turn)
            return
        seat = self.turn
        self.hands[seat] -= int(move.cards)
        self.table, self.table_seat, self.passes = move, seat, 0
        if is_bomb(move):
            self.bombs.append((seat, move))
        if self.hands[seat] == 0:
            self.finish_order.append(seat)
            if self.is_out(partner(seat)):
                self.end()
                return
        self.turn = self.next_holder(seat)

    def next_holder(self, seat: int) -> int:
        """The next seat in turn that still holds cards."""
        return next(s % 4 for s in range(seat + 1, seat + 5) if not self.is_out(s % 4))

    def start_trick(self) -> None:
        """All the others passed: the last player leads; if he is out, his partner inherits the lead."""
        last = self.table_seat
        self.turn = self.leader = self.table_seat = partner(last) if self.is_out(last) else last
        self.table = None
        self.passes = 0

    def end(self) -> None:
        """A side is out: the others take the places left, in turn order from the seat that went out last."""
        last = self.finish_order[-1]
        self.finish_order += [s % 4 for s in range(last + 1, last + 4) if not self.is_out(s % 4)]

    # --- Points ---

    def contributions(self) -> list[int]:
        """Contributions so far by seat: each bomb is paid for at once by each of the other three."""
        points = [0] * 4
        for seat, bomb in self.bombs:
            each = by_stars(self.rules.contribution, bomb.stars, 0)
            for other in SEATS:
                points[other] += 3 * each if other == seat else -each
        return points

    def multiplier(self) -> int:
        """The factor of the deal once it is over."""
        if self.rules.multiplier_rule == "product_of_all":
            return prod(factor(bomb, self.rules) for _, bomb in self.bombs)
        winner = self.finish_order[0]
        winning_side = (winner, partner(winner))
        return max((factor(bomb, self.rules) for seat, bomb in self.bombs if seat in winning_side), default=1)

    def scores(self) -> list[int]:
        """The points by seat; before the end the contributions so far."""
        result = self.result
        return self.contributions() if result is None else list(result["scores"])

    @property
    def result(self) -> dict[str, Any] | None:
        """None before the end, then a dict of order, win, base, multiplier, contribution and scores; points by seat."""
        if not self.is_over:
            return None
        order = self.finish_order
        win = (DOUBLE, SINGLE_WIN, LEVEL)[order.index(partner(order[0])) - 1]
        base = [self.rules.base[win][order.index(seat)] for seat in SEATS]
        multiplier, contribution = self.multiplier(), self.contributions()
        scores = [base[seat] * multiplier + contribution[seat] for seat in SEATS]
        return {
            "order": list(order),
            "win": win,
            "base": base,
            "multiplier": multiplier,
            "contribution": contribution,
            "scores": scores,
        }


def by_stars(table: Iterable[tuple[int, int]], stars: int, otherwise: int) -> int:
    """What a table of (stars, value) says of so many stars: its highest key counts for more, no key is `otherwise`."""
    values = dict(table)
    if values and stars > max(values):
        return values[max(values)]
    return values.get(stars, otherwise)


def factor(bomb: Move, rules: Rules) -> int:
    """What one bomb multiplies the base by."""
    if bomb.category == JOKER_BOMB and bomb.size == 4 and rules.four_joker_factor is not None:
        return rules.four_joker_factor
    return by_stars(rules.multiplier, bomb.stars, 1)


# --- Counting lines ---------------------------------------------------------------------------------------------


def perft(deal: ReferenceDeal, depth: int, finished: bool = False) -> int:
    """The number of sequences of `depth` plies, passes counted. A deal that is over has no plies, so a line that ends
    early counts nothing; with `finished` it counts once.
    """
    if depth == 0:
        return 1
    if deal.is_over:
        return 1 if finished else 0
    return sum(divide(deal, depth, finished).values())


def divide(deal: ReferenceDeal, depth: int, finished: bool = False) -> dict[Move, int]:
    """For each move from here (PASS too) the perft of what follows it; depth is at least 1."""
    following = {}
    for move in deal.legal_moves() | ({PASS} if deal.can_pass else set()):
        after = deal.copy()
        after.play_unchecked(move)
        following[move] = perft(after, depth - 1, finished)
    return following


# --- Who sits where and who leads -------------------------------------------------------------------------------


def seat_players(
    face_up_card: int, holders: Mapping[int, int] | Sequence[int], rules: Rules = BAIBIAN
) -> tuple[list[int], int]:
    """Seat four players by the face-up card: (players, leader).

    `holders[id]` is the player 0..3 who was dealt card id (0..107) while player p sat in seat p. `players[s]` is the
    player who then sits in seat s, with the hand that was dealt to him; `leader` is the seat that leads.
    """
    players = list(SEATS)
    leader = holders[face_up_card]
    mate = holders[(face_up_card + 54) % 108]
    if rules.seat_swap and mate not in (leader, partner(leader)):
        opposite = partner(leader)
        players[opposite], players[mate] = mate, opposite
    return players, leader
