"""The `clients.gen.ts` of the web client: the View and actions of each game, and the import of its board."""

from pathlib import Path
from typing import Final

from carreau.core.game import OVER, RACE
from carreau.games.catalogue import GAMES

HEAD: Final = "// Generated from the folders of games by `python -m carreau.codegen`; do not edit.\n"


def clients(folder: Path) -> str:
    """Write the whole module, for the games with a folder in the client."""
    games = sorted(name for name in GAMES if (folder / name / "index.ts").exists())
    imports = "".join(imported(name) for name in games)
    views = "".join(f"  {name}: {name.capitalize()}View;\n" for name in games)
    actions = "".join(f"  {name}: {name.capitalize()}Action;\n" for name in games)
    loaders = "".join(f'  {name}: () => import("./{name}"),\n' for name in games)
    notations = "".join(f"  {name}: {name.capitalize()}Notation,\n" for name in games)
    names = ", ".join(f'"{name}"' for name in games)
    return f"""{HEAD}
import {{ eitherOf, oneOf }} from "../lib/guards";
import type {{ GameClient }} from "./board";
{imports}
export interface Views {{
{views}}}

export interface Actions {{
{actions}}}

export type GameName = keyof Views;

/** What `current` is in a View while anybody may be the first to act, and when the game is over. */
export const RACE = {RACE};
export const OVER = {OVER};

export const isGameName = oneOf<GameName>([{names}]);
export const isAnyView = eitherOf({guards("View", games)});
export const isAnyAction = eitherOf({guards("Action", games)});

/** How the actions of each game are typed. */
export const NOTATIONS: Readonly<Record<GameName, Readonly<Record<string, string>>>> = {{
{notations}}};

export const LOADERS: {{ readonly [Game in GameName]: () => Promise<{{ default: GameClient<Game> }}> }} = {{
{loaders}}};
"""


def imported(name: str) -> str:
    title = name.capitalize()
    both = [f"isAction as is{title}Action", f"isView as is{title}View"]
    both += [f"NOTATION as {title}Notation", f"type Action as {title}Action", f"type View as {title}View"]
    return f'import {{ {", ".join(both)} }} from "./{name}/view.gen";\n'


def guards(kind: str, games: list[str]) -> str:
    return ", ".join(f"is{name.capitalize()}{kind}" for name in games)
