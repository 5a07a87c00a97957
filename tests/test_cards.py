"""Hands, their text, physical cards; everything that is no hand is refused in words."""

import copy
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from skfast.cards import (
    RANKS,
    Hand,
    IllegalMoveError,
    InvalidHandError,
    InvalidMoveError,
    card_copy,
    card_face,
    card_from_text,
    card_rank,
    card_suit,
    card_text,
    card_twin,
    pick_cards,
)

DEALS = st.permutations(range(108)).flatmap(lambda cards: st.integers(0, 27).map(lambda n: cards[:n]))


def test_errors_are_value_errors():
    for error in (InvalidHandError, InvalidMoveError, IllegalMoveError):
        assert issubclass(error, ValueError)


def test_packed_hand_is_the_abi():
    # nibble r counts rank r: two 3s, one 4, eight 2s, two small and one big joker
    hand = Hand("33422222222BBR")
    assert int(hand) == hand.packed == 0x1_2_8_0_0_0_0_0_0_0_0_0_0_1_2
    assert hand.counts == (2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 1)
    assert len(hand) == 14
    assert list(hand) == [0, 0, 1] + [12] * 8 + [13, 13, 14]


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("", ""),
        ("   ", ""),
        ("3", "3"),
        ("bR", "BR"),
        ("Xd", "BR"),
        ("10 10", "TT"),
        ("t10T", "TTT"),
        ("r b 2 a k q j 10 9 8 7 6 5 4 3", "3456789TJQKA2BR"),
        ("3\t4\n5\u30006", "3456"),
        ("33333333", "33333333"),
    ],
)
def test_text(text, plain):
    hand = Hand(text)
    assert str(hand) == hand.text == plain
    assert repr(hand) == f'Hand("{plain}")'
    assert eval(repr(hand)) == hand


@given(DEALS)
def test_every_way_in_and_out_agrees(cards):
    hand = Hand.from_cards(cards)
    assert len(hand) == len(cards) == sum(hand.counts)
    assert bool(hand) == bool(cards)
    assert sorted(map(card_rank, cards)) == list(hand)
    ways = [hand.text, hand.packed, hand.counts, list(hand.counts), np.array(hand.counts, np.uint8)]
    ways += [np.uint64(hand.packed), hand, hand.text.lower(), hand.text.replace("T", "10"), bytes(hand.counts)]
    ways += [" ".join(hand.text[::-1])]
    for way in ways:
        assert Hand(way) == hand
        assert hash(Hand(way)) == hash(hand)
    for twin in (copy.copy(hand), copy.deepcopy(hand), pickle.loads(pickle.dumps(hand))):
        assert twin == hand


@given(DEALS, st.integers(0, 27))
def test_adding_and_taking(cards, n):
    part, rest = Hand.from_cards(cards[:n]), Hand.from_cards(cards[n:])
    whole = Hand.from_cards(cards)
    assert part + rest == whole
    assert whole - part == rest
    assert part in whole
    assert whole.contains(rest.text)
    assert (whole in part) == (part == whole)
    assert [whole.count(rank) for rank in range(15)] == [whole.count(letter) for letter in RANKS]
    if rest:
        with pytest.raises(InvalidHandError):
            part - whole


def test_equality_only_with_hands():
    hand = Hand("3")
    assert hand != 1
    assert hand != "3"
    assert len({hand, Hand(1), Hand((1,) + (0,) * 14)}) == 1


def test_immutable():
    hand = Hand("3")
    with pytest.raises(AttributeError):
        hand.packed = 5
    with pytest.raises(AttributeError):
        hand.other = 5
    with pytest.raises(AttributeError):
        del hand.packed
    with pytest.raises(TypeError):
        hand + 1
    with pytest.raises(TypeError):
        hand - "3"


@pytest.mark.parametrize(
    ("text", "character", "position"),
    [
        ("Z", "Z", 0),
        ("34Z5", "Z", 2),
        ("3 4 1", "1", 4),
        ("311", "1", 1),
        ("0", "0", 0),
        ("34-5", "-", 2),
        ("34=", "=", 2),
        ("3王", "王", 1),
        ("3,4", ",", 1),
        ("333333333", "3", 8),
        ("3BBB", "B", 3),
        ("rrXr", "r", 3),
        ("33333333" + "44444444" + "55555555" + "6667", "7", 27),
        ("3333333345 3", "3", 11),
    ],
)
def test_bad_text_names_character_and_position(text, character, position):
    with pytest.raises(InvalidHandError, match=f"^'{character}' at position {position} of "):
        Hand(text)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (9, "9 x 3"),
        (3 << 52, "3 x B"),
        (3 << 56, "3 x R"),
        (0x8888, "32 cards"),
        (1 << 60, "60 bits"),
        (1 << 63, "60 bits"),
        (1 << 64, "60 bits"),
        (1 << 200, "60 bits"),
        (-1, "negative"),
        (np.int64(-1), "negative"),
        ([0] * 14, "14"),
        ([0] * 16, "16"),
        ([], "15 counts"),
        ([-1] + [0] * 14, "-1 x 3"),
        ([9] + [0] * 14, "9 x 3"),
        ([0] * 13 + [3, 0], "3 x B"),
        ([8, 8, 8, 8] + [0] * 11, "32 cards"),
        ([0.5] * 15, "15 counts"),
        (["3"] * 15, "15 counts"),
        (None, "None"),
        (1.0, "1.0"),
        (object(), "object"),
    ],
)
def test_bad_hands(value, message):
    with pytest.raises(InvalidHandError, match=message):
        Hand(value)


def test_bad_arithmetic_says_what_is_missing():
    with pytest.raises(InvalidHandError, match="needs 5 x 7, hand has 4"):
        Hand("7777") - Hand("77777")
    with pytest.raises(InvalidHandError, match="9 x 3"):
        Hand("33333") + Hand("3333")
    with pytest.raises(InvalidHandError, match="28 cards"):
        Hand("33333333444444445555555") + Hand("66666")


def test_bad_rank():
    for rank in (15, -1, "Z", "33", ""):
        with pytest.raises(InvalidHandError):
            Hand("3").count(rank)


def test_physical_cards():
    # id = copy * 54 + face, face = rank * 4 + suit, 52 small joker, 53 big joker
    assert [card_rank(card) for card in (0, 3, 4, 51, 52, 53, 54, 107)] == [0, 0, 1, 12, 13, 14, 0, 14]
    assert [card_suit(card) for card in (0, 3, 4, 51, 52, 53, 54)] == [0, 3, 0, 3, None, None, 0]
    assert [card_text(card) for card in (0, 1, 2, 3, 31, 52, 107)] == ["3♠", "3♥", "3♣", "3♦", "T♦", "B", "R"]
    for card in range(108):
        assert card == card_copy(card) * 54 + card_face(card)
        assert card_twin(card_twin(card)) == card
        assert card_face(card_twin(card)) == card_face(card)
        assert card_copy(card_twin(card)) == 1 - card_copy(card)
        assert card_from_text(card_text(card), card_copy(card)) == card
    assert Hand.from_cards(range(0, 108, 4)).counts == (2,) * 13 + (1, 0)


def test_card_text_in_letters():
    assert [card_from_text(text) for text in ("3s", "3H", "10c", "TD", "b", "X", "R", "d")] == [
        0, 1, 30, 31, 52, 52, 53, 53
    ]  # fmt: skip
    for text in ("", "3", "s", "33s", "Bs", "3x", "1s", "♠"):
        with pytest.raises(InvalidHandError):
            card_from_text(text)
    with pytest.raises(InvalidHandError):
        card_from_text("3s", copy=2)


def test_a_face_twice_is_its_twin():
    assert Hand.from_cards([0, 0]) == Hand.from_cards([0, 54]) == Hand("33")
    assert Hand.from_cards([f for f in range(13) for _ in (0, 1)]) == Hand("3333333344444444555555556" + "6")


@pytest.mark.parametrize(
    "cards", [[0, 0, 54], [54, 54], [0, 54, 0], [107, 53, 53], [108], [-1], list(range(28)), [54, 0, 54]]
)
def test_bad_card_ids(cards):
    with pytest.raises(InvalidHandError):
        Hand.from_cards(cards)


def test_picking_takes_the_first_held():
    assert pick_cards("33R", [53, 54, 2, 1, 107]) == (53, 54, 2)
    assert pick_cards("", []) == ()
    with pytest.raises(IllegalMoveError, match="needs 2 x R, hand has 1"):
        pick_cards("RR", [53, 52])
    with pytest.raises(InvalidHandError):
        pick_cards("3", [108])
