"""Names: text that can be seen, that imitates nobody, and that isn't offensive."""

import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carreau.server.names import (
    ADJECTIVES,
    ANIMALS,
    NameRefused,
    Names,
    WordsError,
    clean_name,
    friendly_name,
    read_words,
    refuse_imitation,
)
from carreau.server.settings import Settings

NAMES = Names(40, read_words(Settings(database=Path("unused.db")).blocked_words))


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ("  Ada \t  Lovelace\n", "Ada Lovelace"),
        ("<b>Ada</b>", "<b>Ada</b>"),  # markup is kept as text: clients must escape it
        ("A\u0308rger", "Ärger"),
        ("A\u200bd\u202ea\u2066\ufeff", "Ada"),
        ("A\x00d\x1ba", "Ada"),
        ("Ada\u2028Bo\u00a0Cy", "Ada Bo Cy"),
        ("\u3164\u2800\u115f", ""),
        ("\u0301\u0301a", "a"),
        ("a \u0301 b", "a b"),
        ("Z" + "\u0335" * 20 + "o", "Z" + "\u0335" * 3 + "o"),
        ("x" * 41, "x" * 40),
        ("x" * 39 + " y", "x" * 39),
        ("名前 שם 🦦", "名前 שם 🦦"),
        ("\ud800Ada", "Ada"),
        ("Ａｄａ 𝔅𝔬", "Ada Bo"),
    ],
)
def test_names_become_text_that_can_stand_beside_others(given: str, name: str) -> None:
    assert clean_name(given, 40) == name


ODD = st.sampled_from(
    "a e  \t\n\u0301\u0335\u0308\u200b\u200d\u202e\u2066\u3164\u2800\ufe0f\u00a0\u2028\u034f가ᄀ\u1161\u0bc6\u0bbe"
)


@given(st.text(st.one_of(st.characters(), ODD), max_size=80), st.integers(1, 40))
def test_no_name_can_hide_anything(text: str, longest: int) -> None:
    name = clean_name(text, longest)
    assert clean_name(name, longest) == name
    assert unicodedata.is_normalized("NFC", name)
    assert len(name) <= longest
    assert not {unicodedata.category(letter) for letter in name} & {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
    assert name == " ".join(name.split())
    assert not name or not unicodedata.category(name[0]).startswith("M")
    name.encode()


def test_whoever_gives_no_name_gets_a_friendly_one() -> None:
    adjective, animal = friendly_name().split()
    assert adjective in ADJECTIVES.split()
    assert animal in ANIMALS.split()
    assert len({friendly_name() for _ in range(100)}) > 50
    for name in (f"{one} {other}" for one in ADJECTIVES.split() for other in ANIMALS.split()):
        assert NAMES.checked(name) == name


IMITATIONS = [
    "Onyx",
    "onyx",
    "0nyx",
    "ONYX 2",
    "Opal.",
    "Ópal",
    "J a d e",
    "Jade (3)",
    "Jade!",
    "1 · Jade",
    "|Jade|",
    "Bot",
    "Bot, level 5",
    "Вот",
    "b0t",
]


@pytest.mark.parametrize("name", [*IMITATIONS, "Admin", "Operator Ada", "m0derator", "carreau"])
def test_nobody_takes_the_name_of_a_bot_or_of_the_staff(name: str) -> None:
    with pytest.raises(NameRefused, match="looks like"):
        NAMES.checked(name)


@pytest.mark.parametrize("name", ["Аda", "Adа", "Bοb", "ΑΒC", "Ада Lovelace", "שAda", "Ꭺda"])
def test_no_name_mixes_scripts_that_look_alike(name: str) -> None:
    with pytest.raises(NameRefused, match="scripts"):
        NAMES.checked(name)


@pytest.mark.parametrize(("name", "other"), [("Сара", "Capa"), ("capa", "Сара"), ("Аса", "Aca"), ("Τοm", "Tom")])
def test_no_name_looks_like_that_of_another_player_in_another_script(name: str, other: str) -> None:
    with pytest.raises(NameRefused, match="another player"):
        refuse_imitation(name, ["Bo", other])


@pytest.mark.parametrize("name", ["Ada", "ada", "Adá", "Бо", ""])
def test_friends_may_have_the_same_name(name: str) -> None:
    refuse_imitation(name, ["Ada", "Cy"])


@pytest.mark.parametrize(
    "name",
    [
        "Ада",
        "Αθηνά",
        "שרה",
        "أحمد",
        "山田 太郎",
        "さくら Sakura",
        "김 Kim",
        "Zoë",
        "Ada 🦦",
        "Amber Otter",
        "Botho",
        "Opaline",
    ],
)
def test_names_of_all_scripts_are_welcome(name: str) -> None:
    assert NAMES.checked(name) == unicodedata.normalize("NFKC", name)


@pytest.mark.parametrize(
    "name", ["shit", "Sh1t", "$hit happens", "S H I T", "SCHEISSE", "Scheiße", "scheiße", "negro", "ｓｈｉｔ"]
)
def test_blocked_words_are_found_in_any_spelling(name: str) -> None:
    with pytest.raises(NameRefused, match="allowed"):
        NAMES.checked(name)


@pytest.mark.parametrize("name", ["Scunthorpe", "Essex", "Dickens", "Shitake"])
def test_a_blocked_word_blocks_no_longer_word(name: str) -> None:
    assert NAMES.checked(name) == name


def test_an_operator_s_own_list_replaces_the_default(tmp_path: Path) -> None:
    file = tmp_path / "words.toml"
    file.write_text('en = ["Kohlrabi"]\n', encoding="utf-8")
    names = Names(40, read_words(file))
    assert names.checked("shit") == "shit"
    with pytest.raises(NameRefused):
        names.checked("K0hlrabi")
    file.write_text("en = 3\n", encoding="utf-8")
    with pytest.raises(WordsError, match="list of words"):
        read_words(file)
    with pytest.raises(WordsError, match="can't be read"):
        read_words(tmp_path / "nothing.toml")
