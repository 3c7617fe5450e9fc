"""Overlaps on a page: controls that no pointer can reach, texts on top of one another or wider than their button."""

from typing import Final

from playwright.sync_api import Page

from tests.web.looks import misfits

CONTROLS: Final = "button, [role=button], [role=radio], [role=checkbox], a[href], summary, select, input"
# Controls of which less than a third is seen after scrolling to them. Cards of one hand may cover one another as long
# as each can be pressed somewhere.
COVERED: Final = """controls => {
  const grid = [0.1, 0.3, 0.5, 0.7, 0.9];
  const told = thing => (thing.ariaLabel || thing.textContent.trim() || thing.getAttribute("class") || thing.localName);
  const seen = thing => thing.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !thing.closest("[inert]") && thing.getBoundingClientRect().width > 1 && getComputedStyle(thing).clipPath === "none";
  const underPoints = ({ left, top, width, height }) => grid.flatMap(down =>
    grid.map(right => document.elementFromPoint(left + width * right, top + height * down)));
  const covered = thing => {
    thing.scrollIntoView({ block: "nearest", inline: "nearest" });
    const beside = hit => hit !== thing.parentElement && thing.parentElement.contains(hit);
    const hits = underPoints(thing.getBoundingClientRect());
    const own = hits.filter(hit => thing.contains(hit));
    const foreign = hits.filter(hit => hit && !thing.contains(hit) && !hit.contains(thing));
    const others = foreign.filter(hit => !beside(hit));
    if (own.length && others.length <= 2 * own.length) return [];
    return [`covered: ${told(thing)} by ${foreign.length ? told(others[0] ?? foreign[0]) : "the edge"}`];
  };
  return [...document.querySelectorAll(controls)].filter(seen).flatMap(covered);
}"""
# Texts that cross, line by line, without what scrolling or an ellipsis hides. On small screens, the panel and the
# outcome lie above the page; within them, texts may cross as little. The same text twice is an engraving.
CROSSING: Final = """() => {
  const seen = thing => thing.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !thing.closest("[inert]") && getComputedStyle(thing).clipPath === "none";
  const lines = text => {
    const range = document.createRange();
    range.selectNodeContents(text);
    return [...range.getClientRects()];
  };
  const clips = thing => {
    const { overflow, display } = getComputedStyle(thing);
    return overflow !== "visible" && display !== "inline" && !thing.parentElement?.closest("svg");
  };
  const shown = (line, thing) => {
    let { left, right, top, bottom } = line;
    for (let around = thing; around; around = around.parentElement) if (clips(around)) {
      const frame = around.getBoundingClientRect();
      [left, right] = [Math.max(left, frame.left), Math.min(right, frame.right)];
      [top, bottom] = [Math.max(top, frame.top), Math.min(bottom, frame.bottom)];
    }
    return { left, right, top, bottom };
  };
  const walker = document.createTreeWalker(document.querySelector(".page"), NodeFilter.SHOW_TEXT);
  const found = [];
  for (let text; (text = walker.nextNode());) {
    const [words, thing] = [text.data.trim(), text.parentElement];
    const layer = thing.closest("aside, .outcome");
    if (words && seen(thing)) for (const line of lines(text)) found.push({ text, words, layer, ...shown(line, thing) });
  }
  const drawing = ({ text }) => text.parentElement.closest("svg"); // one may cover another, as cards of a fan do
  const cross = (one, other) => {
    const covers = drawing(one) && drawing(other) && drawing(one) !== drawing(other);
    const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    return wide > 2 && high > 0.3 * Math.min(one.bottom - one.top, other.bottom - other.top) &&
      one.layer === other.layer && one.text !== other.text && one.words !== other.words && !covers;
  };
  return found.flatMap((one, at) => found.slice(at + 1).filter(other => cross(one, other))
    .map(other => `texts cross: ${one.words} and ${other.words}`));
}"""


def overlaps(page: Page) -> list[str]:
    """List the texts that cross or stick out and, until the game is over, the controls that something covers."""
    crossing: list[str] = page.evaluate(CROSSING) + [each for each in misfits(page) if each.startswith("sticks out")]
    if page.locator(".outcome").count():
        return crossing
    covered: list[str] = page.evaluate(COVERED, CONTROLS)
    return [*crossing, *covered]
