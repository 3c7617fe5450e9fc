"""The files in `deploy/` name only what exists: settings, endpoints, ports, metrics, files, and each other."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import httpx
import msgspec.yaml
import pytest

from carreau.server.settings import PostgresUrl, read_settings
from tests.server.running import Running

ROOT: Final = Path(__file__).parents[2]
DEPLOY: Final = ROOT / "deploy"
GIVEN: Final = {"POSTGRES_PASSWORD": "secret", "CARREAU_KEYS": "k" * 32}
VARIABLE: Final = re.compile(r"\$\{(\w+)(?::-([^}]*)|:\?[^}]*)?\}")
STOPPING: Final = 30  # seconds that the service in docs/hosting.md has to stop

Yaml = dict[str, Any]


def loaded(name: str) -> list[Yaml]:
    text = (DEPLOY / name).read_text(encoding="utf-8")
    return [msgspec.yaml.decode(each, type=Yaml) for each in text.split("\n---\n")]


def filled(text: str) -> str:
    """Fill in the variables that the file says to set, or their defaults."""
    return VARIABLE.sub(lambda found: GIVEN.get(found[1]) or found[2], text)


@pytest.fixture(scope="module")
def services() -> Yaml:
    [compose] = loaded("compose.yaml")
    found: Yaml = compose["services"]
    return found


@pytest.fixture(scope="module")
def objects() -> dict[str, Yaml]:
    """Return the objects of the Kubernetes manifest by kind."""
    return {each["kind"]: each for each in loaded("kubernetes.yaml")}


@pytest.fixture(scope="module")
def pod(objects: dict[str, Yaml]) -> Yaml:
    found: Yaml = objects["Deployment"]["spec"]["template"]
    return found


def exposed() -> str:
    found = re.search(r"^EXPOSE (\d+)$", (ROOT / "Containerfile").read_text(encoding="utf-8"), re.MULTILINE)
    assert found
    return found[1]


def answers(server: Running, path: str) -> bool:
    """Tell whether a path is an endpoint for operators, which answers in plain text; the rest are pages."""
    answer = httpx.get(f"{server.url}{path}")
    return answer.status_code == httpx.codes.OK and answer.headers["content-type"].startswith("text/plain")


def metrics(server: Running) -> set[str]:
    """Return the names of the server's metrics."""
    return set(re.findall(r"^(?:# TYPE )?(carreau_\w+)", httpx.get(f"{server.url}/metrics").text, re.MULTILINE))


def named_in(expression: str) -> list[str]:
    return re.findall(r"carreau_\w+", expression)


# Compose


def test_the_settings_of_the_composed_servers_are_allowed(services: Yaml, tmp_path: Path) -> None:
    environment = {name: filled(value) for name, value in services["server"]["environment"].items()}
    settings = read_settings({}, {**environment, "HOME": str(tmp_path)}, tmp_path)
    assert isinstance(settings.database, PostgresUrl)
    assert settings.database.dsn == "postgresql://carreau:secret@postgres/carreau"
    assert {f"POSTGRES_{each}" for each in ("USER", "DB", "PASSWORD")} == set(services["postgres"]["environment"])
    assert settings.secure
    assert str(settings.port) == exposed()
    [compose] = loaded("compose.yaml")
    assert settings.trusted_proxies == (compose["networks"]["default"]["ipam"]["config"][0]["subnet"],)


def test_the_files_and_services_that_are_named_exist(services: Yaml) -> None:
    [compose] = loaded("compose.yaml")
    for service in services.values():
        for source, *_ in (volume.split(":") for volume in service.get("volumes", [])):
            assert source in compose["volumes"] or (DEPLOY / source).is_file()
        assert set(service.get("depends_on", {})) <= set(services)
    build = services["server"]["build"]
    assert (DEPLOY / build["context"] / build["dockerfile"]).is_file()
    proxied = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    assert f"dynamic a server {exposed()} " in proxied
    assert set(re.findall(r"\{\$(\w+)\}", proxied)) <= set(services["proxy"]["environment"])


def test_the_health_check_of_the_composed_servers_works(server: Running, services: Yaml) -> None:
    kind, python, *arguments = services["server"]["healthcheck"]["test"]
    assert (kind, python) == ("CMD", "python")
    [path] = re.findall(rf"http://127\.0\.0\.1:{exposed()}(/\w+)", arguments[-1])
    assert answers(server, path)
    here = [each.replace(f":{exposed()}/", f":{server.port}/") for each in arguments]
    assert subprocess.run([sys.executable, *here], env=os.environ, check=False).returncode == 0


def test_prometheus_asks_the_servers_for_metrics_that_exist(server: Running, services: Yaml) -> None:
    [config], [rules] = loaded("prometheus.yaml"), loaded("rules.yaml")
    [scrape] = config["scrape_configs"]
    assert answers(server, scrape["metrics_path"])
    [found] = scrape["dns_sd_configs"]
    assert set(found["names"]) <= set(services)
    assert str(found["port"]) == exposed()
    mounted = {Path(volume.split(":")[1]).name for volume in services["prometheus"]["volumes"]}
    assert set(config["rule_files"]) <= mounted
    asked = set(
        re.findall(r"carreau_\w+", " ".join(each["expr"] for group in rules["groups"] for each in group["rules"]))
    )
    assert "carreau_tables" in asked
    assert asked <= metrics(server)


# Kubernetes


def test_the_settings_of_the_pods_are_allowed(pod: Yaml, tmp_path: Path) -> None:
    [container] = pod["spec"]["containers"]
    secret = {"database": "postgresql://carreau:secret@db.example.org/carreau", "keys": "k" * 32}
    environment = {"HOME": str(tmp_path), "POD_IP": "10.1.2.3"}
    for each in container["env"]:
        key = each.get("valueFrom", {}).get("secretKeyRef", {}).get("key")
        if each["name"] != "POD_IP":
            value = each.get("value") or secret[key]
            environment[each["name"]] = value.replace("$(POD_IP)", environment["POD_IP"])
    settings = read_settings({}, environment, tmp_path)
    assert settings.peers_address == f"10.1.2.3:{exposed()}"
    assert isinstance(settings.database, PostgresUrl)
    assert not pod["spec"]["enableServiceLinks"]


def test_the_probes_ask_endpoints_that_exist(server: Running, pod: Yaml) -> None:
    [container] = pod["spec"]["containers"]
    [port] = container["ports"]
    assert str(port["containerPort"]) == exposed()
    for probe in ("startupProbe", "livenessProbe", "readinessProbe"):
        asked = container[probe]["httpGet"]
        assert asked["port"] == port["name"]
        assert answers(server, asked["path"])
    notes = pod["metadata"]["annotations"]
    assert notes["prometheus.io/port"] == exposed()
    assert answers(server, notes["prometheus.io/path"])


def test_a_pod_has_time_to_hand_its_tables_over(pod: Yaml) -> None:
    [container] = pod["spec"]["containers"]
    waits = container["lifecycle"]["preStop"]["sleep"]["seconds"]
    assert pod["spec"]["terminationGracePeriodSeconds"] >= waits + STOPPING


def test_the_objects_find_each_other(objects: dict[str, Yaml], pod: Yaml) -> None:
    labels = pod["metadata"]["labels"]
    service, [port] = objects["Service"], pod["spec"]["containers"][0]["ports"]
    assert objects["Deployment"]["spec"]["selector"]["matchLabels"] == labels
    assert objects["PodDisruptionBudget"]["spec"]["selector"]["matchLabels"] == labels
    assert service["spec"]["selector"] == labels
    [served] = service["spec"]["ports"]
    assert served["targetPort"] == port["name"]
    [rule] = objects["Ingress"]["spec"]["rules"]
    [path] = rule["http"]["paths"]
    assert path["backend"]["service"] == {"name": service["metadata"]["name"], "port": {"name": served["name"]}}
