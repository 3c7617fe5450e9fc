"""Settings: precedence of their sources, and messages about invalid ones."""

import os
import re
import stat
import sys
from collections.abc import Mapping
from multiprocessing import get_context
from pathlib import Path

import pytest

from carreau.server import wire
from carreau.server.keys import prepare
from carreau.server.settings import Key, Settings, SettingsError, data_folder, describe, read_settings
from tests.documents import blocks

HOSTING = Path(__file__).parent.parent.parent / "docs" / "hosting.md"
NOTHING: Mapping[str, str] = {}


def with_file(folder: Path, text: str, environment: Mapping[str, str] = NOTHING, **overrides: object) -> Settings:
    (folder / "carreau.toml").write_text(text, encoding="utf-8")
    return read_settings(overrides, environment, folder)


def complaint(folder: Path, text: str = "", environment: Mapping[str, str] = NOTHING, **overrides: object) -> str:
    with pytest.raises(SettingsError) as refusal:
        with_file(folder, text, environment, **overrides)
    return str(refusal.value).replace(f"{folder}{os.sep}", "")


def test_without_a_word_it_can_be_started(tmp_path: Path) -> None:
    settings = read_settings({}, {"HOME": "/home/ada"}, tmp_path)
    assert (settings.host, settings.port, settings.message_bytes) == ("0.0.0.0", 8000, 16384)  # noqa: S104
    assert settings.database == data_folder(sys.platform, {"HOME": "/home/ada"}) / "carreau.db"
    assert settings.bots >= 1
    assert not settings.secure


def test_the_command_line_counts_before_the_environment_before_the_file(tmp_path: Path) -> None:
    text = "port = 1\nbots = 1\nidle_days = 1"
    settings = with_file(tmp_path, text, {"CARREAU_PORT": "2", "CARREAU_BOTS": "2"}, port=3, bots=None)
    assert (settings.port, settings.bots, settings.idle_days) == (3, 2, 1)


def test_texts_are_read_as_what_they_mean(tmp_path: Path) -> None:
    environment = {
        "CARREAU_TRUSTED_ORIGINS": "https://a.example, http://b.example:81",
        "CARREAU_LOG_ADDRESSES": "true",
        "CARREAU_PUBLIC_URL": "https://play.example.org",
        "CARREAU_TRUSTED_PROXIES": "",
    }
    settings = read_settings({"database": Path("some.db")}, environment, tmp_path)
    assert settings.trusted_origins == ("https://a.example", "http://b.example:81")
    assert settings.trusted_proxies == ()
    assert settings.log_addresses
    assert settings.secure
    assert settings.database == Path("some.db")


def test_a_named_file_is_read_instead(tmp_path: Path) -> None:
    (tmp_path / "other.toml").write_text("port = 7")
    assert with_file(tmp_path, "port = 1", {"CARREAU_CONFIG": str(tmp_path / "other.toml")}).port == 7
    missing = complaint(tmp_path, "", {"CARREAU_CONFIG": "missing.toml"})
    assert missing == "missing.toml can't be read: No such file or directory"


def test_a_wrong_value_in_the_file_is_shown_with_its_line(tmp_path: Path) -> None:
    said = complaint(tmp_path, "# a comment\nbots = 1\n  port = 99999\n")
    assert said == "carreau.toml, line 3: port is 99999; it must be a whole number from 0 to 65535"
    assert complaint(tmp_path, 'port = "80"').startswith("carreau.toml, line 1: port is '80'; it must be a whole")
    assert complaint(tmp_path, "trusted_origins = 'https://a.example'").endswith(
        "origins like https://club.example.org"
    )
    assert "line 2" in complaint(tmp_path, "port = 1\nbots 2")
    assert "isn't TOML" in complaint(tmp_path, "port: 1")


@pytest.mark.parametrize(
    ("variable", "value", "right"),
    [
        ("CARREAU_PORT", "http", "a whole number from 0 to 65535"),
        ("CARREAU_PORT", "tcp://10.0.0.1:80", "a whole number from 0 to 65535"),
        ("CARREAU_BOTS", "0", "a whole number from 1 to 256"),
        ("CARREAU_LOG_FORMAT", "xml", "text or json"),
        ("CARREAU_LOG_LEVEL", "loud", "debug, info, warning or error"),
        ("CARREAU_LOG_ADDRESSES", "perhaps", "true or false"),
        ("CARREAU_DATABASE", "", "a file, not a folder, or like postgresql://user@host/name"),
        ("CARREAU_DATABASE", ".", "a file, not a folder, or like postgresql://user@host/name"),
        ("CARREAU_DATABASE", "/", "a file, not a folder, or like postgresql://user@host/name"),
        ("CARREAU_PUBLIC_URL", "play.example.org", "like https://play.example.org, without a path"),
        ("CARREAU_PUBLIC_URL", "https://play.example.org/", "like https://play.example.org, without a path"),
        ("CARREAU_PUBLIC_URL", "https://play.example.org\n", "like https://play.example.org, without a path"),
        ("CARREAU_PUBLIC_URL", "https://a.example:99999", "like https://play.example.org, without a path"),
        ("CARREAU_PUBLIC_URL", "https://:80", "like https://play.example.org, without a path"),
        ("CARREAU_TRUSTED_ORIGINS", "https://a.example,*", "a list of origins like https://club.example.org"),
        ("CARREAU_TRUSTED_ORIGINS", "https://a:b:c", "a list of origins like https://club.example.org"),
        ("CARREAU_TRUSTED_PROXIES", "10.0.0.300", "a list of addresses or networks like 10.0.0.0/8"),
        ("CARREAU_TRUSTED_PROXIES", "::1, our proxy", "a list of addresses or networks like 10.0.0.0/8"),
        ("CARREAU_TRUSTED_PROXIES", "10.0.0.1/8", "a list of addresses or networks like 10.0.0.0/8"),
    ],
)
def test_a_wrong_variable_is_named_with_what_would_be_right(
    tmp_path: Path, variable: str, value: str, right: str
) -> None:
    assert complaint(tmp_path, environment={variable: value}) == f"{variable} is {value!r}; it must be {right}"


def test_addresses_and_networks_of_proxies_are_right(tmp_path: Path) -> None:
    proxies = ("192.0.2.1", "2001:db8::1", "10.0.0.0/8", "2001:db8::/32")
    assert with_file(tmp_path, "", {"CARREAU_TRUSTED_PROXIES": ", ".join(proxies)}).trusted_proxies == proxies


def test_a_line_of_chat_that_is_allowed_can_be_said(tmp_path: Path) -> None:
    longest = max(length for length in range(0, 5000, 100) if allows(tmp_path, chat_length=length))
    wire.decode(wire.encode(wire.Chat(ref="x", text="x" * longest)))


def allows(folder: Path, **overrides: object) -> bool:
    try:
        read_settings(overrides, NOTHING, folder)
    except SettingsError:
        return False
    return True


def test_a_wrong_option_is_named_as_it_is_typed(tmp_path: Path) -> None:
    assert complaint(tmp_path, idle_days=0) == "--idle-days is 0; it must be a whole number from 1 to 36500"


def test_unknown_names_are_refused_with_the_nearest_known(tmp_path: Path) -> None:
    assert complaint(tmp_path, "prot = 1") == "carreau.toml, line 1: prot isn't a setting; did you mean port?"
    assert complaint(tmp_path, environment={"CARREAU_IDLE": "1"}).startswith("CARREAU_IDLE isn't a setting")
    assert complaint(tmp_path, "\n[limits]\nport = 1").startswith("carreau.toml, line 2: limits isn't a setting")
    environment = {"CARREAU_PURE": "1", "CARREAU_LANG": "de", "CARREAU_SOAK": "2", "CARREAUX": "1", "PORT": "x"}
    assert with_file(tmp_path, "", environment).port == 8000


def test_all_mistakes_are_told_at_once(tmp_path: Path) -> None:
    said = complaint(tmp_path, "port = -1\nprot = 1", {"CARREAU_BOTS": "x"}, lag_ms=-1)
    assert [re.split(" is(?:n't)? ", line)[0] for line in said.splitlines()] == [
        "carreau.toml, line 1: port",
        "carreau.toml, line 2: prot",
        "CARREAU_BOTS",
        "--lag-ms",
    ]


def test_a_key_is_never_shown(tmp_path: Path) -> None:
    secret = "hush" * 8
    settings = with_file(tmp_path, "", {"CARREAU_KEYS": f"{secret}, {secret[::-1]}"})
    assert settings.keys == (secret.encode(), secret[::-1].encode())
    assert "hush" not in f"{settings} {settings!r} {settings.keys[0]} {settings.keys!r}"
    assert "hush" not in complaint(tmp_path, environment={"CARREAU_KEYS": "hush"})
    assert "32 characters" in complaint(tmp_path, "keys = ['hush']")
    assert "hush" not in complaint(tmp_path, f"key = '{secret}'")


@pytest.mark.parametrize(
    ("platform", "environment", "folder"),
    [
        ("linux", {"HOME": "/home/ada"}, "/home/ada/.local/share/carreau"),
        ("linux", {"HOME": "/home/ada", "XDG_DATA_HOME": "/data"}, "/data/carreau"),
        ("linux", {"HOME": "/home/ada", "XDG_DATA_HOME": "not/absolute"}, "/home/ada/.local/share/carreau"),
        ("darwin", {"HOME": "/Users/ada"}, "/Users/ada/Library/Application Support/carreau"),
    ],
)
def test_data_is_kept_where_the_platform_keeps_it(platform: str, environment: dict[str, str], folder: str) -> None:
    assert data_folder(platform, environment) == Path(folder)


def test_the_first_start_makes_a_key_that_stays(tmp_path: Path) -> None:
    settings = Settings(database=tmp_path / "new" / "folder" / "some.db")
    keys = prepare(settings)
    assert len(keys) == 1
    assert len(keys[0]) == 64
    assert prepare(settings) == keys
    path = settings.database_file.with_suffix(".key")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert [found.name for found in path.parent.iterdir()] == ["some.key"]
    assert prepare(Settings(database=tmp_path / "other.db")) != keys


def test_servers_that_start_at_the_same_moment_have_the_same_key(tmp_path: Path) -> None:
    settings = [Settings(database=tmp_path / f"{number // 4}.db") for number in range(40)]
    with get_context("spawn").Pool(4) as pool:
        keys = pool.map(prepare, settings, chunksize=1)
    assert len(set(keys)) == 10
    assert all(keys[number] == keys[number // 4 * 4] for number in range(40))


def test_keys_in_the_file_can_be_added_to_and_those_given_count_before_it(tmp_path: Path) -> None:
    settings = Settings(database=tmp_path / "some.db")
    (old,) = prepare(settings)
    path = tmp_path / "some.key"
    path.write_text(f"{'n' * 32}\n{old.decode()}\n")
    assert prepare(settings) == (b"n" * 32, old)
    given = Settings(database=tmp_path / "some.db", keys=(Key(b"g" * 32),))
    assert prepare(given) == (b"g" * 32,)


def test_a_key_that_is_no_secret_is_refused(tmp_path: Path) -> None:
    settings = Settings(database=tmp_path / "some.db")
    prepare(settings)
    path = tmp_path / "some.key"
    path.chmod(0o640)
    with pytest.raises(SettingsError, match="is readable by other users: chmod 600"):
        prepare(settings)
    path.chmod(0o600)
    for text in ("", "short\n", "é" * 32):
        path.write_text(text, encoding="utf-8")
        with pytest.raises(SettingsError, match="must contain a key with at least 32 characters on each line"):
            prepare(settings)


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(SettingsError, match=r"file.*choose another --database"):
        prepare(Settings(database=tmp_path / "file" / "folder" / "some.db"))


def test_every_setting_is_described_and_documented() -> None:
    lines = HOSTING.read_text(encoding="utf-8").splitlines()
    documented = [line for line in lines if line.startswith("| `") and line.count("|") == 5]
    assert documented == [
        f"| `{each.name}` | {each.default} | {each.meaning} | {each.allowed} |" for each in describe()
    ]
    names = {each.name: each for each in describe()}
    assert set(names) == set(Settings.__struct_fields__)
    assert (names["idle_days"].variable, names["idle_days"].option) == ("CARREAU_IDLE_DAYS", "--idle-days")


def test_the_settings_shown_in_the_documentation_are_right(tmp_path: Path) -> None:
    shown = next(block.code for block in blocks("docs/hosting.md") if block.title == "carreau.toml")
    assert with_file(tmp_path, shown).secure
