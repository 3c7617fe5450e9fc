"""Check the built site: every link leads somewhere, every page is reachable, and nothing is loaded from other sites.

python -m docs.links build/site
"""

import re
import sys
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LOADED = {"script": "src", "img": "src", "iframe": "src", "source": "src", "video": "src", "audio": "src"}
LOADING_RELATIONS = {"stylesheet", "icon", "preload", "modulepreload", "preconnect", "dns-prefetch", "manifest"}
LOADED_BY_STYLE = re.compile(r"(?:@import\s+|url\()\s*[\"']?((?:https?:)?//[^\"')\s]+)")
START = "index.html"
FOR_LOST_VISITORS = "404.html"  # served at any address, so relative links don't work


class Page(HTMLParser):
    """The links of a page, the files it loads, and its anchors."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.loads: set[str] = set()
        self.anchors: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.anchors |= {given[name] for name in ("id", "name") if name in given}
        if tag == "a" and "href" in given:
            self.links.add(given["href"])
        if tag in LOADED and LOADED[tag] in given:
            self.loads.add(given[LOADED[tag]])
        if tag == "link" and LOADING_RELATIONS & set(given.get("rel", "").split()):
            self.loads.add(given.get("href", ""))


class Site:
    """A folder of pages."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self.files = [file for file in sorted(self.folder.rglob("*.html")) if file.name != FOR_LOST_VISITORS]
        self.page = cache(lambda file: Page(file.read_text(encoding="utf-8")))

    def problems(self) -> Iterator[str]:
        for file in self.files:
            for link in sorted(self.page(file).links | self.page(file).loads):
                trouble = self.trouble_with(file, link)
                if trouble:
                    yield f"{self.name(file)}: {link} {trouble}"
        for file in sorted(set(self.files) - self.reached()):
            yield f"{self.name(file)}: no link leads there from {START}"
        for style in sorted(self.folder.rglob("*.css")):
            for address in LOADED_BY_STYLE.findall(style.read_text(encoding="utf-8")):
                yield f"{self.name(style)}: {address} is loaded from elsewhere"

    def name(self, file: Path) -> str:
        return file.relative_to(self.folder).as_posix()

    def trouble_with(self, file: Path, link: str) -> str:
        if urlsplit(link).scheme == "data":
            return ""
        if urlsplit(link).scheme or link.startswith("//"):
            return "is loaded from elsewhere" if link in self.page(file).loads else ""
        there, anchor = self.target(file, link), unquote(urlsplit(link).fragment)
        if not there.is_file():
            return "leads nowhere"
        if anchor and there.suffix == ".html" and anchor not in self.page(there).anchors:
            return "has no such anchor"
        return ""

    def target(self, file: Path, link: str) -> Path:
        """Return the file that a link within the site points to."""
        path = unquote(urlsplit(link).path)
        there = (file.parent / path).resolve() if path else file
        return there / START if there.is_dir() else there

    def reached(self) -> set[Path]:
        """List the pages that are reachable from the start page."""
        found: set[Path] = set()
        waiting = [self.folder / START]
        while waiting:
            file = waiting.pop()
            if file in found or file not in self.files:
                continue
            found.add(file)
            waiting += [self.target(file, link) for link in self.page(file).links if not urlsplit(link).scheme]
        return found


def main(folder: Path) -> int:
    site = Site(folder)
    found = list(site.problems())
    sys.stdout.write("".join(f"{problem}\n" for problem in found))
    sys.stdout.write(f"{len(site.files)} pages, {len(found)} problems\n")
    return 1 if found or not site.files else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
