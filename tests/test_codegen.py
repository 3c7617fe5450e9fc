"""What is generated from the declarations of games is up to date, and declarations that make no sense are refused."""

from pathlib import Path

import pytest

from carreau.codegen.__main__ import generated
from carreau.codegen.python import position_module
from carreau.codegen.typescript import view_module
from carreau.core.spec import Spec, SpecError

GENERATED = generated()
SUITS = ["hearts", "spades"]


def small() -> Spec:
    spec = Spec("small", seats=[2, 3], over="small.9", turn="small.1")
    spec.axis("suit", SUITS)
    return spec


@pytest.mark.parametrize("path", GENERATED, ids=lambda path: "/".join(path.parts[-2:]))
def test_generated_files_are_up_to_date(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == GENERATED[path], "run `make generated`"


def test_an_action_is_decoded_into_its_fields() -> None:
    spec = small()
    spec.verb("pass", "pass")
    spec.verb("put", "{suit} {x},{y}", x=range(5), y=range(3), suit=SUITS)
    text = position_module(spec)
    assert "PUT: Final[i64] = 1" in text
    assert "self.put(seat, (action - PUT) // 6, (action - PUT) // 2 % 3, (action - PUT) % 2)" in text
    assert "return PUT + x * 6 + y * 2 + suit" in text
    assert "self.pass_(seat)" in text  # a keyword of Python


def test_values_share_words_and_each_seat_has_its_own() -> None:
    spec = small()
    spec.number("held", 0, 12, ["seat", "suit"])
    text = position_module(spec)
    assert [f"self.held_{seat}: i64 = 0" in text for seat in range(4)] == [True, True, True, False]
    assert "return (self.held_1 >> (4 * suit)) & 15" in text


def test_a_view_has_a_type_for_the_client() -> None:
    spec = small()
    spec.number("held", 0, 12, ["seat", "suit"], shows="cards of each suit")
    spec.choice("trump", "suit", shows="the suit that beats the others")
    spec.set("hidden", of="suit")
    text = view_module(spec)
    assert "  /** Cards of each suit. */\n  held: [hearts: number, spades: number][];\n" in text
    assert "  trump: string;\n" in text
    assert "hidden" not in text


def test_declarations_that_make_no_sense_are_refused() -> None:
    with pytest.raises(SpecError, match="small: held is by colour, which is no axis"):
        small().number("held", 0, 12, ["seat", "colour"])
    with pytest.raises(SpecError, match="small: huge needs 70 bits; a word has 60"):
        small().number("huge", 0, 2**70 - 1)
