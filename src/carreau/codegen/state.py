"""The `_dispatch.py` of a game: the way from an action to its verb."""

import keyword
from typing import Final

from carreau.codegen.action_ids import decoded
from carreau.core.actions import Verb
from carreau.core.spec import Spec

DISPATCH_HEAD: Final = '''"""Generated from spec.py by `python -m carreau.codegen`; do not edit."""

from carreau.core.game import CHANCE, OVER
from carreau.core.native import i64, mypyc_attr
from carreau.games.{game}._spec import {verbs}
from carreau.games.{game}.rules import {title}Rules


@mypyc_attr(acyclic=True)
class {title}Dispatch({title}Rules):
    """The way from an action to its verb: a subclass of the rules, so the calls are direct."""

'''


def dispatch_module(spec: Spec) -> str:
    """Write the module between the rules and the final class."""
    body = "\n".join([objection(spec), application(spec)])
    used = sorted(verb.name.upper() for verb in spec.actions.verbs if verb.name.upper() in body)
    head = DISPATCH_HEAD.format(game=spec.game, title=spec.game.capitalize(), verbs=", ".join(used))
    return (head if "CHANCE" in body else head.replace("CHANCE, ", "")) + body


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
    lines = ["    def apply(self, seat: i64, action: i64) -> None:"]
    verbs = spec.actions.verbs[::-1]
    for index, verb in enumerate(verbs):
        test = "else" if index == len(verbs) - 1 else f"{'el' if index else ''}if action >= {verb.name.upper()}"
        lines += [f"        {test}:", f"            {call(spec, verb, method(spec, verb))}"]
    return "\n".join(lines) + "\n"


def method(spec: Spec, verb: Verb) -> str:
    called = spec.called[verb.name]
    return f"{called}_" if keyword.iskeyword(called) else called


def call(spec: Spec, verb: Verb, prefix: str) -> str:
    return f"self.{prefix}({', '.join(['seat', *decoded(spec, verb, 'action')])})"
