"""A game's first lesson and its rules in pictures, as lesson.toml in its folder has them; table/lesson.py plays them.

    seats = 2
    [positions]                            # what State.dump() gives, as JSON
    late = '{"tiles": [[0, 0, "red"]], …}'
    [[steps]]
    key = "pair"                           # its words are in the text files, under [lesson] and [solved]
    moves = ["0: red 0,0", "1: black 1,0"] # played from where the last step ended; a mere "chance" draws what is due
    position = "late"                      # where a step starts instead; "start" is where the game does
    options = { rounds = 3 }               # besides those of the file; with some, a step restarts, too
    accept = ["red *"]                     # what the learner may do: notations, with * for anything
    answers = ["1: grey 0,1"]              # what the others do then
    clauses = ["caro.10"]                  # what is learned
    [[pictures]]
    key = "touch"                          # its words are under [pictures]
    section = "turn"                       # the section of the rules that it stands beside
    crop = [1, 1, 2, 2]                    # the part that is shown: left, top, width, height on the board
    moves = ["0: red 0,0"]                 # each picture starts from the beginning
    mark = ["black *"]                     # what is shown as possible

Instead of `accept`, `refused = "red 1,0"` asks the learner to try something in vain, and to see the rule against it.
"""

from functools import cache
from pathlib import Path

import msgspec

from carreau.core.errors import CarreauError
from carreau.core.game import SPECTATOR
from carreau.core.options import OptionValue

HERE = Path(__file__).parent
FILE = "lesson.toml"
START = "start"  # the position before anything was done


Crop = tuple[int, int, int, int]  # left, top, width, height


class LessonError(CarreauError):
    """There is no such lesson, or its file contains something impossible; the message says where."""


class Place(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A position that is shown: how it comes about, and the rules that it is about."""

    key: str
    seat: int = 0  # through whose eyes
    position: str = ""  # one of the file's positions to begin with, or START
    options: dict[str, OptionValue] = {}  # besides the file's; with some it restarts
    moves: list[str] = []
    clauses: list[str] = []


class Step(Place, frozen=True, kw_only=True):
    """A step of a lesson. With neither `accept` nor `refused` there is only something to look at."""

    accept: list[str] = []
    refused: str = ""  # to be tried in vain: this, or anything else that the same clause is against
    answers: list[str] = []

    @property
    def asks(self) -> bool:
        """Whether the learner has to do something."""
        return bool(self.accept or self.refused)


class Picture(Place, frozen=True, kw_only=True):
    """A rule in a picture."""

    section: str  # of the rules
    seat: int = SPECTATOR
    mark: list[str] = []
    crop: Crop | None = None  # in the board's own coordinates; without one, all of the table is shown


class Script(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A lesson.toml."""

    game: str = ""  # the name of its folder
    seats: int
    steps: list[Step]
    pictures: list[Picture]
    options: dict[str, OptionValue] = {}
    positions: dict[str, str] = {}
    seed: int = 1  # of what chance draws where the script doesn't say it

    def where(self, place: Place) -> str:
        """Name a step or picture in a message."""
        kind = "step" if isinstance(place, Step) else "picture"
        return f"{self.game}/{FILE}, {kind} {place.key!r}"


def has_lesson(game: str) -> bool:
    return (HERE / game / FILE).exists()


@cache
def script(game: str) -> Script:
    """Return the lesson of a game that is in the catalogue."""
    if not has_lesson(game):
        raise LessonError(f"{game} has no lesson yet: there is no {game}/{FILE}")
    try:
        read = msgspec.toml.decode((HERE / game / FILE).read_bytes(), type=Script)
    except msgspec.DecodeError as error:
        raise LessonError(f"{game}/{FILE}: {error}") from error
    return msgspec.structs.replace(read, game=game)
