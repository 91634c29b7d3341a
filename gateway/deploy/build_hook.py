"""Puts what is not Python into the wheel: the SQL, the built page and its content.

The page is built here when it is missing, so that `pip install .` works in a fresh clone that has Node on the PATH.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PARTS = {"sql": "gateway/_sql", "ui/dist": "gateway/_ui", "ui/content": "gateway/_content"}


class PageHook(BuildHookInterface[Any]):
    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return  # the checkout itself is read
        root = Path(self.root)
        if not (root / "ui" / "dist" / "index.html").exists():
            self._build_page(root)
        build_data["force_include"].update({str(root / source): place for source, place in PARTS.items()})

    def _build_page(self, root: Path) -> None:
        npm, node = shutil.which("npm"), shutil.which("node")
        if npm is None or node is None:
            raise RuntimeError("the page is not built yet, and Node 20 with npm is needed to build it")
        if not (root / "node_modules").exists():
            subprocess.run([npm, "ci", "--silent"], cwd=root, check=True)  # noqa: S603 - our own lock file
        subprocess.run([node, "ui/build.mjs"], cwd=root, check=True)  # noqa: S603 - our own script
