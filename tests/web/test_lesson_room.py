"""The first screen of a lesson: the guide and a board that is large enough, on the same phone."""

from tests.web.conftest import Arrive
from tests.web.looks import scrolling_sideways
from tests.web.overlaps import overlaps
from tests.web.visitor import GAMES

LEAST = 250  # pixels of the board that are seen before anybody scrolls
FANNED = {"qarre"}  # cards whose corners cross
SEEN = """board => {
  const { top, bottom } = board.getBoundingClientRect();
  return Math.min(bottom, innerHeight) - top;
}"""


def test_the_guide_leaves_room_for_the_board_on_a_phone(arrive: Arrive) -> None:
    visitor = arrive("phone", locale="de-DE")
    wrong = {}
    for game in GAMES:
        visitor.go(f"/learn/{game}")
        board = visitor.page.locator(".felt .board > *").first
        board.wait_for()
        crossing = [] if game in FANNED else overlaps(visitor.page)
        wrong[game] = [*crossing, *scrolling_sideways(visitor.page)]
        if visitor.page.locator("main.felt > .board").evaluate(SEEN) < LEAST:
            wrong[game].append("the board is too far down")
    assert not any(wrong.values()), wrong
