"""Studies as links: everything behind the `#` of an address, so servers and their logs never see it.

    game=caro&seats=2&option=rounds.2&name=Ada&name=Bertrand&moves=012.13f-13g_.02a&label=2.quiet&note=0.Look

`moves` lists all moves: who acts (a digit, or `*` for chance), then the number of the action in base 36. Points
separate them, `-` and `_` enclose variations. `label` and `note` are names and notes of positions, each with the number
of the position in the order of `moves`, 0 for the start. Options with their defaults, names, and whatever is empty may
be left out. `position` is a position that was set up by hand, as JSON. Everything else is ignored: clients add where
they were.
"""

import json
import re
from collections.abc import Iterator
from typing import Any, Final
from urllib.parse import parse_qsl, urlencode

from carreau.core.errors import CarreauError, IllegalMove, PositionError, RecordError
from carreau.core.game import CHANCE, Game
from carreau.core.options import spelled
from carreau.core.record import Make, in_one_line
from carreau.study.builder import StudyBuilder
from carreau.study.file import position_from
from carreau.study.tree import MOST_MOVES, StudyError, StudyNode, StudyTree

DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
BRACKETS: Final = {"(": "-", ")": "_"}
MOVES: Final = re.compile(r"(?:[0-9*][0-9a-z]{1,6}|[-_.])*")
TOKEN: Final = re.compile(r"([0-9*])([0-9a-z]{1,6})|([-_])")
MOST_FIELDS: Final = 2 * MOST_MOVES

Fields = dict[str, list[str]]


def write_link(tree: StudyTree) -> str:
    """Return a study as a link, without the address before the `#`; read_link() is the inverse."""
    game = tree.game
    defaults = type(game).OPTIONS.read({})
    pairs = [("game", game.NAME), ("seats", str(game.seats))]
    pairs += [("option", f"{key}.{spelled(value)}") for key, value in game.options.items() if value != defaults[key]]
    pairs += [("name", in_one_line(name)) for name in tree.names]
    pairs += [("position", json.dumps(tree.start.dump(), separators=(",", ":")))] if tree.start else []
    pairs += [("moves", "".join(coded_moves(tree)))] if tree.root.children else []
    for number, node in enumerate(tree.nodes()):
        pairs += [("label", f"{number}.{node.name}")] if node.name else []
        pairs += [("note", f"{number}.{node.note}")] if node.note else []
    return urlencode(pairs, safe="*")


def coded_moves(tree: StudyTree) -> Iterator[str]:
    point = ""
    for each in tree.tokens():
        yield point + coded(each) if isinstance(each, StudyNode) else BRACKETS[each]
        point = "." if isinstance(each, StudyNode) else ""


def coded(node: StudyNode) -> str:
    actor, action = node.move or (CHANCE, 0)
    return f"{'*' if actor == CHANCE else actor}{in_base_36(action)}"


def in_base_36(number: int) -> str:
    digits = DIGITS[number % 36]
    while number := number // 36:
        digits = DIGITS[number % 36] + digits
    return digits


def read_link(link: str, make: Make) -> StudyTree:
    """Read a study from a link and check it all; RecordError and PositionError say what is wrong."""
    try:
        fields = fields_of(link)
        return study_of(fields, game_of(fields, make))
    except IllegalMove as error:
        raise RecordError(1, str(error), "illegal") from error
    except (RecordError, PositionError):
        raise
    except CarreauError as error:
        raise RecordError(1, str(error)) from error


def fields_of(link: str) -> Fields:
    fields: Fields = {}
    try:
        for key, value in parse_qsl(link, keep_blank_values=True, max_num_fields=MOST_FIELDS):
            fields.setdefault(key, []).append(value)
    except ValueError as error:
        raise StudyError(f"this isn't a link to a study: {error}") from None
    return fields


def one(fields: Fields, key: str, default: str = "") -> str:
    found = fields.get(key, [default])
    if len(found) > 1:
        raise StudyError(f"{key} may be there once, not {len(found)} times")
    return found[0]


def game_of(fields: Fields, make: Make) -> Game[Any, Any]:
    seats = one(fields, "seats")
    options = dict(each.partition(".")[::2] for each in fields.get("option", []))
    try:
        if not re.fullmatch("[0-9]{1,2}", seats):
            raise StudyError(f"seats must be a number, not {seats[:20]!r}")
        return make(one(fields, "game"), int(seats), options)
    except CarreauError as error:
        raise RecordError(1, str(error), "unknown") from error


def study_of(fields: Fields, game: Game[Any, Any]) -> StudyTree:
    names, position = fields.get("name", []), one(fields, "position")
    if len(names) not in (0, game.seats) or not all(name.isprintable() for name in names):
        raise StudyError(f"{game.NAME} has {game.seats} players here, not {len(names)}, and their names are printable")
    tree = StudyTree(game, names, position_from(game, position) if position else None)
    builder = StudyBuilder(tree)
    nodes = [tree.root, *built(builder, one(fields, "moves"))]
    builder.finish()
    give_labels(fields, nodes)
    return tree


def built(builder: StudyBuilder, moves: str) -> Iterator[StudyNode]:
    """Add moves; yield the position after each."""
    if not MOVES.fullmatch(moves):
        raise StudyError("the moves of this link can't be read: a part of it is missing or was changed")
    for actor, action, bracket in TOKEN.findall(moves):
        if bracket == "-":
            builder.begin()
        elif bracket == "_":
            builder.end()
        else:
            yield builder.move((CHANCE if actor == "*" else int(actor), int(action, 36)))


def give_labels(fields: Fields, nodes: list[StudyNode]) -> None:
    for key in ("label", "note"):
        for each in fields.get(key, []):
            number, _, text = each.partition(".")
            if not re.fullmatch("[0-9]{1,5}", number) or int(number) >= len(nodes):
                raise StudyError(f"{key}: there is no position {number[:20]!r}")
            node = nodes[int(number)]
            node.rename(text, node.note) if key == "label" else node.rename(node.name, text)
