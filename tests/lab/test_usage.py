"""Usage counts compared with hand-written results."""

from carreau.lab.usage import usage
from tests.lab.rows import row
from tests.toy import ACTIONS, DOUBLE, KEEP


def test_what_is_used_is_counted_for_players() -> None:
    rows = [row(0, [1, 2], actions=[KEEP, DOUBLE], offered={"keep": 2, "double": 2})]
    found = usage([*rows, row(1, [1, 2], actions=[KEEP, KEEP], offered={"keep": 2})], ACTIONS)
    assert [(verb.verb, verb.taken, verb.offered) for verb in found.verbs] == [("keep", 3, 4), ("double", 1, 2)]
    assert found.fields == []
