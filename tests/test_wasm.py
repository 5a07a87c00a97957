"""The WebAssembly module in Node: the golden files, and the answers of the extension, through the shipped wrapper."""

import hashlib
import importlib.util
import json
import random
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from javascript import built, program, ziglang

import skfast
from skfast import BAIBIAN, JJ, KINGS8, QIANBIAN, Move, Rules, count_moves, legal_moves
from skfast.embed import __main__ as embed
from skfast.embed import wasm
from skfast.rules import PRESETS

HERE = Path(__file__).parent
CARDS = "3456789TJQKA2" * 8 + "BBRR"


def ask(questions: list[dict[str, Any]]) -> list[dict[str, Any]]:
    node = program("node")
    ziglang()
    text = "".join(json.dumps(question) + "\n" for question in questions)
    command = [node, str(HERE / "wasm_answers.mjs"), str(built())]
    done = subprocess.run(command, input=text, capture_output=True, encoding="utf8", timeout=120)
    assert done.returncode == 0, done.stderr
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == len(questions)
    return answers


def sha(moves: skfast.MoveList) -> str:
    return hashlib.sha256(bytes(moves)).hexdigest()[:16]


def random_hand(rng: random.Random, cards: int) -> str:
    return "".join(rng.sample(CARDS, cards))


def test_golden_moves() -> None:
    lines = [json.loads(line) for line in (HERE / "data" / "golden_moves.jsonl").read_text("utf-8").splitlines()]
    answers = ask([{"op": "moves", **{key: line[key] for key in ("hand", "table", "rules")}} for line in lines])
    for line, got in zip(lines, answers, strict=True):
        answer = got["answer"]
        for key in ("moves", "total", "order", "thrifty"):
            assert answer[key] == line[key], (line, key)
        assert (answer["count"], answer["count_thrifty"]) == (line["total"], line["thrifty"])
        assert answer["can_beat"] == (line["total"] > 0)


def test_lists_equal_the_extension() -> None:
    """Lead and follow, all and thrifty, byte for byte, on hands of every size; some with all four jokers."""
    rng = random.Random(55)
    questions = []
    for number in range(600):
        rules = rng.choice(list(PRESETS))
        cards = rng.randint(1, 27)
        hand = random_hand(rng, cards) if number % 4 else random_hand(rng, 20).translate({66: None, 82: None}) + "BBRR"
        table = None
        if number % 3:
            table = str(rng.choice(legal_moves(random_hand(rng, 14), None, PRESETS[rules])))
        questions.append({"op": "moves", "rules": rules, "hand": hand, "table": table})
    for question, got in zip(questions, ask(questions), strict=True):
        rules = PRESETS[question["rules"]]
        table = None if question["table"] is None else Move.parse(question["table"], rules)
        answer = got["answer"]
        assert answer["order"] == sha(legal_moves(question["hand"], table, rules)), question
        assert answer["thrifty_order"] == sha(legal_moves(question["hand"], table, rules, "thrifty")), question
        assert answer["count"] == answer["total"] and answer["count_thrifty"] == answer["thrifty"]


def test_every_field_and_text() -> None:
    questions = [("34567TTTJJJQQQRR", None, BAIBIAN), ("3333444455556BBRR", "77777", QIANBIAN), ("22BBRR", None, JJ)]
    asked = [{"op": "fields", "hand": hand, "table": table, "rules": rules.name} for hand, table, rules in questions]
    asked += [{**question, "op": "texts", "wilds": "thrifty"} for question in asked]
    got = [answer["answer"] for answer in ask(asked)]
    for (hand, table, rules), fields, texts in zip(questions, got[:3], got[3:], strict=True):
        thrifty = legal_moves(hand, table, rules, "thrifty")
        assert texts == [str(move) for move in thrifty]
        assert fields == [
            [
                str(int(move.cards)),
                move.category.name,
                *(move.length, move.size, move.rank, move.stars, move.n_cards, move.wilds),
                int(legal_moves(hand, table, rules).array[place]["order"]),
                move in thrifty,
            ]
            for place, move in enumerate(legal_moves(hand, table, rules))
        ]


def test_classify_beats_and_parse() -> None:
    rng = random.Random(56)
    sets = ["34BBRR", "JJJJQQQQKKKKAAAABBRR", "333444555BBRR", "TJQKAR", "BR", "BRR", "345R7", "34679"]
    sets += [random_hand(rng, rng.randint(1, 6)) for _ in range(300)]
    asked = [{"op": "classify", "cards": cards, "table": None, "rules": rules} for cards in sets for rules in PRESETS]
    for question, got in zip(asked, ask(asked), strict=True):
        expected = skfast.classify(question["cards"], PRESETS[question["rules"]])
        assert got["answer"] == [str(move) for move in expected], question
    moves = [str(move) for move in legal_moves("33334444555566667789RR", None, BAIBIAN)][::40]
    pairs = [{"op": "beats", "a": a, "b": b, "rules": "BAIBIAN"} for a in moves for b in moves]
    for pair, got in zip(pairs, ask(pairs), strict=True):
        assert got["answer"] == Move.parse(pair["a"]).beats(Move.parse(pair["b"])), pair
    [follows] = ask([{"op": "parse", "text": "34BBRR", "rules": "千变", "table": "334455"}][:1])
    assert follows["code"] == -27  # both readings are as low as the table
    [one] = ask([{"op": "parse", "text": "45BBRR", "rules": "千变", "table": "334455"}])
    assert one["answer"] == "45BBRR=445566"


def test_rules_hands_and_packed() -> None:
    own = {"wild_jokers": "big", "chain_max_groups": 6}
    hand = "3333444455555666678RR"
    answers = ask(
        [
            {"op": "presets"},
            {"op": "variant", "name": "KINGS8", "changes": own, "hand": hand},
            {"op": "hand", "text": " 10 3 r b d 3"},
            {"op": "packed", "hand": str(int(skfast.Hand("34567R")))},
        ]
    )
    assert answers[0]["answer"] == list(PRESETS)
    assert answers[1]["answer"] == count_moves(hand, None, replace(KINGS8, wild_jokers="big", chain_max_groups=6))
    assert answers[2]["answer"] == [str(int(skfast.Hand("TRRB33"))), "33TBRR"]
    assert answers[3]["answer"] == count_moves("34567R")


@pytest.mark.parametrize(
    ("question", "code", "position"),
    [
        ({"op": "hand", "text": "34é6"}, -21, 2),
        ({"op": "hand", "text": "双3"}, -21, 0),
        ({"op": "hand", "text": "3\x004"}, -21, 1),
        ({"op": "hand", "text": "3333333334"}, -22, 8),
        ({"op": "hand", "text": "3" * 8 + "4" * 8 + "5" * 8 + "6666"}, -23, 27),
        ({"op": "hand", "text": "3" * 5000}, -1, -1),
        ({"op": "parse", "text": "346", "rules": "BAIBIAN", "table": None}, -24, -1),
        ({"op": "parse", "text": "34BBRR", "rules": "QIANBIAN", "table": None}, -25, -1),
        ({"op": "packed", "hand": str(9)}, -2, -1),
        ({"op": "packed", "hand": str(1 << 60)}, -2, -1),
        ({"op": "packed", "hand": str((1 << 64) + 1)}, -2, -1),
        ({"op": "packed", "hand": "-1"}, -2, -1),
        ({"op": "moves", "hand": "3", "table": "pass", "rules": "BAIBIAN"}, -3, -1),
        ({"op": "moves", "hand": "3", "table": None, "rules": "NOBODY"}, -5, -1),
        ({"op": "texts", "hand": "3", "table": None, "rules": "JJ", "wilds": "some"}, -4, -1),
        ({"op": "variant", "name": "BAIBIAN", "changes": {"max_bomb_size": 13}, "hand": "3"}, -107, -1),
        ({"op": "variant", "name": "BAIBIAN", "changes": {"wild_jokers": "some"}, "hand": "3"}, -101, -1),
        ({"op": "variant", "name": "BAIBIAN", "changes": {"luck": 1}, "hand": "3"}, -1, -1),
    ],
)
def test_errors(question: dict[str, Any], code: int, position: int) -> None:
    again = {"op": "packed", "hand": str(int(skfast.Hand("34567R")))}
    error, after = ask([question, again])
    assert (error["code"], error["position"]) == (code, position)
    assert error["message"] and after["answer"] == count_moves("34567R")


def test_the_module() -> None:
    """Small, without imports, exporting what is declared, and the same bytes each time."""
    ziglang()
    node = program("node")
    module = built() / "skfast.wasm"
    assert module.stat().st_size < 160_000
    script = """const m = new WebAssembly.Module(require("fs").readFileSync(process.argv[1]));
        const names = (list) => list.map((one) => one.name).sort();
        console.log(JSON.stringify([names(WebAssembly.Module.imports(m)), names(WebAssembly.Module.exports(m))]))"""
    out = subprocess.run([node, "-e", script, str(module)], capture_output=True, encoding="utf8", check=True).stdout
    assert json.loads(out) == [[], sorted([*wasm.EXPORTS, "memory"])]
    assert (built() / "skfast.mjs").read_bytes() == (Path(wasm.__file__).parent / "skfast.mjs").read_bytes()


def test_without_ziglang(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert embed.main(["wasm", "--out", str(tmp_path / "x")]) == 1
    assert "skfast[wasm]" in capsys.readouterr().err


def test_the_flags_of_rules_are_those_of_the_struct() -> None:
    """skfast.mjs names them in the order of skfast_rules."""
    text = (Path(wasm.__file__).parent / "skfast.mjs").read_text(encoding="utf8")
    table = text[text.index("const FLAGS") : text.index("});", text.index("const FLAGS"))]
    from skfast.rules import CHOICES, FIELDS

    names = FIELDS[:10]
    assert sorted(names, key=lambda name: table.index(f"{name}:")) == list(names)
    for name in names:
        if name in CHOICES:
            assert f"{name}: {json.dumps(CHOICES[name])}".replace("(", "[").replace(")", "]") in table
    assert isinstance(Rules.named("百变"), Rules)
