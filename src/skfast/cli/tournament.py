"""``skfast tournament``: bots against each other, each deal played twice with the sides swapped."""

import argparse
import json
from typing import TYPE_CHECKING

from skfast.rules import PRESETS, Rules

from .deals import seed_number
from .show import BOLD, CYAN, Style, add_style_options, style_of
from .variants import add_rules_option

if TYPE_CHECKING:
    from skfast.tournament import Tournament

BOTS = ("montecarlo", "lowest", "random")


def deals_number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 2 <= int(text) < 2**31):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of deals, 2 or more")
    return int(text)


def run_tournament(args: argparse.Namespace) -> int:
    from skfast.bots import make_bot
    from skfast.tournament import round_robin

    if len(set(args.bots)) < len(args.bots):
        raise ValueError("a bot is there twice; give it two budgets (montecarlo:100 montecarlo:200)")
    bots = {name: make_bot(name, args.bot_seed) for name in args.bots or BOTS}
    variants: list[Rules] = list(PRESETS.values()) if args.presets else [args.rules]
    style = style_of(args)
    for place, rules in enumerate(variants):
        result = round_robin(bots, args.deals, rules, args.seed, args.threads)
        if args.json:
            print(json.dumps(described(result), ensure_ascii=False), flush=True)
        else:
            print(("\n" if place else "") + painted(result, style), flush=True)

    return 0


def described(result: "Tournament") -> dict[str, object]:
    return {
        "rules": result.rules.text,
        "seed": result.seed,
        "encounters": [
            {
                "first": encounter.first,
                "second": encounter.second,
                "deals": encounter.n,
                "points": encounter.points.mean,
                "low": encounter.points.low,
                "high": encounter.points.high,
                "won": encounter.won,
            }
            for encounter in result.encounters
        ],
        "standing": dict(result.standing),
    }


def painted(result: "Tournament", style: Style) -> str:
    title, head, *lines = str(result).splitlines()
    return "\n".join([style.paint(title, BOLD), style.paint(head, CYAN), *lines])


def add_commands(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    summary = "a round robin of bots, each deal played twice with the sides swapped"
    parser = commands.add_parser(
        "tournament",
        help=summary,
        description=summary,
        epilog="Bots: random, lowest, montecarlo (200 playouts a decision), montecarlo:PLAYOUTS, montecarlo:TIMEms.",
    )
    parser.add_argument("bots", nargs="*", metavar="BOT", help=f"default: {' '.join(BOTS)}")
    parser.add_argument("--deals", type=deals_number, default=200, metavar="N", help="default 200, each played twice")
    add_rules_option(parser)
    parser.add_argument("--presets", action="store_true", help="under every preset, one after the other")
    parser.add_argument("--seed", type=seed_number, default=0, metavar="N", help="of the deals (default 0)")
    parser.add_argument("--bot-seed", type=seed_number, default=0, metavar="N", help="of the bots (default 0)")
    parser.add_argument("--threads", type=int, metavar="N", help="default: as many as there are processors")
    parser.add_argument("--json", action="store_true", help="one JSON object on one line for each rules")
    add_style_options(parser)
    parser.set_defaults(run=run_tournament)
