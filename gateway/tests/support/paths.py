"""Folders of the repository that tests read."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
GATEWAY = ROOT / "gateway"
DOCS = GATEWAY / "docs"
OPERATOR_PAGES = DOCS / "operators"
DEPLOY = GATEWAY / "deploy"
