"""``skfast rules``, and the option ``--rules`` of every command."""

import argparse
import dataclasses
from pathlib import Path

from skfast.display import text_width
from skfast.rules import ALIASES, BAIBIAN, PRESETS, Rules

from .show import BOLD, CYAN, DIM, Style, add_style_options, pad, style_of


def rules_option(text: str) -> Rules:
    """A preset by name, English or Chinese, perhaps with changed fields (``JJ,lead=last_winner``), or a TOML file."""
    try:
        return Rules.from_toml(Path(text)) if text.endswith(".toml") else Rules.parse(text)
    except (ValueError, OSError) as error:
        raise argparse.ArgumentTypeError(f"{text}: {error}" if text.endswith(".toml") else str(error)) from None


def add_rules_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--rules", type=rules_option, default=BAIBIAN, metavar="NAME|FILE.toml", help="default: BAIBIAN (百变)"
    )


def rules_title(rules: Rules, style: Style) -> str:
    """The name of a preset, or the preset and what is changed in it."""
    name = rules.name or rules.text
    return f"{name} {ALIASES[name][0]}" if style.chinese and name in ALIASES else name


def field_text(value: object) -> str:
    """One cell: tables of numbers as ``5:2 6:3``, rows as ``4 4 -4 -4``."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None or value == () or value == {}:
        return "-"
    if isinstance(value, tuple) and all(isinstance(row, tuple) and len(row) == 2 for row in value):
        return " ".join(f"{stars}:{amount}" for stars, amount in value)
    if isinstance(value, tuple):
        return " / ".join(" ".join(map(str, row)) for row in value)
    return str(value)


def rules_table(variants: list[Rules], style: Style) -> str:
    rows = [["", *(rules_title(rules, style) for rules in variants)]]
    for field in dataclasses.fields(Rules):
        if field.name != "name":
            rows.append([field.name, *(field_text(getattr(rules, field.name)) for rules in variants)])
    widths = [max(text_width(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = []
    for number, row in enumerate(rows):
        cells = [pad(cell, width) for cell, width in zip(row, widths, strict=True)]
        if number == 0:
            cells = [style.paint(cell, BOLD, CYAN) for cell in cells]
        else:
            cells[0] = style.paint(cells[0], DIM)
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def run_rules(args: argparse.Namespace) -> int:
    chosen = [args.name] if args.name else list(PRESETS.values())
    if args.toml:
        print("\n".join(rules.to_toml() for rules in chosen), end="")
    else:
        print(rules_table(chosen, style_of(args)))
    return 0


def add_commands(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("rules", help="the presets and their flags")
    parser.add_argument("name", nargs="?", type=rules_option, metavar="NAME|FILE.toml", help="only this one")
    parser.add_argument("--toml", action="store_true", help="as a TOML file, to be changed and given to --rules")
    add_style_options(parser)
    parser.set_defaults(run=run_rules)
