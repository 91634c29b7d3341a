"""Tables in memory that take the statements of a simulated game server: what a reader would find between any two."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from fixtures.world.life import Statement

Row = dict[str, Any]
_STATEMENT = re.compile(r"(UPDATE|INSERT INTO|REPLACE INTO|DELETE FROM|TRUNCATE TABLE) `(\w+)`(.*)", re.DOTALL)
_NAME = re.compile(r"`(\w+)`")


class TableMemory:
    """`keys`: the tables that are kept → the columns of their keys. Other statements are ignored."""

    def __init__(self, keys: Mapping[str, Sequence[str]]) -> None:
        self._keys = keys
        self.rows: dict[str, dict[tuple[Any, ...], Row]] = {table: {} for table in keys}

    def apply(self, statement: Statement) -> bool:
        """Returns True if the statement is one of a table that is kept."""
        match = _STATEMENT.match(statement.sql)
        if not match or match[2] not in self._keys:
            return False
        verb, table, tail = match.groups()
        rows = self.rows[table]
        if verb.endswith("INTO"):
            for row in _values(tail, statement.args):
                rows[tuple(row[name] for name in self._keys[table])] = row
            return True
        sets, _, conditions = tail.partition(" WHERE ")
        values = dict(zip(_NAME.findall(sets), statement.args, strict=False))
        key = dict(zip(_NAME.findall(conditions), statement.args[len(values) :], strict=True))
        for name, row in list(rows.items()):
            if key.items() <= row.items():
                row.update(values)
                if verb != "UPDATE":
                    del rows[name]
        return True


def _values(columns: str, args: Sequence[Any]) -> list[Row]:
    names = _NAME.findall(columns)
    return [dict(zip(names, args[at : at + len(names)], strict=True)) for at in range(0, len(args), len(names))]
