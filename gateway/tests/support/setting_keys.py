"""One key of the settings, from the environment and from a file."""

import json
from collections.abc import Mapping
from pathlib import Path

from gateway.config import settings


def config_file(folder: Path, text: str) -> Path:
    path = folder / "gateway.toml"
    path.write_text(text, encoding="utf-8")
    return path


def assert_loaded(folder: Path, path: str, text: str, needed: Mapping[str, str]) -> None:
    """`text`: a value other than the default; empty: any. `needed`: settings without which others are refused."""
    key = settings.KEYS[path]
    from_environment = settings.load(None, {**needed, key.variable: text or _another_value(key)})
    value = key.value(from_environment)
    assert value != key.default
    toml = json.dumps(value, default=list)
    file = config_file(folder, f"[{key.section}]\n{key.name} = {toml}\n")
    from_file = settings.load(file, {name: text for name, text in needed.items() if name != key.variable})
    assert key.value(from_file) == (str(folder / value) if key.is_file else value)


def _another_value(key: settings.Key) -> str:
    if isinstance(key.default, bool):
        return str(not key.default).lower()
    if isinstance(key.default, int):
        return str(key.default - 1 if key.default > 1 else key.default + 1)
    return "https://play.example" if key.name.endswith(("_url", "_origin")) else "s" * 32
