"""A query reads tables of its own noun, of core, and of the extras that the extra needs: others may be absent."""

import re
from collections.abc import Iterator
from pathlib import Path

from gateway.database.queries import files
from gateway.database.user_rights import tables_of
from gateway.registration.extra import installed_extras
from gateway.tests.support.paths import GATEWAY

NOUNS = {table: noun for noun in installed_extras() for table in tables_of(noun)}
_TABLE = re.compile(r"\b(?:FROM|JOIN|UPDATE|INTO)\s+(?:IGNORE\s+)?(\w+)")
_NAME = re.compile(r'\bquery\(\s*"([a-z_]+\.[a-z0-9_]+)"')


def modules() -> Iterator[Path]:
    """Of the service, without pages of the administration, which are served where the noun is on."""
    for path in sorted(GATEWAY.rglob("*.py")):
        folders = path.relative_to(GATEWAY).parts
        if folders[0] not in {"tests", "administration"} and not path.name.startswith("operator"):
            yield path


def needs_of(path: Path) -> set[str]:
    """Returns the extras whose tables the module may use. Rooms of extras that are none belong to the history."""
    folders = path.relative_to(GATEWAY).parts
    if folders[0] != "extras":
        return set()
    extra = installed_extras().get(folders[1])
    return {extra.name, *extra.needs, *extra.reads} if extra else {"history"}


def test_queries_read_tables_that_are_there() -> None:
    foreign_tables: list[str] = []
    names: set[str] = set()
    for path in modules():
        for name in _NAME.findall(path.read_text(encoding="utf-8")):
            if name not in files():  # an example in a docstring
                continue
            names.add(name)
            tables = _TABLE.findall(files()[name].sql)
            foreign_tables += [
                f"{path.relative_to(GATEWAY)}: {name} reads {table}"
                for table in tables
                if NOUNS.get(table, "") not in {"", *needs_of(path)}
            ]
    assert foreign_tables == []
    assert len(names) > 300
