"""Where the files that are not code lie: inside an installed wheel, or beside the package in a checkout."""

from pathlib import Path

_PACKAGE = Path(__file__).parent


def _find(installed: str, checkout: str) -> Path:
    inside = _PACKAGE / installed
    return inside if inside.is_dir() else _PACKAGE.parent / checkout


def sql() -> Path:
    """Named queries, views, schema and grants."""
    return _find("_sql", "sql")


def ui() -> Path:
    """The built page; missing in a checkout until it has been built."""
    return _find("_ui", "ui/dist")


def content() -> Path:
    """Server info, media and downloads: data that an operator may replace."""
    return _find("_content", "ui/content")
