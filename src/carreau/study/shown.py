"""Studies as clients see them: the tree with its moves, and one position with everything that can follow."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec

from carreau.core.actions import Value
from carreau.core.errors import NotationError
from carreau.core.game import CHANCE, OVER, State
from carreau.core.options import OptionValue
from carreau.core.playout import actors
from carreau.core.rng import Rng
from carreau.games.catalogue import AnyGame
from carreau.study.tree import Move, StudyNode, StudyTree, act
from carreau.table.action_json import action_json
from carreau.table.messages import EffectShown, Ending, GameName, Offered, ViewJson
from carreau.table.projection import ending, numbered_fields, project_effects


class StudyMove(msgspec.Struct, frozen=True, omit_defaults=True):
    """A move with its effects, and the seats that didn't see it; -1 stands for spectators."""

    actor: int  # CHANCE is -1
    action: Offered
    effects: list[EffectShown] = []
    unseen: list[int] = []


class StudyNodeShown(msgspec.Struct, frozen=True, omit_defaults=True):
    """A position of a study: the number of the one before, and the move, name and note."""

    parent: int  # -1 for the start, which comes first
    move: StudyMove | None = None
    name: str = ""
    note: str = ""


class StudyShown(msgspec.Struct, frozen=True):
    """A whole study; each position comes before those that follow it, the main line first."""

    game: GameName
    seats: int
    options: dict[str, OptionValue]
    names: list[str]
    position: str  # the start as JSON if it was set up by hand, otherwise ""
    nodes: list[StudyNodeShown]


class StudyBoard(msgspec.Struct, frozen=True):
    """A position as a seat or a spectator sees it, with the legal actions of that seat and their effects, by id."""

    pov: int
    view: ViewJson
    legal: Sequence[Offered]
    previews: dict[str, list[EffectShown]]


class Choices(msgspec.Struct, frozen=True):
    """The next actions of a seat, or the outcomes of dice and cards."""

    actor: int  # CHANCE is -1
    actions: Sequence[Offered]
    weights: list[int] = []  # of the outcomes of dice and cards


class Wish(NamedTuple):
    """A move that somebody wants to make: the number of an action, its fields, or None to draw."""

    actor: int
    action: int | Mapping[str, Value] | None


class StudyPosition(msgspec.Struct, frozen=True):
    """A position of a study, after the moves that were just made."""

    moves: list[StudyMove]
    boards: list[StudyBoard]
    choices: list[Choices]
    outcome: Ending | None


def shown_study(tree: StudyTree) -> StudyShown:
    position = json.dumps(tree.start.dump(), separators=(",", ":")) if tree.start else ""
    game = tree.game
    return StudyShown(game.NAME, game.seats, game.options, tree.names, position, list(shown_nodes(tree)))


def shown_nodes(tree: StudyTree) -> Iterator[StudyNodeShown]:
    """Show all positions, each with the move that led there."""
    numbers: dict[StudyNode, int] = {}
    states = {tree.root: tree.first()}
    for number, node in enumerate(tree.nodes()):
        numbers[node] = number
        if node.parent is None or node.move is None:
            yield StudyNodeShown(-1, None, node.name, node.note)
        else:
            move, states[node] = moved(tree.game, states[node.parent], node.move)
            yield StudyNodeShown(numbers[node.parent], move, node.name, node.note)


def moved(game: AnyGame, before: State, move: Move) -> tuple[StudyMove, State]:
    """Carry out a move; return it with its effects, and the position after it."""
    actor, action = move
    after = before.clone()
    act(game, after, actor, action)
    shown = StudyMove(
        actor,
        numbered_fields(game.ACTIONS, action),
        project_effects(game.effects(before, actor, action, after)),
        before.unseen_by(actor, action),
    )
    return shown, after


def position_after(
    game: AnyGame, state: State, povs: Sequence[int], wish: Wish | None = None, draw: bool = False, seed: int = 0
) -> StudyPosition:
    """Return a position, or the one after a wish; with `draw`, dice and cards go on until a player has to decide.

    Raise the errors of Game.act() if the rules don't allow the wish.
    """
    rng, shown = Rng(seed), []
    if wish is not None:
        done, state = moved(game, state, fulfilled(game, state, wish, rng))
        shown.append(done)
    while draw and state.current == CHANCE:
        done, state = moved(game, state, (CHANCE, int(state.sample(rng))))
        shown.append(done)
    outcome = ending(game, state.result()) if state.current == OVER else None
    return StudyPosition(shown, [board(game, state, pov) for pov in povs], choices(game, state), outcome)


def fulfilled(game: AnyGame, state: State, wish: Wish, rng: Rng) -> Move:
    """Return the move that somebody wants to make."""
    actor, action = wish
    if action is None:
        if actor != CHANCE or state.current != CHANCE:
            raise NotationError("only dice and cards can be drawn, and only when it is their turn")
        return actor, int(state.sample(rng))
    return actor, action if isinstance(action, int) else game.ACTIONS.id(action)


def board(game: AnyGame, state: State, pov: int) -> StudyBoard:
    view = state.view(pov)
    if pov not in state.waiting():
        return StudyBoard(pov, view.to_json(), [], {})
    legal = state.legal(pov)
    effects = zip(legal, game.previews(view, legal), strict=True)
    previews = {str(action): project_effects(found) for action, found in effects if found}
    return StudyBoard(pov, view.to_json(), action_json(game.ACTIONS).offer(state, pov), previews)


def choices(game: AnyGame, state: State) -> list[Choices]:
    """List what everybody can do who may act, chance included."""
    if state.current == OVER:
        return []
    offer = action_json(game.ACTIONS).offer
    return [
        Choices(actor, offer(state, actor), state.weights() if actor == state.current == CHANCE else [])
        for actor in actors(state)
    ]
