"""The `felts.gen.css` of the web client: the hue of each game's felt, from its about.toml."""

from typing import Final

from carreau.games.about import about
from carreau.games.catalogue import GAMES

HEAD: Final = "/* Generated from about.toml by `python -m carreau.codegen`; do not edit. */\n"


def felts() -> str:
    """Write the whole stylesheet."""
    return HEAD + "".join(f'[data-game="{name}"] {{\n  --hue: {about(name).hue};\n}}\n' for name in GAMES)
