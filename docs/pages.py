"""Collect the pages of the documentation site: those in docs/, and those generated from games and sources.

python -m docs.pages build/pages
"""

import os
import re
import shutil
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath

from carreau import server
from carreau.games.catalogue import GAMES
from carreau.games.texts import text
from docs import reference, rules

ROOT = Path(__file__).parents[1]
FROM_ELSEWHERE = {  # pages outside docs/, where people look for them first
    "CONTRIBUTING.md": "project/contributing.md",
    "CHANGELOG.md": "project/changes.md",
    "SECURITY.md": "project/security.md",
    "bench/README.md": "project/measured.md",
}
AS_THEY_ARE = {"web/public/assets/verify.html": "verify.html", "web/src/icon.svg": "style/icon.svg"}
FONTS = {"fraunces-latin-wght-normal-*.woff2": "serif.woff2", "inter-latin-wght-normal-*.woff2": "sans.woff2"}
ASSETS = ("images/*", "examples/*", "style/*", "lab/*.html")
LISTED = (".py", ".toml")  # files in docs/ that are sources rather than pages or assets
CONTENTS = "SUMMARY.md"
PATTERN = re.compile(r"^(?P<indent> *)\* (?P<pattern>\S+\*\S*)$", re.MULTILINE)
LINK = re.compile(r"(?<=\]\()(?P<path>[^)\s#:]+)(?P<rest>(#[^)\s]*)?)(?=\))")


def write(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    for path, content in pages().items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content, encoding="utf-8")
    for asset in [file for pattern in ASSETS for file in (ROOT / "docs").glob(pattern)]:
        copy(asset, folder / asset.relative_to(ROOT / "docs"))
    for source, place in AS_THEY_ARE.items():
        copy(ROOT / source, folder / place)
    copy_fonts(Path(server.__file__).parent / "client/assets", folder / "style")


def pages() -> dict[str, str]:
    """Return every page of the site by its path."""
    written = list(written_files())
    found = {
        **{str(site_path(file)): moved(file) for file in written},
        **{str(site_path(file)): listing(file) for file in sorted(shown_sources(written))},
        **rules.pages(),
        **reference.pages(ROOT / "src"),
        "study/reports.md": reports(),
    }
    found[CONTENTS] = contents(found)
    return found


def contents(found: Mapping[str, str]) -> str:
    """Write the table of contents, which is also the navigation; a pattern stands for all pages that no link names."""
    written = found[CONTENTS]
    named = set(re.findall(r"\]\((.*?)\)", written))

    def listed(line: re.Match[str]) -> str:
        matching = [path for path in found if PurePosixPath(path).match(line["pattern"]) and path not in named]
        return "\n".join(f"{line['indent']}* [{title_of(found[path])}]({path})" for path in matching)

    return PATTERN.sub(listed, written)


def title_of(page: str) -> str:
    return next(line.removeprefix("# ") for line in page.splitlines() if line.startswith("# "))


def reports() -> str:
    """Link to the existing reports of the lab."""
    lines = ["# Reports from the lab", "", "Made by `carreau lab`; [The lab](lab.md) tells how."]
    titles = {"index": "All games compared", **{name: text(name).title for name in GAMES}}
    for name, title in titles.items():
        if (ROOT / f"docs/lab/{name}.html").exists():
            lines += ["", f"- [{title}](../lab/{name}.html)"]
    return "\n".join(lines) + "\n"


def written_files() -> Iterator[PurePosixPath]:
    """List the hand-written pages by their paths in the repository."""
    for file in sorted((ROOT / "docs").rglob("*.md")):
        yield PurePosixPath(file.relative_to(ROOT).as_posix())
    yield from map(PurePosixPath, FROM_ELSEWHERE)


def site_path(file: PurePosixPath) -> PurePosixPath:
    """Return the path of a repository file in the site; most sources are shown as listings."""
    if file.is_relative_to("docs") and file.suffix not in LISTED:
        return file.relative_to("docs")
    elsewhere = {**FROM_ELSEWHERE, **AS_THEY_ARE}
    return PurePosixPath(elsewhere.get(str(file), f"source/{file}.md"))


def target(file: PurePosixPath, link: str) -> PurePosixPath:
    """Return the repository file that a link in another file points to."""
    return PurePosixPath(os.path.normpath(file.parent / link))


def moved(file: PurePosixPath) -> str:
    """Return a page with its links adapted to the site."""
    folder = site_path(file).parent

    def relinked(link: re.Match[str]) -> str:
        there = site_path(target(file, link["path"]))
        return os.path.relpath(there, folder) + link["rest"]

    return LINK.sub(relinked, (ROOT / file).read_text(encoding="utf-8"))


def shown_sources(written: Iterable[PurePosixPath]) -> set[PurePosixPath]:
    """List the source files that pages link to."""
    linked = {
        target(file, link["path"])
        for file in written
        for link in LINK.finditer((ROOT / file).read_text(encoding="utf-8"))
    }
    return {file for file in linked if site_path(file).is_relative_to("source")}


def listing(file: PurePosixPath) -> str:
    """Return a source file as a page that the search ignores."""
    code = (ROOT / file).read_text(encoding="utf-8")
    return f"---\nsearch:\n  exclude: true\n---\n# {file.name}\n\n`{file}`\n\n````{file.suffix[1:]}\n{code}````\n"


def copy_fonts(client: Path, folder: Path) -> None:
    """Copy the web client's fonts, so that nothing is fetched from other sites."""
    for pattern, name in FONTS.items():
        found = sorted(client.glob(pattern))
        if not found:
            raise SystemExit(f"{client} has no {pattern}: the web client must be built first, by `make setup`")
        copy(found[0], folder / name)


def copy(file: Path, to: Path) -> None:
    to.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(file, to)


if __name__ == "__main__":
    write(Path(sys.argv[1]))
