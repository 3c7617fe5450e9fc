"""Choosing what to press next, without knowing the rules of a board."""

from collections import Counter
from typing import Any, Final

OFFERS: Final = ".felt :is(button, [role=button]), footer .all button"
# Everything that can be pressed: its name, its position, and whether it glows or is selected.
LIST_OFFERS: Final = """things => {
  const often = {};
  const places = [...new Set(things.map(thing => thing.parentElement))];
  const chosen = thing => ["aria-pressed", "aria-checked"].some(each => thing.getAttribute(each) === "true");
  const noted = thing => thing.textContent.trim() === "Notebook" || thing.closest("[aria-label=Notebook]");
  const closed = thing => noted(thing) || thing.disabled || thing.getAttribute("aria-disabled") === "true" ||
    thing.hasAttribute("aria-expanded") || !thing.getBoundingClientRect().width;
  return things.map((thing, index) => {
    const name = thing.getAttribute("aria-label") || thing.textContent.trim();
    often[name] = (often[name] ?? 0) + 1;
    return {
      index, name: `${name} #${often[name]}`, label: name, open: !closed(thing), chosen: chosen(thing),
      place: places.indexOf(thing.parentElement), glows: thing.matches(".open, .offered, .usable, .fits, .main"),
    };
  }).filter(thing => thing.open);
}"""


class Choice:
    """A strategy for pressing that completes a choice in several steps on any board."""

    def __init__(self) -> None:
        self.pressed = Counter[str]()
        self.offered: list[dict[str, Any]] = []
        self.place = -1
        self.vain: set[int] = set()  # places where pressing changed nothing
        self.toggled = 0  # times that one of several chosen things was put back or taken again

    def next(self, offered: list[dict[str, Any]]) -> int:
        assert offered, "it is the visitor's turn, but the board offers nothing"
        best = self.best(offered)
        self.pressed[best["name"]] += 1
        self.offered, self.place = offered, best["place"]
        return int(best["index"])

    def best(self, offered: list[dict[str, Any]]) -> dict[str, Any]:
        self.vain = self.vain | {self.place} if offered == self.offered else set()
        known = {offer["name"] for offer in self.offered or offered}
        chosen = {offer["place"] for offer in offered if offer["chosen"]}

        def rank(offer: dict[str, Any]) -> tuple[bool, bool, bool, bool, int, int]:
            """Rank a thing, lowest first: new ones, other kinds of choices than the last, glowing ones."""
            often = self.pressed[offer["name"]]
            again = often > 2 or offer["place"] in chosen
            new = offer["name"] not in known and often < 2
            return not new, again, offer["place"] in self.vain, not offer["glows"], often, offer["index"]

        free = [offer for offer in offered if not offer["chosen"]]
        if self.toggled or not free:  # all that can be chosen is chosen, which is too much
            return self.other_subset(offered, known)
        return min(free, key=rank)

    def other_subset(self, offered: list[dict[str, Any]], known: set[str]) -> dict[str, Any]:
        """Go through all subsets in the order of a Gray code, until one of them can be confirmed."""
        confirming = [offer for offer in offered if offer["name"] not in known]
        if confirming:
            return confirming[0]
        self.toggled += 1
        return offered[(self.toggled & -self.toggled).bit_length() - 1]
