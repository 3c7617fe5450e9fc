"""The things on the board that the words of a prompt name, for a visitor who follows sentences."""

import re
from typing import Any, Final

ASIDE: Final = re.compile(r" for [^.,;:]*")  # "for this place" says where something goes, not what to press
PLAYERS: Final = r"(Ada|Opal|Jade|Amber)\b"
TILE: Final = r"\d carats?: .*"
CARD_OF: Final = r"(ace|jack|queen|king|\d+) of (spades|hearts|diamonds|clubs)"
BOARDS: Final = rf"{PLAYERS}: \d+ tiles? built.*"
FLOE: Final = r"[A-E]\d, floe for \d.*"

# By game: words of its prompts, and the names of the things they stand for.
NAMED: Final[dict[str, dict[str, str]]] = {
    "bauab": {
        r"\bchips?\b": r"an? (\d|X|park): \d+",
        r"\bplot\b|\bwhere\b": r"[A-P]: .*",
        r"\bpark\b": r"a park: \d+",
        r"\bpass\b": "Pass",
    },
    "carat": {
        r"\bchips?\b": r"chip \d .*",
        r"\bcorner\b": r"\d,\d",
        r"\btile\b": rf"{TILE}|Turn.*",
        r"\bspace\b": r"space \d,\d: free.*",
    },
    "caro": {
        r"\btiles?\b": r"(red|black|grey|white): \d",
        r"\bplace\b": r"-?\d+, -?\d+: free.*",
        r"\bpass\b": "Pass",
        r"\b[Oo]bject\b": "Object",
        r"\blet it stand\b": "Don't object",
    },
    "carre": {
        r"\ba tile\b|\bthe tile again\b|\bthe same tile\b": r"an? \d+\b[^:]*: \d left",
        r"\bbuy\b|\bBuy\b": r"Buy: .*",
        r"\bsquare\b": r"\d,\d: .*",
        r"\bhow to pay\b": r"(Build|Buy|Stop|Also).*",
        r"\b[Ss]top an? ": rf"{BOARDS}|\d,\d: an? .*",
        r"\btake back one of your\b|\belse\b": rf"{BOARDS}|\d,\d: an? .*",
        r"\bConfirm\b": r"(Take back|Also build|Build) .*",
        r"\bplayer\b": rf"Choose {PLAYERS}",
        r"\bend your turn\b|\bEnd your turn\b|\bgo on\b": "End turn",
    },
    "misd": {
        r"\bshape\b": "triangle|square|diamond|pentagon|hexagon|circle|star|arrow|heart|cross",
        r"\bcolour\b": "white|black|yellow|green|blue|violet|red|orange|brown|grey",
        r"\bTap the card\b": r"Card \d.*",
        r"“missing”": "Missing!",
    },
    "nussknacker": {
        r"\bplayer\b": rf"{PLAYERS}: \d+ cards?.*",
        r"\bnumber\b": r"(Ask for|Call it) \d",
        r"\bcards\b": r"Card \d",
        r"\bpush them over\b": r"Push over.*",
        r"\bcall the hidden\b|\bCall it\b": "Call it",
        r"\bpass\b": "Don't call",
        r"\bsay no\b": "Say no",
    },
    "plan": {
        r"\bcard\b|\banother\b": r"[A-Z][^.]*\. .*",
        r"\b[Pp]lay\b": r"Play card \d+",
        r"\b[Gg]ive\b": r"Give card \d+",
        r"\b[Pp]ass\b": r"Pass card \d+",
    },
    "qarre": {
        r"\bcard\b": rf"(Discard )?{CARD_OF}",
        r"\bpile\b": r"Field \d: .*",
        r"\breserve\b": r"Reserve .*",
        r"\bunused\b": "Don't use it",
        r"\bend your turn\b": "End turn",
    },
    "raufer": {
        r"\bcard\b": r"Floor \d+.*",
        r"\bup or down\b": r"\d+ and (up|down)!",
        r"\bcan't obey\b": "I can't obey",
    },
    "schlauraff": {
        r"\bdie\b|\bdice\b": r"Die showing \d.*",
        r"\bchip\b": r"Chip \d: .*",
        r"\breroll\b": "Reroll",
        r"\bstop\b": "Stop",
        r"\bTake the yellow chip\b": "Take it with the 1",
        r"\bnone\b": "Move nothing down",
    },
    "schollenschubser": {
        r"\bfloe\b": FLOE,
        r"\bfree space\b": r"A\d, open water",
        r"\bexplorers?\b": r".*\bAda \d.*",
        r"\bwhere\b": rf"{FLOE}|Bank.*|Icebreaker.*",
        r"\bHow large\b": r"Floe for \d",
        r"\bdrift or melt\b": "Let it drift|Melt it",
        r"\bdrift, or\b": "Let it drift",
        r"\b[Ww]ho falls\b": rf"(Melt: )?{PLAYERS}.*",
        r"\bmelt nothing\b": "Melt nothing",
        r"\bend your turn\b": "End turn",
    },
}


def named(game: str, said: str, offered: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """List the things that a sentence names, among those that can be pressed; what is to be done then comes later."""
    now, _, then = ASIDE.sub("", said).partition(", then ")
    first = things(game, now, offered)
    return first + things(game, then, offered) if any(offer["chosen"] for offer in first) else first


def things(game: str, words: str, offered: list[dict[str, Any]]) -> list[dict[str, Any]]:
    kinds = [thing for noun, thing in NAMED[game].items() if re.search(noun, words)]
    return [offer for offer in offered if any(re.fullmatch(kind, offer["label"], re.DOTALL) for kind in kinds)]
