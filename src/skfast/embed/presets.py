"""kernel/presets.pxi: the presets of rules.py as a constant table for C.

    python -m skfast.embed presets > src/skfast/kernel/presets.pxi

The file is kept with the sources, so that nothing has to be generated before they compile; a test compares it.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

HEAD = """\
# The presets of rules.py as C; written by `python -m skfast.embed presets`.
cdef extern from *:
    \"\"\"
"""
TAIL = """\
    \"\"\"
    enum: SK_PRESET_COUNT
    enum: SK_PRESET_NAMES
    const skfast_rules* SK_PRESETS
    const char** SK_PRESET_NAME
    const uint8_t* SK_PRESET_OF_NAME
"""


def presets_pxi(rules: ModuleType) -> str:
    """The text of kernel/presets.pxi, from the module `skfast.rules`."""
    names = [(name, number) for number, preset in enumerate(rules.PRESETS) for name in (preset, *rules.ALIASES[preset])]
    lines = [
        f"#define SK_PRESET_COUNT {len(rules.PRESETS)}",
        f"#define SK_PRESET_NAMES {len(names)}",
        "static const skfast_rules SK_PRESETS[SK_PRESET_COUNT] = {",
    ]
    for name, preset in rules.PRESETS.items():
        lines += [f"  /* {name} */", *_struct(rules, preset)]
    lines += ["};", "/* Every name, in UTF-8, its preset's English name first. */"]
    lines += ["static const char *const SK_PRESET_NAME[SK_PRESET_NAMES] = {"]
    lines += [f"  {_string(name)}," for name, _ in names]
    lines += ["};", "static const uint8_t SK_PRESET_OF_NAME[SK_PRESET_NAMES] = {"]
    lines += ["  " + ", ".join(str(number) for _, number in names), "};"]
    return HEAD + "".join(f"    {line}\n" for line in lines) + TAIL


def _struct(rules: ModuleType, preset: Any) -> list[str]:
    """The initialiser of a `skfast_rules`, in the order of its fields."""
    choice = {field: words.index(getattr(preset, field)) for field, words in rules.CHOICES.items()}
    flags = [
        choice["wild_jokers"],
        choice["mixed_joker_pair"],
        choice["chain_sizes"],
        preset.chain_min_groups,
        preset.chain_max_groups,
        choice["chain_star"],
        preset.max_bomb_size,
        int(preset.three_jokers),
        choice["four_jokers"],
        choice["bomb_order"],
        choice["lead"],
        int(preset.seat_swap),
        int(preset.partner_visible),
        choice["multiplier_rule"],
        int(preset.four_joker_factor is not None),
        0,
    ]
    stars = range(rules.MAX_STARS + 1)
    return [
        "  {" + ", ".join(map(str, flags)) + ",",
        "   {" + ", ".join("{" + _numbers(row) + "}" for row in preset.base) + "},",
        f"   {preset.four_joker_factor or 0},",
        "   {" + _numbers([rules.star_value(preset.multiplier, n, 1) for n in stars[:16]]) + ",",
        "    " + _numbers([rules.star_value(preset.multiplier, n, 1) for n in stars[16:]]) + "},",
        "   {" + _numbers([rules.star_value(preset.contribution, n, 0) for n in stars[:16]]) + ",",
        "    " + _numbers([rules.star_value(preset.contribution, n, 0) for n in stars[16:]]) + "}},",
    ]


def _numbers(values: Any) -> str:
    return ", ".join(map(str, values))


def _string(text: str) -> str:
    """A C string in ASCII, within a string of Cython.  No escape may be followed by another hexadecimal digit."""
    for before, after in zip(text, text[1:], strict=False):
        assert before.isascii() or after not in "0123456789abcdefABCDEF", text
    return '"' + "".join(c if c.isascii() else "".join(f"\\\\x{byte:02X}" for byte in c.encode()) for c in text) + '"'
