"""`skfast moves|count|classify|hints|beats|rules`: what is printed, exit status, and that bad input is one line."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import skfast
from skfast.cli import main, show

Capture = pytest.CaptureFixture[str]


def ask(capsys: Capture, *arguments: str, status: int = 0) -> str:
    assert main(arguments) == status
    printed = capsys.readouterr()
    assert printed.err == ""
    return printed.out


def process(*arguments: str, **options: object) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "skfast", *arguments],
        capture_output=True,
        encoding="utf8",
        **options,  # type: ignore[call-overload]
    )


# --- moves


def test_moves_are_grouped_by_kind_with_counts(capsys: Capture) -> None:
    lines = ask(capsys, "moves", "3334567", "--rules", "CLASSIC").splitlines()
    # five ranks; 33 and 333; 34567
    assert lines == [
        "333 4 5 6 7  (7 cards)",
        "8 moves to lead, rules CLASSIC",
        "single  5",
        "  3  4  5  6  7",
        "pair  1",
        "  33",
        "triple  1",
        "  333",
        "straight  1",
        "  34567",
    ]


def test_moves_that_follow_show_wilds_and_stars(capsys: Capture) -> None:
    out = ask(capsys, "moves", "4567", "2222", "R", "--table", "34567")
    # 4-8 with the wild on top; four 2s with and without it, five with it
    assert "4 moves to beat 34567, rules BAIBIAN" in out
    assert "straight  1  (1 with a wild joker)\n  4567R=45678\n" in out
    assert "bomb  3  (2 with a wild joker)\n  2222 4★  222R=2222 4★  2222R=22222 5★\n" in out


def test_every_move_is_printed_once(capsys: Capture) -> None:
    hand = "33445566778899TTJJQQKKAA2BR"
    out = ask(capsys, "moves", hand)
    words = [word for line in out.splitlines() if line.startswith("  ") for word in line.split()]
    listed = [word for word in words if "★" not in word]
    assert sorted(listed) == sorted(str(move) for move in skfast.legal_moves(hand))


def test_limit_says_how_many_more(capsys: Capture) -> None:
    assert "single  5\n  3  4\n  ... and 3 more\n" in ask(capsys, "moves", "34567", "--limit", "2")


def test_thrifty_is_passed_on(capsys: Capture) -> None:
    everything = json.loads(ask(capsys, "moves", "33345678R", "--json"))
    thrifty = json.loads(ask(capsys, "moves", "33345678R", "--json", "--wilds", "thrifty"))
    assert 0 < thrifty["count"] < everything["count"]
    assert "thrifty" in ask(capsys, "moves", "33345678R", "--wilds", "thrifty")


def test_json_of_moves(capsys: Capture) -> None:
    answer = json.loads(ask(capsys, "moves", "4567R", "--table", "34567", "--json"))
    assert answer == {
        "rules": "BAIBIAN",
        "table": "34567",
        "hand": "4567R",
        "wilds": "all",
        "count": 1,
        "moves": [
            {
                "text": "4567R=45678",
                "cards": "4567R",
                "category": "straight",
                "rank": "8",
                "length": 5,
                "size": 1,
                "stars": 0,
                "n_cards": 5,
                "wilds": 1,
            }
        ],
    }


def test_no_moves(capsys: Capture) -> None:
    assert ask(capsys, "moves", "3", "--table", "4") == "3  (1 card)\n0 moves to beat 4, rules BAIBIAN\n"
    assert ask(capsys, "moves", "").startswith("(no cards)  (0 cards)\n0 moves to lead")


def test_chinese_names_stand_beside_the_english(capsys: Capture) -> None:
    out = ask(capsys, "moves", "3334567", "--lang", "zh", "--rules", "千变")
    assert "QIANBIAN 千变" in out
    for kind in ("single 单张", "pair 对子", "triple 三张", "straight 顺子"):
        assert kind in out


# --- the other questions


def test_count(capsys: Capture) -> None:
    assert ask(capsys, "count", "34567") == "6\n"
    assert ask(capsys, "count", "34567", "--table", "3") == "4\n"
    assert ask(capsys, "count", "34567", "--kinds") == "       5  single\n       1  straight\n       6  in all\n"
    answer = json.loads(ask(capsys, "count", "34567", "--json"))
    assert (answer["count"], answer["kinds"]) == (6, {"single": 5, "straight": 1})


def test_classify_names_every_reading(capsys: Capture) -> None:
    assert ask(capsys, "classify", "34BBRR", "--rules", "QIANBIAN").splitlines() == [
        "34BBRR=345678  straight",
        "34BBRR=334455  pair run",
    ]
    # on a pair run of three only the second reading counts
    assert ask(capsys, "classify", "45BBRR", "--rules", "QIANBIAN", "--table", "334455") == "45BBRR=445566  pair run\n"


def test_classify_of_nothing_is_status_1(capsys: Capture) -> None:
    assert ask(capsys, "classify", "3344", status=1) == "3344: no combination\n"
    assert ask(capsys, "classify", "34567", "--table", "45678", status=1) == "34567: no combination that beats 45678\n"
    assert json.loads(ask(capsys, "classify", "3344", "--json", status=1))["readings"] == []


def test_hints_are_the_engines(capsys: Capture) -> None:
    hand = "334455667788R"
    offered = [line.split()[0] for line in ask(capsys, "hints", hand, "--limit", "4").splitlines()]
    assert offered == [str(move) for move in skfast.hints(hand)[:4]]
    assert ask(capsys, "hints", "3", "--table", "4") == "nothing to play: pass\n"
    assert json.loads(ask(capsys, "hints", "34", "--json"))["hints"][0]["text"] == str(skfast.hints("34")[0])


def test_beats(capsys: Capture) -> None:
    assert ask(capsys, "beats", "3333", "AAA") == "3333 4★ beats AAA\n"
    assert ask(capsys, "beats", "34567", "34567", status=1) == "34567 does not beat 34567\n"
    assert ask(capsys, "beats", "666666", "33333").endswith("beats 33333 5★\n")
    assert json.loads(ask(capsys, "beats", "4", "3", "--json"))["beats"] is True


def test_beats_understands_a_follower_without_its_reading(capsys: Capture) -> None:
    out = ask(capsys, "beats", "45BBRR", "334455", "--rules", "QIANBIAN")
    assert out == "45BBRR=445566 beats 334455\n"


def test_rules_table_and_one_preset(capsys: Capture) -> None:
    table = ask(capsys, "rules")
    assert table.splitlines()[0].split() == ["CLASSIC", "JJ", "BAIBIAN", "KINGS8", "QIANBIAN"]
    (chains,) = [line for line in table.splitlines() if line.startswith("chain_sizes")]
    assert chains.split() == ["chain_sizes", "none", "equal", "equal", "mixed", "mixed"]
    assert "6:2 7:4 8:6" in ask(capsys, "rules", "百变")


def test_rules_as_a_file(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(ask(capsys, "rules", "KINGS8", "--toml").replace('"none"', '"big"', 1))
    assert ask(capsys, "count", "4567R", "--table", "34567", "--rules", str(file)) == "1\n"
    assert ask(capsys, "count", "4567R", "--table", "34567", "--rules", "KINGS8") == "0\n"
    assert ask(capsys, "count", "4567R", "--table", "34567", "--rules", "KINGS8,wild_jokers=big") == "1\n"


# --- bad input: one line, status 2


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["moves", "34z"], "'z' at position 2"),
        (["moves", "333333333"], "3"),
        (["moves", "RRR"], "R"),
        (["moves", "3", "--table", "34"], "34"),
        (["moves", "3", "--table", "pass"], "PASS"),
        (["moves", "3", "--table", "45678=3"], "45678=3"),
        (["moves", "3", "--rules", "NONE"], "NONE"),
        (["moves", "3", "--rules", "no-such-file.toml"], "no-such-file.toml"),
        (["moves", "3", "--rules", "JJ,chain_max_groups=7"], "chain_max_groups"),
        (["moves", "3", "--wilds", "some"], "some"),
        (["moves", "3", "--limit", "-1"], "-1"),
        (["moves"], "HAND"),
        (["count", "?"], "'?'"),
        (["classify", "34\x00"], "position 2"),
        (["beats", "3", "3x4"], "3x4"),
        (["beats", "3344", "3"], "3344"),
        (["hints", "3", "--table", "🀄"], "🀄"),
        (["rules", "NONE"], "NONE"),
        (["nonsense"], "nonsense"),
        ([], "COMMAND"),
    ],
)
def test_bad_input_is_one_line_and_status_2(capsys: Capture, arguments: list[str], says: str) -> None:
    assert main(arguments) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    assert printed.err.startswith("skfast")
    assert says in printed.err


@pytest.mark.parametrize(
    "text", ["this is = = not toml", 'preset = "NONE"', "max_bomb_size = 13", "unknown = 1", "base = 3", 'lead = ["x"]']
)
def test_a_bad_rules_file_is_one_line_and_status_2(capsys: Capture, tmp_path: Path, text: str) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(text)
    assert main(["moves", "3", "--rules", str(file)]) == 2
    printed = capsys.readouterr()
    assert (printed.out, printed.err.count("\n")) == ("", 1)
    assert "bad.toml" in printed.err


def test_a_rules_file_that_is_not_text(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "bad.toml"
    file.write_bytes(b"\xff\xfe\x00")
    assert main(["rules", str(file)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert main(["rules", str(tmp_path / "folder.toml")]) == 2


# --- the terminal


def test_plain_in_a_pipe_and_coloured_on_request(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert "\033[" not in ask(capsys, "moves", "34567R")
    coloured = ask(capsys, "moves", "34567R", "--color", "always")
    assert "\033[1;35mR\033[0m" in coloured
    bare = __import__("re").sub(r"\033\[[\d;]*m", "", coloured)
    assert bare == ask(capsys, "moves", "34567R")


class Terminal:
    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("environment", "colour"),
    [({"TERM": "xterm"}, True), ({"TERM": "xterm", "NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)],
)
def test_no_color_is_respected(monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], colour: bool) -> None:
    for name in ("NO_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    args = __import__("argparse").Namespace(color="auto", lang="en")
    assert show.style_of(args, Terminal()).colour is colour  # type: ignore[arg-type]


def test_lines_fit_the_terminal(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    out = ask(capsys, "moves", "33445566778899TTJJQQKKAA2BR", "--lang", "zh")
    assert max(map(show.text_width, out.splitlines())) <= 60


def test_process_version_and_help() -> None:
    assert process("--version").stdout.startswith("skfast 0.")
    shown = process("--help")
    assert shown.returncode == 0
    for command in ("moves", "count", "classify", "hints", "beats", "rules"):
        assert command in shown.stdout
        assert process(command, "--help").returncode == 0


def test_a_terminal_without_the_characters() -> None:
    shown = process("moves", "3333", "--lang", "zh", env=os.environ | {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"})
    assert shown.returncode == 0
    assert shown.stderr == ""
    assert "3333 4*" in shown.stdout


@pytest.mark.skipif(os.name != "posix", reason="pipes of POSIX")
def test_a_reader_that_leaves_is_no_error() -> None:
    command = [sys.executable, "-m", "skfast", "moves", "33445566778899TTJJQQKKAA2BR", "--color", "always"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.read(10)
        running.stdout.close()
        assert running.stderr.read() == b""
        assert running.wait() == 0


def test_demo_shows_three_positions() -> None:
    demo = Path(__file__).parent.parent / "examples" / "demo.py"
    shown = subprocess.run([sys.executable, demo], capture_output=True, encoding="utf8", check=True).stdout
    first, second, third = shown.split("$ skfast ")[1:]
    assert "(27 cards)" in first
    assert "to beat 34567" in second
    assert "4567R=45678" in second
    assert "chain bomb 连环炸弹" in third
    assert "9999TTTTTJJJJJJ 9★" in third, "a chain of three sizes: 6 + 3 stars"
    assert {"34BBRR=345678", "34BBRR=334455"} <= set(third.split()), "the same cards with two readings"
