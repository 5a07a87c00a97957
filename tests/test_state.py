"""A deal ply by ply: turns, who is out, inheriting the lead, the end, undo, copies, views and the one-line text.

Each position of the first part is shown as the four hands, and each play as text, so that it can be followed by hand.
"""

from __future__ import annotations

import copy
import hashlib
import pickle
import random
from collections.abc import Iterator

import pytest

import skfast
from skfast import (
    BAIBIAN,
    CLASSIC,
    JJ,
    KINGS8,
    PASS,
    QIANBIAN,
    Hand,
    IllegalMoveError,
    InvalidHandError,
    InvalidMoveError,
    Move,
    Rules,
    State,
    dealt_cards,
)
from skfast._state import StateBase
from skfast.rules import PRESETS

ALL = list(PRESETS.values())


def played(hands: list[str], plays: str, leader: int = 0, rules: Rules = BAIBIAN, out: str = "") -> State:
    state = State.from_hands(hands, leader, rules, [int(seat) for seat in out])
    for word in plays.split():
        state.play(word)
    return state


def random_deal(rules: Rules, seed: int) -> Iterator[State]:
    """One state, yielded before every ply and at the end."""
    choice = random.Random(seed)
    state = State.deal(rules, seed)
    yield state
    while not state.is_over:
        moves = list(state.legal_moves())
        state.play(choice.choice([*moves, PASS] if state.can_pass else moves))
        yield state


# --- turns


def test_a_trick_goes_round_until_all_others_have_passed() -> None:
    state = State.from_hands(["34A", "45K", "56Q", "67J"], 0)
    seen = []
    for word in ["3", "4", "pass", "6", "pass", "pass", "pass"]:
        seen.append((state.turn, state.leader, state.passes, str(state.table or "-")))
        state.play(word)
    assert seen == [
        (0, 0, 0, "-"),  # 0 leads the 3
        (1, 0, 0, "3"),  # 1 beats it with the 4
        (2, 0, 0, "4"),  # 2 passes
        (3, 0, 1, "4"),  # 3 beats it with the 6: the passes begin anew
        (0, 0, 0, "6"),
        (1, 0, 1, "6"),
        (2, 0, 2, "6"),  # the third pass in succession ends the trick
    ]
    assert (state.turn, state.leader, state.table, state.passes, state.can_pass) == (3, 3, None, 0, False)
    assert state.plies == 7


def test_a_pass_does_not_lock_a_player_out_of_the_trick() -> None:
    state = played(["39", "4T", "5J", "68"], "3 4 pass 6")
    assert state.turn == 0
    state.play("9")  # seat 0 led
    state.play("T")  # seat 1 had the table before
    assert state.turn == 2
    state.play("J")  # seat 2 passed in this very trick
    assert str(state.table) == "J"


def test_players_who_are_out_are_skipped() -> None:
    # seat 1 goes out with the 4; the turn goes 2, 3, 0, 2, ...
    state = played(["39K", "4", "58Q", "67J"], "3 4")
    assert state.finish_order == (1,)
    turns = []
    for word in ["5", "6", "9", "pass", "J"]:
        turns.append(state.turn)
        state.play(word)
    assert turns == [2, 3, 0, 2, 3]
    assert state.turn == 0


def test_two_passes_end_the_trick_when_one_player_is_out() -> None:
    state = played(["39K", "4", "58Q", "67J"], "3 4 5 pass pass")
    # seat 2 played last and holds cards; 3 and 0 passed; 1 is out
    assert (state.turn, state.leader, state.table) == (2, 2, None)


def test_the_partner_inherits_the_lead() -> None:
    # seat 0 goes out with the ace, which 1, 2 and 3 let pass: its partner 2 leads
    state = played(["A", "34", "35", "46"], "A pass pass")
    assert (state.turn, state.finish_order, str(state.table)) == (3, (0,), "A")
    state.play("pass")
    assert (state.turn, state.leader, state.table, state.table_seat) == (2, 2, None, 2)


def test_nobody_inherits_a_lead_that_was_beaten() -> None:
    # seat 0 goes out with the K; seat 1 beats it with the ace; 2 and 3 pass: seat 1 leads
    state = played(["K", "3A", "35", "46"], "K A pass pass")
    assert (state.turn, state.leader) == (1, 1)


def test_the_partner_himself_may_beat_the_last_play() -> None:
    state = played(["K", "34", "3A", "46"], "K pass A pass pass")
    assert (state.turn, state.leader, state.finish_order) == (2, 2, (0,))


def test_the_partner_inherits_with_two_players_out() -> None:
    # seat 1 is out already; seat 2 goes out with the 2; seats 3 and 0 hold cards: both must pass, then 0 leads
    state = played(["34", "", "2", "57"], "2 pass", leader=2, out="1")
    assert (state.turn, state.finish_order) == (0, (1, 2))
    state.play("pass")
    assert (state.turn, state.leader, state.table) == (0, 0, None)


@pytest.mark.parametrize("rules", ALL, ids=lambda rules: rules.name)
def test_the_lead_is_inherited_in_every_variant(rules: Rules) -> None:
    assert played(["A", "34", "35", "46"], "A pass pass pass", rules=rules).turn == 2


# --- the end


def test_a_double_win_ends_the_deal_at_once() -> None:
    # 0 goes out, then 2: places 1 and 2; the others in turn order from the second finisher: 3, then 1
    state = played(["3", "44", "5", "66"], "3 pass 5")
    assert state.is_over and state.finish_order == (0, 2, 3, 1)
    assert state.result is not None and state.result.win is skfast.Win.DOUBLE


def test_third_and_fourth_from_another_second_finisher() -> None:
    state = played(["33", "4", "55", "6"], "4 pass 6", leader=1)
    assert state.finish_order == (1, 3, 0, 2)


def test_third_and_fourth_when_the_second_finisher_is_seat_1() -> None:
    # 3 leads the 4 and is out; 0 passes; 1 beats it with the 6 and is out: 2 is next in turn, then 0
    state = played(["33", "6", "55", "4"], "4 pass 6", leader=3)
    assert state.finish_order == (3, 1, 2, 0)


def test_a_single_win() -> None:
    # 0 out, 1 out, 2 out: 0 and 2 are partners with places 1 and 3; 3 is last
    state = played(["3", "4", "5", "66"], "3 4 5")
    assert state.finish_order == (0, 1, 2, 3)
    assert state.result is not None and state.result.win is skfast.Win.SINGLE


def test_a_level_win() -> None:
    # 0 out; 1 out; 2 passes; 3 out: the side of 1 and 3 is out with places 2 and 3, 2 is last
    state = played(["3", "4", "55", "6"], "3 4 pass 6")
    assert state.finish_order == (0, 1, 3, 2)
    assert state.result is not None and state.result.win is skfast.Win.LEVEL


def test_a_deal_that_is_over() -> None:
    state = played(["3", "4", "5", "66"], "3 4 5")
    assert (state.turn, str(state.table), state.can_pass, len(state.legal_moves())) == (2, "5", False, 0)
    before = str(state)
    for play in ("66", "pass", PASS, Move.parse("66")):
        with pytest.raises(IllegalMoveError, match="the deal is over"):
            state.play(play)
    with pytest.raises(IllegalMoveError, match="the deal is over"):
        state.play_unchecked(PASS)
    assert str(state) == before
    state.undo()
    assert not state.is_over and state.result is None and state.finish_order == (0, 1)


def test_result_is_none_before_the_end_and_scores_are_the_contributions_so_far() -> None:
    state = played(["333333A", "45", "56", "67"], "333333")
    assert state.result is None
    assert state.scores() == (6, -2, -2, -2)  # six stars in BAIBIAN: 2 from each of the others


# --- what is refused


def test_refusals_say_why_and_change_nothing() -> None:
    state = State.from_hands(["34567R", "3", "KKKK", "2"], 0)
    for play, why in [
        ("pass", "seat 0 leads and must play"),
        (PASS, "seat 0 leads and must play"),
        ("77777", "needs 5 x 7, hand has 1"),
        (Move.parse("88"), "needs 2 x 8, hand has 0"),
    ]:
        before = str(state)
        with pytest.raises(IllegalMoveError, match=why):
            state.play(play)
        assert str(state) == before and state.history == ()
    state.play("5")
    for play, why in [("3", "does not beat 5"), (Move.parse("3"), "does not beat 5"), ("K", "needs 1 x K")]:
        before = str(state)
        with pytest.raises(IllegalMoveError, match=why):
            state.play(play)
        assert str(state) == before


def test_play_unchecked_asks_only_for_the_cards() -> None:
    state = State.from_hands(["34567R", "3", "KKKK", "2"], 0)
    with pytest.raises(IllegalMoveError, match="88 needs 2 x 8, hand has 0"):
        state.play_unchecked(Move.parse("88"))
    with pytest.raises(TypeError):
        state.play_unchecked("3")  # type: ignore[arg-type]
    assert state.history == ()
    state.play_unchecked(Move.parse("7"))
    state.play_unchecked(Move.parse("3"))  # does not beat the 7
    assert state.turn == 2
    assert [str(state.undo()), str(state.undo())] == ["3", "7"]
    assert state == state.origin()


def test_text_that_is_no_move_is_invalid() -> None:
    state = State.from_hands(["34567R", "3", "KKKK", "2"], 0)
    with pytest.raises(InvalidMoveError, match="'!' at position 1"):
        state.play("3!")
    with pytest.raises(InvalidMoveError):
        state.play("34")
    with pytest.raises(TypeError):
        state.play(3)  # type: ignore[arg-type]
    assert state.history == ()


def test_a_reading_of_other_rules_is_refused() -> None:
    move = Move.parse("4567R=45678", BAIBIAN)
    state = State.from_hands(["4567R", "3", "3", "3"], 0, CLASSIC)
    with pytest.raises(IllegalMoveError, match="not a legal reading"):
        state.play(move)


@pytest.mark.parametrize(
    ("hands", "leader", "out", "error", "why"),
    [
        (["333333", "333", "4", "5"], 0, [], InvalidHandError, "9 x 3 in the four hands: two packs hold 8"),
        (["RR", "R", "4", "5"], 0, [], InvalidHandError, "3 x R in the four hands: two packs hold 2"),
        (["333333333", "4", "5", "6"], 0, [], InvalidHandError, "one too many"),
        (["3Z", "4", "5", "6"], 0, [], InvalidHandError, "'Z' at position 1"),
        (["3", "4", "5"], 0, [], ValueError, "four hands"),
        ("3456", 0, [], ValueError, "four hands"),
        (["3", "4", "5", "6"], 4, [], ValueError, "leader must be a seat"),
        (["3", "4", "5", "6"], -1, [], ValueError, "leader must be a seat"),
        (["", "4", "5", "6"], 0, [0], ValueError, "seat 0 holds no cards"),
        (["3", "", "5", "6"], 0, [], ValueError, "exactly those without cards"),
        (["3", "4", "5", "6"], 0, [1], ValueError, "exactly those without cards"),
        (["3", "", "5", ""], 0, [1, 3], ValueError, "not both of a side"),
        (["3", "", "", "6"], 0, [1, 1], ValueError, "exactly those without cards"),
        (["3", "", "", "6"], 0, [1, 2, 1, 2, 1], ValueError, "exactly those without cards"),
        (["3", "", "", "6"], 0, [1, 7], ValueError, "seat 0..3"),
    ],
)
def test_positions_that_are_none(hands: list[str], leader: int, out: list[int], error: type, why: str) -> None:
    with pytest.raises(error, match=why):
        State.from_hands(hands, leader, BAIBIAN, out)


def test_physical_cards() -> None:
    state = State.from_cards([[0, 54], [4], [52, 106], [53]], 0)
    assert state.hands == (Hand("33"), Hand("4"), Hand("BB"), Hand("R"))
    with pytest.raises(InvalidHandError, match="card 0 is in the hands of seats 0 and 1"):
        State.from_cards([[0], [0], [1], [2]], 0)
    with pytest.raises(InvalidHandError, match="card 108 is not"):
        State.from_cards([[108], [0], [1], [2]], 0)


def test_the_compiled_base_alone_is_a_deal_that_is_over() -> None:
    state = StateBase()
    assert state.is_over and len(state.legal_moves()) == 0 and not state.can_pass
    with pytest.raises(IllegalMoveError):
        state.play_unchecked(PASS)
    with pytest.raises(ValueError, match="no ply to undo"):
        state.undo()


# --- dealing


@pytest.mark.parametrize("rules", ALL, ids=lambda rules: rules.name)
def test_deals_are_of_the_double_pack_and_come_again(rules: Rules) -> None:
    for seed in [0, 1, 2**64 - 1]:
        state = State.deal(rules, seed)
        assert [len(hand) for hand in state.hands] == [27] * 4
        assert [sum(counts) for counts in zip(*(hand.counts for hand in state.hands), strict=True)] == [8] * 13 + [2, 2]
        assert state == State.deal(rules, seed)
        cards = dealt_cards(rules, seed)
        assert sorted(card for held in cards for card in held) == list(range(108))
        assert tuple(Hand.from_cards(held) for held in cards) == state.hands
        assert State.deal(rules, seed, number=1) != state


def test_the_deal_of_a_seed_is_the_same_for_ever() -> None:
    """xoshiro256++ from (seed, deal number): written down once, and to stay."""
    assert str(State.deal(BAIBIAN, 7)) == BAIBIAN_7
    text = "\n".join(
        str(State.deal(rules, seed, number=number)) for rules in ALL for seed in range(20) for number in (0, 9)
    )
    assert hashlib.sha256(text.encode()).hexdigest() == DEALS_SHA256


BAIBIAN_7 = (
    "BAIBIAN 33445566777788999TTJQKK222B/33334446888999TJJJQQKAAA222/"
    "445566667777888TTTQQQKAAABR/3345555699TTJJJJQQKKKKAA22R 2 - 2 0 - 0123 18 -/-/-/- 0"
)
DEALS_SHA256 = "a26d0b20fe72ba614dfdbd8809ad4ddbb6398531a614d5be42fb9772cf69828a"


def test_the_generator_against_its_definition() -> None:
    """xoshiro256++ and SplitMix64 written again from their papers, and the shuffle from the last place down."""
    mask = 2**64 - 1
    golden = 0x9E3779B97F4A7C15

    def mix(x: int) -> int:
        x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & mask
        x = (x ^ x >> 27) * 0x94D049BB133111EB & mask
        return x ^ x >> 31

    def rotated(x: int, n: int) -> int:
        return (x << n | x >> 64 - n) & mask

    class Stream:
        def __init__(self, seed: int, number: int) -> None:
            start = mix(mix(seed + golden & mask) + number + golden & mask)
            self.s = [mix(start + k * golden & mask) for k in (1, 2, 3, 4)]

        def next(self) -> int:
            s = self.s
            result = rotated(s[0] + s[3] & mask, 23) + s[0] & mask
            shifted = s[1] << 17 & mask
            s[2] ^= s[0]
            s[3] ^= s[1]
            s[1] ^= s[2]
            s[0] ^= s[3]
            s[2] ^= shifted
            s[3] = rotated(s[3], 45)
            return result

        def below(self, n: int) -> int:
            while True:
                product = (self.next() >> 32) * n
                if product & 0xFFFFFFFF >= 2**32 % n:
                    return product >> 32

    for seed, number in [(0, 0), (7, 0), (7, 1), (2**64 - 1, 2**64 - 1)]:
        stream = Stream(seed, number)
        cards = list(range(108))
        for i in range(107, 0, -1):
            j = stream.below(i + 1)
            cards[i], cards[j] = cards[j], cards[i]
        hands = [cards[27 * seat : 27 * seat + 27] for seat in range(4)]
        assert dealt_cards(CLASSIC, seed, number) == tuple(map(tuple, hands))
        assert State.deal(CLASSIC, seed, number=number).turn == stream.below(4)
        for other, held in enumerate(dealt_cards(QIANBIAN, seed, number)):  # no change of seats in QIANBIAN
            assert list(held) == hands[other]


def test_the_face_up_card_settles_lead_and_partners() -> None:
    moved = stayed = both = 0
    for seed in range(300):
        for rules in (BAIBIAN, JJ, KINGS8, QIANBIAN):
            state = State.deal(rules, seed)
            assert state.face_up is not None
            cards = dealt_cards(rules, seed)
            leader = next(seat for seat in range(4) if state.face_up in cards[seat])
            twin = next(seat for seat in range(4) if (state.face_up + 54) % 108 in cards[seat])
            assert state.turn == state.leader == leader
            if rules.seat_swap:
                assert twin in (leader, leader ^ 2)
                changed = [seat for seat in range(4) if state.players[seat] != seat]
                before = dealt_cards(QIANBIAN, seed)  # the same shuffle without the change
                for seat in range(4):
                    assert before[state.players[seat]] == cards[seat]  # players move with their hands
                assert leader not in changed
                if changed:
                    assert len(changed) == 2 and leader ^ 2 in changed
                    moved += 1
                elif twin == leader:
                    both += 1
                else:
                    stayed += 1
            else:
                assert state.players == (0, 1, 2, 3)
    # of 900: the twin is with one of the two others in 54 of 107 cases, opposite in 27, in the same hand in 26
    assert 380 < moved < 530 and 150 < stayed < 300 and 150 < both < 290


def test_deals_are_fair() -> None:
    """Every rank reaches every seat as often as every other, and every seat leads as often."""
    n = 3000
    twos = [0] * 4
    leads = [0] * 4
    for seed in range(n):
        state = State.deal(CLASSIC, seed)
        leads[state.turn] += 1
        for seat, hand in enumerate(state.hands):
            twos[seat] += hand.count("2")
    assert all(abs(count - 2 * n) < 200 for count in twos), twos  # sd of a seat's sum: about 1.07 * sqrt(3000) = 59
    assert all(abs(count - n / 4) < 120 for count in leads), leads  # sd sqrt(3000 * 3 / 16) = 24


def test_deal_arguments() -> None:
    assert State.deal(CLASSIC, 5, leader=2).turn == 2
    assert State.deal(CLASSIC, 5, leader=2).hands == State.deal(CLASSIC, 5).hands
    assert State.deal(CLASSIC, 5, players=(3, 1, 0, 2)).players == (3, 1, 0, 2)
    for bad in [-1, 2**64]:
        with pytest.raises(ValueError, match="seed must be"):
            State.deal(CLASSIC, bad)
        with pytest.raises(ValueError, match="number must be"):
            State.deal(CLASSIC, 0, number=bad)
    with pytest.raises(TypeError):
        State.deal(CLASSIC, "7")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="the face-up card decides"):
        State.deal(BAIBIAN, 5, leader=2)
    with pytest.raises(ValueError, match="leader must be a seat"):
        State.deal(CLASSIC, 5, leader=4)
    with pytest.raises(ValueError, match="players are not"):
        State.deal(CLASSIC, 5, players=(0, 1, 2, 2))
    with pytest.raises(TypeError):
        State.deal("BAIBIAN", 5)  # type: ignore[arg-type]


# --- undo, copy, equality, pickle


@pytest.mark.parametrize("rules", ALL, ids=lambda rules: rules.name)
def test_undo_takes_back_a_whole_deal(rules: Rules) -> None:
    for seed in range(5):
        texts = []
        state = None
        for state in random_deal(rules, seed):
            texts.append(str(state))
        assert state is not None
        plies = [move for _, move in state.history]
        for text in reversed(texts[:-1]):
            assert state.undo() == plies.pop()
            assert str(state) == text
        with pytest.raises(ValueError, match="no ply to undo"):
            state.undo()


def test_copies_go_on_by_themselves() -> None:
    state = played(["34A", "45K", "56Q", "67J"], "3 4")
    for other in (state.copy(), copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert type(other) is State and other == state and other.history == state.history
        other.play("5")
        assert other != state and state.turn == 2
        other.undo()
        assert other == state
        other.undo()
        other.undo()
        assert other == state.origin() and state.history == ((0, Move.parse("3")), (1, Move.parse("4")))


def test_equality_is_of_rules_and_position_only() -> None:
    a = played(["34A", "45K", "56Q", "67J"], "3 4")
    b = State(str(a))
    assert a == b and b.history == () and a.history != ()
    assert a != str(a) and a != played(["34A", "45K", "56Q", "67J"], "3 4", rules=JJ)
    with pytest.raises(TypeError, match="unhashable"):
        hash(a)


def test_a_subclass_stays_one() -> None:
    class Mine(State):
        pass

    assert type(Mine.deal(BAIBIAN, 1)) is type(Mine.deal(BAIBIAN, 1).copy()) is Mine


def test_dropping_a_long_chain_of_states_is_quiet() -> None:
    states = [state.copy() for state in random_deal(BAIBIAN, 3)]
    states.reverse()
    while states:
        states.pop()


# --- what a seat sees


def test_a_view_holds_what_the_seat_may_know() -> None:
    state = played(["34A", "45K", "56Q", "67J"], "3 4")
    view = state.view(2)
    assert view.hand == Hand("56Q") and view.partner_hand is None
    assert view.hand_sizes == (2, 2, 3, 3)
    assert Hand(view.unseen) == Hand("4A" + "5K" + "67J")
    assert (view.turn, view.table, view.table_seat, view.leader, view.passes) == (2, Move.parse("4"), 1, 0, 0)
    assert view.plays == ((0, Move.parse("3")), (1, Move.parse("4")))
    assert view.can_pass and list(view.legal_moves()) == list(state.legal_moves())
    assert not state.view(1).can_pass and len(state.view(1).legal_moves()) == 0
    with pytest.raises(ValueError, match="seat must be"):
        state.view(4)


def test_only_jj_shows_the_partner() -> None:
    for rules in ALL:
        view = State.deal(rules, 3).view(1)
        assert (view.partner_hand is not None) == (rules is JJ)
        assert sum(view.unseen) == (54 if rules is JJ else 81)


@pytest.mark.parametrize("rules", [BAIBIAN, JJ], ids=lambda rules: rules.name)
def test_hidden_cards_change_nothing_in_a_view(rules: Rules) -> None:
    """Two deals that differ only in how the cards that seat 0 may not see are spread give it the same view."""
    hands = ["33A", "445", "66R", "77B"]
    other = ["33A", "77B", "66R", "445"] if rules is JJ else ["33A", "66R", "77B", "445"]
    views = [State.from_hands(given, 0, rules).view(0) for given in (hands, other)]
    assert views[0] == views[1]
    views = [played(given, "33 pass", rules=rules).view(0) for given in (hands, other)]
    assert views[0] == views[1]


def test_a_view_does_not_hold_the_state() -> None:
    state = State.deal(BAIBIAN, 1)
    view = state.view(0)
    values = [getattr(view, name) for name in type(view).__dataclass_fields__]
    assert not any(isinstance(value, StateBase) for value in values)
    for hidden in state.hands[1:]:
        assert str(hidden) not in repr(view)


# --- text


@pytest.mark.parametrize("rules", [*ALL, Rules.parse("QIANBIAN,chain_star=smallest,max_bomb_size=9")], ids=str)
def test_text_round_trip_at_every_ply(rules: Rules) -> None:
    for seed in range(6):
        for state in random_deal(rules, seed):
            again = State(str(state))
            assert again == state and str(again) == str(state) == state.text and repr(state) == f'State("{state}")'
            assert again.scores() == state.scores() and again.result == state.result
            assert again.players == state.players and again.face_up == state.face_up and again.plies == state.plies


EXAMPLE = "BAIBIAN 3467R/3/-/2 3 2:KKKK 0 0 2 0132 57 -/-/4/- 3"
FIELDS = "rules hands turn table leader passes out players face-up bombs plies".split()


def test_the_example_of_the_documentation() -> None:
    state = State(EXAMPLE)
    assert str(state) == EXAMPLE
    assert (state.turn, state.table_seat, state.leader, state.finish_order) == (3, 2, 0, (2,))
    assert state.table == Move.parse("KKKK") and state.bombs == ({}, {}, {4: 1}, {})
    assert state.players == (0, 1, 3, 2) and state.face_up == 57 and state.plies == 3


@pytest.mark.parametrize(
    ("field", "value", "why"),
    [
        ("rules", "FOO", "rules 'FOO'"),
        ("rules", "BAIBIAN,lead=never", "rules"),
        ("rules", "CLASSIC", "face-up"),
        ("hands", "3/4/5", "not four hands"),
        ("hands", "333333333/4/-/2", "one too many"),
        ("hands", "3467R/3Z/-/2", "'Z' at position 1"),
        ("hands", "3467R/KKKKK/-/2", "from one double pack"),
        ("hands", "3467R/-/-/2", "exactly those without cards"),
        ("hands", "3467R/3/5/2", "exactly those without cards"),
        ("turn", "4", "seat 0..3"),
        ("turn", "0", "do not fit the table"),
        ("turn", "2", "do not fit the table"),
        ("turn", "x", "not a number"),
        ("turn", "²", "not a number"),
        ("table", "KKKK", "not SEAT:MOVE"),
        ("table", "4:KKKK", "not SEAT:MOVE"),
        ("table", "2:KK3", "table: .*no move"),
        ("table", "2:pass", "a pass is no table"),
        ("table", "-", "do not fit the table"),
        ("table", "0:KKKK", "do not fit the table"),
        ("leader", "9", "seat 0..3"),
        ("passes", "1", "do not fit the table"),
        ("passes", "3", "do not fit the table"),
        ("passes", "9", "do not fit the table"),
        ("out", "-", "exactly those without cards"),
        ("out", "22", "exactly those without cards"),
        ("out", "5", "seat 0..3"),
        ("out", "20123", "exactly those without cards"),
        ("players", "0122", "players are not"),
        ("players", "012", "players are not"),
        ("players", "01234", "players are not"),
        ("face-up", "108", "not a card"),
        ("face-up", "3♠", "not a number"),
        ("bombs", "-/-/4", "not four lists"),
        ("bombs", "-/-/-/-", "bombs cannot have been played"),
        ("bombs", "-/-/4/3", "bombs cannot have been played"),
        ("bombs", "-/-/4,4/-", "twice"),
        ("bombs", "-/-/4x7/-", "bombs cannot have been played"),
        ("bombs", "-/-/4/J", "bombs cannot have been played"),
        ("bombs", "-/-/4/5x", "not STARS"),
        ("bombs", "-/-/4/y", "not STARS"),
        ("bombs", "-/-/4/", "not STARS"),
        ("plies", "-1", "not a number"),
        ("plies", "1000", "too large"),
    ],
)
def test_positions_texts_that_are_none(field: str, value: str, why: str) -> None:
    words = EXAMPLE.split()
    words[FIELDS.index(field)] = value
    with pytest.raises(ValueError, match=why):
        State(" ".join(words))


@pytest.mark.parametrize("n", range(11))
def test_a_missing_field_is_named(n: int) -> None:
    with pytest.raises(ValueError, match=f"; {FIELDS[n]} is missing"):
        State(" ".join(EXAMPLE.split()[:n]))


def test_too_many_fields() -> None:
    with pytest.raises(ValueError, match="11 fields"):
        State(EXAMPLE + " 0")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        # after a double win of 0 and 2 the order goes on from the second finisher: 3, then 1
        ("BAIBIAN -/44/-/66 2 2:5 0 0 0213 0123 - -/-/-/- 3", "exactly those without cards"),
        # three places can only be taken when the deal is over
        ("BAIBIAN -/-/55/- 3 3:6 0 0 013 0123 - -/-/-/- 4", "exactly those without cards"),
        # over: the turn stays with the last finisher
        ("BAIBIAN -/-/55/- 2 3:6 0 0 0132 0123 - -/-/-/- 4", "exactly those without cards"),
        ("BAIBIAN -/-/55/- 3 3:6 0 1 0132 0123 - -/-/-/- 4", "do not fit the table"),
        ("BAIBIAN -/-/55/- 3 - 0 0 0132 0123 - -/-/-/- 4", "do not fit the table"),
    ],
)
def test_ends_that_are_none(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        State(text)


def test_four_jokers_are_told_from_other_bombs_of_their_stars() -> None:
    state = played(["BBRR3", "4444444", "56", "78"], "BBRR pass pass pass", rules=JJ)
    assert "J/-/-/-" in str(state) and state.bombs[0] == {"J": 1}
    state = played(["BBRR3", "4444444", "56", "78"], "4444444", leader=1, rules=JJ)
    assert "-/7/-/-" in str(state)
