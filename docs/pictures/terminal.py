"""Caro in the real terminal: a refused move, the clause against it, and the legal moves."""

import io
import re
from pathlib import Path

from rich.console import Console

from carreau.bots.levels import RANDOM
from carreau.cli.play import HUMAN, TerminalTable
from carreau.core.action_buffer import ActionBuffer
from carreau.core.rng import Rng
from carreau.games.catalogue import game
from carreau.table.match import Match, drawn_by
from docs.pictures.studio import IMAGES

SEED = 12
MOVES_BEFORE = 13
FONT_FROM_ELSEWHERE = re.compile(r"@font-face \{.*?\}", re.DOTALL)


class Scripted(TerminalTable):
    """A terminal that types the lines of a script and shows them."""

    script: list[str]

    def read(self, prompt: str) -> str:
        line = self.script.pop(0)
        self.console.print(f"[bold]{prompt} ›[/] {line if line != 'quit' else ''}", highlight=False)
        return line

    def save(self, file: Path) -> None:
        """Keep nothing."""


def match_in_the_middle() -> Match:
    rng, out = Rng(SEED), ActionBuffer()
    match = Match(game("caro", 3), ["Ada", "Bertrand", "Chloé"], drawn_by(rng))
    while len(match.moves) < MOVES_BEFORE or match.state.current != 0:
        seat = int(match.state.current)
        match.act(seat, int(match.state.random_action(seat, rng, out)))
    return match


def script_for(match: Match) -> list[str]:
    """Choose moves that break two clauses, the list of red moves, and a legal one."""
    made, state = match.game, match.state
    wrong = {state.objection(0, action): made.text(action) for action in range(made.num_actions)}
    red = [made.text(action) for action in state.legal(0) if made.text(action).startswith("red")]
    return [wrong["caro.7"], f"why {wrong['caro.9']}", "? red", red[-1], "quit"]


def draw() -> None:
    console = Console(record=True, width=84, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    match = match_in_the_middle()
    table = Scripted(match, [HUMAN, RANDOM, RANDOM], "en", console, SEED)
    table.script = script_for(match)
    table.run()
    svg = FONT_FROM_ELSEWHERE.sub("", console.export_svg(title="carreau play caro", clear=False))
    (IMAGES / "caro.svg").write_text(svg, encoding="utf-8")
