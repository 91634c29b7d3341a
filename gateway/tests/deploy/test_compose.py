"""compose.yaml is true: Compose itself takes it where there is one, and what it names exists here."""

import re
import shutil
import subprocess
import sys
from ipaddress import ip_address, ip_network
from typing import Any

import jsonschema_rs
import msgspec
import pytest
import yaml

from gateway.config import settings
from gateway.tests.support.paths import ROOT

COMPOSE = ROOT / "compose.yaml"
CADDYFILE = ROOT / "gateway" / "deploy" / "Caddyfile"
DOCKERFILE = ROOT / "gateway" / "deploy" / "Dockerfile"
SCHEMA = ROOT / "node_modules" / "dclint" / "schemas" / "compose.schema.json"
GATEWAYS = ("gateway-a", "gateway-b")


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


def test_compose_takes_it(capsys: pytest.CaptureFixture[str]) -> None:
    """Compose's own word where there is one, else the published schema's."""
    command = compose_command()
    with capsys.disabled():
        sys.stdout.write(f"compose.yaml is checked by {'Compose' if command else 'the compose-spec schema'}\n")
    if command:
        config = [*command, "-f", str(COMPOSE), "config", "--quiet"]
        done = subprocess.run(config, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
    else:
        assert faults(COMPOSE.read_text(encoding="utf-8")) == []


def test_the_schema_sees_what_is_wrong() -> None:
    text = COMPOSE.read_text(encoding="utf-8")
    for right, wrong in (("read_only: true", "read_onlyy: true"), ("read_only: true", "read_only: 17")):
        assert right in text
        assert faults(text.replace(right, wrong, 1)), wrong


def faults(text: str) -> list[str]:
    """What the compose-spec schema, as dclint brings it along, finds; anchors are merged before."""
    schema = msgspec.json.decode(SCHEMA.read_bytes())
    found = jsonschema_rs.validator_for(schema).iter_errors(yaml.safe_load(text))
    return [f"{error.instance_path}: {error.message}" for error in found]


def test_every_container_is_contained() -> None:
    """None writes into its image, gains a right or takes the machine; only the proxy can be reached from outside."""
    for name, service in services().items():
        assert service["read_only"], name
        assert service["cap_drop"] == ["ALL"], name
        assert "no-new-privileges:true" in service["security_opt"], name
        assert ("ports" in service) == (name == "proxy"), name
        if name != "install":
            assert service["deploy"]["resources"]["limits"].keys() == {"cpus", "memory"}, name
            assert service["pids_limit"], name
    assert re.search(r"^USER (?!root)", DOCKERFILE.read_text(encoding="utf-8"), re.MULTILINE)


def test_secrets_come_as_files_alone() -> None:
    text = COMPOSE.read_text(encoding="utf-8")
    named = set(yaml.safe_load(text)["secrets"])
    for name, service in services().items():
        assert set(service.get("secrets", [])) <= named, name
    assert not re.search(r"(PASSWORD|SECRET|TOKEN)\w*: (?!/run/secrets/)", text)
    assert "/secrets/" in (ROOT / ".gitignore").read_text().splitlines()


def test_a_gateway_has_the_time_that_it_takes_to_stop() -> None:
    for name in GATEWAYS:
        service = services()[name]
        given = {key: value for key, value in service["environment"].items() if key.startswith("GATEWAY_SERVER_D")}
        server = settings.load(None, given).server
        assert int(service["stop_grace_period"].rstrip("s")) > server.drain_seconds + server.shutdown_seconds


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


def test_gateways_trust_the_address_of_the_proxy_alone() -> None:
    (network,) = yaml.safe_load(COMPOSE.read_text(encoding="utf-8"))["networks"]["default"]["ipam"]["config"]
    proxy = services()["proxy"]
    address = proxy["networks"]["default"]["ipv4_address"]
    assert ip_address(address) in ip_network(network["subnet"])
    assert ip_address(address) not in ip_network(network["ip_range"])
    for name, variable in zip(GATEWAYS, ("INSTANCE_A", "INSTANCE_B"), strict=True):
        assert services()[name]["environment"]["GATEWAY_SERVER_TRUSTED_PROXIES"] == address
        assert proxy["environment"][variable] == f"{name}:8000"
        assert f"{{${variable}:" in CADDYFILE.read_text(encoding="utf-8")
