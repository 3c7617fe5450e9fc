"""The page that verifies records from the disk, without a server: the same verdicts as `carreau verify`."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from carreau.core.record import Record
from carreau.games.catalogue import game
from carreau.table.fairness import Dice
from tests.command import carreau
from tests.table.fair import dice_for, fair_record, share_for
from tests.verifying import DATA, FAIR, OPEN, in_order, of, swapped, tampered
from tests.web.conftest import Arrive

ROOT: Final = Path(__file__).parent.parent.parent
PAGE: Final = ROOT / "web" / "public" / "assets" / "verify.html"
VERDICTS: Final = {0: "fair", 1: "wrong", 2: "unreadable"}
GROUND: Final = dice_for(2)
CHOSEN: Final = Dice(GROUND.match, GROUND.secret, (share_for(9), GROUND.shares[1]), GROUND.sealing)
PARTLY: Final = ("with the clock of a race", "of the first scheme", "from before the pledges", "without numbers")
WITHOUT: Final = [key for key in FAIR.dice if key != "share 0"]

RECORDS: Final[dict[str, Callable[[], str]]] = {
    "fair": FAIR.write,
    "of six dice": lambda: fair_record(game("carre", 3), limit=60).write(),
    "with the clock of a race": lambda: fair_record(game("misd"), seed=3, limit=60).write(),
    "without draws": lambda: fair_record(game("caro")).write(),
    "broken off": lambda: Record(FAIR.game, FAIR.names, FAIR.moves[:50], FAIR.dice, FAIR.bots).write(),
    "of the first scheme": OPEN.write,
    "from before the pledges": lambda: (DATA / "dice-1.carreau").read_text(encoding="utf-8"),
    "without numbers": lambda: re.sub(r" \[.* of .*\]", "", FAIR.write()),
    "a changed outcome": list(tampered(FAIR))[40][1].write,
    "another secret": lambda: of(FAIR, secret="1" * 64).write(),
    "another secret of the first scheme": lambda: of(OPEN, secret="1" * 64).write(),
    "another commitment": lambda: of(FAIR, commitment="1" * 64).write(),
    "another match": lambda: of(FAIR, match="another").write(),
    "another attempt": lambda: of(FAIR, attempt="2").write(),
    "another seal": lambda: of(FAIR, seal="1" * 64).write(),
    "a swapped order": lambda: swapped(FAIR, "share 0", "pledge 1").write(),
    "a wrong reveal": lambda: fair_record(FAIR.game, dice=CHOSEN).write(),
    "a missing reveal": lambda: in_order(FAIR, WITHOUT).write(),
    "a share changed after the pledge": lambda: of(FAIR, **{"share 0": share_for(9)}).write(),
    "a bot's share that was chosen": lambda: of(FAIR, **{"share 1": share_for(9)}).write(),
    "a person called a bot": lambda: Record(FAIR.game, FAIR.names, FAIR.moves, FAIR.dice, [0, 1]).write(),
    "without dice": lambda: Record(FAIR.game, FAIR.names, FAIR.moves).write(),
    "an unknown scheme": lambda: of(FAIR, scheme="3").write(),
    "a hidden secret": lambda: in_order(FAIR, [key for key in FAIR.dice if key != "secret"]).write(),
    "cut": lambda: FAIR.write()[:-200],
    "no record": lambda: "Dear Ada",
}


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    """Yield the page as it is opened from the disk, where nothing else can be reached."""
    context = browser.new_context(offline=True)
    page = context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda message: complaints.append(message.text))
    page.goto(PAGE.as_uri())
    yield page
    context.close()
    assert complaints == []


def verdict(page: Page, file: Path) -> str:
    page.reload()
    page.get_by_label("Record").set_input_files(file)
    found = page.get_by_role("status")
    expect(found).not_to_be_empty()
    return str(found.get_attribute("data-verdict"))


@pytest.mark.parametrize("name", RECORDS)
def test_the_page_and_the_command_agree(name: str, page: Page, tmp_path: Path) -> None:
    file = tmp_path / "game.carreau"
    file.write_text(RECORDS[name](), encoding="utf-8")
    said = carreau("verify", str(file))
    expected = "partly" if name in PARTLY else VERDICTS[said.returncode]  # the page doesn't know the rules
    assert verdict(page, file) == expected, said.stdout + said.stderr
    if said.returncode == 0:
        shown = [text.partition(" ")[2] for text in page.get_by_role("listitem").all_inner_texts()]
        assert "The secret matches the commitment" in shown[0]
        assert set(said.stdout.splitlines()[:5]) <= set(shown) or "Scheme 1" in said.stdout


def test_the_page_compares_with_what_a_player_has_noted(page: Page, tmp_path: Path) -> None:
    file = tmp_path / "game.carreau"
    file.write_text(FAIR.write(), encoding="utf-8")
    assert verdict(page, file) == "fair"
    for label, key in (("Commitment", "commitment"), ("Seal", "seal"), ("Your share", "share 0")):
        page.get_by_label(label).fill(FAIR.dice[key].upper())
        expect(page.get_by_role("status")).to_have_attribute("data-verdict", "fair")
        page.get_by_label(label).fill("0" * 64)
        expect(page.get_by_role("status")).to_have_attribute("data-verdict", "wrong")
        page.get_by_label(label).fill("")


def test_the_page_speaks_the_language_of_the_browser(browser: Browser, tmp_path: Path) -> None:
    """And any other that is chosen, also for what it has found."""
    file = tmp_path / "game.carreau"
    file.write_text(FAIR.write(), encoding="utf-8")
    context = browser.new_context(locale="de-AT")
    page = context.new_page()
    page.goto(PAGE.as_uri())
    expect(page).to_have_title("Carreau: Eine Aufzeichnung prüfen")
    page.get_by_label("Aufzeichnung").set_input_files(file)
    expect(page.get_by_role("status")).to_have_text("Alles ist richtig")
    expect(page.get_by_role("listitem").first).to_contain_text("Das Geheimnis passt zum Fingerabdruck")
    page.get_by_label("Sprache").select_option("fr")
    expect(page.get_by_role("status")).to_have_text("Tout est juste")
    expect(page.get_by_role("listitem").first).to_contain_text("Le secret correspond à l'empreinte")
    assert page.locator("html").get_attribute("lang") == "fr"
    context.close()


def test_the_page_is_saved_from_the_table(arrive: Arrive, page: Page, tmp_path: Path) -> None:
    """And verifies the record of a game that was played there, with what its panel showed."""
    visitor = arrive()
    visitor.play_bot("schlauraff")
    visitor.until_due()
    visitor.page.get_by_role("tab", name="Dice").click()
    with visitor.page.expect_download() as download:
        visitor.page.get_by_role("link", name="Save a page that verifies records").click()
    assert Path(download.value.path()).read_bytes() == PAGE.read_bytes()
    noted = visitor.page.locator("aside code").all_inner_texts()[:3]
    visitor.give_up()
    record = visitor.context.request.get(f"{visitor.url}/api/tables/{visitor.page.url.rpartition('/')[2]}/record")
    file = tmp_path / "game.carreau"
    file.write_text(record.text(), encoding="utf-8")
    assert verdict(page, file) == "fair"
    for label, value in zip(("Commitment", "Seal", "Your share"), noted, strict=True):
        page.get_by_label(label).fill(value)
    expect(page.get_by_role("status")).to_have_attribute("data-verdict", "fair")
    expect(page.get_by_role("listitem").nth(2)).to_contain_text("Your share is in seat 0")
