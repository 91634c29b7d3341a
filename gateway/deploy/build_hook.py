"""Puts what is not Python into the wheel: the SQL, the built page, its content and its version.

A page that is missing, or built from other sources than the checkout's, is built here. That needs Node and npm.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from gateway import package_data

PARTS = {
    "sql": "gateway/_sql",
    "ui/dist": "gateway/_ui",
    "ui/content": "gateway/_content",
    "CHANGELOG.md": "gateway/_changelog.md",
}


class PageHook(BuildHookInterface[Any]):
    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return  # the checkout itself is read
        root = Path(self.root)
        page_version = package_data.source_version(root)
        if package_data.built_page_version(root / "ui" / "dist") != page_version:
            _build_page(root)
        record = root / ".cache" / "page-version"
        record.parent.mkdir(exist_ok=True)
        record.write_text(page_version, encoding="utf-8")
        parts = {**PARTS, ".cache/page-version": f"gateway/{package_data.PAGE_VERSION}"}
        build_data["force_include"].update({str(root / source): place for source, place in parts.items()})


def _build_page(root: Path) -> None:
    npm, node = shutil.which("npm"), shutil.which("node")
    if npm is None or node is None or (version := _major_version(node)) < 20:
        node_text = f"Node {version}" if npm and node else "none on the PATH"
        # SystemExit: pip prints this line without a traceback.
        raise SystemExit(
            f"Node 20 or newer with npm is needed to build the page ({node_text}); `make build` brings one"
        )
    commands = [[node, "ui/build.mjs"]] if _has_locked_modules(root) else [[npm, "ci"], [node, "ui/build.mjs"]]
    for command in commands:
        if subprocess.run(command, cwd=root, check=False).returncode:  # noqa: S603 - our own lock file and script
            raise SystemExit(f"{' '.join(command)} failed")


def _major_version(node: str) -> int:
    """Returns 0 for a program that does not run, or does not tell its version."""
    try:
        version = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout  # noqa: S603
        return int(version.removeprefix("v").split(".")[0])
    except (OSError, subprocess.CalledProcessError, ValueError):
        return 0


def _has_locked_modules(root: Path) -> bool:
    """Returns whether node_modules has the versions of package-lock.json; other platforms' packages are optional."""
    installed_lock = root / "node_modules" / ".package-lock.json"
    if not installed_lock.is_file():
        return False
    installed_packages = json.loads(installed_lock.read_text(encoding="utf-8"))["packages"]
    locked_packages = json.loads((root / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    return all(
        package.get("optional") or package["version"] == installed_packages.get(path, {}).get("version")
        for path, package in locked_packages.items()
        if path
    )
