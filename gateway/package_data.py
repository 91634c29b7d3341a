"""Folders of data files: inside the package if installed from a wheel, next to it in a checkout."""

from pathlib import Path

_PACKAGE = Path(__file__).parent


def _find(installed: str, checkout: str) -> Path:
    inside = _PACKAGE / installed
    return inside if inside.is_dir() else _PACKAGE.parent / checkout


def sql() -> Path:
    """Named queries, views, schema and grants."""
    return _find("_sql", "sql")


def ui() -> Path:
    """The built page; missing in a checkout before its first build."""
    return _find("_ui", "ui/dist")


def content() -> Path:
    """Server info, media and downloads, which an operator may replace."""
    return _find("_content", "ui/content")
