"""Rules of dependencies: upper bounds, and lock files with hashes and without sources."""

import json
import re
import tomllib
from importlib.metadata import distribution

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from gateway.tests.support.paths import ROOT


@pytest.mark.parametrize("name", ["requirements.lock", "requirements-dev.lock", "requirements-node.lock"])
def test_python_lock_pins_by_hash_without_sources(name: str) -> None:
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    pins = [line for line in lines if re.fullmatch(r"[a-z0-9._-]+==\S+ \\", line)]
    hashes = [line for line in lines if re.fullmatch(r"    --hash=sha256:[0-9a-f]{64}( \\)?", line)]
    assert pins
    assert len(hashes) >= len(pins)
    other_lines = set(lines) - set(pins) - set(hashes)
    assert {line for line in other_lines if line and not line.startswith("#")} == set()
    assert not any("/" in line for line in other_lines)


def next_release(version: Version) -> str:
    """Returns the release that may break what works with `version`; versions of some packages begin with a year."""
    if version.major == 0:
        return f"0.{version.minor + 1}"
    return str(version.major + (2 if version.major > 2000 else 1))


def test_python_dependencies_end_before_the_next_release_that_may_break_them() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    groups = [project["project"]["dependencies"], *project["project"]["optional-dependencies"].values()]
    text = "".join((ROOT / f"{name}.lock").read_text(encoding="utf-8") for name in ("requirements", "requirements-dev"))
    locked = {name: Version(version) for name, version in re.findall(r"^([a-z0-9._-]+)==(\S+)", text, re.MULTILINE)}
    for requirement in (Requirement(line) for group in groups for line in group):
        version = locked[canonicalize_name(requirement.name)]
        assert version in requirement.specifier, requirement
        bounds = [part.version for part in requirement.specifier if part.operator == "<"]
        assert bounds == [next_release(version)], requirement
    builders = [Requirement(line) for line in project["build-system"]["requires"]]
    assert [part for builder in builders for part in builder.specifier if part.operator == "<"]
    assert len(builders) == 1


def test_page_dependencies_are_exact_and_locked() -> None:
    package, lock = (json.loads((ROOT / name).read_text("utf-8")) for name in ("package.json", "package-lock.json"))
    for name, version in (package["dependencies"] | package["devDependencies"]).items():
        assert re.fullmatch(r"\d+(\.\d+){2}", version), f"{name}: {version} is no exact version"
        assert lock["packages"][f"node_modules/{name}"]["version"] == version, name


@pytest.mark.parametrize("version", ["3.11.0", "3.12.0", "3.13.0", "3.14.0"])
def test_python_lock_has_the_requirements_of_each_version(version: str) -> None:
    """pip-compile leaves out a requirement whose marker does not match the Python that it runs on."""
    locked = set(re.findall(r"^([a-z0-9._-]+)==", (ROOT / "requirements.lock").read_text("utf-8"), re.MULTILINE))
    marker_values = {"python_full_version": version, "python_version": version.rpartition(".")[0], "extra": ""}
    required = {
        canonicalize_name(requirement.name)
        for package in locked
        for requirement in map(Requirement, distribution(package).requires or ())
        if requirement.marker is None or requirement.marker.evaluate(marker_values)
    }
    assert required - locked == set()


def test_npm_lock_has_integrity_without_sources() -> None:
    lock = json.loads((ROOT / "package-lock.json").read_text(encoding="utf-8"))
    assert [name for name, package in lock["packages"].items() if "resolved" in package] == []
    assert [name for name, package in lock["packages"].items() if name and "integrity" not in package] == []
