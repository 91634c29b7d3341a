"""A backup of every table of core, of the extras and of the administration, restored word for word."""

from pathlib import Path

import pytest

from gateway.tests.extras.support.site_rows import add_rows, all_rows
from gateway.tests.support.databases import Server
from gateway.tests.support.installation import InstalledGame

CHANGED = {
    *(
        "job_positions",
        "mail_links",
        "operator_log",
        "operator_sessions",
        "operators",
        "operator_signatures",
        "sessions",
    )
}
"""Tables in which a restore ends sessions, disables operators, and records what it did."""


@pytest.mark.database
async def test_restore_brings_every_row_of_every_table_back(mariadb: Server, tmp_path: Path) -> None:
    game = InstalledGame(mariadb, tmp_path)
    site = f"{game.name}_site"
    game.file.write_text('[admin]\nenabled = true\n[extras]\nenabled = ["all"]\n')
    assert game.install("--apply") == 0
    await add_rows(mariadb, site)
    rows = await all_rows(mariadb, site)
    assert len(rows) > 80
    assert all(rows.values()), sorted(table for table, lines in rows.items() if not lines)
    assert game.command("backup", str(tmp_path / "backups")) == 0
    (backup,) = (tmp_path / "backups").iterdir()
    await game.site("DROP TABLE passkeys", "UPDATE wallets SET balance = 9", "DELETE FROM world_events")
    assert game.run("restore", str(backup), "--force", "--keep") == 0  # the rows make no ledger
    restored_rows = await all_rows(mariadb, site)
    assert restored_rows.keys() == rows.keys()
    assert {table for table in rows if rows[table] != restored_rows[table]} <= CHANGED
