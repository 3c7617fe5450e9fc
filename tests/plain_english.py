"""Signs of translated English, and the prose to search for them: texts, documents, docstrings and comments."""

import ast
import re
import subprocess
from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from carreau.games.texts import FIRST_LANGUAGE
from tests.documents import documents
from tests.sources import nodes
from tests.wording import ROOT, texts

# A pattern, and what to write instead. Phrases that only sometimes sound translated don't belong here.
SIGNS: Final = {
    r"\bwhoever\b": "the player who …, or name them: the host",
    r"\banew\b": "again, or a verb with re-: reload, rewrite",
    r"\bso that nobody (needs|has|waits|can|sees|fills)\b": "say what happens instead: no move waits for it",
    r"\blots? (falls?|decides? on)\b": "Opal goes first",
    r"\bone's own\b|\b(of|in|at|to|on|from|by|takes?|through|is) one's\b": "your, or the player's",
    r"\bput(s|ting)? up (a |the |their |new |one )?tables?\b": "create a table",
    r"\bhow manieth\b": "which, or a number",
    r"\bnone of ((the|their|our|your|its) )?(\w+'s )?(business|concern)\b": "doesn't concern …",
    r"\bcomes? (by itself|to lie)\b": "will open; is placed",
    r"\bcomes? into being\b": "is created",
    r"\bsuch a one\b|\bthat such\b": "one like that",
    r"\bmost points? wins?\b": "highest score wins",
    r"(?<!with the )(?<!with )\b(most|fewest) \w+( left)? wins?\b": "the player with the most … wins",
    r"\boneself\b": "you, yourself, or the player",
    r"\bhang(s|ing)? together\b": "is connected",
    r"\bwork(s|ed|ing)? off\b": "carry out",
    r"\b(are|at most|if|up to) so (many|much)\b": "this many; up to a limit",
    r"\bpositions? [^.:;]*\bthat can't be\b(?! \w)": "impossible positions",
    r"\b(tells?|told|telling) of\b": "says, reports, mentions, announces",
    r"\bspeaks? (of|against)\b": "mentions; forbids",
    r"\btakes? the square\b": "takes quadratic time",
    r"(?<!here )\b(is|are|was|were) no "
    r"(record|game|move|moves|action|actions|setting|seat|level|axis|page|TOML|JSON|HTTP|number|text|part|seal|card|tap)"
    r"\b": "isn't a …",
    r"\b(when|if|where|than|until|what|which|whom|whether|before|after|because) one "
    r"(may|sees|plays|sits|wants|looks|knows|doesn't|does|goes|comes|acts)\b": "you, or the player",
    r"\b(for|within|after|of|in|by|every|with|takes?|until|at) so many\b|\bso many (of them|at once|each)\b": "several",
    r"\bas many as there are\b": "all",
    r"\bnot? any more (there|than)\b": "no longer",
    r"\b(is|are|was) (there|here) (any more|yet)\b(?!\?)": "exists; still exists",
    r"\bbegun with\b": "started with",
    # the examples of the language guide
    r"\bas the device\b": "System",
    r"\bsigns for colours\b": "colour-blind aids",
    r"\b(look at|looks at) the game\b": "analyse",
    r"\bby luck alone in\b": "luck this uneven is normal",
    r"\bseconds more with each\b": "increment",
    r"\bby rule [a-z]+\.r?\d": "the reason first: No more moves (Caro 15)",
    r"\btiles lies\b": "are placed",
    r"\bcomes first the\b": "first …, then …",
    r"\bequally high nowhere\b": "no 2×2 area is level",
    r"\bneed a night\b": "not in the turn you bought them",
    r"\bmust not be there yet\b": "must not exist",
    r"\bwho trusts neither\b": "if you trust neither, …",
}
PATTERNS: Final = {re.compile(sign, re.IGNORECASE): better for sign, better in SIGNS.items()}
# A clause as a subject: "What was played is kept.", "Who was wrong waits." Questions are fine.
CLAUSE_AS_SUBJECT: Final = re.compile(r"(?:^|[.!?] )((?:What|Who|Whom|Whose) [a-z][^?.!\n]*[.!])(?: |$)")

NOT_A_VERB: Final = re.compile(
    r"(An?|All|Also|Another|Any|Anything|As|At|Both|By|Each|Either|Every|Everybody|Everything|Few|For|From|Gives|How|If"
    r"|In|Its?|Lists|Makes|Most|Neither|No|Nobody|Nothing|Of|On|One|Only|Others|Out|Returns|Several|So|Some|Somebody"
    r"|Something|Such|Takes|That|The|Their|These|They|This|Those|Until|What|When|Where|Whether|Which|Who|Whoever|Whom"
    r"|Whose|Why|With|Within|Without)\b"
)
NOT_A_NOUN: Final = re.compile(r"(Gives|How|Returns|Takes|What|When|Where|Whether|Who|Whoever|Whom|Whose|Why)\b")

SELF: Final = {"tests/plain_english.py", "tests/test_plain_english.py"}
PYTHON_COMMENT: Final = re.compile(r"(?<!\S)#\s.*")  # tokenize would take several times as long
COMMENT: Final = re.compile(r"/\*+(.*?)\*/|(?<![:\"'`/])//(.*?)$|<!--(.*?)-->", re.DOTALL | re.MULTILINE)
CODE: Final = re.compile(r"^```.*?^```|`[^`\n]*`", re.DOTALL | re.MULTILINE)


class Prose(NamedTuple):
    """A piece of text and where it stands."""

    place: str
    text: str


class Docstring(NamedTuple):
    """A docstring, with the kind and the name of what it documents."""

    place: str
    kind: str
    name: str
    text: str


@cache
def tracked(*endings: str) -> list[str]:
    """List the files in git with one of these endings, without generated ones."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split(
        "\n"
    )
    return [file for file in listed if file.endswith(endings) and ".gen." not in file and file not in SELF]


def flat(text: str) -> str:
    """Join the lines of a text, without the stars and hashes that begin them."""
    return " ".join(re.sub(r"^\s*(\*|#+) ?", "", line).strip() for line in text.splitlines()).strip()


@cache
def docstrings() -> list[Docstring]:
    """List the docstrings of all Python files."""
    return [each for file in tracked(".py") for each in docstrings_in(file)]


def docstrings_in(file: str) -> Iterator[Docstring]:
    for node in nodes(ROOT / file):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            text = ast.get_docstring(node)
            if text:
                place = f"{file}:{node.body[0].lineno}"
                yield Docstring(place, kind_of(node), getattr(node, "name", ""), text)


def kind_of(node: ast.AST) -> str:
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return "class" if isinstance(node, ast.ClassDef) else "module"
    if any("property" in ast.unparse(decorator) for decorator in node.decorator_list):
        return "property"
    return "test" if node.name.startswith("test_") else "function"


def comments() -> Iterator[Prose]:
    """Yield the comments of all Python files, and those of the web client."""
    for file in tracked(".py"):
        for number, line in enumerate((ROOT / file).read_text(encoding="utf-8").splitlines(), 1):
            if comment := PYTHON_COMMENT.search(line):
                yield Prose(f"{file}:{number}", flat(comment[0]))
    for file in tracked(".ts", ".svelte", ".css"):
        source = (ROOT / file).read_text(encoding="utf-8")
        for found in COMMENT.finditer(source):
            place = f"{file}:{source.count(chr(10), 0, found.start()) + 1}"
            yield Prose(place, flat("".join(part or "" for part in found.groups())))


def messages() -> Iterator[Prose]:
    """Yield the strings of several words in the package: errors, log messages, help."""
    for file in tracked(".py"):
        if file.startswith("src/"):
            for node in nodes(ROOT / file):
                if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.count(" ") > 1:
                    yield Prose(f"{file}:{node.lineno}", node.value)


@cache
def prose() -> list[Prose]:
    """List everything that is written in English: texts, documents, docstrings, comments and messages."""
    found = [Prose(key, text) for key, text in texts(FIRST_LANGUAGE).items()]
    for file in documents():
        found.append(Prose(file, CODE.sub("", (ROOT / file).read_text(encoding="utf-8"))))
    found += [Prose(each.place, " ".join(each.text.split())) for each in docstrings()]
    return [*found, *comments(), *messages()]
