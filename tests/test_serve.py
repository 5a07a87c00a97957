"""`skfast serve`: every operation, every way to be wrong, the stream, and fuzz.

docs/serve.schema.json is the contract: every request and answer here is held against it.
"""

import json
import os
import random
import select
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

import skfast
from skfast import BAIBIAN, State
from skfast.serve import MAX_LINE, Session, serve, stream

ROOT = Path(__file__).parent.parent
COMMAND = [sys.executable, "-m", "skfast", "serve"]
POSIX = pytest.mark.skipif(os.name != "posix", reason="pipes and signals of POSIX")

SCHEMA = json.loads((ROOT / "docs" / "serve.schema.json").read_text(encoding="utf8"))


def request_is_valid(request: dict[str, Any]) -> bool:
    op = request.get("op")
    return isinstance(op, str) and op in REQUEST_OF and REQUEST_OF[op].is_valid(request)


def schema_of(path: str) -> Draft202012Validator:
    return Draft202012Validator({"$ref": f"#/$defs/{path}", "$defs": SCHEMA["$defs"]})


REQUEST, ANSWER, ERROR = schema_of("request"), schema_of("answer"), schema_of("error")
ANSWER_TO = {op: schema_of(f"answers/{op}") for op in SCHEMA["$defs"]["answers"]}
FORMS = [*SCHEMA["$defs"]["single"]["anyOf"], *SCHEMA["$defs"]["request"]["anyOf"][1:]]
REQUEST_OF = {  # quicker than trying the forms of every op
    op: Draft202012Validator(
        {"anyOf": [form for form in FORMS if form["properties"]["op"]["const"] == op], "$defs": SCHEMA["$defs"]}
    )
    for op in ANSWER_TO
}

KNOWN = b'{"id":"known","op":"count","hand":"34567"}'
KNOWN_ANSWER = '{"id":"known","ok":true,"count":6}\n'  # five singles and the straight


def ask(session: Session, request: object) -> Any:
    """The answer to a request of the schema, held against the schema of its op."""
    assert isinstance(request, dict)
    REQUEST_OF[request["op"]].validate(request)
    answer = json.loads(session.answer(json.dumps(request).encode()))
    assert answer["id"] == request.get("id")
    (ANSWER_TO[request["op"]] if answer["ok"] else ERROR).validate(answer)
    return answer


def refusal(line: bytes, session: Session | None = None) -> tuple[str, str]:
    """The code and the message of the error; the next line is answered."""
    session = session or Session()
    answer = session.answer(line)
    assert answer.count("\n") == 1
    ERROR.validate(json.loads(answer))
    assert session.answer(KNOWN) == KNOWN_ANSWER
    error = json.loads(answer)["error"]
    return error["code"], error["message"]


# --- questions, by hand


@pytest.mark.parametrize(
    ("request_", "expected"),
    [
        # 4-8 beats 3-7, and the wild must be the 8
        ({"op": "legal_moves", "hand": "4567R", "table": "34567"}, {"count": 1, "moves": ["4567R=45678"]}),
        ({"op": "legal_moves", "hand": "3"}, {"count": 1, "can_pass": False, "moves": ["3"]}),
        ({"op": "legal_moves", "hand": "3", "table": "4"}, {"count": 0, "can_pass": True, "moves": []}),
        ({"op": "legal_moves", "hand": ""}, {"count": 0, "moves": []}),
        ({"op": "count", "hand": "34567"}, {"count": 6}),
        ({"op": "count", "hand": 0x11111}, {"count": 6}),
        ({"op": "count", "hand": [1] * 5 + [0] * 10}, {"count": 6}),
        ({"op": "count", "hand": "34567", "table": "3"}, {"count": 4}),
        ({"op": "count", "hand": "34567", "table": None}, {"count": 6}),
        # with the wild, the five ranks and R, 3R=33 .. 7R=77; under CLASSIC it is a single only
        ({"op": "count", "hand": "345R"}, {"count": 7}),
        ({"op": "count", "hand": "345R", "rules": "CLASSIC"}, {"count": 4}),
        ({"op": "count", "hand": "345R", "rules": "千变"}, {"count": 7}),
        ({"op": "count", "hand": "345R", "rules": "BAIBIAN,wild_jokers=none"}, {"count": 4}),
        # 33R is a pair with a natural kept back: not thrifty; 3R=33 neither
        ({"op": "count", "hand": "33R"}, {"count": 5}),
        ({"op": "count", "hand": "33R", "wilds": "thrifty"}, {"count": 4}),
        ({"op": "count", "hands": []}, {"count": []}),
        ({"op": "count", "hands": ["34567", 0x11111, [1] * 5 + [0] * 10, ""]}, {"count": [6, 6, 6, 0]}),
        ({"op": "count", "hands": ["34", "45"], "table": "3"}, {"count": [1, 2]}),
        ({"op": "count", "hands": ["34", "45", "3"], "tables": ["3", "4", None]}, {"count": [1, 1, 1]}),
        ({"op": "can_beat", "hand": "45678", "table": "34567"}, {"can_beat": True}),
        ({"op": "can_beat", "hand": "45678", "table": "3333"}, {"can_beat": False}),
        ({"op": "can_beat", "hand": ""}, {"can_beat": False}),
        ({"op": "can_beat", "hands": ["4", "3"], "table": "3"}, {"can_beat": [True, False]}),
        ({"op": "classify", "cards": "3344"}, {"readings": []}),
        ({"op": "classify", "cards": "34567", "table": "45678"}, {"readings": []}),
        ({"op": "beats", "a": "666666", "b": "33333"}, {"beats": True}),
        ({"op": "beats", "a": "34567", "b": "34567"}, {"beats": False}),
        ({"op": "beats", "a": "AAA", "b": "3333"}, {"beats": False}),
        ({"op": "beats", "a": "pass", "b": "3"}, {"beats": False}),
        ({"op": "beats", "a": "3", "b": "pass"}, {"beats": False}),
        # two readings: the pair run is meant, and the straight is when it is named
        ({"op": "beats", "a": "45BBRR", "b": "334455", "rules": "QIANBIAN"}, {"beats": True}),
        ({"op": "beats", "a": "45BBRR=456789", "b": "334455", "rules": "QIANBIAN"}, {"beats": False}),
        # JJ's worked example: 7 stars x3 by 0 and 2, 6 stars x2 by 1 and 3, a double win: 6 x 3 x 2
        (
            {
                "op": "score",
                "finish_order": [0, 2, 1, 3],
                "bombs": [[0, "7777777"], [1, "444444"]],
                "rules": "JJ",
            },
            {"scores": [36, -36, 36, -36]},
        ),
        ({"op": "score", "finish_order": [0, 1, 2, 3]}, {"scores": [2, -2, 2, -2]}),
        ({"op": "version"}, {"version": skfast.__version__, "protocol": 1}),
    ],
)
def test_questions(request_: dict[str, Any], expected: dict[str, Any]) -> None:
    answer = ask(Session(), {"id": 7, **request_})
    assert answer["ok"] is True
    assert {field: answer[field] for field in expected} == expected


def test_the_members_of_a_move() -> None:
    described = {
        "text": "34567R=345678",
        "cards": "34567R",
        "category": "straight",
        "rank": "8",
        "length": 6,
        "size": 1,
        "stars": 0,
        "n_cards": 6,
        "wilds": 1,
    }
    session = Session()
    assert ask(session, {"op": "classify", "cards": "34567R"})["readings"] == [described]
    listed = ask(session, {"op": "legal_moves", "hand": "34567R", "detail": True})["moves"]
    assert described in listed
    assert [move["text"] for move in listed] == skfast.legal_moves("34567R").texts()


@pytest.mark.parametrize("rules", ["CLASSIC", "JJ", "BAIBIAN", "KINGS8", "QIANBIAN", "KINGS8,wild_jokers=big"])
def test_questions_are_the_engines(rules: str) -> None:
    session = Session()
    parsed = skfast.Rules.parse(rules)
    hands = [hand for seed in range(10) for hand in State.deal(parsed, seed).hands]
    texts = [hand.text for hand in hands]
    tables = [skfast.legal_moves(hand, None, parsed)[0].text for hand in hands[1:] + hands[:1]]
    counts = [skfast.count_moves(hand, None, parsed) for hand in hands]
    follows = [skfast.count_moves(hand, table, parsed) for hand, table in zip(hands, tables, strict=True)]
    assert ask(session, {"op": "count", "hands": texts, "rules": rules})["count"] == counts
    assert ask(session, {"op": "count", "hands": texts, "tables": tables, "rules": rules})["count"] == follows
    assert ask(session, {"op": "can_beat", "hands": [hand.packed for hand in hands], "tables": tables, "rules": rules})[
        "can_beat"
    ] == [n > 0 for n in follows]
    for text, table, n in zip(texts, tables, counts, strict=True):
        listed = ask(session, {"op": "legal_moves", "hand": text, "rules": rules})
        assert listed["count"] == n
        assert listed["moves"] == skfast.legal_moves(text, None, parsed).texts()
        thrifty = ask(session, {"op": "legal_moves", "hand": text, "table": table, "rules": rules, "wilds": "thrifty"})
        assert thrifty["moves"] == skfast.legal_moves(text, table, parsed, "thrifty").texts()


def test_rules_lists_the_presets_and_reads_a_variant() -> None:
    session = Session()
    assert [rules["name"] for rules in ask(session, {"op": "rules"})["rules"]] == list(skfast.rules.PRESETS)
    (mine,) = ask(session, {"op": "rules", "rules": "百变,max_bomb_size=6"})["rules"]
    assert (mine["name"], mine["text"]) == (None, "BAIBIAN,max_bomb_size=6")
    assert mine["fields"]["max_bomb_size"] == 6
    assert mine["fields"]["multiplier"] == {"5": 2, "6": 4, "7": 8, "8": 16}
    changed = {field: mine["fields"][field] for field in mine["fields"] if field != "max_bomb_size"}
    assert skfast.Rules(**(changed | {"max_bomb_size": 8})) == BAIBIAN


# --- deals


def test_a_deal_by_name_and_without_one_is_the_engines() -> None:
    """Whole deals, each followed at once as a game, as positions handed over, and as a start with its plies."""
    for number, rules in enumerate(["BAIBIAN", "CLASSIC", "JJ", "QIANBIAN"]):
        session, rng = Session(), random.Random(number)
        mine = State.deal(skfast.Rules.named(rules), 5, number=number)
        first = {"op": "deal", "rules": rules, "seed": 5, "number": number, "game": "a"}
        state = ask(session, first)["state"]
        start, plies = state["position"], []
        while not mine.is_over:
            assert state["position"] == mine.text
            source: dict[str, Any] = {"position": state["position"]}
            listed = ask(session, {"op": "legal_moves", "game": "a"})
            assert listed["moves"] == mine.legal_moves().texts()
            assert listed["can_pass"] is mine.can_pass
            assert ask(session, {"op": "count", **source})["count"] == len(mine.legal_moves())
            assert ask(session, {"op": "can_beat", **source})["can_beat"] is bool(mine.legal_moves())
            choices = mine.legal_moves().texts() + ["pass"] * mine.can_pass
            move = rng.choice(choices[-3:])
            mine.play(move)
            handed = ask(session, {"op": "play", **source, "move": move})["state"]
            replayed = ask(session, {"op": "play", "position": start, "moves": plies, "move": move})["state"]
            plies.append(move)
            state = ask(session, {"op": "play", "game": "a", "move": move})["state"]
            assert state == handed == replayed
        assert state["is_over"]
        assert state["result"]["scores"] == list(mine.result.scores) == state["scores"]  # type: ignore[union-attr]
        assert state["finish_order"] == list(mine.finish_order)
        assert ask(session, {"op": "score", "game": "a"})["result"] == state["result"]
        assert ask(session, {"op": "legal_moves", "game": "a"}) == {
            "id": None,
            "ok": True,
            "count": 0,
            "can_pass": False,
            "moves": [],
        }
        assert refusal(b'{"op":"play","game":"a","move":"3"}', session)[0] == "illegal_move"
        for n in range(len(plies), 0, -1):
            undone = ask(session, {"op": "undo", "game": "a"})
            mine.undo()
            assert undone["state"]["position"] == mine.text
            if n % 40 == 0:
                assert ask(session, {"op": "undo", "position": start, "moves": plies[:n]}) == undone
        assert undone["state"]["position"] == start
        assert refusal(b'{"op":"undo","game":"a"}', session)[0] == "invalid_value"


def test_ways_to_begin_a_deal() -> None:
    session = Session()
    hands = ["34567R", "3", "KKKK", ""]
    given = ask(session, {"op": "deal", "hands": hands, "leader": 2, "finish_order": [3], "game": "g"})["state"]
    assert (given["turn"], given["finish_order"], given["hands"]) == (2, [3], hands)
    assert given["position"] == State.from_hands(hands, 2, BAIBIAN, [3]).text
    placed = ask(session, {"op": "deal", "position": given["position"], "moves": ["KKKK"], "game": "h"})["state"]
    assert placed["is_over"] is False
    assert placed["finish_order"] == [3, 2]
    assert ask(session, {"op": "state", "game": "g"})["state"] == given
    assert ask(session, {"op": "undo", "game": "h"})["state"] == given
    seated = ask(session, {"op": "deal", "rules": "CLASSIC", "leader": 1, "players": [3, 2, 1, 0]})["state"]
    assert (seated["turn"], seated["players"]) == (1, [3, 2, 1, 0])
    same = ask(session, {"op": "deal", "seed": 2**64 - 1, "number": 2**64 - 1})["state"]
    assert same["position"] == State.deal(BAIBIAN, 2**64 - 1, number=2**64 - 1).text


def test_games_do_not_touch_each_other() -> None:
    """Five deals played in turns in one session, with errors between, and each alone in a session of its own."""
    mixed, rng = Session(), random.Random(3)
    alone = {name: Session() for name in "abcde"}
    for seed, name in enumerate(alone):
        for session in (mixed, alone[name]):
            ask(session, {"op": "deal", "seed": seed % 3, "game": name})  # a and d, b and e begin alike
    for _ in range(300):
        name = rng.choice(list(alone))
        moves = ask(mixed, {"op": "legal_moves", "game": name})["moves"]
        request = rng.choice(
            [{"op": "play", "game": name, "move": rng.choice([*moves[-2:], "pass", "33"])}] * 5
            + [{"op": "undo", "game": name}, {"op": "play", "game": name, "move": "?"}]
        )
        assert ask(mixed, request) == ask(alone[name], request)
    for name, session in alone.items():
        assert ask(mixed, {"op": "state", "game": name}) == ask(session, {"op": "state", "game": name})


def test_games_are_few_and_can_be_closed() -> None:
    session = Session(max_games=2)
    for name in ("a", "b", "a"):  # a name given again is the new deal's
        assert ask(session, {"op": "deal", "game": name})["ok"]
    assert refusal(b'{"op":"deal","game":"c"}', session)[0] == "too_many_games"
    assert refusal(b'{"op":"state","game":"c"}', session)[0] == "no_such_game"
    assert ask(session, {"op": "close", "game": "a"})["games"] == 1
    assert refusal(b'{"op":"close","game":"a"}', session)[0] == "no_such_game"
    assert ask(session, {"op": "deal", "game": "c"})["ok"]
    assert ask(session, {"op": "state", "game": "b"})["ok"]


def test_a_deal_that_is_refused_keeps_the_game_of_its_name() -> None:
    session = Session()
    before = ask(session, {"op": "deal", "game": "a"})["state"]
    assert refusal(b'{"op":"deal","game":"a","seed":-1}', session)[0] == "invalid_request"
    assert refusal(b'{"op":"deal","game":"a","hands":["3","3","3",""],"leader":0}', session)[0] == "invalid_value"
    assert refusal(b'{"op":"play","game":"a","move":"pass"}', session)[0] == "illegal_move"
    assert ask(session, {"op": "state", "game": "a"})["state"] == before


def test_playouts_are_the_engines() -> None:
    session = Session()
    position = ask(session, {"op": "deal", "seed": 6, "game": "a"})["state"]["position"]
    asked = {"op": "playouts", "game": "a", "n": 600, "seed": 11, "policy": "random"}
    expected = skfast.playouts(State(position), 600, "random", 11)
    detailed = ask(session, {**asked, "detail": True})
    assert detailed["scores"] == expected.tolist()
    assert detailed["totals"] == expected.sum(axis=0).tolist()
    plain = ask(session, asked)
    assert plain == {"id": None, "ok": True, "n": 600, "totals": detailed["totals"]}
    assert ask(session, {**asked, "threads": 2}) == plain
    four = ["random", "lowest", "lowest", "random"]
    mixed = ask(session, {"op": "playouts", "position": position, "moves": [], "n": 5, "policy": four, "detail": True})
    assert mixed["scores"] == skfast.playouts(State(position), 5, four).tolist()
    assert ask(session, {"op": "playouts", "game": "a", "n": 0})["totals"] == [0, 0, 0, 0]
    assert ask(session, {"op": "state", "game": "a"})["state"]["position"] == position


# --- batches


def test_a_batch_is_its_members() -> None:
    members = [
        {"id": 1, "op": "deal", "seed": 4, "game": "x"},
        {"id": 2, "op": "count", "game": "x"},
        {"id": "three", "op": "play", "game": "x", "move": "?"},
        {"op": "undo", "game": "x"},
        {"id": 5, "op": "legal_moves", "hand": "34567"},
    ]
    whole = ask(Session(), {"id": "all", "op": "batch", "requests": members})
    session = Session()
    assert whole["answers"] == [ask(session, member) for member in members]
    assert [answer["ok"] for answer in whole["answers"]] == [True, True, False, False, True]
    assert ask(session, {"op": "batch", "requests": []})["answers"] == []


def test_a_bad_member_of_a_batch_is_an_error_by_itself() -> None:
    bad = b'{"id":9,"op":"batch","requests":[7,{"id":1},{"id":2,"op":"batch","requests":[]},%s]}' % KNOWN
    answer = json.loads(Session().answer(bad))
    ANSWER_TO["batch"].validate(answer)
    codes = [member["ok"] or member["error"]["code"] for member in answer["answers"]]
    assert codes == ["invalid_request"] * 3 + [True]
    assert [member["id"] for member in answer["answers"]] == [None, 1, 2, "known"]


def test_a_list_of_hands_is_answered_whole_or_not_at_all() -> None:
    code, message = refusal(b'{"op":"count","hands":["34","3z"]}')
    assert code == "invalid_hand"
    assert "hands[1]: 'z' at position 1" in message
    code, message = refusal(b'{"op":"count","hands":["34","35"],"tables":["3","34"]}')
    assert code == "invalid_move"
    assert "tables[1]" in message


# --- what is refused


def nested(depth: int) -> bytes:
    return b'{"op":"count","hand":' + b"[" * depth + b"]" * depth + b"}"


@pytest.mark.parametrize(
    ("line", "code", "says"),
    [
        (b"{", "invalid_json", "character 1"),
        (b"nonsense", "invalid_json", "character 0"),
        (b"  nonsense", "invalid_json", "character 2"),
        (b'{"op":"version"} {"op":"version"}', "invalid_json", "character 16"),
        (b'{"op":"version",}', "invalid_json", ""),
        (b"{'op':'version'}", "invalid_json", ""),
        (b'{"op":"version","op":"rules"}', "invalid_json", "'op' is there twice"),
        (b'{"op":"batch","requests":[{"op":"version","op":"version"}]}', "invalid_json", "'op' is there twice"),
        (b'{"requests":[{"a":1,"b":2}],"op":"batch","requests":[]}', "invalid_json", "'requests' is there twice"),
        (b'{"requests":[],"op":"batch","requests":[{"a":1,"b":2}]}', "invalid_json", "'requests' is there twice"),
        (b'{"op":"score","x":{"a":1,"a":2}}', "invalid_json", "'a' is there twice"),
        (b'{"id":NaN,"op":"version"}', "invalid_json", "NaN"),
        (b'{"id":-Infinity,"op":"version"}', "invalid_json", "-Infinity"),
        (b'{"op":"count","hand":"3\n"}', "invalid_json", ""),
        (b'{"op":"count","hand":"3\x00"}', "invalid_json", ""),
        (nested(100_000), "invalid_json", "deep"),
        (b"{%s}" % b",".join(b'"%d":0' % (n % 99_999) for n in range(100_000)), "invalid_json", "'0' is there twice"),
        (b'{"id":' + b"9" * 5000 + b',"op":"version"}', "invalid_json", "digits"),
        (b'\xef\xbb\xbf{"op":"version"}', "invalid_json", ""),
        (b'{"op":"\xff"}', "invalid_utf8", "byte 7"),
        (b'{"op":"\xed\xa0\x80"}', "invalid_utf8", "byte 7"),
        (b"\x00\x01\x02", "invalid_json", ""),
        (b"[]", "invalid_request", "object"),
        (b"null", "invalid_request", "object"),
        (b"7", "invalid_request", "object"),
        (b"{}", "invalid_request", "op"),
        (b'{"op":null}', "invalid_request", "op"),
        (b'{"op":["version"]}', "invalid_request", "op"),
        (b'{"op":"moves"}', "unknown_op", "legal_moves"),
        (b'{"op":""}', "unknown_op", ""),
        (b'{"op":"__init__"}', "unknown_op", ""),
        (b'{"id":1.5,"op":"version"}', "invalid_request", "id"),
        (b'{"id":1e999,"op":"version"}', "invalid_request", "id"),
        (b'{"id":true,"op":"version"}', "invalid_request", "id"),
        (b'{"id":[],"op":"version"}', "invalid_request", "id"),
        (b'{"id":9223372036854775808,"op":"version"}', "invalid_request", "id"),
        (b'{"op":"version","hand":"3"}', "invalid_request", "'hand'"),
        (b'{"op":"count"}', "invalid_request", "missing"),
        (b'{"op":"count","hand":null}', "invalid_request", "hand"),
        (b'{"op":"count","hand":true}', "invalid_request", "hand"),
        (b'{"op":"count","hand":1.0}', "invalid_request", "hand"),
        (b'{"op":"count","hand":{}}', "invalid_request", "hand"),
        (b'{"op":"count","hand":[1,1,1,1,1,0,0,0,0,0,0,0,0,0,true]}', "invalid_request", "hand"),
        (b'{"op":"count","hand":"3","tabel":"3"}', "invalid_request", "'tabel'"),
        (b'{"op":"count","hand":"3","position":"3"}', "invalid_request", "'position'"),
        (b'{"op":"count","hand":"3","table":3}', "invalid_request", "table"),
        (b'{"op":"count","hand":"3","rules":7}', "invalid_request", "rules"),
        (b'{"op":"count","hand":"3","rules":""}', "invalid_request", "rules"),
        (b'{"op":"count","hand":"3","wilds":"some"}', "invalid_request", "thrifty"),
        (b'{"op":"count","hand":"3","wilds":[]}', "invalid_request", "thrifty"),
        (b'{"op":"can_beat","hand":"3","wilds":"all"}', "invalid_request", "'wilds'"),
        (b'{"op":"legal_moves","hand":"3","detail":1}', "invalid_request", "detail"),
        (b'{"op":"count","hands":"34"}', "invalid_request", "array"),
        (b'{"op":"count","hands":["3",null]}', "invalid_request", "hands[1]"),
        (b'{"op":"count","hands":["3"],"tables":[]}', "invalid_request", "0 tables"),
        (b'{"op":"count","hands":["3"],"tables":[7]}', "invalid_request", "table"),
        (b'{"op":"count","hands":["3"],"tables":[null],"table":"3"}', "invalid_request", "both"),
        (b'{"op":"batch"}', "invalid_request", "requests"),
        (b'{"op":"batch","requests":{}}', "invalid_request", "requests"),
        (b'{"op":"batch","requests":[],"x":1}', "invalid_request", "'x'"),
        (b'{"op":"batch","requests":[],"id":{}}', "invalid_request", "id"),
        (b'{"op":"count","hand":"34z"}', "invalid_hand", "'z' at position 2"),
        (b'{"op":"count","hand":"333333333"}', "invalid_hand", "position 8"),
        (b'{"op":"count","hand":"\\ud800"}', "invalid_hand", ""),
        (b'{"op":"count","hand":-1}', "invalid_hand", ""),
        (b'{"op":"count","hand":18446744073709551616}', "invalid_hand", ""),
        (b'{"op":"count","hand":' + b"9" * 4000 + b"}", "invalid_hand", ""),
        (b'{"op":"count","hand":-' + b"9" * 4000 + b"}", "invalid_hand", ""),
        (b'{"op":"count","hand":[1,2]}', "invalid_hand", "15 counts"),
        (b'{"op":"count","hand":[9,0,0,0,0,0,0,0,0,0,0,0,0,0,0]}', "invalid_hand", "9 x 3"),
        (b'{"op":"classify","cards":"RRR"}', "invalid_hand", "R"),
        (b'{"op":"count","hand":"3","table":"34"}', "invalid_move", "34"),
        (b'{"op":"count","hand":"3","table":"pass"}', "invalid_move", "PASS"),
        (b'{"op":"count","hand":"3","table":""}', "invalid_move", ""),
        (b'{"op":"count","hand":"3","table":"45678=3"}', "invalid_move", "45678=3"),
        (b'{"op":"beats","a":"34","b":"3"}', "invalid_move", "34"),
        (b'{"op":"beats","a":"3","b":"3x4"}', "invalid_move", "3x4"),
        (b'{"op":"beats","a":"3"}', "invalid_request", "'b'"),
        (b'{"op":"count","hand":"3","rules":"NONE"}', "invalid_rules", "NONE"),
        (b'{"op":"count","hand":"3","rules":"JJ,chain_max_groups=7"}', "invalid_rules", "chain_max_groups"),
        (b'{"op":"count","hand":"3","rules":"JJ,multiplier=5:' + b"9" * 1000 + b'"}', "invalid_rules", "multiplier"),
        (b'{"op":"deal","seed":-1}', "invalid_request", "seed"),
        (b'{"op":"deal","seed":18446744073709551616}', "invalid_request", "seed"),
        (b'{"op":"deal","seed":"1"}', "invalid_request", "seed"),
        (b'{"op":"deal","seed":1.0}', "invalid_request", "seed"),
        (b'{"op":"deal","leader":0}', "invalid_value", "face-up"),
        (b'{"op":"deal","leader":4}', "invalid_request", "leader"),
        (b'{"op":"deal","players":[0,1,2,2]}', "invalid_request", "players"),
        (b'{"op":"deal","players":[0,1,2,false]}', "invalid_request", "players"),
        (b'{"op":"deal","game":""}', "invalid_request", "game"),
        (b'{"op":"deal","game":"' + b"x" * 65 + b'"}', "invalid_request", "game"),
        (b'{"op":"deal","game":7}', "invalid_request", "game"),
        (b'{"op":"deal","hands":["3","4","5"],"leader":0}', "invalid_request", "four"),
        (b'{"op":"deal","hands":["3","4","5","6"]}', "invalid_request", "leader"),
        (b'{"op":"deal","hands":["3","4","5","6"],"leader":0,"seed":1}', "invalid_request", "seed"),
        (b'{"op":"deal","hands":["3","4","5",""],"leader":0,"finish_order":[4]}', "invalid_request", "finish_order"),
        (b'{"op":"deal","hands":["3","4","5",""],"leader":0}', "invalid_value", "out"),
        (b'{"op":"deal","hands":["33333","3333","5","6"],"leader":0}', "invalid_hand", "9 x 3"),
        (b'{"op":"state"}', "invalid_request", "missing"),
        (b'{"op":"state","position":7}', "invalid_request", "position"),
        (b'{"op":"state","position":""}', "invalid_position", "rules is missing"),
        (b'{"op":"state","position":"BAIBIAN 3/4/5/z 0 - 0 0 - 0123 - -/-/-/- 0"}', "invalid_position", "hands"),
        (b'{"op":"state","game":"x","moves":[]}', "invalid_request", "'moves'"),
        (b'{"op":"play","position":"BAIBIAN 3/4/5/6 0 - 0 0 - 0123 - -/-/-/- 0"}', "invalid_request", "'move'"),
        (
            b'{"op":"play","position":"BAIBIAN 3/4/5/6 0 - 0 0 - 0123 - -/-/-/- 0","move":"pass"}',
            "illegal_move",
            "leads",
        ),
        (
            b'{"op":"play","position":"BAIBIAN 3/4/5/6 0 - 0 0 - 0123 - -/-/-/- 0","move":"33"}',
            "illegal_move",
            "needs 2 x 3, hand has 1",
        ),
        (
            b'{"op":"state","position":"BAIBIAN 3/4/5/6 0 - 0 0 - 0123 - -/-/-/- 0","moves":["3","3"]}',
            "invalid_position",
            "moves[1]",
        ),
        (
            b'{"op":"state","position":"BAIBIAN 3/4/5/6 0 - 0 0 - 0123 - -/-/-/- 0","moves":[3]}',
            "invalid_request",
            "moves",
        ),
        (b'{"op":"undo","position":"BAIBIAN 3/4/5/6 0 - 0 0 - 0123 - -/-/-/- 0"}', "invalid_value", "no ply"),
        (b'{"op":"score","finish_order":[0,1,2]}', "invalid_request", "finish_order"),
        (b'{"op":"score","finish_order":[0,1,2,3],"bombs":[["3333",0]]}', "invalid_request", "bombs"),
        (b'{"op":"score","finish_order":[0,1,2,3],"bombs":[[4,"3333"]]}', "invalid_request", "bombs"),
        (b'{"op":"score","finish_order":[0,1,2,3],"bombs":[[0,"3"]]}', "invalid_value", "not a bomb"),
        (b'{"op":"playouts","game":"a","n":1}', "no_such_game", "'a'"),
        (b'{"op":"playouts","position":"BAIBIAN 3/4/5/6 0 - 0 0 - 0123 - -/-/-/- 0"}', "invalid_request", "'n'"),
        (
            b'{"op":"playouts","position":"BAIBIAN 3/4/5/6 0 - 0 0 - 0123 - -/-/-/- 0","n":100001}',
            "invalid_request",
            "100000",
        ),
        (
            b'{"op":"playouts","position":"BAIBIAN 3/4/5/6 0 - 0 0 - 0123 - -/-/-/- 0","n":1,"policy":"best"}',
            "invalid_value",
            "'lowest'",
        ),
        (
            b'{"op":"playouts","position":"BAIBIAN 3/4/5/6 0 - 0 0 - 0123 - -/-/-/- 0","n":1,"policy":["random"]}',
            "invalid_request",
            "four",
        ),
        (b'{"op":"rules","rules":[]}', "invalid_request", "rules"),
        (b'{"op":"close"}', "invalid_request", "game"),
    ],
    ids=lambda value: value[:60].decode("latin1") if isinstance(value, bytes) else "",
)
def test_what_is_refused(line: bytes, code: str, says: str) -> None:
    found, message = refusal(line)
    assert found == code, message
    assert says in message
    assert len(message) < 310


def test_ids_are_echoed() -> None:
    session = Session()
    for name in (0, -1, 2**63 - 1, -(2**63), "", "x", '"\\\n', "百变", "\ud800", None):
        assert ask(session, {"id": name, "op": "version"})["id"] == name
        assert ask(session, {"id": name, "op": "count", "hand": "z"})["id"] == name
        assert ask(session, {"id": name, "op": "batch", "requests": []})["id"] == name
    assert json.loads(session.answer(b'{"op":"nonsense","id":3}'))["id"] == 3


def test_what_nobody_thought_of_is_an_error_object(monkeypatch: pytest.MonkeyPatch) -> None:
    from skfast.serve import operations

    def broken(games: object, request: object) -> str:
        raise RuntimeError("out of order")

    monkeypatch.setitem(operations.OPERATIONS, "version", broken)
    assert refusal(b'{"op":"version"}') == ("internal_error", "RuntimeError: out of order")


# --- the stream, in this process


def answered(data: bytes, limit: int = MAX_LINE, chunk: int = stream.CHUNK) -> bytes:
    """What `serve` writes for these bytes, read in chunks of this size."""
    source, feed = os.pipe()
    drain, target = os.pipe()
    got: list[bytes] = []

    def write() -> None:
        with os.fdopen(feed, "wb", buffering=0) as pipe:
            pipe.write(data)

    def read() -> None:
        with os.fdopen(drain, "rb") as pipe:
            got.append(pipe.read())

    threads = [threading.Thread(target=write), threading.Thread(target=read)]
    for thread in threads:
        thread.start()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(stream, "CHUNK", chunk)
        try:
            serve(source, target, max_line=limit)
        finally:
            os.close(source)
            os.close(target)
    for thread in threads:
        thread.join()
    return got[0]


LONG = b'{"id":null,"ok":false,"error":{"code":"line_too_long","message":"a line has at most %d bytes"}}\n'


@pytest.mark.parametrize("chunk", [1, 2, 7, 64, 1 << 16])
def test_lines_are_found_however_they_arrive(chunk: int) -> None:
    known = KNOWN_ANSWER.encode()
    assert answered(b"", chunk=chunk) == b""
    assert answered(KNOWN, chunk=chunk) == known, "the last line needs no end"
    assert answered(KNOWN + b"\n", chunk=chunk) == known
    assert answered(b"\n \t\r\n" + KNOWN + b"\r\n\n" + KNOWN, chunk=chunk) == known * 2, "blank lines are skipped"
    for length in (len(KNOWN), len(KNOWN) + 1, len(KNOWN) + 2, 200):
        padded = KNOWN + b" " * (length - len(KNOWN))
        expected = known if length <= len(KNOWN) + 1 else LONG % (len(KNOWN) + 1)
        for end in (b"", b"\n"):
            found = answered(KNOWN + b"\n" + padded + b"\n" + KNOWN + end, limit=len(KNOWN) + 1, chunk=chunk)
            assert found == known + expected + known, length
            assert answered(padded + end, limit=len(KNOWN) + 1, chunk=chunk) == expected


def test_answers_keep_the_order() -> None:
    data = b"".join(b'{"id":%d,"op":"count","hand":"%s"}\n' % (n, b"3z"[: 1 + n % 2]) for n in range(5000))
    answers = [json.loads(line) for line in answered(data).splitlines()]
    assert [answer["id"] for answer in answers] == list(range(5000))
    assert [answer["ok"] for answer in answers] == [True, False] * 2500


def test_what_has_arrived_is_answered_with_few_writes(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[int] = []
    write = os.write

    def counted(target: int, data: bytes) -> int:
        sizes.append(len(data))
        return write(target, data)

    monkeypatch.setattr(stream.os, "write", counted)
    data = (KNOWN + b"\n") * 3000
    assert answered(data) == KNOWN_ANSWER.encode() * 3000
    assert len(sizes) < 60


def test_a_batch_is_written_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that answers of any length are never all in memory."""
    member = json.dumps({"op": "legal_moves", "hand": "33445566778899TTTJJQQKKAARR"})
    data = f'{{"op":"batch","requests":[{",".join([member] * 200)}]}}\n'.encode()
    held: list[int] = []
    flush = stream.Outlet.flush

    def watched(outlet: stream.Outlet) -> None:
        held.append(outlet.size)
        flush(outlet)

    monkeypatch.setattr(stream.Outlet, "flush", watched)
    answer = answered(data)
    assert len(answer) > 5_000_000
    assert max(held) < 300_000
    assert len(json.loads(answer)["answers"]) == 200


@POSIX
def test_descriptors_that_do_not_block() -> None:
    source, feed = os.pipe()
    drain, target = os.pipe()
    os.set_blocking(source, False)
    os.set_blocking(target, False)
    running = threading.Thread(target=serve, args=(source, target))
    running.start()
    with os.fdopen(feed, "wb", buffering=0) as pipe, os.fdopen(drain, "rb") as answers:
        for _ in range(3):
            pipe.write(KNOWN + b"\n")
            assert answers.readline().decode() == KNOWN_ANSWER
        hand = b'{"op":"legal_moves","hand":"33445566778899TTTJJQQKKAARR"}\n'
        pipe.write(hand * 10)  # more than a pipe holds
        select.select([answers], [], [], 0.2)
        for _ in range(10):
            assert json.loads(answers.readline())["count"] == 2750
        pipe.close()
        running.join()
    os.close(source)
    os.close(target)


# --- the process


@pytest.fixture
def server() -> Iterator[Callable[..., "subprocess.Popen[bytes]"]]:
    running: list[subprocess.Popen[bytes]] = []

    def start(*options: str) -> "subprocess.Popen[bytes]":
        pipe = subprocess.PIPE
        running.append(subprocess.Popen([*COMMAND, *options], stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0))
        return running[-1]

    yield start
    for process in running:
        process.kill()
        process.communicate()


def exchange(process: "subprocess.Popen[bytes]", line: bytes) -> str:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(line + b"\n")
    return process.stdout.readline().decode()


def test_one_question_at_a_time(server: Callable[..., "subprocess.Popen[bytes]"]) -> None:
    """Each answer comes while the input stays open; what was refused does not matter to what follows."""
    process = server()
    for line in (b"{", b"\xff", nested(50_000), b"[]", b"x" * 2_000_000):
        assert json.loads(exchange(process, line))["ok"] is False
        assert exchange(process, KNOWN) == KNOWN_ANSWER
    out, error = process.communicate()
    assert (out, error, process.returncode) == (b"", b"", 0)


def test_limits_of_the_command_line(server: Callable[..., "subprocess.Popen[bytes]"]) -> None:
    process = server("--max-line", "64", "--max-games", "1")
    assert exchange(process, b"x" * 65) == (LONG % 64).decode()
    assert json.loads(exchange(process, b'{"op":"deal","game":"a"}'))["ok"]
    assert json.loads(exchange(process, b'{"op":"deal","game":"b"}'))["error"]["code"] == "too_many_games"
    process.communicate()
    for bad in ("0", "-1", "x", "4294967296"):
        process = server("--max-line", bad)
        out, error = process.communicate()
        assert (out, error.count(b"\n"), process.returncode) == (b"", 1, 2)


@POSIX
def test_a_reader_that_leaves_is_no_error(server: Callable[..., "subprocess.Popen[bytes]"]) -> None:
    process = server()
    assert exchange(process, KNOWN) == KNOWN_ANSWER
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    process.stdin.write(KNOWN + b"\n")
    assert process.stderr.read() == b""
    assert process.wait() == 0


@POSIX
def test_ctrl_c_is_quiet(server: Callable[..., "subprocess.Popen[bytes]"]) -> None:
    process = server()
    assert exchange(process, KNOWN) == KNOWN_ANSWER
    process.send_signal(signal.SIGINT)
    assert process.stderr is not None
    assert process.stderr.read() == b""
    assert process.wait() == 130


@pytest.mark.skipif(not hasattr(os, "wait4"), reason="asks the system how much memory a child took")
def test_a_line_without_end_takes_no_memory() -> None:
    def most_memory(data: bytes, times: int) -> int:
        with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            for _ in range(times):
                process.stdin.write(data)
            process.stdin.close()
            assert process.stdout.read() in (b"", LONG % MAX_LINE)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = status
        assert status == 0
        return int(usage.ru_maxrss) * (1 if sys.platform == "darwin" else 1024)

    assert most_memory(b"x" * 1_000_000, 60) < most_memory(b"", 1) + 16_000_000


# --- fuzz

PLAY = "BAIBIAN 34567R/3/KKKK/2 0 - 0 0 - 0123 - -/-/-/- 0"
VALID: list[dict[str, Any]] = [
    {"id": 1, "op": "version"},
    {"op": "rules", "rules": "JJ"},
    {"id": "a", "op": "legal_moves", "hand": "34567R", "table": "3", "rules": "QIANBIAN", "wilds": "thrifty"},
    {"op": "legal_moves", "position": PLAY, "moves": ["3"], "detail": True},
    {"op": "legal_moves", "game": "g", "wilds": "all"},
    {"id": None, "op": "count", "hand": [1] * 15, "table": None},
    {"op": "count", "hands": ["34", 0x11], "table": "3", "wilds": "all"},
    {"op": "count", "hands": ["34", 0x11], "tables": ["3", None], "rules": "JJ"},
    {"op": "count", "position": PLAY},
    {"op": "can_beat", "hand": "34", "table": "3"},
    {"op": "can_beat", "game": "g"},
    {"op": "can_beat", "hands": ["34"], "tables": [None]},
    {"op": "classify", "cards": "34BBRR", "rules": "千变", "table": "334455"},
    {"op": "beats", "a": "33", "b": "44", "rules": "CLASSIC"},
    {"op": "deal", "rules": "CLASSIC", "seed": 5, "number": 1, "leader": 2, "players": [1, 0, 3, 2], "game": "g"},
    {"op": "deal", "hands": ["3", "4", "5", ""], "leader": 0, "finish_order": [3], "game": "h"},
    {"op": "deal", "position": PLAY, "moves": ["34567", "pass"], "game": "g"},
    {"op": "state", "game": "g"},
    {"op": "play", "position": PLAY, "moves": ["3"], "move": "pass"},
    {"op": "play", "game": "g", "move": "pass"},
    {"op": "undo", "position": PLAY, "moves": ["3"]},
    {"op": "undo", "game": "g"},
    {"op": "score", "game": "g"},
    {"op": "score", "position": PLAY},
    {"op": "score", "finish_order": [0, 1, 2, 3], "bombs": [[0, "3333"]], "rules": "JJ"},
    {"op": "playouts", "game": "g", "n": 3, "policy": ["random", "lowest", "random", "lowest"]},
    {"op": "playouts", "position": PLAY, "moves": ["3"], "n": 2, "policy": "lowest", "seed": 9, "threads": 2},
    {"op": "close", "game": "h"},
    {"op": "batch", "requests": [{"op": "version"}, {"op": "count", "hand": "3"}]},
]


def test_the_schema_knows_every_operation() -> None:
    ops = set(ask(Session(), {"op": "version"})["ops"])
    assert ops == set(ANSWER_TO) == {request["op"] for request in VALID}
    Draft202012Validator.check_schema(SCHEMA)
    for request in VALID:
        assert ask(Session(), request)["ok"] or "game" in request


FIELDS = sorted({field for request in VALID for field in request} | {"x", ""})
VALUES = st.one_of(
    st.sampled_from([value for request in VALID for value in request.values()]),
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(-2, 5)
    | st.sampled_from([0.5, -1e300])
    | st.text(max_size=5),
    st.lists(st.integers(-1, 9) | st.text("34R=", max_size=3) | st.none(), max_size=5),
    st.dictionaries(st.sampled_from(FIELDS), st.integers(), max_size=2),
)


@st.composite
def mutated_requests(draw: st.DrawFn) -> dict[str, Any]:
    request = dict(draw(st.sampled_from(VALID)))
    for _ in range(draw(st.integers(0, 3))):
        field = draw(st.sampled_from([*request, *FIELDS]))
        if field in request and draw(st.booleans()):
            del request[field]
        else:
            request[field] = draw(VALUES)
    return request


@settings(max_examples=400, deadline=None)
@given(st.lists(mutated_requests(), min_size=1, max_size=4))
def test_what_the_schema_refuses_is_refused_and_nothing_else_for_its_shape(requests: list[dict[str, Any]]) -> None:
    session = Session(max_games=2)
    for request in requests:
        answer = json.loads(session.answer(json.dumps(request).encode()))
        (ANSWER if answer["ok"] else ERROR).validate(answer)
        code = None if answer["ok"] else answer["error"]["code"]
        assert code != "internal_error", answer
        misshapen = code in ("invalid_request", "unknown_op")
        if request.get("op") == "batch":  # its members are refused one by one
            assert misshapen or isinstance(request["requests"], list)
        elif request_is_valid(request):  # lengths that must agree are beyond a schema
            assert not misshapen or " tables for " in answer["error"]["message"], answer
        else:
            assert not answer["ok"], request
        assert session.answer(KNOWN) == KNOWN_ANSWER


JSON_PARTS = [b'"', b"\\", b"{", b"}", b"[", b"]", b",", b":", b"NaN", b"1e999", b"-", b"9" * 30, b"\\ud800"]
LINES = [json.dumps(request, ensure_ascii=False).encode() for request in VALID]


@st.composite
def damaged_lines(draw: st.DrawFn) -> bytes:
    line = bytearray(draw(st.sampled_from(LINES)))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(line)))
        end = min(len(line), start + draw(st.integers(0, 3)))
        line[start:end] = draw(st.binary(max_size=3) | st.sampled_from(JSON_PARTS) | st.sampled_from(LINES))
    return bytes(line)


@settings(max_examples=500, deadline=None)
@given(st.lists(st.binary(max_size=60) | damaged_lines(), min_size=1, max_size=5))
def test_after_any_bytes_the_next_line_is_answered(lines: list[bytes]) -> None:
    session = Session(max_games=2)
    for line in lines:
        for part in line.split(b"\n"):
            text = session.answer(part)
            if not part.strip(b" \t\r\n"):
                assert text == ""
                continue
            assert text.isascii()
            assert text.count("\n") == 1
            answer = json.loads(text)
            (ANSWER if answer["ok"] else ERROR).validate(answer)
            assert answer["ok"] or answer["error"]["code"] != "internal_error", answer
            assert session.answer(KNOWN) == KNOWN_ANSWER


@settings(max_examples=60, deadline=None)
@given(st.lists(st.binary(max_size=90) | damaged_lines(), max_size=6), st.integers(1, 50))
def test_a_stream_is_its_lines(lines: list[bytes], chunk: int) -> None:
    """However it is cut into chunks: one answer a line, a line that is too long included."""
    limit = 100
    data = b"\n".join([*lines, KNOWN])
    session = Session()
    expected = [
        session.refuse_long_line(limit) if len(line) > limit else session.answer(line) for line in data.split(b"\n")
    ]
    assert answered(data, limit, chunk).decode() == "".join(expected)
    assert expected[-1] == KNOWN_ANSWER


# --- the documents and the examples


def test_the_conversations_of_the_document() -> None:
    """Lines that begin with > are asked in turn, and answered by those that begin with <; ... stands for more."""
    text = (ROOT / "docs" / "serve.md").read_text(encoding="utf8")
    session, answer, held = Session(), "", 0
    for line in text.splitlines():
        if line.startswith("> {"):
            REQUEST.validate(json.loads(line[2:]))
            answer = session.answer(line[2:].encode())
            ANSWER.validate(json.loads(answer))
        elif line.startswith("< "):
            held += 1
            head, more, tail = line[2:].partition("...")
            assert answer.startswith(head) and answer.rstrip("\n").endswith(tail) if more else answer == head + "\n"
    assert held > 8
    for code in SCHEMA["$defs"]["error"]["properties"]["error"]["properties"]["code"]["enum"]:
        assert f"`{code}`" in text
    for op in ANSWER_TO:
        assert f"`{op}`" in text


def check_example(command: list[str]) -> None:
    shown = subprocess.run([*command, *COMMAND], capture_output=True, encoding="utf8", timeout=60)
    assert shown.stderr == ""
    assert shown.returncode == 0
    follow, counts, end = shown.stdout.splitlines()
    assert "4567R=45678" in follow
    assert [int(word) for word in counts.strip("[] ").split(",")] == [6, 5, 10]  # 4567R: 5 singles, 4 pairs, 4-8
    state = State.deal(BAIBIAN, 7)
    while not state.is_over:
        moves = state.legal_moves("thrifty")
        state.play(moves[0] if moves else "pass")
    assert state.result is not None
    assert end.startswith(f"{state.plies} plies, {state.result.win.name.lower()} win, scores ")
    assert [int(n) for n in end.split("scores ")[1].strip("[]").split(",")] == list(state.result.scores)


def test_the_client_in_python() -> None:
    check_example([sys.executable, str(ROOT / "examples" / "serve_client.py")])


def test_the_client_in_node() -> None:
    node = shutil.which("node")
    if node is None:
        if os.environ.get("SKFAST_REQUIRE_TOOLCHAINS") == "1":
            pytest.fail("node is not installed")
        pytest.skip("node is not installed")
    check_example([node, str(ROOT / "examples" / "serve_client.mjs")])
