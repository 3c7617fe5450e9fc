"""A lesson as its learner sees it: scripted positions under the real rules.

Nothing is kept. A learner is somebody who has done certain things so far; whatever they see follows from these.
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
DUE: Final = "chance"  # instead of a move: chance draws, until somebody has to decide


Verdict = Literal["", "right", "illegal", "not_asked"]  # the last: allowed, but not what is to be learned now


class NotDone(CarreauError):
    """Somebody says that they have done what can't be done in the lesson."""


class Frame(msgspec.Struct, frozen=True):
    """What is seen after something was done, or before anything."""

    event: PublicMove | None
    view: ViewJson


class Scene(msgspec.Struct, frozen=True):
    """A step of a lesson as its learner sees it."""

    steps: list[str]  # the keys of all, which have words in the game's texts
    step: int
    done: list[int | None]  # so far, with this step once it is solved: what to say when asking for the next
    seat: int
    names: list[str]
    options: dict[str, OptionValue]
    clauses: list[str]  # what is learned
    frames: list[Frame]  # to be shown one after the other; the last one stays
    legal: list[Offered]  # none where there is nothing to do, or nothing any more
    examples: list[Offered]  # what would be right
    solved: bool
    verdict: Verdict = ""  # on what was tried
    clause: str = ""  # the rule against it


class PictureShown(msgspec.Struct, frozen=True):
    """A rule in a picture."""

    key: str
    section: str  # of the rules, which it stands beside
    seat: int
    names: list[str]
    options: dict[str, OptionValue]
    clauses: list[str]
    view: ViewJson
    marked: list[Offered]  # what is shown as possible
    crop: Crop | None  # left, top, width and height of the part that is shown, where it isn't all of the table


def scene(script: Script, done: Sequence[int | None], tried: int | Mapping[str, object] | None = None) -> Scene:
    """The step that follows on what was done, one entry for each step; or what comes of something tried there."""
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
        stage.done.append(None)  # to look at it is enough
    return stage.scene(step)


def pictures(script: Script) -> list[PictureShown]:
    """All the pictures of a game; each begins anew."""
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
    """The table at which a lesson is played, and what its learner has seen there since the step began."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.game = game(script.game, script.seats, script.options)
        self.match = Match(self.game, NAMES[: script.seats], drawn_by(Rng(script.seed)))
        self.pov = 0
        self.done: list[int | None] = []  # one for each step that is solved
        self.frames: list[Frame] = []

    @property
    def state(self) -> State:
        return self.match.state

    @contextmanager
    def at(self, place: Place) -> Iterator[None]:
        """Whatever goes wrong there is a mistake in the file."""
        try:
            yield
        except (CarreauError, ValueError) as error:
            raise LessonError(f"{self.script.where(place)}: {error}") from error

    # What the script says

    def begin(self, place: Place) -> None:
        """Play the moves that lead there. Those that only build a new position up are not watched one by one."""
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
        """A table as the place wants it."""
        options = {**self.script.options, **place.options}
        self.game = self.match.game = game(self.script.game, self.script.seats, options)
        self.match.state = self.written(place.position or START)

    def written(self, position: str) -> State:
        """A position that the script knows by name."""
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
                self.look_anew()  # a whole deal, card by card, would be too long to watch
            elif colon and (actor == DUE or actor.isdecimal()):
                self.act(CHANCE if actor == DUE else int(actor), self.game.parse(text))
            else:
                raise LessonError(f"{move!r} is no move; they are like '0: red 0,0', 'chance: 3 4' or 'chance'")

    def act(self, actor: int, action: int) -> None:
        move = self.match.act(actor, action)
        self.frames.append(Frame(project_move(self.game, move, self.pov), self.state.view(self.pov).to_json()))

    def look_anew(self) -> None:
        self.frames = [Frame(None, self.state.view(self.pov).to_json())]

    def fitting(self, place: Place, seat: int, patterns: Sequence[str]) -> list[int]:
        """The legal actions whose notations fit; each pattern must find some."""
        legal = {action: self.game.text(action) for action in self.state.legal(seat)}
        found: dict[int, None] = {}
        for pattern in patterns:
            fits = [action for action, text in legal.items() if fnmatchcase(text, pattern)]
            if not fits:
                some = ", ".join(list(legal.values())[:12]) or "nothing"
                raise LessonError(f"{self.script.where(place)}: {pattern!r} is not legal for {seat}; {some} is")
            found.update(dict.fromkeys(fits))
        return list(found)

    # What the learner does

    def repeat(self, step: Step, taken: int | None) -> None:
        """Do again what was accepted once."""
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
        self.game.ACTIONS.verb(action)  # NotationError where there is no such action
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
        """The clause that is to be met; it must be among those that the step is about."""
        if not step.refused:
            return ""
        with self.at(step):
            clause: str = self.state.objection(step.seat, self.game.parse(step.refused))
            if clause not in step.clauses:
                raise LessonError(f"{step.refused!r} is refused by {clause or 'nothing'}, not by one of {step.clauses}")
        return clause

    def scene(self, step: Step, verdict: Verdict = "", clause: str = "") -> Scene:
        """What is seen of a step that is not solved yet, or just now."""
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
