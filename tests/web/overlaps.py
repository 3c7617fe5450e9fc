"""What covers what on a page: controls that a pointer can't reach, and texts on top of one another."""

from typing import Final

from playwright.sync_api import Page

CONTROLS: Final = "button, [role=button], [role=radio], [role=checkbox], a[href], summary, select, input"
# Controls of which something else covers the middle, or most of the rest, and texts that cross. Cards in a hand may
# overlap as long as a strip of each is seen, like everything that lies in the same group.
OVERLAPS: Final = """controls => {
  const least = 0.35;
  const told = thing => (thing.ariaLabel || thing.textContent.trim() || thing.getAttribute("class") || thing.localName).slice(0, 60);
  const seen = thing => thing.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !thing.closest("[inert]") && thing.getBoundingClientRect().width > 1 && getComputedStyle(thing).clipPath === "none";
  const steps = [0.1, 0.3, 0.5, 0.7, 0.9];
  const points = ({ left, top, width, height }) =>
    steps.flatMap(down => steps.map(right => [left + width * right, top + height * down]));

  const covered = thing => {
    thing.scrollIntoView({ block: "nearest", inline: "nearest" });
    const beside = hit => thing.parentElement.contains(hit) && hit !== thing.parentElement;
    const hits = points(thing.getBoundingClientRect()).map(([x, y]) => document.elementFromPoint(x, y));
    const own = hits.filter(hit => hit && thing.contains(hit)).length;
    const foreign = hits.filter(hit => hit && !thing.contains(hit) && !hit.contains(thing));
    const sibling = foreign.filter(beside).length;
    if (!own) return [`out of reach: ${told(thing)} under ${foreign[0] ? told(foreign[0]) : "the edge"}`];
    const others = foreign.length - sibling;
    return others > own * (1 - least) / least ? [`covered: ${told(thing)} by ${told(foreign.find(hit => !beside(hit)))}`] : [];
  };

  const lines = text => {
    const range = document.createRange();
    range.selectNodeContents(text);
    return [...range.getClientRects()];
  };
  const within = (box, thing) => {
    for (let around = thing; around; around = around.parentElement) {
      const { overflow, display } = getComputedStyle(around);
      if (overflow === "visible" || display === "inline" || around.parentElement?.closest("svg")) continue;
      const frame = around.getBoundingClientRect();
      box = { left: Math.max(box.left, frame.left), right: Math.min(box.right, frame.right),
        top: Math.max(box.top, frame.top), bottom: Math.min(box.bottom, frame.bottom) };
    }
    return box;
  };
  const texts = () => {
    const walker = document.createTreeWalker(document.querySelector(".page") ?? document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walker.nextNode()) {
      const text = walker.currentNode;
      if (!text.data.trim() || !seen(text.parentElement) || text.parentElement.closest("aside")) continue;
      for (const line of lines(text)) found.push([text, within(line, text.parentElement)]);
    }
    return found;
  };
  const shared = (one, other) => [
    Math.min(one.right, other.right) - Math.max(one.left, other.left),
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top),
  ];
  const crossing = () => {
    const all = texts();
    return all.flatMap(([text, box], at) => all.slice(at + 1)
      .filter(([same, other]) => { if (same === text) return false; const [wide, high] = shared(box, other); return wide > 2 && high > Math.min(box.bottom - box.top, other.bottom - other.top) * 0.3; })
      .map(([other]) => `texts cross: ${text.data.trim().slice(0, 40)} | ${other.data.trim().slice(0, 40)}`));
  };
  const found = crossing();
  for (const thing of document.querySelectorAll(controls)) if (seen(thing)) found.push(...covered(thing));
  return [...new Set(found)];
}"""


def overlaps(page: Page) -> list[str]:
    """List the controls that something covers, and the texts that cross."""
    found: list[str] = page.evaluate(OVERLAPS, CONTROLS)
    return found
