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
    actions = "".join(f"  {name}: {action_of(name)};\n" for name in games)
    loaders = "".join(f'  {name}: () => import("./{name}"),\n' for name in games)
    return f"""{HEAD}
import type {{ Fields }} from "../kit/selection";
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
    if is_declared(name):
        return f'import type {{ Action as {title}Action, View as {title}View }} from "./{name}/view.gen";\n'
    return f'import type {{ View as {title}View }} from "./{name}/view";\n'


def action_of(name: str) -> str:
    return f"{name.capitalize()}Action" if is_declared(name) else "Fields"


def is_declared(name: str) -> bool:
    """Whether the types of a game are generated."""
    return find_spec(f"carreau.games.{name}.spec") is not None
