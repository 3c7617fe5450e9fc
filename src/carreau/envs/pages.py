"""The pages of docs/envs, one per game, generated from the games' declarations.

python -m carreau.envs.pages docs/envs
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from carreau.core.actions import Value, Verb, allowed
from carreau.core.game import Game
from carreau.core.observation import Field
from carreau.core.options import spelled
from carreau.envs.versions import environment_id, history
from carreau.games.catalogue import GAMES, game_class
from carreau.games.texts import text

MOST_VALUES: Final = 8  # of a field that a table lists in full
INTRODUCTION: Final = """\
Every game is a learning environment for [PettingZoo](https://pettingzoo.farama.org) (AEC and parallel) and, against \
bots, for [Gymnasium](https://gymnasium.farama.org). `pip install 'carreau[envs]'` installs what they need.

- An observation is `{"observation": {name: array}, "action_mask": array}`. The arrays contain no more than the \
seat's View; the law `observations_fit` checks this for every game.
- The info of the agent that is asked has its `view` as plain values and the `names` of its legal actions.
- One seat acts at a time. Simultaneous choices are made one after the other, hidden from the others. In a race each \
seat that may act is asked in turn and may wait, which is the last action id; each race starts with the next seat; \
seats that the others wait for come last. When all have waited, the clock acts; without a clock the last seat can't \
wait.
- `parallel_env` asks all seats at once. Seats with nothing to decide can only wait, and any action they send counts \
as waiting.
- Equal seeds and actions lead to equal games."""
REWARDS: Final = """\
0 until the game is over. A sole winner gets 1, and the others share -1 equally; several winners share what the others \
lose; if all are equal, everybody gets 0. The rewards of a game sum to 0. An action outside the mask ends the game \
with -1 for its agent and 0 for the others. Numbers that aren't actions count as outside the mask; only `env` raises \
PettingZoo's `AssertionError` for them."""
TERMINATION: Final = """\
All agents terminate together when the game ends; `result` in the info names the clause that ended it. \
Only `max_cycles` of `parallel_env` truncates games."""
SEATS_COUNTED: Final = """\
Seats are relative to the observer: 0 is the observer, 1 the left neighbour. Parts that a game lacks with fewer seats \
or other options are 0."""


def page(name: str) -> str:
    """Write a game's page in Markdown."""
    cls = game_class(name)
    words = text(name)
    parts = [
        f"# {words.title}",
        words.tagline,
        facts(name, cls),
        "## Import",
        imports(name),
        "## Options",
        options(cls),
        "## Observation",
        SEATS_COUNTED,
        table(["field", "shape", "range", "meaning"], [field_row(field) for field in cls.OBSERVATION.fields]),
        "## Actions",
        f"{cls.ACTIONS.size} actions of the game, and one to wait. The last field of an action varies fastest.",
        table(["ids", "verb", "notation", "fields"], list(action_rows(cls))),
        "## Rewards",
        REWARDS,
        "## Termination",
        TERMINATION,
        "## Versions",
        table(["version", "rules", "changes"], [[f"v{v.number}", str(v.rules), v.change] for v in history(name)]),
    ]
    return "\n\n".join(parts) + "\n"


def facts(name: str, cls: type[Game[Any, Any]]) -> str:
    arrays = len(cls.OBSERVATION.fields)
    return table(
        ["", ""],
        [
            ["players", ", ".join(str(seats) for seats in cls.SEATS)],
            ["agents", f"`player_0` to `player_{max(cls.SEATS) - 1}`"],
            ["action space", f"`Discrete({cls.ACTIONS.size + 1})`"],
            ["observation", f"{arrays} arrays, {cls.OBSERVATION.size} numbers in all, and the action mask"],
            ["rules", f"version {cls.VERSION}; `carreau rules {name}`"],
        ],
    )


def imports(name: str) -> str:
    seats = min(game_class(name).SEATS)
    return f"""\
```python
from carreau.envs.pettingzoo import env, parallel_env

table = env("{name}", seats={seats}, options={{}}, render_mode=None)  # or: parallel_env("{name}", seats={seats})

import gymnasium
import carreau.envs.gymnasium

table = gymnasium.make("{environment_id(GAMES[name])}", seats={seats}, opponents="3", seat=None)
```

Registered with PettingZoo as `{environment_id(name)}`."""


def options(cls: type[Game[Any, Any]]) -> str:
    if not cls.OPTIONS.options:
        return "None."
    rows = [[option.name, spelled(option.default), option.allowed()] for option in cls.OPTIONS.options.values()]
    return table(["option", "default", "values"], rows)


def field_row(field: Field) -> list[str]:
    return [f"`{field.name}`", shape(field), f"{field.low} … {field.high}", field.text]


def shape(field: Field) -> str:
    return " × ".join(str(length) for length in field.shape) or "1"


def action_rows(cls: type[Game[Any, Any]]) -> Iterator[list[str]]:
    for verb in cls.ACTIONS.verbs:
        last = verb.first + verb.size - 1
        ids = str(last) if verb.size == 1 else f"{verb.first} … {last}"
        yield [ids, verb.name, f"`{verb.notation}`", fields(verb)]
    yield [str(cls.ACTIONS.size), "wait", "", "in a race; in `parallel_env` also for seats that aren't asked"]


def fields(verb: Verb) -> str:
    return "; ".join(f"{name}: {values(found)}" for name, found in verb.fields.items())


def values(found: list[Value]) -> str:
    """List the values of a field; shorten long lists of names."""
    if isinstance(found[0], int) or len(found) <= MOST_VALUES:
        return allowed(found)
    shown = ", ".join(str(value) for value in found[: MOST_VALUES - 1])
    return f"{len(found)} values: {shown}, …"


def table(heads: list[str], rows: list[list[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def index() -> str:
    """Write the index page."""
    rows = [[f"[{text(name).title}]({name}.md)", f"`{environment_id(name)}`", *size(name)] for name in GAMES]
    heads = ["game", "id", "players", "numbers seen", "actions"]
    return f"# Environments\n\n{INTRODUCTION}\n\n{table(heads, rows)}\n"


def size(name: str) -> list[str]:
    cls = game_class(name)
    players = f"{min(cls.SEATS)}–{max(cls.SEATS)}" if len(cls.SEATS) > 1 else str(cls.SEATS[0])
    return [players, str(cls.OBSERVATION.size), str(cls.ACTIONS.size + 1)]


def pages() -> dict[str, str]:
    """Return all pages by file name."""
    return {"README.md": index(), **{f"{name}.md": page(name) for name in GAMES}}


def write(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in pages().items():
        (folder / name).write_text(content, encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
