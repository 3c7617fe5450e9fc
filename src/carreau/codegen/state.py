"""The `_state.py` of a game: the final class, which dispatches actions to verbs, copies itself and makes Views."""

import keyword
from pathlib import Path
from typing import Final

from carreau.codegen.action_ids import decoded
from carreau.codegen.layout import used_imports, with_arguments
from carreau.codegen.views import is_perfect
from carreau.core.actions import Verb
from carreau.core.spec import Spec

HEAD: Final = '''"""Generated from spec.py by `python -m carreau.codegen`; do not edit."""

from typing import ClassVar, Self, final

from carreau.core.game import CHANCE, OVER, Game
from carreau.core.hidden_info import HiddenInfoGame, HiddenInfoView
from carreau.core.native import i64, mypyc_attr
from carreau.core.perfect_info import PerfectInfoGame, PerfectInfoView
from carreau.core.spec import Spec
from carreau.games.{game}._spec import {names}
from carreau.games.{game}.audit import audit
from carreau.games.{game}.{module} import {base}
from carreau.games.{game}.spec import SPEC
from carreau.games.{game}.view import {title}View

'''
CLASS: Final = '''
@final
@mypyc_attr(acyclic=True, free_list_len=1)
class {title}State({base}):
    """A position."""

    def clone(self) -> Self:
{copied}

    def view(self, seat: int) -> {view}:
{viewing}
    def audit(self) -> None:
        audit(self)

'''
PERFECT_VIEW: Final = '''
@final
class {title}View(PerfectInfoView["{title}State"]):
    """The whole position, and whose eyes see it."""

    def to_json(self) -> {title}ViewJson:
        return {{"seat": self.seat, **self.known.table()}}

'''

GAME: Final = '''

class {title}Game({base}):
    """The game with its declarations; a subclass adds options and the start."""

    SPEC: ClassVar[Spec] = SPEC
'''


def state_module(spec: Spec, folder: Path) -> str:
    """Write the module on top of the game's own files: the rules, optimisations in fast.py, a custom View."""
    title = spec.game.capitalize()
    module, base = ("fast", f"Fast{title}") if (folder / "fast.py").exists() else ("rules", f"{title}Rules")
    own_view = (folder / "view.py").exists()
    view = PERFECT_VIEW.format(title=title) if is_perfect(spec) else ""
    kind, viewing = viewed(spec, own_view)
    state = CLASS.format(title=title, base=base, copied=copied(spec), view=kind, viewing=viewing)
    game = GAME.format(title=title, base=base_of_game(spec, kind, own_view))
    body = view + state + "\n".join([objection(spec), application(spec)]) + game
    names = ", ".join([*sorted(verb.name.upper() for verb in spec.actions.verbs), f"{title}ViewJson"])
    head = HEAD.format(game=spec.game, title=title, module=module, base=base, names=names)
    lines = [line for line in used_imports(head, body) if own_view or f".{spec.game}.view " not in line]
    return "\n".join(lines) + "\n" + body


def copied(spec: Spec) -> str:
    """Write what makes a copy."""
    given = [*(f"self.{name}" for name in spec.constants), "original=self"]
    return "\n".join(with_arguments(f"        return {spec.game.capitalize()}State", given))


def viewed(spec: Spec, own_view: bool) -> tuple[str, str]:
    """Return the type of a View and the expression that makes it."""
    title = spec.game.capitalize()
    if is_perfect(spec):
        return f"{title}View", f"        return {title}View(seat, self.clone())\n"
    if own_view:
        return f"{title}View", f"        return {title}View(seat, self)\n"
    lines = ["known = self.clone()", "known.hide_from(seat)", "return HiddenInfoView(seat, known)"]
    return f'HiddenInfoView["{title}State"]', "".join(f"        {line}\n" for line in lines)


def base_of_game(spec: Spec, view: str, own_view: bool) -> str:
    """Return the class that says how a position is guessed from a View."""
    state = f"{spec.game.capitalize()}State"
    if is_perfect(spec):
        return f"PerfectInfoGame[{state}]"
    return f"HiddenInfoGame[{state}, {view}]" if own_view else f"Game[{state}, {view.replace(chr(34), '')}]"


def objection(spec: Spec) -> str:
    over = f'"{spec.over}"' if spec.over else "self.ending()"
    turn = f'"{spec.turn}"' if spec.turn else "self.out_of_turn()"
    lines = [
        "    def objection(self, seat: i64, action: i64) -> str:",
        "        if self.current == OVER:",
        f"            return {over}",
    ]
    if spec.several:
        lines += ["        clause = self.against_turn(seat)", "        if clause:", "            return clause"]
    else:
        lines += ["        if seat != self.current:", f"            return {turn}"]
    for verb in reversed(spec.actions.verbs):
        wrong = "!=" if verb.name in spec.chances else "=="
        value = call(spec, verb, f"against_{spec.called[verb.name]}")
        checked = [f"if seat {wrong} CHANCE:", f"    return {turn}"] if not spec.by_stage else []
        if verb.name in spec.stages:
            stage = spec.stages[verb.name]
            checked += [f"if self.stage != {spec.axes['stage'].index(stage)}:  # {stage}", f"    return {turn}"]
        checked.append(f"return {value}")
        if verb.first:
            checked = [f"if action >= {verb.name.upper()}:", *(f"    {line}" for line in checked)]
        lines += [f"        {line}" for line in checked]
    return "\n".join(lines) + "\n"


def application(spec: Spec) -> str:
    """Write the dispatch to verbs, the most frequent ones first."""
    lines = ["    def apply(self, seat: i64, action: i64) -> None:"]
    verbs = sorted(spec.actions.verbs, key=lambda verb: (verb.name not in spec.often, -verb.first))
    for index, verb in enumerate(verbs):
        test = "else" if index == len(verbs) - 1 else f"{'el' if index else ''}if {is_meant(spec, verb)}"
        lines += [f"        {test}:", f"            {call(spec, verb, method(spec, verb))}"]
    return "\n".join(lines) + "\n"


def is_meant(spec: Spec, verb: Verb) -> str:
    """Return an expression for "the action belongs to this verb"; the verbs tested before it are already ruled out."""
    name = verb.name.upper()
    after = [other.name.upper() for other in spec.actions.verbs if other.first > verb.first]
    return f"{name} <= action < {after[0]}" if verb.name in spec.often and after else f"action >= {name}"


def method(spec: Spec, verb: Verb) -> str:
    called = spec.called[verb.name]
    return f"{called}_" if keyword.iskeyword(called) else called


def call(spec: Spec, verb: Verb, prefix: str) -> str:
    return f"self.{prefix}({', '.join(['seat', *decoded(spec, verb, 'action')])})"
