"""The command `carreau`. Each subcommand reads its arguments here and does its work in its own module."""

import secrets
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from carreau.cli.admin import admin
from carreau.cli.help import app, command
from carreau.cli.streams import bear_all_characters, shown, write_all, write_no_more
from carreau.core.errors import CarreauError

if TYPE_CHECKING:
    from rich.console import Console

Language = Annotated[
    str, typer.Option("--lang", metavar="CODE", envvar="CARREAU_LANG", help="Language: en, de, nl, fr or it.")
]
GameName = Annotated[str, typer.Argument(help="Name of a game; `carreau games` lists them.")]
Settings = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the game; may be repeated."),
]
Seats = Annotated[int | None, typer.Option(metavar="N", help="Number of players; default: the fewest.")]
OnCluster = Annotated[str | None, typer.Option(metavar="ADDRESS", help="Play on a Dask cluster.")]


def screen(**settings: Any) -> "Console":
    """Return the terminal; load the drawing library only when it is needed."""
    from rich.console import Console

    return Console(**settings)


def options_from(settings: list[str] | None) -> dict[str, str]:
    """Read name=value pairs from the command line."""
    pairs = [setting.partition("=") for setting in settings or []]
    for name, equals, value in pairs:
        if not name or not equals or not value:
            raise CarreauError(f"--option takes name=value, not {name}{equals}{value}")
    return {name: value for name, _, value in pairs}


def version(wanted: bool) -> None:
    if wanted:
        from carreau import __version__
        from carreau.cli.bench import build

        screen().print(f"carreau {__version__} ({build()})", highlight=False)
        raise typer.Exit


app.add_typer(admin, name="admin")


@app.callback()
def main(
    show: Annotated[bool, typer.Option("--version", callback=version, is_eager=True, help="Show the version.")] = False,
) -> None:
    """Small tabletop games to play, study and design."""


@command()
def games(
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, with options and sizes.")] = False,
    lang: Language = "en",
) -> None:
    """List the games."""
    from carreau.cli.rules import games_as_json, print_games

    if as_json:
        sys.stdout.write(games_as_json() + "\n")
    else:
        print_games(screen(), lang)


@command()
def rules(
    game: GameName,
    clause: Annotated[str | None, typer.Argument(help="One clause, e.g. caro.7 or 7.")] = None,
    lang: Language = "en",
) -> None:
    """Show the rules of a game, or one clause."""
    from carreau.cli.rules import print_rules

    print_rules(screen(), game, clause, lang)


@command()
def play(
    game: Annotated[str | None, typer.Argument(help="The game; asks if missing.")] = None,
    seat: Annotated[
        list[str] | None,
        typer.Option(metavar="WHO", help="Players by seat: human, human:NAME, bot:1 to bot:5, random."),
    ] = None,
    option: Settings = None,
    seed: Annotated[
        int | None, typer.Option(min=0, metavar="N", help="Determines dice and cards; random by default.")
    ] = None,
    resume: Annotated[Path | None, typer.Option(metavar="FILE", help="Resume a saved game.")] = None,
    lang: Language = "en",
) -> None:
    """Play in the terminal, alone or with others at the same screen."""
    from carreau.cli.seating import choose_game, new_table, resumed_table

    console = screen()
    number = secrets.randbits(31) if seed is None else seed
    if resume:
        table = resumed_table(console, resume, seat or [], number, lang)
    else:
        name = game or choose_game(console, lang)
        table = new_table(console, name, seat or [], options_from(option), number, lang)
    table.run()


@command()
def replay(
    record: Annotated[Path, typer.Argument(help="A saved game.")],
    step: Annotated[bool, typer.Option("--step", help="Draw the board after every move.")] = False,
    seat: Annotated[int, typer.Option(help="Point of view; -1 is a spectator.")] = -1,
    lang: Language = "en",
) -> None:
    """Replay a recorded game."""
    from carreau.cli.replay import open_record
    from carreau.cli.replay import replay as show

    opened = open_record(record)
    if not -1 <= seat < opened.game.seats:
        raise CarreauError(f"--seat {seat} is not in -1..{opened.game.seats - 1}")
    show(screen(), opened, seat, step, lang)


@command()
def analyse(
    study: Annotated[str, typer.Argument(help="A record or study, a link in quotes, or a game's name.")],
    at: Annotated[
        int | None, typer.Option(min=0, metavar="N", help="Number of a position; default: the main line's end.")
    ] = None,
    play: Annotated[
        list[str] | None, typer.Option(metavar="MOVE", help="Play a move as records write it; '*' draws.")
    ] = None,
    name: Annotated[str | None, typer.Option(help="Name the position.")] = None,
    note: Annotated[str | None, typer.Option(help="Write a note.")] = None,
    promote: Annotated[bool, typer.Option("--promote", help="Make it the main line.")] = False,
    delete: Annotated[bool, typer.Option("--delete", help="Delete it with all that follows.")] = False,
    engine: Annotated[
        int, typer.Option(min=0, max=1_000_000, metavar="N", help="Simulations to find the best moves; 0: none.")
    ] = 800,
    seat: Annotated[int, typer.Option(help="Point of view; -1 is a spectator.")] = -1,
    seed: Annotated[int, typer.Option(min=0, metavar="N", help="Determines what is drawn.")] = 1,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="Save the study.")] = None,
    link: Annotated[bool, typer.Option("--link", help="Print only the part of a link after /analysis/GAME#.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False,
    lang: Language = "en",
) -> None:
    """Analyse a game: variations, and the best moves of a position."""
    from carreau.cli import analyse as analysis
    from carreau.study.link import write_link

    tree = analysis.study_in(study)
    if not -1 <= seat < tree.game.seats:
        raise CarreauError(f"--seat {seat} is not in -1..{tree.game.seats - 1}")
    wishes = analysis.Wishes(at, play or [], name, note, promote, delete, engine, seed)
    node = analysis.changed(tree, wishes)
    if save:
        analysis.save(tree, save)
    if link:
        sys.stdout.write(write_link(tree) + "\n")
        return
    found = analysis.candidates(tree, node, engine) if engine else {}
    if as_json:
        sys.stdout.write(analysis.as_json(tree, node, found, seat) + "\n")
    else:
        analysis.print_study(screen(), tree, node, found, seat, lang)


@command()
def verify(
    record: Annotated[Path, typer.Argument(help="A saved game.")],
    commitment: Annotated[str | None, typer.Option(metavar="HEX", help="The commitment you saw first.")] = None,
    seal: Annotated[str | None, typer.Option(metavar="HEX", help="The seal you saw at the start.")] = None,
    share: Annotated[str | None, typer.Option(metavar="[SEAT:]HEX", help="The share you added, and your seat.")] = None,
) -> None:
    """Verify all dice and cards of a recorded game."""
    from carreau.cli.verify import run_verify

    if not run_verify(screen(), record, commitment, seal, share):
        raise typer.Exit(1)


@command()
def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on; 127.0.0.1: this machine only.")] = None,
    port: Annotated[int | None, typer.Option(help="Port; 0: any free port.")] = None,
    database: Annotated[
        str | None, typer.Option(metavar="FILE|URL", help="Database of tables and guests; postgresql://… as well.")
    ] = None,
    bots: Annotated[int | None, typer.Option(help="Number of bot processes.")] = None,
    bots_cluster: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Dask cluster whose workers play the bots.")
    ] = None,
    public_url: Annotated[str | None, typer.Option(metavar="URL", help="Public address behind a proxy.")] = None,
    peers_address: Annotated[
        str | None,
        typer.Option(metavar="HOST:PORT", help="Where other servers on a PostgreSQL database reach this one."),
    ] = None,
) -> None:
    """Start a server, so you and your friends can play in the browser."""
    from carreau.cli.serve import run_server

    given = {
        "host": host,
        "port": port,
        "database": database,
        "bots": bots,
        "bots_cluster": bots_cluster,
        "public_url": public_url,
        "peers_address": peers_address,
    }
    run_server(screen(), {name: value for name, value in given.items() if value is not None})


@command()
def bots_worker(
    address: Annotated[str, typer.Argument(help="Scheduler of the cluster, like tcp://10.0.0.9:8786.")],
    processes: Annotated[int | None, typer.Option(min=1, max=256, help="Default: one per core.")] = None,
) -> None:
    """Play the bots of servers, or games of `lab` and `arena`, as part of a Dask cluster."""
    import os

    from carreau.cli.bots_worker import run_bots_worker

    run_bots_worker(screen(), address, processes or os.cpu_count() or 1)


@command()
def backup(
    file: Annotated[Path, typer.Argument(help="Output file; must not exist.")],
    database: Annotated[str | None, typer.Option(metavar="FILE", help="Database; default: the server's.")] = None,
) -> None:
    """Copy a server's database while it runs."""
    import os
    import shlex

    from carreau.server.database import copy_database
    from carreau.server.settings import PostgresUrl, read_settings

    overrides = {} if database is None else {"database": database}
    original = read_settings(overrides, os.environ, Path.cwd()).database
    if isinstance(original, PostgresUrl):
        raise CarreauError(
            "PostgreSQL's own tools copy its databases, while the server runs: pg_dump --format=custom"
            f" --file={shlex.quote(str(file))} URL, and later pg_restore (docs/hosting.md)"
        )
    copy_database(original, file)
    screen().print(f"copied to {file}", highlight=False, markup=False, soft_wrap=True)


@command()
def migrate_store(
    source: Annotated[str, typer.Argument(metavar="FROM", help="Database to copy: a file or postgresql://…")],
    target: Annotated[str, typer.Argument(metavar="TO", help="Empty database: a new file or postgresql://…")],
) -> None:
    """Copy a stopped server's database to another kind of database."""
    from carreau.cli.migrate_store import run_migrate_store

    run_migrate_store(screen(), source, target)


@command()
def perft(
    game: GameName,
    seats: Seats = None,
    depth: Annotated[int, typer.Option(min=1, max=12, help="Maximum length of a sequence.")] = 3,
    option: Settings = None,
) -> None:
    """Count all sequences of actions from the start."""
    from carreau.core.playout import perft as count
    from carreau.games.catalogue import game as make

    start = make(game, seats, options_from(option)).start()
    for plies in range(1, depth + 1):
        screen().print(f"{plies:>3} {count(start, plies):>16,}", highlight=False)


@command()
def clauses(
    check: Annotated[bool, typer.Option("--check", help="Fail if a clause has no test or a test names none.")] = False,
    tests: Annotated[Path, typer.Option(help="Folder with the tests.")] = Path("tests"),
) -> None:
    """Show the tests that prove each clause and ruling."""
    from carreau.cli.clauses import known_clauses, print_clauses, problems, tests_by_clause

    found = tests_by_clause(tests)
    if not check:
        print_clauses(screen(), found)
        return
    wrong = problems(found)
    if wrong:
        raise CarreauError("\n".join(wrong))
    screen().print(f"{len(known_clauses())} clauses and rulings, all proved by tests", highlight=False)


@command()
def new(
    name: Annotated[str, typer.Argument(help="Letters a to z, for the folder and the class.")],
    seats: Annotated[str, typer.Option(metavar="N-N", help="Number of players.")] = "2-4",
) -> None:
    """Create a small complete game for you to change."""
    from carreau.cli.new import run_new

    run_new(screen(), name, seats)


@command()
def bench(
    game: Annotated[list[str] | None, typer.Argument(help="Games to measure; default: all.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False,
    this_build: Annotated[bool, typer.Option("--this-build", help="Measure only the running build.")] = False,
    seconds: Annotated[float, typer.Option(min=0.01, max=60, help="Seconds per figure.")] = 0.5,
) -> None:
    """Measure speed and memory, and compare with OpenSpiel if installed."""
    from carreau.cli.bench import run_bench

    run_bench(screen(), game or [], as_json, this_build, seconds)


@command()
def arena(
    game: GameName,
    bot: Annotated[list[str], typer.Option("--bot", metavar="LEVEL", help="1 to 5, or random; at least two.")],
    games: Annotated[int, typer.Option(min=1, help="Number of games, rounded up to complete rounds.")] = 100,
    seats: Seats = None,
    option: Settings = None,
    jobs: Annotated[int, typer.Option(min=1, max=64, help="Processes.")] = 1,
    cluster: OnCluster = None,
    seconds: Annotated[float | None, typer.Option(min=0.001, help="Per move; default: by level.")] = None,
    simulations: Annotated[int | None, typer.Option(min=1, help="Maximum per move.")] = None,
    seed: Annotated[int, typer.Option(help="Seed of dice, cards and bots.")] = 1,
    file: Annotated[Path | None, typer.Option(help="Results file; a stopped run resumes from it.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False,
) -> None:
    """Let bots play each other and measure their strength."""
    from carreau.bots.contest import Contest
    from carreau.bots.playing import players
    from carreau.cli.arena import run_arena

    if len(bot) < 2:
        raise CarreauError("an arena needs at least two bots, e.g. --bot 5 --bot 3")
    contest = Contest(game, seats, options_from(option), bot, seed, seconds, simulations)
    run_arena(screen(), contest, games, players(jobs, cluster), file, as_json)


@command()
def lab(
    game: Annotated[str | None, typer.Argument(help="The game to study.")] = None,
    seats: Annotated[str, typer.Option(metavar="N,N", help="Numbers of players; default: all.")] = "",
    bots: Annotated[str, typer.Option(metavar="LEVEL,LEVEL", help="Levels to compare.")] = "1,2,3",
    games: Annotated[int, typer.Option(min=2, help="Games per question, rounded up to complete rounds.")] = 1000,
    rulings: Annotated[str, typer.Option(metavar="NAMES", help="Options to compare: all, none or names.")] = "all",
    weakest: Annotated[bool, typer.Option(help="Study the seat after the weakest player.")] = True,
    simulations: Annotated[int, typer.Option(min=1, help="Maximum per move, for all levels.")] = 600,
    seed: Annotated[int, typer.Option(help="Seed of dice, cards and bots.")] = 1,
    jobs: Annotated[int, typer.Option(min=1, max=64, help="Processes.")] = 1,
    cluster: OnCluster = None,
    out: Annotated[Path, typer.Option(metavar="FOLDER", help="Folder for reports and results.")] = Path("lab"),
    compare: Annotated[Path | None, typer.Option(metavar="FOLDER", help="Compare the reports in a folder.")] = None,
) -> None:
    """Study a game: report on fairness, length, luck, skill and rulings."""
    from carreau.bots.playing import players
    from carreau.cli.lab import numbers, run_comparison, run_lab
    from carreau.lab.study import Study

    if compare:
        run_comparison(screen(), compare)
        return
    if not game:
        raise CarreauError("name a game to study, or use --compare FOLDER; `carreau games` lists the games")
    study = Study(game, numbers("--seats", seats), bots.split(","), games, rulings, weakest, seed, simulations)
    run_lab(screen(), study, players(jobs, cluster), out)


def run() -> None:
    """Run the program; print errors that users can cause in one line, with exit code 2."""
    bear_all_characters()
    try:
        run_and_write_all()
    except CarreauError as error:
        tell(str(error))
        sys.exit(2)
    except BrokenPipeError:  # the reader has seen enough
        write_no_more()
        sys.exit(1)
    except OSError as error:
        write_no_more()
        tell(in_words(error))
        sys.exit(2)


def run_and_write_all() -> None:
    try:
        app()
    finally:
        write_all()


def tell(error: str) -> None:
    screen(stderr=True).print(shown(error), style="red", highlight=False, markup=False)


def in_words(error: OSError) -> str:
    what = f"can't read or write {error.filename}" if error.filename else "can't continue"
    return f"{what}: {error.strerror or error}"
