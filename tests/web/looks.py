"""The look of pages: on which devices, in which theme, whether they are accessible, and whether texts fit."""

from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Page, ViewportSize

PICTURES: Final = Path(__file__).parents[2] / "build" / "screenshots"
DESKTOP: Final[dict[str, Any]] = {"viewport": {"width": 1440, "height": 900}}
PHONE: Final[dict[str, Any]] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DEVICES: Final = {"desktop": DESKTOP, "phone": PHONE}
LAPTOP: Final[ViewportSize] = {"width": 1280, "height": 720}
SCREENS: Final[list[ViewportSize]] = [
    {"width": width, "height": height}
    for width, height in ((320, 568), (390, 844), (844, 390), (820, 1180), (1280, 720), (1440, 900))
]
TEXT_SIZES: Final = [100, 130, 200]  # per cent of the usual size, as people set it in their browser
USUAL_TEXT: Final = 16  # pixels
LIGHTS: Final = ["day", "evening"]
LONGEST: Final = ["de", "fr"]  # the languages with the longest words

AXE: Final = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")
RULES: Final = {"runOnly": ["wcag2a", "wcag2aa"], "resultTypes": ["violations"]}
COLOUR_RULES: Final = {**RULES, "runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
STILL: Final = "() => document.getAnimations().every(each => each.effect.getComputedTiming().endTime > 500)"
# Texts that are cut off, and texts that overflow their button by more than a pixel.
MISFITS: Final = """() => {
  const hides = overflow => overflow === "hidden" || overflow === "clip";
  const texts = thing => [...thing.childNodes].filter(each => each.nodeType === Node.TEXT_NODE && each.data.trim());
  const cut = thing => {
    const { overflowX, overflowY } = getComputedStyle(thing);
    return hides(overflowX) && thing.scrollWidth > thing.clientWidth + 1 ||
      hides(overflowY) && thing.scrollHeight > thing.clientHeight + 1;
  };
  const area = text => {
    const range = document.createRange();
    range.selectNodeContents(text);
    return range.getBoundingClientRect();
  };
  const outside = (text, box) => {
    const { left, right, top, bottom } = area(text);
    return left < box.left - 1 || right > box.right + 1 || top < box.top - 1 || bottom > box.bottom + 1;
  };
  const placed = thing => getComputedStyle(thing).position === "absolute"; // a number at a corner is meant to be there
  const sticksOut = thing => {
    const button = thing.closest("button, a.button, summary, [role=tab]");
    return button && !placed(thing) && texts(thing).some(text => outside(text, button.getBoundingClientRect()));
  };
  const ends = thing => getComputedStyle(thing).webkitLineClamp !== "none"; // it says itself that there is more
  const seen = thing => thing.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    thing.clientWidth > 1 && !thing.closest("svg") && !ends(thing);
  return [...document.body.querySelectorAll("*")]
    .filter(thing => texts(thing).length && seen(thing) && (cut(thing) || sticksOut(thing)))
    .map(thing => `${cut(thing) ? "cut" : "sticks out"}: ${thing.localName}.${thing.className} ${thing.textContent}`);
}"""

# Controls whose middle is covered by something else, even after scrolling to them. Those that are clipped away are for
# keyboards, and seen once they have the focus.
OUT_OF_REACH: Final = """() => {
  const things = [...document.querySelectorAll("button:enabled, a[href], summary, select, input")]
    .filter(thing => thing.checkVisibility({ visibilityProperty: true }) && !thing.closest("[inert]"))
    .filter(thing => getComputedStyle(thing).clipPath !== "inset(50%)");
  const covered = thing => {
    thing.scrollIntoView({ block: "center", inline: "center" });
    const { left, top, width, height } = thing.getBoundingClientRect();
    return !thing.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  };
  return things.filter(covered).map(thing => `out of reach: ${thing.ariaLabel || thing.textContent.trim()}`);
}"""
SIDEWAYS: Final = """() => [...document.querySelectorAll("html, body *")]
  .filter(thing => thing.localName === "html" || ["auto", "scroll"].includes(getComputedStyle(thing).overflowX))
  .filter(thing => thing.scrollWidth > thing.clientWidth + 1)
  .map(thing => `sideways: ${thing.localName}.${thing.className} ${thing.scrollWidth} > ${thing.clientWidth}`)"""


def in_light(page: Page, light: str) -> None:
    wanted = page.locator(f"html[data-theme={light}]")
    if not wanted.count():
        page.emulate_media(color_scheme="dark" if light == "evening" else "light")
    wanted.wait_for()
    page.wait_for_function(STILL)  # colours change gradually


def in_window(page: Page, size: ViewportSize) -> None:
    """Resize the window, and wait until the layout has settled."""
    page.set_viewport_size(size)
    page.evaluate("() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
    page.wait_for_function(STILL)


def in_text_size(page: Page, percent: int) -> None:
    """Change the browser's size of text; media queries follow it, as they do for people."""
    session = page.context.new_cdp_session(page)
    session.send("Page.setFontSizes", {"fontSizes": {"standard": USUAL_TEXT * percent // 100}})
    session.detach()


def violations(page: Page, rules: dict[str, Any] = RULES, but: str = "") -> list[str]:
    """List axe's violations of WCAG 2 A and AA on a page in its current theme, leaving out what a selector finds."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    where = {"include": ["html"], "exclude": [but] if but else []}
    found: list[dict[str, Any]] = page.evaluate("([where, rules]) => axe.run(where, rules)", [where, rules])[
        "violations"
    ]
    nodes = [(each["id"], node) for each in found for node in each["nodes"]]
    return [f"{rule}: {node['html']} {node['failureSummary']}" for rule, node in nodes]


def violations_in_any_light(page: Page, picture: str = "", whole: bool = False, but: str = "") -> list[str]:
    """List the violations in each theme, and take pictures. Only rules about colours depend on the theme."""
    wrong = []
    for light in LIGHTS:
        in_light(page, light)
        if picture:
            page.screenshot(path=PICTURES / f"{picture}-{light}.png", full_page=whole)
        wrong += [f"{light}: {each}" for each in violations(page, RULES if light == LIGHTS[0] else COLOUR_RULES, but)]
    return wrong


def misfits(page: Page) -> list[str]:
    """List the texts on a page that don't fit, once its fonts are there."""
    page.evaluate("() => document.fonts.ready.then(() => {})")
    found: list[str] = page.evaluate(MISFITS)
    return found


def out_of_reach(page: Page) -> list[str]:
    """List the controls on a page that no pointer can reach."""
    found: list[str] = page.evaluate(OUT_OF_REACH)
    return found


def scrolling_sideways(page: Page) -> list[str]:
    """List everything that is wider than its container, the page included."""
    found: list[str] = page.evaluate(SIDEWAYS)
    return found
