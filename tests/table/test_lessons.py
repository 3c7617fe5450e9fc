"""Lessons: each one can be completed under the real rules, with any right solution."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from carreau.core.errors import NotationError
from carreau.games import lessons
from carreau.games.catalogue import GAMES
from carreau.games.lessons import START, LessonError, Picture, Place, Script, Step, has_lesson, script
from carreau.games.texts import text
from carreau.table.lesson import NotDone, Scene, pictures, scene

WITH_LESSON: Final = [name for name in GAMES if has_lesson(name)]
MOST_WAYS: Final = 2_000
CLIENT: Final = Path(__file__).parents[2] / "web" / "src" / "games"

CARO: Final = script("caro")


def test_every_game_with_a_picture_has_a_lesson() -> None:
    """A new game has neither: it gets the default table, and its rules in words."""
    pictured = {path.parent.name for path in CLIENT.glob("*/Picture.svelte")}
    assert [name for name in GAMES if name in pictured and not has_lesson(name)] == []


@pytest.mark.parametrize("name", WITH_LESSON)
def test_a_lesson_is_neither_too_short_nor_too_long(name: str) -> None:
    lesson = script(name)
    assert 6 <= len(lesson.steps) <= 10
    assert 4 <= len(lesson.pictures) <= 8
    assert sum(not step.asks for step in lesson.steps) <= 2, "a lesson is something to do"
    for places in (lesson.steps, lesson.pictures):
        keys = [place.key for place in places]
        assert len(set(keys)) == len(keys), f"two have the same key: {keys}"


@pytest.mark.parametrize("name", WITH_LESSON)
def test_a_step_asks_for_one_thing_and_is_about_rules_that_there_are(name: str) -> None:
    lesson, known = script(name), text(name).clauses
    for step in lesson.steps:
        assert not (step.accept and step.refused), f"{lesson.where(step)} has both accept and refused"
        assert step.accept or not step.answers, f"{lesson.where(step)}: there is nothing to answer"
    for place in [*lesson.steps, *lesson.pictures]:
        assert place.clauses, f"{lesson.where(place)} is about no clause"
        assert set(place.clauses) <= set(known), f"{lesson.where(place)}: {set(place.clauses) - set(known)}"
    used = {place.position for place in [*lesson.steps, *lesson.pictures]}
    assert set(lesson.positions) <= used, f"{name}/lesson.toml: nothing begins at {set(lesson.positions) - used}"


@pytest.mark.parametrize("name", WITH_LESSON)
def test_every_way_through_a_lesson_can_be_gone(name: str) -> None:
    lesson = script(name)
    ways: list[list[int | None]] = [[]]
    for step in lesson.steps:
        ahead: dict[str, list[int | None]] = {}  # one of several ways to the same position is enough
        for way in ways:
            for solved in solutions(lesson, way):
                assert solved.solved, lesson.where(step)
                ahead.setdefault(msgspec.json.encode(solved.frames[-1].view).decode(), solved.done)
        ways = list(ahead.values())
        assert 0 < len(ways) <= MOST_WAYS, f"{lesson.where(step)}: {len(ways)} ways; begin a step with a position"


def solutions(lesson: Script, done: list[int | None]) -> Iterator[Scene]:
    """List the scenes after each solution of a step."""
    shown = scene(lesson, done)
    if shown.solved:
        yield shown
    for example in shown.examples:
        yield scene(lesson, done, int(example["id"]))


@pytest.mark.parametrize("name", WITH_LESSON)
def test_every_picture_can_be_drawn(name: str) -> None:
    lesson = script(name)
    for picture, shown in zip(lesson.pictures, pictures(lesson), strict=True):
        assert shown.view["seat"] == picture.seat
        assert bool(shown.marked) == bool(picture.mark), lesson.where(picture)
        assert shown.section in text(name).rules, lesson.where(picture)


# Feedback


def lay(colour: str, x: int, y: int) -> dict[str, Any]:
    return {"do": "lay", "colour": colour, "x": x, "y": y}


def after(*actions: dict[str, Any]) -> list[int | None]:
    """Return the result of an action after the first steps of Caro's lesson."""
    done: list[int | None] = []
    for action in actions:
        done = scene(CARO, done, action).done
    return done


def test_what_the_others_do_is_shown_after_what_one_did() -> None:
    first = scene(CARO, [])
    assert (first.step, first.solved, first.frames[0].event) == (0, False, None)
    assert len(first.legal) == 4
    solved = scene(CARO, [], lay("red", 0, 0))
    assert solved.solved
    assert not solved.legal
    assert [(frame.event.actor, frame.view["scores"]) for frame in solved.frames if frame.event] == [
        (0, [10, 0]),
        (1, [10, 10]),
    ]
    assert scene(CARO, solved.done).step == 1


def test_a_try_against_the_rules_names_the_clause_and_changes_nothing() -> None:
    done = after(lay("red", 0, 0))
    tried = scene(CARO, done, lay("red", 0, 1))
    assert (tried.verdict, tried.clause, tried.solved, tried.done) == ("illegal", "caro.7", False, done)
    assert tried.legal == scene(CARO, done).legal
    assert scene(CARO, done, lay("red", 2, 0)).verdict == "right"


def test_what_is_legal_is_not_always_what_is_to_be_learned() -> None:
    tried = scene(CARO, [], lay("white", 0, 0))
    assert (tried.verdict, tried.solved, tried.done) == ("not_asked", False, [])


def test_a_refusal_may_be_what_is_to_be_seen() -> None:
    done = after(lay("red", 0, 0), lay("red", 2, 0), lay("red", 1, 1))
    other = scene(CARO, done, lay("red", 6, 6))
    assert (other.clause, other.solved) == ("caro.4", False)
    for place in [(1, 2), (0, -1)]:
        shown = scene(CARO, done, lay("red", *place))
        assert (shown.clause, shown.solved, shown.done) == ("caro.7", True, [*done, None])


def test_what_is_no_action_can_not_be_tried() -> None:
    for nonsense in (-1, 10**30, {"do": "fly"}, lay("pink", 0, 0)):
        with pytest.raises(NotationError):
            scene(CARO, [], nonsense)


@pytest.mark.parametrize("done", [[None], [-1], [10**30], [0], after(lay("red", 0, 0)) * 2, [None] * 8])
def test_nobody_can_have_done_what_the_lesson_does_not_accept(done: list[int | None]) -> None:
    with pytest.raises(NotDone):
        scene(CARO, done)


# Mistakes in a lesson file


def of_caro(*places: Place, **others: Any) -> Script:
    steps = [place for place in places if isinstance(place, Step)]
    drawn = [place for place in places if isinstance(place, Picture)]
    return Script(game="caro", seats=2, steps=steps, pictures=drawn, **others)


@pytest.mark.parametrize(
    ("step", "wrong"),
    [
        (Step(key="a", accept=["red 1,1"]), "'red 1,1' is not legal for 0; red 0,0, black 0,0"),
        (Step(key="a", moves=["0: red 0,0", "1: red 0,1"]), "red 0,1 is against caro.7"),
        (Step(key="a", moves=["red 0,0"]), "'red 0,0' isn't a move; write moves as '0: red 0,0'"),
        (Step(key="a", moves=["0: pink 0,0"]), "pink"),
        (Step(key="a", position="late"), "there is no position 'late'; there are start, early"),
        (Step(key="a", position="early"), "Expecting value"),
        (Step(key="a", refused="red 0,0", clauses=["caro.7"]), "'red 0,0' is refused by nothing, not by one of"),
    ],
)
def test_a_mistake_in_a_lesson_is_found_with_its_place(step: Step, wrong: str) -> None:
    with pytest.raises(LessonError, match=r"^caro/lesson.toml, step 'a': ") as mistake:
        scene(of_caro(step, positions={"early": "?"}), [])
    assert wrong in str(mistake.value)


def test_an_answer_must_be_legal_after_everything_that_is_accepted() -> None:
    lesson = of_caro(Step(key="a", accept=["*"], answers=["1: red 1,0"]))
    assert scene(lesson, [], lay("black", 0, 0)).solved
    with pytest.raises(LessonError, match=r"step 'a': red 1,0 is against caro.7"):
        scene(lesson, [], lay("red", 0, 0))


def test_a_mark_in_a_picture_must_be_legal() -> None:
    with pytest.raises(LessonError, match=r"caro/lesson.toml, picture 'a': 'red 3,3' is not legal for 0"):
        pictures(of_caro(Picture(key="a", section="turn", mark=["red 3,3"])))


def test_what_chance_draws_is_the_same_each_time() -> None:
    lesson = Script(game="raufer", seats=3, steps=[Step(key="a", moves=["chance"])], pictures=[])
    first, second = scene(lesson, []), scene(lesson, [])
    assert first == second
    assert len(first.frames) == 1, "a deal is not watched card by card"
    assert first.frames != scene(msgspec.structs.replace(lesson, seed=2), []).frames


def test_a_place_may_have_options_of_its_own() -> None:
    steps = [Step(key="a", options={"mode": "hard"}, moves=["chance"]), Step(key="b", position=START, moves=["chance"])]
    lesson = Script(game="misd", seats=2, steps=steps, pictures=[], options={"chips": 4})
    shown = [scene(lesson, []), scene(lesson, [None])]
    assert [(each.options["mode"], each.options["chips"]) for each in shown] == [("hard", 4), ("simple", 4)]
    assert [len(each.frames[-1].view["layout"]) for each in shown] == [5, 1]


def test_a_file_that_is_no_lesson_is_refused(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lessons, "HERE", tmp_path)
    (tmp_path / "caro").mkdir()
    with pytest.raises(LessonError, match="caro has no lesson yet"):
        script.__wrapped__("caro")
    (tmp_path / "caro" / "lesson.toml").write_text('seats = 2\nsteps = [{ key = "a", acept = [] }]', encoding="utf-8")
    with pytest.raises(LessonError, match=r"caro/lesson.toml: .*acept"):
        script.__wrapped__("caro")
