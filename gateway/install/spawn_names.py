"""Names of bosses in `spawn_data`, the table of aCis 400 and later, and of some earlier packs.

That table has names and no ids; they are those of `dbName` in the spawn files of the packs. Two names may stand for one
boss, in packs of different age.
"""

import csv
from pathlib import Path
from typing import Final


def _read() -> dict[str, int]:
    with (Path(__file__).parent / "spawn_names.csv").open(encoding="utf-8", newline="") as lines:
        return {row["name"]: int(row["boss_id"]) for row in csv.DictReader(lines)}


SPAWN_NAMES: Final = _read()
"""Name → id of the boss. 0: no boss, and its respawn takes as long as that of one."""

BOSS_NAMES: Final = {name: boss_id for name, boss_id in SPAWN_NAMES.items() if boss_id}


def boss_id_expression(column: str) -> str:
    """Returns SQL that gives the boss of a column with a name, on one line."""
    cases = " ".join(f"WHEN '{name}' THEN {boss_id}" for name, boss_id in BOSS_NAMES.items())
    return f"CASE {column} {cases} END"


def boss_name_list() -> str:
    """Returns the names as SQL texts, on one line."""
    return ", ".join(f"'{name}'" for name in BOSS_NAMES)
