"""The documentation: complete rules, up-to-date tables, and a link checker that finds bad links."""

import json
import re
import tomllib
from pathlib import Path, PurePosixPath

import pytest
from PIL import Image, ImageSequence

from bench import tables
from carreau.codegen.scaffold import rendered
from carreau.envs.versions import Version, shape_of, show
from carreau.games.catalogue import GAMES, game_class
from carreau.games.texts import FIRST_LANGUAGE, entries, text
from docs.diagrams import IMAGES, LAYERS, build, diagrams, layers, move
from docs.links import Site
from docs.pages import CONTENTS, ROOT, contents, moved, pages, shown_sources
from docs.rules import WORDS, page
from tests import layers as imports
from tests.dry_run import dry_run

SOUND = {
    "index.html": '<a href="more/page.html#here"></a><link rel="stylesheet" href="site.css"><a href="https://e.org"></a>',
    "more/page.html": '<h1 id="here"></h1><a href="../"></a><a href="#here"></a><img src="data:image/png,">',
    "site.css": "body { background: url(picture.png) }",
}


def site(folder: Path, files: dict[str, str]) -> Site:
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content, encoding="utf-8")
    return Site(folder)


# Hand-written pages


def test_the_walk_through_counts_right() -> None:
    how_to = (ROOT / "docs/add-a-game.md").read_text(encoding="utf-8")
    lines = {path: content.count("\n") for path, content in rendered("ascent", 2, 4) if content}
    assert f"These {len(lines)} files and {sum(lines.values())} lines" in how_to
    for path, count in lines.items():
        if path.suffix == ".py":
            assert re.search(rf"\b{path.name}`.* \| {count} \|", how_to), path


@pytest.mark.parametrize("name", GAMES)
def test_all_parts_of_a_text_file_are_told(name: str) -> None:
    how_to = (ROOT / "docs/add-a-game.md").read_text(encoding="utf-8")
    untold = [key for key in entries(name, FIRST_LANGUAGE) if f"`{key}`" not in how_to and f"`[{key}]`" not in how_to]
    assert untold == []


def test_what_is_printed_for_a_first_version_is_all_that_belongs_there(capsys: pytest.CaptureFixture[str]) -> None:
    show()
    printed = tomllib.loads(capsys.readouterr().out)
    assert list(printed) == list(GAMES)
    for name, [entry] in printed.items():
        assert Version(1, **entry).shape == shape_of(game_class(name))


# Measurements


@pytest.mark.parametrize("document", tables.DOCUMENTS)
def test_tables_are_those_of_the_data(document: str) -> None:
    written = (ROOT / document).read_text(encoding="utf-8")
    assert written == tables.filled(written), "python -m bench.tables"


@pytest.mark.parametrize("file", sorted(tables.RESULTS.glob("*.json")), ids=lambda file: file.stem)
def test_all_data_are_shown_and_can_be_measured_again(file: Path) -> None:
    data = json.loads(file.read_text(encoding="utf-8"))
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", data["date"])
    assert data["machine"]
    dry_run(data["command"])
    assert any(f"<!-- bench: {file.stem} -->" in (ROOT / each).read_text(encoding="utf-8") for each in tables.DOCUMENTS)


def test_measurements_have_small_cells() -> None:
    lines = (ROOT / "bench/README.md").read_text(encoding="utf-8").splitlines()
    assert max(len(cell.split()) for line in lines if line.startswith("|") for cell in line.split("|")) <= 30


# Decisions

DECISIONS = sorted((ROOT / "docs/decisions").glob("0*.md"))


@pytest.mark.parametrize("file", DECISIONS, ids=lambda file: file.stem)
def test_a_decision_is_short_and_has_its_parts(file: Path) -> None:
    written = file.read_text(encoding="utf-8")
    assert len(written.split()) <= 400
    assert re.findall("^## (.*)", written, re.MULTILINE) == ["Context", "Decision", "Consequences"]
    assert f"({file.name})" in (file.parent / "README.md").read_text(encoding="utf-8")


# Pictures


def test_the_film_is_small_enough_for_a_front_page() -> None:
    film = IMAGES / "carat.gif"
    assert film.stat().st_size < 1_500_000
    with Image.open(film) as opened:
        assert sum(1 for _ in ImageSequence.Iterator(opened)) > 36  # one frame per tile
    assert "docs/images/carat.gif" in (ROOT / "README.md").read_text(encoding="utf-8")


# Diagrams


@pytest.mark.parametrize(("name", "drawn"), diagrams().items())
def test_diagrams_are_drawn_as_they_are_described(name: str, drawn: str) -> None:
    assert (IMAGES / name).read_text(encoding="utf-8") == drawn, "python -m docs.diagrams"


def test_the_layers_shown_are_those_of_the_imports() -> None:
    """Without the modules beside the packages."""
    packages = [[name for name in layer if name not in {"_build", "verify"}] for layer in imports.LAYERS]
    assert [list(layer) for layer in reversed(LAYERS)] == [layer for layer in packages if layer]


def test_texts_of_diagrams_have_room() -> None:
    """At 7.4 pixels per character, which few fonts exceed."""
    for drawn in (layers(), move(), build()):
        for box in drawn.boxes:
            assert max(map(len, [box.title, *box.lines])) * 7.4 <= box.width - 20, box


# Generated pages


@pytest.mark.parametrize("language", WORDS)
@pytest.mark.parametrize("name", GAMES)
def test_every_clause_can_be_linked_to(name: str, language: str) -> None:
    made, said = page(name, language), text(name, language)
    for clause, (title, sentence) in said.clauses.items():
        assert f"{title} {{ #{clause.replace('.', '-')} }}\n\n{sentence}" in made
    for option in said.options.values():
        assert option["title"] in made
        assert option["text"] in made


def test_links_to_sources_lead_to_listings() -> None:
    how_to = PurePosixPath("docs/add-a-game.md")
    assert "(source/tests/test_laws.py.md)" in moved(how_to)
    assert "(../add-a-game.md)" in moved(PurePosixPath("CONTRIBUTING.md"))
    assert PurePosixPath("tests/test_laws.py") in shown_sources([how_to])


def test_the_verifier_is_a_page_of_the_site_and_no_listing() -> None:
    fairness = PurePosixPath("docs/fairness.md")
    assert "[verifier](verify.html)" in moved(fairness)
    assert PurePosixPath("web/public/assets/verify.html") not in shown_sources([fairness])


def test_all_pages_are_in_the_contents() -> None:
    found = pages()
    listed = set(re.findall(r"\]\((.*?)\)", found[CONTENTS]))
    unlisted = {path for path in set(found) - listed if not path.startswith(("source/", "rules/de/"))}
    assert unlisted == {CONTENTS}
    assert listed <= set(found)


def test_a_pattern_stands_for_pages_that_are_not_named() -> None:
    made = contents({CONTENTS: "* [First](a/one.md)\n    * a/*.md\n", "a/one.md": "# One", "a/two.md": "# Two"})
    assert made == "* [First](a/one.md)\n    * [Two](a/two.md)\n"


# The link checker


def test_a_sound_site_has_no_problems(tmp_path: Path) -> None:
    assert list(site(tmp_path, SOUND).problems()) == []


@pytest.mark.parametrize(
    ("file", "added", "problem"),
    [
        ("index.html", '<a href="gone.html">', "index.html: gone.html leads nowhere"),
        ("index.html", '<img src="gone.png">', "index.html: gone.png leads nowhere"),
        ("index.html", '<a href="more/page.html#gone">', "index.html: more/page.html#gone has no such anchor"),
        ("more/page.html", '<a href="#gone">', "more/page.html: #gone has no such anchor"),
        ("lonely.html", "", "lonely.html: no link leads there from index.html"),
        ("index.html", '<script src="https://e.org/a.js">', "index.html: https://e.org/a.js is loaded from elsewhere"),
        ("index.html", '<link rel="icon" href="//e.org/i.png">', "index.html: //e.org/i.png is loaded from elsewhere"),
        ("site.css", "@import 'https://e.org/font.css';", "site.css: https://e.org/font.css is loaded from elsewhere"),
    ],
)
def test_a_problem_is_found(tmp_path: Path, file: str, added: str, problem: str) -> None:
    files = {**SOUND, file: SOUND.get(file, "") + added}
    assert list(site(tmp_path, files).problems()) == [problem]
