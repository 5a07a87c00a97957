"""``skfast moves``, ``count``, ``classify``, ``hints`` and ``beats``."""

import argparse
import json
from collections import Counter

from skfast.cards import Hand
from skfast.moves import Move, MoveList, classify, count_moves, hints, legal_moves
from skfast.records import move_object
from skfast.rules import Rules

from .show import BOLD, add_style_options, by_rank, grouped_moves, painted_move, plain_move, style_of
from .variants import add_rules_option, rules_title


def table_of(args: argparse.Namespace) -> Move | None:
    return Move.parse(args.table, args.rules) if args.table is not None else None


def question(args: argparse.Namespace) -> tuple[Hand, Move | None]:
    return Hand(" ".join(args.hand)), table_of(args)


def plural(n: int, noun: str) -> str:
    return f"{n:,} {noun}{'' if n == 1 else 's'}"


def print_json(rules: Rules, table: Move | None, **rest: object) -> None:
    head = {"rules": rules.text, "table": None if table is None else str(table)}
    print(json.dumps(head | rest, ensure_ascii=False))


def run_moves(args: argparse.Namespace) -> int:
    hand, table = question(args)
    moves: MoveList = legal_moves(hand, table, args.rules, args.wilds)
    if args.json:
        listed = [move_object(move) for move in moves]
        print_json(args.rules, table, hand=str(hand), wilds=args.wilds, count=len(listed), moves=listed)
        return 0
    style = style_of(args)
    task = f"to beat {painted_move(table, style)}" if table is not None else "to lead"
    thrifty = ", thrifty" if args.wilds == "thrifty" else ""
    print(f"{by_rank(hand, style)}  ({plural(len(hand), 'card')})")
    print(style.paint(plural(len(moves), "move"), BOLD) + f" {task}{thrifty}, rules {rules_title(args.rules, style)}")
    if moves:
        print(grouped_moves(list(moves), style, args.limit))
    return 0


def run_count(args: argparse.Namespace) -> int:
    hand, table = question(args)
    if not (args.json or args.kinds):
        print(count_moves(hand, table, args.rules, args.wilds))
        return 0
    kinds = Counter(move.category for move in legal_moves(hand, table, args.rules, args.wilds))
    total = sum(kinds.values())
    if args.json:
        names = {category.name.lower(): n for category, n in sorted(kinds.items())}
        print_json(args.rules, table, hand=str(hand), wilds=args.wilds, count=total, kinds=names)
        return 0
    style = style_of(args)
    for category, n in sorted(kinds.items()):
        print(f"{n:8,}  {style.kind(category)}")
    print(f"{total:8,}  " + style.paint("in all", BOLD))
    return 0


def run_classify(args: argparse.Namespace) -> int:
    cards, table = question(args)
    readings = classify(cards, args.rules, table)
    if args.json:
        print_json(args.rules, table, cards=str(cards), readings=[move_object(move) for move in readings])
        return 0 if readings else 1
    style = style_of(args)
    for move in readings:
        print(f"{painted_move(move, style)}  {style.kind(move.category)}")
    if not readings:
        beaten = f" that beats {plain_move(table, style)}" if table is not None and classify(cards, args.rules) else ""
        print(f"{cards}: no combination{beaten}")
    return 0 if readings else 1


def run_hints(args: argparse.Namespace) -> int:
    hand, table = question(args)
    offered = hints(hand, table, args.rules)[: args.limit]
    if args.json:
        print_json(args.rules, table, hand=str(hand), hints=[move_object(move) for move in offered])
        return 0
    style = style_of(args)
    for move in offered:
        print(f"{painted_move(move, style)}  {style.kind(move.category)}")
    if not offered:
        print("nothing to play: pass" if table is not None else "nothing to play")
    return 0


def run_beats(args: argparse.Namespace) -> int:
    """A without a reading is taken as the one that beats B, if there is one: so a follower is understood."""
    other = Move.parse(args.b, args.rules)
    if "=" in args.a or args.a.strip().lower() == "pass":
        readings: tuple[Move, ...] = (Move.parse(args.a, args.rules),)
    else:
        readings = classify(args.a, args.rules)
        if not readings:
            readings = (Move.parse(args.a, args.rules),)  # says what is wrong with it
    winner = next((move for move in readings if move.beats(other)), None)
    if args.json:
        print_json(args.rules, other, a=str(winner or readings[0]), beats=winner is not None)
    else:
        style = style_of(args)
        verb = "beats" if winner else "does not beat"
        print(f"{painted_move(winner or readings[0], style)} {verb} {painted_move(other, style)}")
    return 0 if winner else 1


def add_commands(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    def command(name: str, summary: str, run: object) -> argparse.ArgumentParser:
        parser = commands.add_parser(name, help=summary, description=summary)
        parser.set_defaults(run=run)
        add_rules_option(parser)
        parser.add_argument("--json", action="store_true", help="one JSON object on one line")
        add_style_options(parser)
        return parser

    def about_a_hand(name: str, summary: str, run: object, cards: str = "HAND") -> argparse.ArgumentParser:
        parser = command(name, summary, run)
        parser.add_argument("hand", nargs="+", metavar=cards, help="cards such as 3445TJQK2BR; spaces are free")
        parser.add_argument("--table", metavar="MOVE", help="the move to beat, such as 34567 or 4567R=45678")
        return parser

    moves = about_a_hand("moves", "every legal move of a hand, grouped by kind", run_moves)
    moves.add_argument("--limit", type=natural, metavar="N", help="print at most N of a kind")
    count = about_a_hand("count", "how many legal moves a hand has", run_count)
    count.add_argument("--kinds", action="store_true", help="for each kind too")
    for parser in (moves, count):
        parser.add_argument(
            "--wilds", choices=["all", "thrifty"], default="all", help="thrifty: no wild where a natural would do"
        )
    about_a_hand("classify", "what these cards may be, and do they beat the table", run_classify, "CARDS")
    offers = about_a_hand("hints", "plays in the order a person would want them offered", run_hints)
    offers.add_argument("--limit", type=natural, default=10, metavar="N", help="at most N (default 10)")
    beats = command("beats", "does move A beat move B?", run_beats)
    beats.add_argument("a", metavar="A")
    beats.add_argument("b", metavar="B")


def natural(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of moves")
    return int(text)
