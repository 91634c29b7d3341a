"""compose.yaml is valid, its containers are restricted, and the files and settings that it names exist."""

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
    """Returns Compose of version 2 or later, as a plugin or on its own; None without one."""
    for command in (["docker", "compose"], ["docker-compose"]):
        if shutil.which(command[0]):
            version = subprocess.run([*command, "version", "--short"], capture_output=True, text=True, check=False)
            if version.returncode == 0 and version.stdout.strip().lstrip("v").startswith(("2.", "5.")):
                return command
    return None


def test_compose_file_is_valid(capsys: pytest.CaptureFixture[str]) -> None:
    """Checked by Compose if it is installed, else by the compose-spec schema."""
    command = compose_command()
    with capsys.disabled():
        sys.stdout.write(f"compose.yaml is checked by {'Compose' if command else 'the compose-spec schema'}\n")
    if command:
        config = [*command, "-f", str(COMPOSE), "config", "--quiet"]
        done = subprocess.run(config, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
    else:
        assert schema_errors(COMPOSE.read_text(encoding="utf-8")) == []


def test_schema_reports_wrong_keys_and_types() -> None:
    text = COMPOSE.read_text(encoding="utf-8")
    for right, wrong in (("read_only: true", "read_onlyy: true"), ("read_only: true", "read_only: 17")):
        assert right in text
        assert schema_errors(text.replace(right, wrong, 1)), wrong


def schema_errors(text: str) -> list[str]:
    """Returns the errors by the compose-spec schema that dclint contains."""
    schema = msgspec.json.decode(SCHEMA.read_bytes())
    errors = jsonschema_rs.validator_for(schema).iter_errors(yaml.safe_load(text))
    return [f"{error.instance_path}: {error.message}" for error in errors]


def test_containers_are_restricted() -> None:
    """No container writes into its image, gains a right or uses all resources; only the proxy has public ports."""
    for name, service in services().items():
        assert service["read_only"], name
        assert service["cap_drop"] == ["ALL"], name
        assert "no-new-privileges:true" in service["security_opt"], name
        assert ("ports" in service) == (name == "proxy"), name
        if name != "install":
            assert service["deploy"]["resources"]["limits"].keys() == {"cpus", "memory"}, name
            assert service["pids_limit"], name
    assert re.search(r"^USER (?!root)", DOCKERFILE.read_text(encoding="utf-8"), re.MULTILINE)


def test_secrets_are_files() -> None:
    text = COMPOSE.read_text(encoding="utf-8")
    declared = set(yaml.safe_load(text)["secrets"])
    for name, service in services().items():
        assert set(service.get("secrets", [])) <= declared, name
    assert not re.search(r"(PASSWORD|SECRET|TOKEN)\w*: (?!/run/secrets/)", text)
    assert "/secrets/" in (ROOT / ".gitignore").read_text().splitlines()


def test_gateways_have_time_to_stop() -> None:
    for name in GATEWAYS:
        service = services()[name]
        drain = {"GATEWAY_SERVER_DRAIN_SECONDS": service["environment"]["GATEWAY_SERVER_DRAIN_SECONDS"]}
        server = settings.load(None, drain).server
        assert int(service["stop_grace_period"].rstrip("s")) > server.drain_seconds + server.shutdown_seconds


def test_settings_of_containers_exist() -> None:
    for service in services().values():
        environment = service.get("environment", {}).items()
        values = {name: re.sub(r"\$\{\w+:-(.*?)\}", r"\1", value) for name, value in environment}
        settings.load(None, {name: value for name, value in values.items() if name.startswith("GATEWAY_")})


def test_services_depend_on_services_that_exist() -> None:
    by_name = services()
    for name, service in by_name.items():
        dependencies = service.get("depends_on", {})
        assert set(dependencies) <= set(by_name), name
        for other, dependency in dependencies.items():
            ready = "healthcheck" in by_name[other] or by_name[other].get("image") == "fishi-gateway"
            assert dependency["condition"] != "service_healthy" or ready, f"{other} cannot become healthy"


def test_mounted_and_built_files_exist() -> None:
    for service in services().values():
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            if source.startswith("./gateway"):
                assert (ROOT / source).is_file()
        if "build" in service:
            assert (ROOT / service["build"]["dockerfile"]).is_file()


def test_copied_files_of_the_image_exist_and_pass_dockerignore() -> None:
    included = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    for line in re.findall(r"^COPY (?!--from)(.+)$", DOCKERFILE.read_text(encoding="utf-8"), re.MULTILINE):
        for source in line.split()[:-1]:
            assert (ROOT / source).exists(), source
            assert source in included, f"{source} is excluded by .dockerignore"


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
