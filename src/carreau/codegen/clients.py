"""The `clients.gen.ts` of the web client: the View of each game, and how its board is loaded."""

from pathlib import Path
from typing import Final

from carreau.games.catalogue import GAMES

HEAD: Final = "// Generated from the folders of games by `python -m carreau.codegen`; do not edit.\n"


def clients(folder: Path) -> str:
    """Write the whole module, for the games with a folder in the client."""
    games = sorted(name for name in GAMES if (folder / name / "index.ts").exists())
    imports = "".join(imported(name) for name in games)
    views = "".join(f"  {name}: {name.capitalize()}View;\n" for name in games)
    actions = "".join(f"  {name}: {name.capitalize()}Action;\n" for name in games)
    loaders = "".join(f'  {name}: () => import("./{name}"),\n' for name in games)
    return f"""{HEAD}
import type {{ GameClient }} from "./board";
{imports}
export interface Views {{
{views}}}

export interface Actions {{
{actions}}}

export type GameName = keyof Views;

export const LOADERS: {{ readonly [Game in GameName]: () => Promise<{{ default: GameClient<Game> }}> }} = {{
{loaders}}};
"""


def imported(name: str) -> str:
    title = name.capitalize()
    return f'import type {{ Action as {title}Action, View as {title}View }} from "./{name}/view.gen";\n'
