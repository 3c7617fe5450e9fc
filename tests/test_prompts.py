"""Players are always told what to do: every decision of every game has a sentence, in every language."""

from collections.abc import Iterator
from itertools import combinations
from typing import Any, Final

import pytest

from carreau.core.action_buffer import ActionBuffer
from carreau.core.game import ALL, CHANCE, OVER, Game, State
from carreau.core.rng import Rng
from carreau.games.catalogue import GAMES, variants
from carreau.games.texts import GAP, entries, languages, text
from tests.prompts import Fields, gaps, prompt_key

DECISIONS: Final = 90  # in a game: all its stages come before
ACTIONS_TRIED: Final = 12  # of each decision, from all over the list, with what may be picked of them
LONGEST: Final = 90  # characters: two lines on a phone
LONGEST_KEY: Final = 6  # words
# Verbs that a prompt may leave out, because they are seldom wanted, or another one is chosen on the way to them.
UNSAID: Final = {"carre": {"take_back"}, "nussknacker": {"announce"}, "schollenschubser": {"drop", "decline"}}


def decisions(name: str) -> Iterator[tuple[Game[Any, Any], State, int]]:
    """Play every variant of a game for a while: each position with each seat that may act."""
    for number, made in enumerate(variants(name)):
        state, rng, out = made.start(), Rng(number), ActionBuffer()
        for _ in range(DECISIONS):
            if state.current == OVER:
                break
            yield from (
                (made, state, seat) for seat in range(made.seats) if state.current != CHANCE and state.legal(seat)
            )
            seat = int(state.current if state.current >= CHANCE else state.random_actor(rng))
            state.apply(seat, int(state.sample(rng) if seat == CHANCE else state.random_action(seat, rng, out)))


def picks(legal: list[Fields]) -> Iterator[Fields]:
    """List what may be picked on the way to an action: nothing, one of its fields, or two."""
    tried = legal[:: max(1, len(legal) // ACTIONS_TRIED)]
    ways = {some for action in tried for count in (0, 1, 2) for some in combinations(action.items(), count)}
    return map(dict, ways)


@pytest.mark.parametrize("name", GAMES)
def test_every_decision_has_a_prompt_whatever_is_picked(name: str) -> None:
    prompts, known = text(name).prompts, dict[str, set[str]]()
    for made, state, seat in decisions(name):
        view = state.view(seat).to_json()
        legal: list[Fields] = [made.fields(action) for action in state.legal(seat)]
        for picked in picks(legal):
            left = [action for action in legal if picked.items() <= action.items()]
            key = prompt_key(prompts, view, left, picked)
            if key is None:  # nothing is about what is picked: then the same is said as before
                assert picked, f"{name}: no prompt for {sorted({str(action['do']) for action in left})} in {view}"
                continue
            verbs = {str(action["do"]) for action in left}
            assert picked or verbs <= {*key.split(), *UNSAID.get(name, ())}, f"{name}: {prompts[key]!r} for {verbs}"
            known[key] = known.get(key, gaps(view, left)) & gaps(view, left)
    for language in languages(name):
        for key, filled in known.items():
            said = text(name, language).prompts[key]
            assert {gap[1] for gap in GAP.finditer(said)} <= filled, f"text.{language}.toml of {name}: [prompts] {key}"


@pytest.mark.parametrize("name", GAMES)
def test_the_others_are_told_what_somebody_is_doing(name: str) -> None:
    for _made, state, seat in decisions(name):
        if state.current >= 0 or state.current == ALL:
            stage = state.view(seat).to_json().get("stage")
            assert stage is None or stage in text(name).waiting, f"{name}: nothing in [waiting] for {stage}"


@pytest.mark.parametrize(("name", "language"), [(name, language) for name in GAMES for language in languages(name)])
def test_prompts_are_short_sentences(name: str, language: str) -> None:
    words = entries(name, language)
    assert list(words["prompts"]) == list(entries(name, "en")["prompts"]), "the first of two that fit is shown"
    for key, said in words["prompts"].items():
        assert said.endswith((".", "?")), f"text.{language}.toml of {name}: [prompts] {key}"
        assert len(said) <= LONGEST, f"text.{language}.toml of {name}: [prompts] {key} is too long for a phone"
        assert len(key.split()) <= LONGEST_KEY
    for stage, said in words.get("waiting", {}).items():
        assert {gap[1] for gap in GAP.finditer(said)} == {"who"}, f"text.{language}.toml of {name}: [waiting] {stage}"


@pytest.mark.parametrize("name", GAMES)
def test_keys_of_prompts_name_verbs_fields_and_parts(name: str) -> None:
    """A misspelt word would never be the case."""
    verbs = next(variants(name)).ACTIONS.verbs
    known = {"do"} | {verb.name for verb in verbs} | {field for verb in verbs for field in verb.fields}
    for _made, state, seat in decisions(name):
        view = state.view(seat).to_json()
        known |= {f"{part}:{value}" for part, value in view.items() if isinstance(value, str)}
    wanted = {word for key in text(name).prompts for word in key.split()}
    assert wanted <= known
