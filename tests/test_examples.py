"""The worked examples in the rules: their numbers come from the rules engine, in every language."""

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import pytest

from carreau.games.lessons import script
from carreau.games.texts import languages, text
from carreau.table.lesson import Stage, pictures


@cache
def pictured(game: str) -> dict[str, Mapping[str, Any]]:
    """Return the positions of a game's pictures."""
    return {picture.key: picture.view for picture in pictures(script(game))}


def in_every_language(game: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("language", languages(game))


def told(game: str, language: str) -> str:
    """Return a game's worked example on one line, with ordinary spaces."""
    return " ".join(text(game, language).rules["example"].split())


@in_every_language("carat")
@pytest.mark.parametrize(("picture", "x", "y"), [("win", 2, 2), ("cancel", 4, 2), ("zero", 2, 4)])
def test_the_chips_of_carat(picture: str, x: int, y: int, language: str) -> None:
    words, said = text("carat", language), told("carat", language)
    chip = pictured("carat")[picture]["chips"][y][x]
    sums = dict(zip(("red", "blue", "green", "yellow"), chip["carats"], strict=True))
    around = {colour: carats for colour, carats in sums.items() if carats}
    assert chip["winner"] == "red"
    assert f"{chip['value']} × {len(around)} = {chip['points']}" in said
    for colour, carats in around.items():
        assert f"{words.word(colour)} {carats}" in said.casefold()


def scored(game: str, picture: str) -> int:
    """Return the points that the first seat gets for the action marked in a picture."""
    lesson = script(game)
    stage, place = Stage(lesson), next(each for each in lesson.pictures if each.key == picture)
    stage.begin(place)
    before = stage.state.view(0).to_json()["scores"][0]
    [action] = stage.fitting(place, 0, place.mark)
    stage.act(0, action)
    return int(stage.state.view(0).to_json()["scores"][0] - before)


@in_every_language("caro")
def test_the_tiles_of_caro(language: str) -> None:
    said = told("caro", language)
    assert f"8 + 8 + 1 = {scored('caro', 'sum')}" in said
    assert f"18 × 2 = {scored('caro', 'double')}" in said


def offers(game: str, picture: str) -> Sequence[Mapping[str, Any]]:
    """List the legal actions in a picture."""
    lesson = script(game)
    stage = Stage(lesson)
    stage.begin(next(each for each in lesson.pictures if each.key == picture))
    return stage.listed(stage.state.legal(int(stage.state.current)))


@in_every_language("carre")
@pytest.mark.parametrize(
    ("said", "dice"),
    [
        ("2 + 6 = 8", "2+6"),
        ("2 + 4 + 6 = 12", "2+4+6"),
        ("2 + 1 = 3", "2"),
        ("6 + 1 = 7", "6"),
        ("2 + 6 + 1 = 9", "2+6"),
    ],
)
def test_the_dice_of_carre(said: str, dice: str, language: str) -> None:
    built = {(str(each["tile"]).rstrip("xy"), each["dice"]) for each in offers("carre", "pay") if "tile" in each}
    assert {("2", "2"), ("4", "4"), ("6", "6")} <= built
    assert (said.partition(" = ")[2], dice) in built
    assert said in told("carre", language)


@in_every_language("carre")
def test_the_stoppers_of_carre(language: str) -> None:
    said = told("carre", language)
    bought = [each["dice"] for each in offers("carre", "pay") if each.get("what") == "stopper" and each["count"] == 2]
    assert "4+6" in bought
    assert "4 + 6 = 10" in said
    [hit] = [each for each in offers("carre", "stop") if each["do"] == "stop" and each["dice"] == "3+5"]
    board = pictured("carre")["stop"]["boards"][1]
    assert [tile.kind for tile in board if (tile.x, tile.y, tile.level) == (hit["x"], hit["y"], 1)] == ["8x"]
    assert "3 + 5 = 8" in said


@in_every_language("qarre")
def test_the_points_of_qarre(language: str) -> None:
    start = json.loads(script("qarre").positions["long"])["scores"][0]
    trio, quartet = (pictured("qarre")[key]["scores"][0] for key in ("trio", "quartet"))
    assert f"{trio - start} + {quartet - trio} = {quartet - start}" in told("qarre", language)
    assert re.search(rf"6♥.* {scored('qarre', 'king')} .*{scored('qarre', 'king')}", told("qarre", language))


@in_every_language("plan")
def test_the_cards_of_plan(language: str) -> None:
    said, held = told("plan", language), {key: shown["held"] for key, shown in pictured("plan").items()}
    ada = [held[key][0] for key in ("turn", "places", "pile")]
    assert ada == sorted(ada, reverse=True)
    assert [int(number) for number in re.findall(r"(?<!\+ )\b[1-4]\b", said)] == ada
    before, after = held["places"][2], held["pile"][2]
    assert f"{before} + {after - before} = {after}" in said
