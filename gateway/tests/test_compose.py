"""compose.yaml is true: Compose itself takes it where there is one, and what it names exists here."""

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from gateway import settings

ROOT = Path(__file__).resolve().parents[2]
COMPOSE = ROOT / "compose.yaml"
DOCKERFILE = ROOT / "gateway" / "deploy" / "Dockerfile"
PASSWORD = {"DATABASE_ROOT_PASSWORD": "secret"}


def services() -> dict[str, dict[str, Any]]:
    return yaml.safe_load(COMPOSE.read_text(encoding="utf-8"))["services"]


def compose_command() -> list[str] | None:
    """Compose of version 2, as a plugin or on its own."""
    for command in (["docker", "compose"], ["docker-compose"]):
        if shutil.which(command[0]):
            asked = subprocess.run([*command, "version", "--short"], capture_output=True, text=True, check=False)
            if asked.returncode == 0 and asked.stdout.strip().lstrip("v").startswith(("2.", "5.")):
                return command
    return None


def test_compose_takes_it() -> None:
    command = compose_command()
    if command is None:
        pytest.skip("Docker Compose 2 is not installed; compose.yaml is checked by its structure alone")
    config = [*command, "-f", str(COMPOSE), "config", "--quiet"]
    done = subprocess.run(config, env=os.environ | PASSWORD, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    bare = {name: value for name, value in os.environ.items() if name not in PASSWORD}
    assert subprocess.run(config, env=bare, capture_output=True, check=False).returncode != 0


def test_every_setting_it_gives_is_one() -> None:
    for service in services().values():
        given = {name: value for name, value in service.get("environment", {}).items() if name.startswith("GATEWAY_")}
        filled = {name: re.sub(r"\$\{\w+:-(.*?)\}", r"\1", value) for name, value in given.items()}
        settings.load(None, filled)


def test_services_wait_for_services_that_exist() -> None:
    known = services()
    for name, service in known.items():
        waited = service.get("depends_on", {})
        assert set(waited) <= set(known), name
        for other, how in waited.items():
            ready = "healthcheck" in known[other] or known[other].get("image") == "fishi-gateway"
            assert how["condition"] != "service_healthy" or ready, f"{other} cannot become healthy"


def test_what_it_mounts_and_builds_is_here() -> None:
    for service in services().values():
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            if source.startswith("./gateway"):
                assert (ROOT / source).is_file()
        if "build" in service:
            assert (ROOT / service["build"]["dockerfile"]).is_file()


def test_every_file_the_image_takes_is_here_and_reaches_the_build() -> None:
    let_in = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    for line in re.findall(r"^COPY (?!--from)(.+)$", DOCKERFILE.read_text(encoding="utf-8"), re.MULTILINE):
        for source in line.split()[:-1]:
            assert (ROOT / source).exists(), source
            assert source in let_in, f"{source} is kept out by .dockerignore"


def test_the_proxy_is_believed_where_it_stands() -> None:
    network = yaml.safe_load(COMPOSE.read_text(encoding="utf-8"))["networks"]["default"]["ipam"]["config"][0]["subnet"]
    assert services()["gateway"]["environment"]["GATEWAY_SERVER_TRUSTED_PROXIES"] == network
