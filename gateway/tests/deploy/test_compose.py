"""compose.yaml is valid, its containers are restricted, and the files and settings that it names exist."""

import re
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


TEXT = COMPOSE.read_text(encoding="utf-8")
DOCUMENT: dict[str, Any] = yaml.safe_load(TEXT)
SERVICES: dict[str, dict[str, Any]] = DOCUMENT["services"]


def test_compose_file_follows_the_schema_which_reports_wrong_keys_and_types() -> None:
    assert schema_errors(TEXT) == []
    for wrong_line in ("read_onlyy: true", "read_only: 17"):
        assert schema_errors(TEXT.replace("read_only: true", wrong_line, 1)), wrong_line


def schema_errors(text: str) -> list[str]:
    """Returns the errors by the compose-spec schema that dclint contains."""
    schema = msgspec.json.decode(SCHEMA.read_bytes())
    errors = jsonschema_rs.validator_for(schema).iter_errors(yaml.safe_load(text))
    return [f"{error.instance_path}: {error.message}" for error in errors]


def test_containers_are_restricted() -> None:
    """No container writes into its image, gains a right or uses all resources; only the proxy has public ports."""
    for name, service in SERVICES.items():
        assert service["read_only"], name
        assert service["cap_drop"] == ["ALL"], name
        assert "no-new-privileges:true" in service["security_opt"], name
        assert ("ports" in service) == (name == "proxy"), name
        if name != "install":
            assert service["deploy"]["resources"]["limits"].keys() == {"cpus", "memory"}, name
            assert service["pids_limit"], name
    assert re.search(r"^USER (?!root)", DOCKERFILE.read_text(encoding="utf-8"), re.MULTILINE)


def test_secrets_are_files() -> None:
    for name, service in SERVICES.items():
        assert set(service.get("secrets", [])) <= set(DOCUMENT["secrets"]), name
    assert not re.search(r"(PASSWORD|SECRET|TOKEN)\w*: (?!/run/secrets/)", TEXT)
    assert "/secrets/" in (ROOT / ".gitignore").read_text().splitlines()


def test_gateways_have_time_to_stop() -> None:
    for name in GATEWAYS:
        service = SERVICES[name]
        drain = {"GATEWAY_SERVER_DRAIN_SECONDS": service["environment"]["GATEWAY_SERVER_DRAIN_SECONDS"]}
        server = settings.load(None, drain).server
        assert int(service["stop_grace_period"].rstrip("s")) > server.drain_seconds + server.shutdown_seconds


@pytest.mark.whole
def test_settings_of_containers_exist() -> None:
    for service in SERVICES.values():
        environment = service.get("environment", {}).items()
        values = {name: re.sub(r"\$\{\w+:-(.*?)\}", r"\1", value) for name, value in environment}
        settings.load(None, {name: value for name, value in values.items() if name.startswith("GATEWAY_")})


def test_copied_files_of_the_image_exist_and_pass_dockerignore() -> None:
    included_paths = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    for line in re.findall(r"^COPY (?!--from)(.+)$", DOCKERFILE.read_text(encoding="utf-8"), re.MULTILINE):
        for source in line.split()[:-1]:
            assert (ROOT / source).exists(), source
            assert source.split("/")[0] in included_paths, f"{source} is excluded by .dockerignore"


def test_gateways_trust_the_address_of_the_proxy_alone() -> None:
    (network,) = DOCUMENT["networks"]["default"]["ipam"]["config"]
    proxy = SERVICES["proxy"]
    address = proxy["networks"]["default"]["ipv4_address"]
    assert ip_address(address) in ip_network(network["subnet"])
    assert ip_address(address) not in ip_network(network["ip_range"])
    for name, variable in zip(GATEWAYS, ("INSTANCE_A", "INSTANCE_B"), strict=True):
        assert SERVICES[name]["environment"]["GATEWAY_SERVER_TRUSTED_PROXIES"] == address
        assert proxy["environment"][variable] == f"{name}:8000"
        assert f"{{${variable}:" in CADDYFILE.read_text(encoding="utf-8")
