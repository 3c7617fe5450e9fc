"""The pages of the reference: one per public module, filled from its docstrings by mkdocstrings."""

import ast
from pathlib import Path
from typing import Final

from carreau.envs.pages import table

MODULES: Final = {
    "The contract": [
        "core.game",
        "core.actions",
        "core.observation",
        "core.options",
        "core.action_buffer",
        "core.obs_buffer",
        "core.perfect_info",
        "core.position",
        "core.result",
        "core.errors",
    ],
    "Playing and proving": ["core.rng", "core.playout", "core.record", "core.laws", "verify"],
    "Games": ["games.catalogue", "games.texts", "games.lessons"],
    "Bots": ["bots.bot", "bots.levels", "bots.hints", "bots.analysis", "bots.contest", "bots.knowledge", "bots.search"],
    "One table": [
        "table.match",
        "table.table",
        "table.commands",
        "table.events",
        "table.projection",
        "table.clock",
        "table.fairness",
        "table.luck",
        "table.lesson",
        "table.replay",
    ],
    "Environments": [
        "envs.pettingzoo",
        "envs.gymnasium",
        "envs.openspiel",
        "envs.vector",
        "envs.aec",
        "envs.parallel",
        "envs.versions",
    ],
    "The lab": ["lab.study", "lab.series", "lab.estimates", "lab.summary", "lab.report", "lab.compare"],
}


def pages(sources: Path) -> dict[str, str]:
    """Return the reference by path: an overview, and reference/core.game.md for carreau.core.game."""
    found = {"reference/README.md": overview(sources)}
    for modules in MODULES.values():
        for module in modules:
            found[f"reference/{module}.md"] = f"# carreau.{module}\n\n::: carreau.{module}\n"
    return found


def overview(sources: Path) -> str:
    parts = ["# Reference", "What the public modules offer, from their docstrings."]
    for title, modules in MODULES.items():
        rows = [[f"[`carreau.{module}`]({module}.md)", first_line(sources, module)] for module in modules]
        parts += [f"## {title}", table(["module", "what it is"], rows)]
    return "\n\n".join(parts) + "\n"


def first_line(sources: Path, module: str) -> str:
    """Return the first line of a module's docstring, parsed rather than imported, since some modules need extras."""
    file = sources / "carreau" / f"{module.replace('.', '/')}.py"
    docstring = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8")))
    if not docstring:
        raise SystemExit(f"{file} has no docstring to show in the reference")
    return docstring.splitlines()[0]
