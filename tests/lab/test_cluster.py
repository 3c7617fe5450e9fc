"""The same games on a cluster of two workers, one of which is killed halfway."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from carreau.bots.contest import Contest
from carreau.bots.playing import here, on_cluster
from carreau.bots.results import Rows
from carreau.core.errors import CarreauError
from carreau.lab.study import Study, play_one
from carreau.lab.summary import Provenance, summarised, write_json

distributed = pytest.importorskip("distributed")

MADE = Provenance("carreau lab", 0.0, "pure", "2026-11-16")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as local:
        yield local


def collected(played: Iterator[Rows]) -> Rows:
    return [row for rows in played for row in rows]


@pytest.mark.filterwarnings("ignore")  # a dying worker logs a lot
def test_a_killed_worker_changes_nothing(cluster: Any, tmp_path: Path) -> None:
    study = Study("raufer", [3], ["random", "1"], 30, "none", weakest=False)
    tasks = study.missing([])
    with distributed.Client(cluster.scheduler_address, set_as_default=False) as client:
        workers = client.run(os.getpid)
    played = on_cluster(cluster.scheduler_address, most=5)(play_one, tasks)
    rows = list(next(played))
    os.kill(next(iter(workers.values())), signal.SIGKILL)
    rows += collected(played)
    assert sorted((row["series"], row["index"]) for row in rows) == sorted((one.key, index) for one, index in tasks)
    write_json(summarised(study, rows, MADE), tmp_path / "there.json")
    write_json(summarised(study, collected(here(1)(play_one, tasks)), MADE), tmp_path / "here.json")
    assert (tmp_path / "there.json").read_bytes() == (tmp_path / "here.json").read_bytes()


def test_an_arena_is_played_on_the_same_workers(cluster: Any) -> None:
    contest = Contest("caro", 2, {}, ["1", "random"], 1)
    there = collected(on_cluster(cluster.scheduler_address)(contest.play, range(8)))
    assert sorted(there, key=lambda row: int(row["index"])) == [contest.play(index) for index in range(8)]


def test_workers_with_other_rules_are_refused(cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("carreau.bots.cluster.__version__", "9.9")
    contest = Contest("caro", 2, {}, ["1", "random"], 1)
    with pytest.raises(CarreauError, match=r"has carreau .* instead of 9\.9"):
        collected(on_cluster(cluster.scheduler_address)(contest.play, range(2)))


def test_no_scheduler_is_said_so() -> None:
    study = Study("raufer", [3], ["random"], 2, "none")
    with pytest.raises(CarreauError, match="no Dask scheduler answers there"):
        collected(on_cluster("nowhere")(play_one, study.missing([])))
