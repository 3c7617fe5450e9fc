"""Generate the files that follow from the declarations of all games: `python -m carreau.codegen`."""

from importlib import import_module
from pathlib import Path
from typing import Final

from carreau.codegen.clients import clients
from carreau.codegen.parts import parts_constant
from carreau.codegen.position import position_module
from carreau.codegen.state import state_module
from carreau.codegen.stylesheet import felts
from carreau.codegen.typescript import view_module
from carreau.core.spec import Spec
from carreau.games.catalogue import GAMES

ROOT: Final = Path(__file__).parents[3]
CLIENT: Final = ROOT / "web" / "src" / "games"


def specs() -> list[Spec]:
    """List the declarations of all games."""
    return [import_module(f"carreau.games.{name}.spec").SPEC for name in GAMES]


def generated() -> dict[Path, str]:
    """Return the text of each generated file by its path."""
    found = {CLIENT / "felts.gen.css": felts(), CLIENT / "clients.gen.ts": clients(CLIENT)}
    for spec in specs():
        folder = ROOT / "src" / "carreau" / "games" / spec.game
        found[folder / "_spec.py"] = position_module(spec)
        found[folder / "_state.py"] = state_module(spec, folder)
        found[CLIENT / spec.game / "view.gen.ts"] = view_module(spec) + parts_constant(spec)
    return found


if __name__ == "__main__":
    for path, text in generated().items():
        path.write_text(text, encoding="utf-8")
