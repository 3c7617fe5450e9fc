"""A page holds and shows nobody else's hand, not even in memory.

These are the games whose hands can't be confused with any other list in the client.
"""

import json
from typing import Any, Final

import pytest

from carreau.games import catalogue
from tests.server.client import new_share
from tests.web.conftest import Arrive
from tests.web.visitor import LEVEL, Visitor

HANDS: Final = ["qarre", "plan", "raufer"]
FLAT_LISTS: Final = """function () {
  return this.filter(each => each.length && each.every(one => typeof one === "string" || typeof one === "number"))
    .map(each => JSON.stringify([...each].sort()));
}"""


def lists_in_memory(visitor: Visitor) -> set[str]:
    """Return every list of plain values in the page's memory, in JavaScript's sort order."""
    session = visitor.context.new_cdp_session(visitor.page)
    lists = session.send("Runtime.evaluate", {"expression": "Array.prototype"})["result"]["objectId"]
    alive = session.send("Runtime.queryObjects", {"prototypeObjectId": lists})["objects"]["objectId"]
    call = {"objectId": alive, "functionDeclaration": FLAT_LISTS, "returnByValue": True}
    return set(session.send("Runtime.callFunctionOn", call)["result"]["value"])


def texts_in_memory(visitor: Visitor) -> str:
    """Return every string in the page's memory."""
    session, chunks = visitor.context.new_cdp_session(visitor.page), list[str]()
    session.on("HeapProfiler.addHeapSnapshotChunk", lambda part: chunks.append(part["chunk"]))
    session.send("HeapProfiler.takeHeapSnapshot", {"reportProgress": False})
    strings: list[str] = json.loads("".join(chunks))["strings"]
    return "\n".join(strings)


def as_javascript_sorts(hand: list[Any]) -> str:
    return json.dumps(sorted(hand, key=str), separators=(",", ":"))


@pytest.mark.parametrize("game", HANDS)
def test_a_page_never_holds_the_hand_of_somebody_else(arrive: Arrive, game: str) -> None:
    host, friend = arrive(), arrive()
    bots = {str(seat): LEVEL for seat in range(2, catalogue.game(game).seats)}
    table = host.put_up(game, seats=2 + len(bots), sit=[{"seat": 0, "share": new_share()}], bots=bots)
    host.at_table(table)
    friend.at_table(table)
    friend.button("Sit here").click()
    host.button("Start game").click()
    for person in (host, friend):
        person.page.wait_for_function("() => document.querySelector('[data-game] .felt svg, .felt .hand')")

    hands = {person: person.view["hand"] for person in (host, friend)}
    for person, other in ((host, friend), (friend, host)):
        lists, texts = lists_in_memory(person), texts_in_memory(person)
        secret = json.dumps(hands[other], separators=(",", ":"))
        assert as_javascript_sorts(hands[person]) in lists  # so the search would find it
        assert as_javascript_sorts(hands[other]) not in lists
        assert not [text for text in [texts, *person.heard, person.page.content()] if secret in text]
