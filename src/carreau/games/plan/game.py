"""Ganz nach Plan!? as a game: its options, its decks, its start and its guesses."""

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar, Final

from carreau.core.effects import Effect
from carreau.core.errors import OptionError
from carreau.core.options import Flag, Number, Option, Options, OptionValue
from carreau.games.plan._spec import PlanStage as Stage
from carreau.games.plan._state import PlanGame, PlanState
from carreau.games.plan.deck import Deck
from carreau.games.plan.spec import MOST_PLAYS

STANDARD: Final = "standard"


class DeckFile(Option):
    """The deck that is played with: the one in the box, or a file of own cards."""

    is_local = True

    def __init__(self, name: str) -> None:
        self.name = name
        self.default = STANDARD

    def read(self, value: object) -> OptionValue:
        text = str(value)
        if not text or text != "".join(text.split()):
            raise self.refuse(repr(text))
        return text

    def allowed(self) -> str:
        return f"{STANDARD} or the path of a TOML file of cards, without spaces"

    def examples(self) -> Sequence[OptionValue]:
        return (STANDARD,)

    def names(self) -> Sequence[str]:
        return (STANDARD,)


def read_deck(path: str) -> object:
    """Return the entries of a deck file; whether they are cards is seen later."""
    try:
        box = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise OptionError(
            f"deck={path}: there is no such file; a game with own cards, or a record of it, needs it there"
        ) from None
    except (OSError, UnicodeDecodeError) as error:
        raise OptionError(f"deck={path}: the file can't be read: {error}") from error
    except tomllib.TOMLDecodeError as error:
        raise OptionError(f"deck={path}: this isn't TOML: {error}") from error
    unknown = sorted(set(box) - {"cards"})
    if unknown:
        raise OptionError(f"deck={path}: {unknown[0]} is not known here; the file has cards only, each under [[cards]]")
    return box.get("cards")


class Plan(PlanGame):
    """Ganz nach Plan!? for three or four players; a smaller box makes a game small enough to enumerate."""

    OPTIONS: ClassVar[Options] = Options(
        DeckFile("deck"),
        Flag("open_discards", False),
        Number("play_limit", 200, 1, MOST_PLAYS, examples=(12, 40), bounds_length=True),
    )

    def prepare(self) -> None:
        source = str(self.options["deck"])
        entries = self.box["cards"] if source == STANDARD else read_deck(source)
        self.deck = Deck(source, self.box["hand"], entries, self.seats)

    def start(self) -> PlanState:
        limit, open_discards = int(self.options["play_limit"]), self.options["open_discards"] is True
        state = PlanState(self.seats, self.deck, limit, open_discards)
        state.clear_events()
        state.pack = self.deck.cards
        for place in range(self.seats):  # plan.3
            state.seat_down(place, place)
        return state

    def effects(self, before: PlanState, seat: int, action: int, after: PlanState) -> list[Effect]:
        """List whose hands grew or shrank, besides the card that was played."""
        if before.stage == Stage.DEALING:
            return []
        played = [int(self.fields(action)["do"] == "play" and each == seat) for each in range(self.seats)]
        change = [int(after.held(each) - before.held(each)) + played[each] for each in range(self.seats)]
        return [
            Effect("gets" if cards > 0 else "gives", each, abs(cards)) for each, cards in enumerate(change) if cards
        ]
