"""A deal: begin it, play it, take it back, look at it from one seat, write it as one line of text.

Turn-taking and scoring are the kernel's; `State` is a view of them.  The text of a position is described in
docs/formats.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NoReturn

from skfast._objects import Move, MoveList, legal_moves
from skfast._state import StateBase, dealt_cards
from skfast.cards import Hand, HandLike, InvalidHandError, InvalidMoveError, packed_hand
from skfast.rules import BAIBIAN, Rules
from skfast.scoring import Result, Win

__all__ = ["State", "View", "dealt_cards"]

Players = tuple[int, int, int, int]
Bombs = tuple[Mapping[int | str, int], ...]

FIELDS = ("rules", "hands", "turn", "table", "leader", "passes", "out", "players", "face-up", "bombs", "plies")
"""The fields of a position text, in order, with a space between two."""

_PACK = (8,) * 13 + (2, 2)


class State(StateBase):
    """A deal in progress.

    Begin one with `State.deal`, `State.from_hands` or ``State(text)``; then `play` and `undo`.  States compare by
    rules and position (not by history), copy and pickle (history included), and have no hash, for they change.

    >>> state = State.from_hands(["34567R", "3", "KKKK", "2"], leader=0)
    >>> state.play("34567"), state.play("pass"), state.play("KKKK")
    (None, None, None)
    >>> state.turn, state.table, state.finish_order
    (3, Move("KKKK"), (2,))
    >>> state.undo()
    Move("KKKK")
    >>> state == State(str(state))
    True
    """

    __slots__ = ()

    def __init__(self, text: str) -> None:
        """Read what `text` writes.  ValueError names the field that is missing or wrong."""
        _read(self, text)

    @classmethod
    def deal(
        cls,
        rules: Rules = BAIBIAN,
        seed: int = 0,
        *,
        number: int = 0,
        leader: int | None = None,
        players: Iterable[int] = (0, 1, 2, 3),
    ) -> State:
        """Deal 27 cards each from a shuffled double pack, settle the lead and the partners (rules, section 6).

        The same arguments give the same deal on every machine and in every version: the generator is xoshiro256++,
        and every `number` of a `seed` (0 to 2**64 - 1 both) has a stream of its own.  `players` sit at the seats before
        the deal.  Where the rules leave the lead to the last winner, `leader` is his seat, and None draws at random;
        where a card decides it must be None.  `dealt_cards` tells which physical cards were dealt.

        >>> [len(hand) for hand in State.deal(BAIBIAN, seed=7).hands]
        [27, 27, 27, 27]
        """
        state: State = cls.__new__(cls)
        state._deal(rules, seed, number, leader, players)
        return state

    @classmethod
    def from_hands(
        cls, hands: Sequence[HandLike], leader: int, rules: Rules = BAIBIAN, finish_order: Iterable[int] = ()
    ) -> State:
        """A deal that begins with these four hands, of 27 cards or fewer, and a lead of seat `leader`.

        `finish_order` lists exactly the seats whose hand is empty, first finisher first.  InvalidHandError for hands
        that do not come from one double pack, ValueError for anything else that is no position.
        """
        if isinstance(hands, str) or len(hands) != 4:
            raise ValueError("hands must be four hands, by seat")
        state: State = cls.__new__(cls)
        state._begin(rules, [packed_hand(hand) for hand in hands], leader, tuple(finish_order))
        return state

    @classmethod
    def from_cards(
        cls, cards: Sequence[Iterable[int]], leader: int, rules: Rules = BAIBIAN, finish_order: Iterable[int] = ()
    ) -> State:
        """`from_hands` for physical cards, ids 0..107; InvalidHandError for a card that is there twice."""
        held = [list(hand) for hand in cards]
        holder: dict[int, int] = {}
        for seat, hand in enumerate(held):
            for card in hand:
                if holder.setdefault(card, seat) != seat:
                    raise InvalidHandError(f"card {card} is in the hands of seats {holder[card]} and {seat}")
        return cls.from_hands([Hand.from_cards(hand) for hand in held], leader, rules, finish_order)

    @property
    def text(self) -> str:
        """The position as one line (docs/formats.md); ``State(text)`` reads it back, equal to this state."""
        table = "-" if self.table is None else f"{self.table_seat}:{self.table}"
        return " ".join(
            [
                self.rules.text,
                "/".join(hand.text or "-" for hand in self.hands),
                str(self.turn),
                table,
                str(self.leader),
                str(self.passes),
                "".join(map(str, self.finish_order)) or "-",
                "".join(map(str, self.players)),
                "-" if self.face_up is None else str(self.face_up),
                "/".join(_write_bombs(bombs) for bombs in self.bombs),
                str(self.plies),
            ]
        )

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f'State("{self.text}")'

    def __reduce__(self) -> tuple[object, tuple[str, tuple[Move, ...]]]:
        return _replayed, (self.origin().text, tuple(move for _, move in self.history))

    @property
    def result(self) -> Result | None:
        """The score and its parts once the deal is over; None before."""
        if not self.is_over:
            return None
        order, win, base, multiplier, contribution, scores = self._result_parts()
        return Result(order, Win(win), base, multiplier, contribution, scores)

    def view(self, seat: int) -> View:
        """What the player at a seat may know: all that a fair player needs, and nothing else."""
        if seat not in (0, 1, 2, 3):
            raise ValueError(f"seat must be 0..3, not {seat!r}")
        hands = self.hands
        partner = seat ^ 2
        open_seats = (seat, partner) if self.rules.partner_visible else (seat,)
        hidden = [hands[other].counts for other in range(4) if other not in open_seats]
        return View(
            rules=self.rules,
            seat=seat,
            hand=hands[seat],
            partner_hand=hands[partner] if self.rules.partner_visible else None,
            hand_sizes=tuple(len(hand) for hand in hands),
            unseen=tuple(map(sum, zip(*hidden, strict=True))),
            turn=self.turn,
            table=self.table,
            table_seat=self.table_seat,
            leader=self.leader,
            passes=self.passes,
            finish_order=self.finish_order,
            is_over=self.is_over,
            players=self.players,
            face_up=self.face_up,
            bombs=self.bombs,
            plays=self.history,
        )


def _replayed(text: str, moves: Iterable[Move]) -> State:
    state = State(text)
    for move in moves:
        state.play_unchecked(move)
    return state


@dataclass(frozen=True, slots=True)
class View:
    """A deal as one seat sees it.

    Everything here is on the table for all to see, except `hand`, `partner_hand` (only where the rules show it, in
    JJ) and `unseen`, which follows from them and the plays.
    """

    rules: Rules
    seat: int
    hand: Hand
    partner_hand: Hand | None
    hand_sizes: tuple[int, ...]
    """How many cards each seat holds."""
    unseen: tuple[int, ...]
    """15 counts: the cards in the hands that this seat may not see, taken together."""
    turn: int
    table: Move | None
    table_seat: int
    leader: int
    passes: int
    finish_order: tuple[int, ...]
    is_over: bool
    players: Players
    """The player at each seat; the change of seats after the deal is done openly."""
    face_up: int | None
    """The card turned up before the deal: whoever led first was dealt it."""
    bombs: Bombs
    """The bombs each seat has played: for each seat {stars: how many}, with the key "J" for the four jokers."""
    plays: tuple[tuple[int, Move], ...]
    """(seat, Move) for each ply since the position the deal was begun from, passes included."""

    @property
    def can_pass(self) -> bool:
        """Whether it is this seat's turn and it may pass."""
        return self.turn == self.seat and self.table is not None and not self.is_over

    def legal_moves(self, wilds: Literal["all", "thrifty"] = "all") -> MoveList:
        """The plays of this seat, as `State.legal_moves`; empty when it is not its turn."""
        mine = self.turn == self.seat and not self.is_over
        return legal_moves(self.hand if mine else 0, self.table, self.rules, wilds)


# --- the text of a position


def _write_bombs(bombs: Mapping[int | str, int]) -> str:
    return ",".join(str(stars) if n == 1 else f"{stars}x{n}" for stars, n in bombs.items()) or "-"


def _read(state: State, text: str) -> None:
    words = text.split()
    if len(words) != len(FIELDS):
        missing = f"; {FIELDS[len(words)]} is missing" if len(words) < len(FIELDS) else ""
        raise ValueError(f"a position has {len(FIELDS)} fields ({' '.join(FIELDS)}), not {len(words)}{missing}")
    word = dict(zip(FIELDS, words, strict=True))

    def wrong(field: str, why: object) -> NoReturn:
        raise ValueError(f"{field} {word[field]!r}: {why}")

    def digits(field: str) -> list[int]:
        if not (word[field].isascii() and word[field].isdigit()):
            wrong(field, "not a number")
        return [int(digit) for digit in word[field]]

    def number(field: str) -> int:
        digits(field)
        if len(word[field]) > 3:
            wrong(field, "too large")
        return int(word[field])

    try:
        rules = Rules.parse(word["rules"])
    except ValueError as error:
        wrong("rules", error)
    hand_words = word["hands"].split("/")
    if len(hand_words) != 4:
        wrong("hands", "not four hands with / between them")
    try:
        hands = [packed_hand("" if hand == "-" else hand) for hand in hand_words]
    except InvalidHandError as error:
        raise InvalidHandError(f"hands: {error}") from None
    table, table_seat = None, number("turn")
    if word["table"] != "-":
        seat, colon, move = word["table"].partition(":")
        if seat not in ("0", "1", "2", "3") or not colon:
            wrong("table", "not SEAT:MOVE")
        table_seat = int(seat)
        try:
            table = Move.parse(move, rules)
        except InvalidMoveError as error:
            raise InvalidMoveError(f"table: {error}") from None
        if table.n_cards == 0:
            raise InvalidMoveError("table: a pass is no table")
    face_up = None if word["face-up"] == "-" else number("face-up")
    if face_up is not None and rules.lead != "face_up":
        wrong("face-up", "no card is turned up under these rules")
    bomb_words = word["bombs"].split("/")
    if len(bomb_words) != 4:
        wrong("bombs", "not four lists with / between them")
    bombs: list[dict[int | str, int]] = []
    for bomb_word in bomb_words:
        bombs.append({})
        for item in bomb_word.split(",") if bomb_word != "-" else ():
            stars, times, n = item.partition("x")
            if not (stars == "J" or stars.isascii() and stars.isdigit() and len(stars) < 3) or (
                times and not (n.isascii() and n.isdigit() and len(n) < 3)
            ):
                wrong("bombs", f"{item!r} is not STARS, J or STARSxTIMES")
            kind = stars if stars == "J" else int(stars)
            if kind in bombs[-1]:
                wrong("bombs", f"{stars} is there twice")
            bombs[-1][kind] = int(n) if times else 1
    state._place(
        rules,
        hands,
        number("turn"),
        table,
        table_seat,
        number("leader"),
        number("passes"),
        () if word["out"] == "-" else digits("out"),
        digits("players"),
        face_up,
        bombs,
        number("plies"),
    )
