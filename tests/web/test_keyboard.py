"""Somebody who can't see plays every game to its end: keys alone, roles and accessible names, and what is announced."""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import count
from typing import Any, Final

import pytest
from playwright.sync_api import expect

from carreau.games.catalogue import AnyGame, game_class
from carreau.games.texts import text
from tests.web.conftest import Arrive
from tests.web.short_games import MOVES, QUICK
from tests.web.visitor import GAMES, Visitor

# All that live regions say: a text that is added, or that has changed.
LISTEN: Final = """() => {
  window.spoken = [];
  const live = "[aria-live=polite], [aria-live=assertive], [role=log], [role=status], [role=alert]";
  const say = node => {
    const said = node?.textContent.trim();
    if (said) window.spoken.push(said);
  };
  new MutationObserver(changes => {
    const heard = new Set();
    for (const { type, target, addedNodes } of changes) {
      const place = target instanceof Element ? target : target.parentElement;
      if (type === "characterData") { if (place?.closest(live)) heard.add(place); continue; }
      for (const node of addedNodes) {
        if (place.closest(live)) heard.add(node instanceof Element ? node : place);
        else if (node instanceof Element) for (const each of [node, ...node.querySelectorAll("*")])
          if (each.matches(live)) heard.add(each);
      }
    }
    [...heard].filter(each => each.isConnected).forEach(say);
  }).observe(document, { subtree: true, childList: true, characterData: true });
}"""
# What somebody who can't see would make nothing of: things whose names are empty or only digits and signs, and texts of
# that kind outside of named things.
LETTER: Final = r"[^\W\d_]"
NAMELESS: Final = re.compile(
    r'^\s*- (?:(?:button|radio|gridcell|img)(?: "[\d\s.,:;/×+–-]*")?(?: \[[a-z=]+\])*:?'
    r"|(?:text|paragraph): (?:(?!" + LETTER + r").)+)$",
    re.MULTILINE,
)
STRUCTURE: Final = re.compile(r"- '?(?:grid|list) \"[A-Z9].+\"")
PARTS: Final = re.compile(r"-?\d+[a-z]?|[a-z]\d+|[a-z]+")  # of a move as it is written
PRESSES: Final = 10  # at most, for any move
OFTEN: Final = 2  # moves of a kind to try before the game goes on with those that end it
SHORT: Final = {**QUICK, "nussknacker": {"target": 2, "tempo": "turns"}}  # with 1, others may end it at once
LATER: Final = {"nussknacker": "Ask for"}  # where the board is used first: an answer may need several cards
EXAMPLE: Final = re.compile("for example (.+)")


def announcements(visitor: Visitor) -> Counter[str]:
    return Counter(visitor.page.evaluate("window.spoken"))


def told(game: str, visitor: Visitor, names: list[str]) -> Iterator[str]:
    """Say each move of an opponent as a sentence."""
    for event in visitor.events:
        if event["actor"] >= 0 and event["actor"] != visitor.pov:
            yield text(game).sentence(event["action"], event["actor"], names, event["veiled"])


def short(made: AnyGame, action: int, letters: int) -> str:
    """Abbreviate a move: the first letters of its words, and all numbers."""
    return "".join(part[:letters] if part.isalpha() else part for part in PARTS.findall(made.text(action)))


def abbreviation(made: AnyGame, action: int, legal: list[int]) -> str:
    """Return the shortest abbreviation that stands for one legal move alone."""
    for letters in count(1):
        typed = short(made, action, letters)
        if [short(made, each, letters) for each in legal].count(typed) == 1:
            return typed
    raise AssertionError


class Typist:
    """Somebody who types moves, and counts the keys that each takes."""

    def __init__(self, visitor: Visitor, made: AnyGame) -> None:
        self.visitor = visitor
        self.made = made
        self.known = len(visitor.events)  # from here on, everything must be announced
        self.often = Counter[str]()  # moves by kind
        self.most = (0, "")  # key presses, and what they typed

    def next_action(self, example: str) -> int:
        """Choose a kind of move that was hardly tried, or otherwise the example that the field shows."""
        legal: dict[int, str] = {each["id"]: each["do"] for each in self.visitor.legal}
        new = [action for action in legal if self.often[legal[action]] < OFTEN]
        shown = [action for action in legal if self.made.text(action) == example]
        chosen = min(new or shown or legal, key=lambda action: self.often[legal[action]])
        self.often[legal[chosen]] += 1
        return chosen

    def press(self, key: str) -> None:
        self.visitor.page.keyboard.press(key)
        self.presses += 1

    def type_move(self) -> None:
        """Type a legal move into the field, opened by its key, and press Enter."""
        self.presses = 0
        page = self.visitor.page
        field = page.get_by_role("combobox", name="Type a move")
        if not field.count():
            self.press("/")
        expect(field).to_be_focused()
        example = EXAMPLE.fullmatch(field.get_attribute("placeholder") or "")
        if not example or not self.visitor.legal:
            return  # the race went on meanwhile
        action = self.next_action(example[1])
        typed = abbreviation(self.made, action, [each["id"] for each in self.visitor.legal])
        for letter in typed:
            self.press(letter)
        self.press("Enter")
        page.keyboard.press("Escape")  # so that the next move is counted with the key that opens the field
        self.most = max(self.most, (self.presses, typed))


def play_on(visitor: Visitor, typist: Typist) -> None:
    for _ in range(MOVES):
        visitor.until_due()
        if visitor.over:
            return
        before = visitor.own
        typist.type_move()
        visitor.until_answered(before)
    raise AssertionError("the game has no end")


def at_the_board(visitor: Visitor, game: str) -> Typist:
    """Open a table and go on until the board is to be used; where others end the game before that, open another one."""
    visitor.against_bots(game, options=SHORT.get(game, {}))
    typist = Typist(visitor, game_class(game)(len(visitor.table["seats"]), SHORT.get(game, {})))
    visitor.page.evaluate(LISTEN)
    visitor.until_due()
    while game in LATER and not visitor.page.get_by_role("group", name=LATER[game]).count():
        if visitor.over:
            return at_the_board(visitor, game)
        before = visitor.own
        typist.type_move()
        visitor.until_answered(before)
        visitor.until_due()
    return typist


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_played_to_its_end_with_keys_and_every_move_is_announced_once(arrive: Arrive, game: str) -> None:
    visitor = arrive()
    typist = at_the_board(visitor, game)
    assert visitor.move(visitor.key_in)
    visitor.until_due()
    table = visitor.page.get_by_role("main").aria_snapshot()
    assert NAMELESS.findall(table) == []
    assert STRUCTURE.search(table)
    play_on(visitor, typist)
    assert 0 < typist.most[0] <= PRESSES, typist.most
    expect(visitor.page.get_by_role("status").filter(has_text=re.compile("win|Draw|lose|share"))).to_be_visible()
    names: list[Any] = [seat["name"] for seat in visitor.table["seats"]]
    del visitor.events[: typist.known]
    spoken = announcements(visitor)
    for sentence, times in Counter(told(game, visitor, names)).items():
        heard = sum(count for said, count in spoken.items() if said == sentence or said.startswith(f"{sentence}: "))
        assert heard == times, f"{sentence!r} was announced {heard} times, not {times}: {list(spoken)}"
