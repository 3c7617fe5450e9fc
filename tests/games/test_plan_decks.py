"""Ganz nach Plan!?: instructions of several parts, and decks from a file."""

from pathlib import Path
from typing import Any

import pytest

from carreau.core.action_buffer import ActionBuffer
from carreau.core.errors import OptionError, RecordError
from carreau.core.game import CHANCE, OVER
from carreau.core.playout import actors, playout
from carreau.core.record import Record, read
from carreau.core.rng import Rng
from carreau.games.plan._state import PlanState
from carreau.games.plan.deck import ALLOWED, PARTS, part_from
from carreau.games.plan.game import Plan
from tests.clauses import clause
from tests.play import play
from tests.positions.plan import hands_of, own, own_box, seen, set_up, shown
from tests.reference.plan import Reference


@clause("plan.r10")
def test_parts_are_carried_out_in_order_and_the_end_is_looked_for_after_the_last() -> None:
    game = own(3, {1: ["give_card left", "draw_card right", "turn_direction"]})
    state = set_up(game, [[1, 2], [4], [5, 6]], "0: play 1", "0: give 2")
    assert (hands_of(state)[0], state.current) == ([], CHANCE)  # out of cards, but not the end
    assert seen(state, 0)["parts"] == ["draw_card right", "turn_direction"]
    after = play(game, "chance: draw 6", state=state)
    assert (hands_of(after), after.current) == ([[6], [2, 4], [5]], 2)


@clause("plan.r10", "plan.r8")
def test_two_passes_of_one_card_are_one_after_the_other() -> None:
    game = own(3, {1: ["pass_all left", "pass_all right"]})
    state = set_up(game, [[1, 2], [4], [5]], "0: play 1", "0: pass 2", "1: pass 4", "2: pass 5")
    assert (hands_of(state), state.waiting()) == ([[5], [2], [4]], [0, 1, 2])
    after = play(game, "0: pass 5", "1: pass 2", "2: pass 4", state=state)
    assert hands_of(after) == [[2], [4], [5]]
    assert after.current == 1


CARD = '[[cards]]\nname = "{0}"\ntext = {{ en = "Do it {0}." }}\neffect = ["{1}"]\n'


def deck_file(folder: Path, effects: list[str], name: str = "own.toml") -> str:
    path = folder / name
    path.write_text("".join(CARD.format(n, effect) for n, effect in enumerate(effects)), encoding="utf-8")
    return str(path)


@clause("plan.r10", "plan.1")
def test_a_deck_file_can_be_played_with(tmp_path: Path) -> None:
    path = deck_file(tmp_path, ["give_card left"] * 10 + ["draw_card opposite"] * 5 + ["take_pile self"] * 5)
    for seats, cards in ((3, 15), (4, 20)):
        game = Plan(seats, {"deck": path})
        assert game.options["deck"] == path
        assert len(game.deck.listed) == cards
        state = game.start()
        playout(state, Rng(seats), ActionBuffer())
        state.audit()
        assert shown(state, 0)
    entry = Plan(4, {"deck": path}).deck.listed[10]
    assert entry == {"card": 11, "name": {"": "10"}, "text": {"en": "Do it 10."}, "effect": ["draw_card opposite"]}


@clause("plan.r10")
def test_a_record_needs_the_deck_file(tmp_path: Path) -> None:
    path = deck_file(tmp_path, ["give_card left"] * 15)
    game = Plan(3, {"deck": path})
    written = Record(game, ["Ada", "Bertrand", "Chloé"], []).write()
    assert f"deck={path}" in written

    def make(_name: str, seats: int, options: Any) -> Plan:
        return Plan(seats, options)

    assert read(written, make).game.options == game.options
    Path(path).unlink()
    with pytest.raises(RecordError, match="there is no such file; a game with own cards, or a record of it, needs it"):
        read(written, make)


WRONG: list[tuple[str, str]] = [
    ("cards = 3", r"cards must be a list of 1 to 20 entries, each under \[\[cards\]\]"),
    ("", "cards must be a list of 1 to 20"),
    ("cards = [3]", "card 1 must have name, text and effect, not 3"),
    ("= 5", "this isn't TOML"),
    ("hand = 4\n", "hand is not known here"),
    ('[[cards]]\nname = "x"\ntext = "y"\nefect = []', "card 1: efect is none of name, text, effect"),
    ('[[cards]]\ntext = "y"\neffect = ["turn_direction"]', "card 1: name must be a text, or one for each language"),
    ('[[cards]]\nname = "x"\ntext = ""\neffect = ["turn_direction"]', "card 1: text must be a text that is not empty"),
    ('[[cards]]\nname = "x"\ntext = { en = 3 }\neffect = []', "card 1: text must be a text that is not empty, not 3"),
    ('[[cards]]\nname = "x"\ntext = "y"\neffect = []', "card 1: effect must be a list of 1 to 8 parts"),
    ('[[cards]]\nname = "x"\ntext = "y"\neffect = "turn_direction"', "card 1: effect must be a list of 1 to 8 parts"),
    ('[[cards]]\nname = "x"\ntext = "y"\neffect = ["take_pile up"]', "'take_pile up' isn't part of an effect; there"),
    ('[[cards]]\nname = "x"\ntext = "y"\neffect = ["give_card self"]', "'give_card self' isn't part of an effect"),
    ('[[cards]]\nname = "x"\ntext = "y"\neffect = ["give_card"]', "'give_card' isn't part of an effect"),
    ('[[cards]]\nname = "x"\ntext = "y"\neffect = ["turn_direction left"]', "'turn_direction left' isn't part"),
    ('[[cards]]\nname = "x"\ntext = "y"\neffect = [7]', "7 isn't part of an effect"),
]


@clause("plan.r10")
@pytest.mark.parametrize(("content", "reason"), WRONG)
def test_a_wrong_deck_file_is_refused_with_a_reason(tmp_path: Path, content: str, reason: str) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(OptionError, match=reason):
        Plan(3, {"deck": str(path)})


@clause("plan.r10", "plan.1")
def test_a_deck_must_have_five_cards_for_each_player(tmp_path: Path) -> None:
    fifteen = deck_file(tmp_path, ["turn_direction"] * 15, "15.toml")
    twenty = deck_file(tmp_path, ["turn_direction"] * 16 + ["give_card opposite"] * 4, "20.toml")
    many = deck_file(tmp_path, ["turn_direction"] * 21, "21.toml")
    assert Plan(3, {"deck": fifteen}).seats == 3
    assert Plan(4, {"deck": twenty}).seats == 4
    with pytest.raises(OptionError, match=r"4 players need 20 cards, not 15 \(plan.r10\)"):
        Plan(4, {"deck": fifteen})
    with pytest.raises(OptionError, match='3 players need 15 cards that do not say "opposite", not 16'):
        Plan(3, {"deck": twenty})
    with pytest.raises(OptionError, match="1 to 20 entries"):
        Plan(4, {"deck": many})


@clause("plan.1", "plan.r10")
def test_a_card_that_says_opposite_in_one_of_its_parts_is_taken_out_for_three() -> None:
    cards = own_box(3, {})["cards"]
    cards.insert(0, {"name": "x", "text": "y", "effect": ["take_pile left", "give_card opposite"]})
    game = Plan(3, box={"hand": 5, "cards": cards})
    assert [entry["card"] for entry in game.deck.listed] == list(range(2, 17))


def texts(game: Plan, state: PlanState) -> set[tuple[int, str]]:
    return {(seat, game.text(action)) for seat in actors(state) for action in state.legal(seat)}


@clause("plan.r3", "plan.r4", "plan.r10")
def test_own_decks_agree_with_the_slow_rules(tmp_path: Path) -> None:
    """Random games with random instructions of up to four parts, in lockstep."""
    rng = Rng(6)
    for number in range(60):
        seats = 3 + number % 2
        parts = [part for part in ALLOWED if seats == 4 or "opposite" not in part]
        effects = [[parts[int(rng.below(len(parts)))] for _ in range(1 + int(rng.below(4)))] for _ in range(5 * seats)]
        path = deck_file(tmp_path, ['", "'.join(effect) for effect in effects])
        game = Plan(seats, {"deck": path, "play_limit": 60})
        state, slow = game.start(), Reference(seats, dict(game.options))
        while not slow.over():
            expected = sorted(slow.legal())
            assert texts(game, state) == set(expected)
            seat, notation = expected[int(rng.below(len(expected)))]
            state.apply(seat, game.parse(notation))
            slow.play(seat, notation)
        assert (state.current, state.result().scores, state.result().ranks) == (OVER, slow.scores(), slow.ranks())


def test_parts_are_written_as_they_are_read() -> None:
    assert len(ALLOWED) == 23
    for name in ALLOWED:
        assert PARTS[part_from(name)] == name
