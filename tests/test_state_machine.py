"""A hypothesis state machine: play, pass, undo, copy and text round trips in any order, against a naive model.

The model keeps every position it has been in, as plain data, and works out turns from the list of plays alone.
"""

from __future__ import annotations

import pickle
from typing import Any

import hypothesis.strategies as st
from hypothesis import HealthCheck, settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from skfast import PASS, Hand, IllegalMoveError, Move, Record, State, legal_moves
from skfast.rules import PRESETS

PACK = [rank for rank in range(13) for _ in range(8)] + [13, 13, 14, 14]


class Model:
    """Who holds what, and the plays; everything else is worked out from them, every time anew."""

    def __init__(self, hands: list[list[int]], leader: int) -> None:
        self.dealt = [sorted(hand) for hand in hands]
        self.leader = leader
        self.plays: list[tuple[int, Move]] = []

    def position(self) -> dict[str, Any]:
        hands = [list(hand) for hand in self.dealt]
        out = [seat for seat in range(4) if not hands[seat]]
        turn, leader, last = self.leader, self.leader, None  # last: (seat, move) to beat
        passed: set[int] = set()
        over = False
        for seat, move in self.plays:
            assert seat == turn and not over
            if move == PASS:
                passed.add(seat)
            else:
                for rank in move.cards:
                    hands[seat].remove(rank)
                last, passed = (seat, move), set()
                if not hands[seat]:
                    out.append(seat)
                    over = (seat + 2) % 4 in out
            assert last is not None
            holding = [other for other in range(4) if hands[other]]
            if over:
                break
            if passed == set(holding) - {last[0]}:
                turn = leader = last[0] if hands[last[0]] else (last[0] + 2) % 4
                last, passed = None, set()
            else:
                turn = next(other for step in (1, 2, 3, 4) if (other := (seat + step) % 4) in holding)
        if over:
            seat = out[-1]
            out += [other for step in (1, 2, 3) if (other := (seat + step) % 4) not in out]
        return {
            "hands": tuple(Hand([hand.count(rank) for rank in range(15)]) for hand in hands),
            "turn": turn,
            "leader": leader,
            "table": None if last is None else last[1],
            "passes": 0 if over else len(passed),
            "out": tuple(out),
            "over": over,
        }


class Deals(RuleBasedStateMachine):
    @initialize(data=st.data(), name=st.sampled_from(sorted(PRESETS)))
    def begin(self, data: st.DataObject, name: str) -> None:
        self.rules = PRESETS[name]
        # few ranks and all jokers, so that hands have pairs, runs, bombs and wilds
        lowest = data.draw(st.integers(0, 9))  # four ranks and the jokers: 36 cards, for at most 32
        ranks = [rank for rank in PACK if lowest <= rank < lowest + 4 or rank >= 13]
        order = data.draw(st.permutations(ranks))
        sizes = data.draw(st.lists(st.integers(1, 8), min_size=4, max_size=4))
        hands = [[order.pop() for _ in range(size)] for size in sizes]
        out: list[int] = []
        if data.draw(st.booleans()):
            out = data.draw(st.sampled_from([[0], [3], [1, 2], [2, 1], [0, 3]]))
            for seat in out:
                hands[seat] = []
        leader = data.draw(st.sampled_from([seat for seat in range(4) if hands[seat]]))
        self.model = Model(hands, leader)
        self.out = out
        packed = [sum(1 << 4 * rank for rank in hand) for hand in hands]
        self.state = State.from_hands(packed, leader, self.rules, out)
        self.kept: list[tuple[State, int]] = []

    def expected(self) -> dict[str, Any]:
        position = self.model.position()
        if len(self.out) == 2:  # the model lists who is out from the start by seat; the deal says in which order
            position["out"] = tuple(self.out) + position["out"][2:]
        return position

    @precondition(lambda self: not self.state.is_over)
    @rule(data=st.data())
    def play(self, data: st.DataObject) -> None:
        position = self.expected()
        moves = list(legal_moves(position["hands"][position["turn"]], position["table"], self.rules))
        assert list(self.state.legal_moves()) == moves
        if position["table"] is not None:
            moves.append(PASS)
        move = data.draw(st.sampled_from(moves))
        if data.draw(st.booleans()):
            self.state.play(str(move) if data.draw(st.booleans()) else move)
        else:
            self.state.play_unchecked(move)
        self.model.plays.append((position["turn"], move))

    @precondition(lambda self: self.state.can_pass)
    @rule()
    def pass_turn(self) -> None:
        self.model.plays.append((self.state.turn, PASS))
        self.state.play("pass")

    @rule(data=st.data())
    def play_what_is_not_legal(self, data: st.DataObject) -> None:
        """A move of some other hand and no table: if it is not among the legal ones it is refused."""
        hand = data.draw(st.sampled_from([hand for hand in self.state.hands if hand]))
        move = data.draw(st.sampled_from(list(legal_moves(hand, None, self.rules))))
        if move in list(self.state.legal_moves()):
            return
        before = self.state.copy()
        try:
            self.state.play(move)
        except IllegalMoveError:
            assert self.state == before and self.state.history == before.history
        else:
            raise AssertionError(f"{move} was taken in {before}")

    @precondition(lambda self: self.model.plays)
    @rule(n=st.integers(1, 6))
    def undo(self, n: int) -> None:
        for _ in range(min(n, len(self.model.plays))):
            _, move = self.model.plays.pop()
            assert self.state.undo() == move

    @precondition(lambda self: not self.model.plays)
    @rule()
    def undo_nothing(self) -> None:
        try:
            self.state.undo()
        except ValueError:
            return
        raise AssertionError("undid a ply that was not")

    @rule()
    def keep_a_copy(self) -> None:
        self.kept.append((self.state.copy(), hash(str(self.state))))

    @precondition(lambda self: self.kept)
    @rule(data=st.data())
    def copies_are_as_they_were(self, data: st.DataObject) -> None:
        state, text = data.draw(st.sampled_from(self.kept))
        assert hash(str(state)) == text
        assert state.origin() == self.state.origin()

    @rule()
    def text_round_trip(self) -> None:
        again = State(str(self.state))
        assert again == self.state and str(again) == str(self.state) and again.scores() == self.state.scores()

    @rule()
    def pickle_round_trip(self) -> None:
        self.state = pickle.loads(pickle.dumps(self.state))

    @rule()
    def record_round_trip(self) -> None:
        record = Record.of(self.state)
        assert Record.parse(record.text) == record

    @invariant()
    def the_state_is_the_models(self) -> None:
        if not hasattr(self, "state"):
            return
        state, position = self.state, self.expected()
        assert state.hands == position["hands"]
        assert (state.turn, state.leader, state.passes) == (position["turn"], position["leader"], position["passes"])
        assert state.table == position["table"]
        assert state.finish_order == position["out"] and state.is_over == position["over"]
        assert state.can_pass == (position["table"] is not None and not position["over"])
        assert state.history == tuple(self.model.plays) and state.plies == len(self.model.plays)
        assert (state.result is None) == (not position["over"])


Deals.TestCase.settings = settings(
    max_examples=250, stateful_step_count=50, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
TestDeals = Deals.TestCase
