"""The `clients.gen.ts` of the web client: the View of each game, and how its board is loaded."""

from importlib.util import find_spec
from pathlib import Path
from typing import Final

from carreau.games.catalogue import GAMES

HEAD: Final = "// Generated from the folders of games by `python -m carreau.codegen`; do not edit.\n"


def clients(folder: Path) -> str:
    """Write the whole module, for the games with a folder in the client."""
    games = sorted(name for name in GAMES if (folder / name / "index.ts").exists())
    imports = "".join(imported(name) for name in games)
    views = "".join(f"  {name}: {name.capitalize()}View;\n" for name in games)
    loaders = "".join(f'  {name}: () => import("./{name}"),\n' for name in games)
    return f"""{HEAD}
import type {{ GameClient }} from "./board";
{imports}
export interface Views {{
{views}}}

export type GameName = keyof Views;

export const LOADERS: {{ readonly [Game in GameName]: () => Promise<{{ default: GameClient<Game> }}> }} = {{
{loaders}}};
"""


def imported(name: str) -> str:
    module = "view.gen" if find_spec(f"carreau.games.{name}.spec") else "view"
    return f'import type {{ View as {name.capitalize()}View }} from "./{name}/{module}";\n'
