"""Lessons as a learner sees them: scripted positions under the real rules.

Nothing is stored: everything follows from the learner's actions so far.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from fnmatch import fnmatchcase
from typing import Final, Literal

import msgspec

from carreau.core.errors import CarreauError
from carreau.core.game import CHANCE, State
from carreau.core.options import OptionValue
from carreau.core.rng import Rng
from carreau.games.catalogue import game
from carreau.games.lessons import START, Crop, LessonError, Place, Script, Step
from carreau.table.match import Match, drawn_by
from carreau.table.messages import Fields, Offered, PublicMove, ViewJson
from carreau.table.projection import numbered_fields, project_move

NAMES: Final = ["Ada", "Bo", "Cleo", "Dov", "Emil", "Fay", "Gus", "Hana"]
DUE: Final = "chance"  # in place of a move: chance acts until a player has to decide


Verdict = Literal["", "right", "illegal", "not_asked"]  # the last one: legal, but not what this step is about


class NotDone(CarreauError):
    """Progress that is impossible in the lesson."""


class Frame(msgspec.Struct, frozen=True):
    """The view after an event, or at the beginning."""

    event: PublicMove | None
    view: ViewJson


class Scene(msgspec.Struct, frozen=True):
    """A step of a lesson as its learner sees it."""

    steps: list[str]  # the keys of all steps; their texts are in the game's text file
    step: int
    done: list[int | None]  # the actions so far, including this step once it is solved: send them to get the next step
    seat: int
    names: list[str]
    options: dict[str, OptionValue]
    clauses: list[str]  # the clauses that the step teaches
    frames: list[Frame]  # to be shown one after the other; the last one stays
    legal: list[Offered]  # empty if there is nothing to do, or nothing left to do
    examples: list[Offered]  # the solutions
    solved: bool
    verdict: Verdict = ""  # of the action tried
    clause: str = ""  # the clause against it


class PictureShown(msgspec.Struct, frozen=True):
    """A picture that illustrates a rule."""

    key: str
    section: str  # the section of the rules beside it
    seat: int
    names: list[str]
    options: dict[str, OptionValue]
    clauses: list[str]
    view: ViewJson
    marked: list[Offered]  # the actions to highlight
    crop: Crop | None  # left, top, width and height of the visible part, unless it is the whole table


def scene(script: Script, done: Sequence[int | None], tried: int | Mapping[str, object] | None = None) -> Scene:
    """Return the step after these actions, one for each earlier step, or the result of trying an action in it."""
    if len(done) >= len(script.steps):
        raise NotDone(f"the lesson has {len(script.steps)} steps; {len(done)} are done")
    stage = Stage(script)
    for step, taken in zip(script.steps, done, strict=False):
        stage.repeat(step, taken)
    step = script.steps[len(done)]
    stage.begin(step)
    if tried is not None:
        return stage.attempt(step, tried)
    if not step.asks:
        stage.done.append(None)  # looking at it is enough
    return stage.scene(step)


def pictures(script: Script) -> list[PictureShown]:
    """Return all pictures of a game, each played from the start."""
    shown = []
    for picture in script.pictures:
        stage = Stage(script)
        stage.begin(picture)
        deciding = stage.state.on_clock() or stage.state.waiting()
        marked = [action for seat in deciding for action in stage.fitting(picture, seat, picture.mark)]
        shown.append(
            PictureShown(
                key=picture.key,
                section=picture.section,
                seat=picture.seat,
                names=stage.match.names,
                options=stage.game.options,
                clauses=picture.clauses,
                view=stage.frames[-1].view,
                marked=stage.listed(marked),
                crop=picture.crop,
            )
        )
    return shown


class Stage:
    """The table of a lesson, and what its learner has seen since the step began."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.game = game(script.game, script.seats, script.options)
        self.match = Match(self.game, NAMES[: script.seats], drawn_by(Rng(script.seed)))
        self.pov = 0
        self.done: list[int | None] = []  # one for each solved step
        self.frames: list[Frame] = []

    @property
    def state(self) -> State:
        return self.match.state

    @contextmanager
    def at(self, place: Place) -> Iterator[None]:
        """Report any error as a mistake in the lesson file."""
        try:
            yield
        except (CarreauError, ValueError) as error:
            raise LessonError(f"{self.script.where(place)}: {error}") from error

    # The script

    def begin(self, place: Place) -> None:
        """Play the moves that lead to the step; those that only set up a new position aren't shown one by one."""
        self.pov = place.seat
        anew = bool(place.position or place.options)
        with self.at(place):
            if anew:
                self.set_up(place)
            self.look_anew()
            self.play(place.moves)
            if anew:
                self.look_anew()

    def set_up(self, place: Place) -> None:
        """Return a table as the step requires it."""
        options = {**self.script.options, **place.options}
        self.game = self.match.game = game(self.script.game, self.script.seats, options)
        self.match.state = self.written(place.position or START)

    def written(self, position: str) -> State:
        """Return a position that the script defines by name."""
        known = self.script.positions
        if position != START and position not in known:
            raise LessonError(f"there is no position {position!r}; there are {', '.join([START, *known])}")
        found: State = self.game.start() if position == START else self.game.load(json.loads(known[position]))
        return found

    def play(self, moves: Sequence[str]) -> None:
        for move in moves:
            actor, colon, text = move.partition(":")
            if move == DUE:
                self.match.settle()
                self.look_anew()  # a whole deal, card by card, would take too long to watch
            elif colon and (actor == DUE or actor.isdecimal()):
                self.act(CHANCE if actor == DUE else int(actor), self.game.parse(text))
            else:
                raise LessonError(f"{move!r} isn't a move; write moves as '0: red 0,0', 'chance: 3 4' or 'chance'")

    def act(self, actor: int, action: int) -> None:
        move = self.match.act(actor, action)
        self.frames.append(Frame(project_move(self.game, move, self.pov), self.state.view(self.pov).to_json()))

    def look_anew(self) -> None:
        self.frames = [Frame(None, self.state.view(self.pov).to_json())]

    def fitting(self, place: Place, seat: int, patterns: Sequence[str]) -> list[int]:
        """List the legal actions whose notations match; each pattern must match at least one."""
        legal = {action: self.game.text(action) for action in self.state.legal(seat)}
        found: dict[int, None] = {}
        for pattern in patterns:
            fits = [action for action, text in legal.items() if fnmatchcase(text, pattern)]
            if not fits:
                some = ", ".join(list(legal.values())[:12]) or "nothing"
                raise LessonError(f"{self.script.where(place)}: {pattern!r} is not legal for {seat}; {some} is")
            found.update(dict.fromkeys(fits))
        return list(found)

    # The learner

    def repeat(self, step: Step, taken: int | None) -> None:
        """Repeat an action that was accepted before."""
        self.begin(step)
        accepted = self.fitting(step, step.seat, step.accept) if step.accept else [None]
        if taken not in accepted:
            raise NotDone(f"step {step.key!r} is not done by {taken}; {accepted[0]} would be right")
        self.carry_out(step, taken)

    def carry_out(self, step: Step, taken: int | None) -> None:
        self.frames = []
        if taken is not None:
            self.act(step.seat, taken)
        with self.at(step):
            self.play(step.answers)
        self.done.append(taken)

    def attempt(self, step: Step, tried: int | Mapping[str, object]) -> Scene:
        action = tried if isinstance(tried, int) else self.game.ACTIONS.id(tried)
        self.game.ACTIONS.verb(action)  # raises NotationError if there is no such action
        clause = self.state.objection(step.seat, action)
        if clause:
            if clause == self.expected(step):
                self.done.append(None)
            return self.scene(step, "illegal", clause)
        if action not in self.fitting(step, step.seat, step.accept):
            return self.scene(step, "not_asked")
        self.carry_out(step, action)
        return self.scene(step, "right")

    def expected(self, step: Step) -> str:
        """Return the clause that the attempt should break; it must be one of those that the step teaches."""
        if not step.refused:
            return ""
        with self.at(step):
            clause: str = self.state.objection(step.seat, self.game.parse(step.refused))
            if clause not in step.clauses:
                raise LessonError(f"{step.refused!r} is refused by {clause or 'nothing'}, not by one of {step.clauses}")
        return clause

    def scene(self, step: Step, verdict: Verdict = "", clause: str = "") -> Scene:
        """Return the scene of a step that isn't solved yet, or was solved just now."""
        index = self.script.steps.index(step)
        solved = len(self.done) > index
        return Scene(
            steps=[each.key for each in self.script.steps],
            step=index,
            done=self.done,
            seat=step.seat,
            names=self.match.names,
            options=self.game.options,
            clauses=step.clauses,
            frames=self.frames,
            legal=[] if solved else self.listed(self.state.legal(step.seat)),
            examples=[] if solved else self.listed(self.examples(step)),
            solved=solved,
            verdict=verdict,
            clause=clause,
        )

    def examples(self, step: Step) -> list[int]:
        if self.expected(step):
            return [self.game.parse(step.refused)]
        return self.fitting(step, step.seat, step.accept)

    def listed(self, actions: Sequence[int]) -> list[Fields]:
        return [numbered_fields(self.game.ACTIONS, action) for action in actions]
