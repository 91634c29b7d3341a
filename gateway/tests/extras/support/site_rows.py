"""A row in each table of a site schema, with values that a careless copy would change."""

from collections.abc import Mapping
from typing import Any, Final

from gateway.database.database import Connection
from gateway.tests.support.databases import Server, admin

COLUMNS: Final = (
    "SELECT item.table_name, item.column_name, LOWER(item.data_type), item.character_maximum_length, "
    "item.character_set_name "
    "FROM information_schema.columns AS item JOIN information_schema.tables AS tables USING (table_schema, table_name) "
    "WHERE item.table_schema = '{}' AND table_type = 'BASE TABLE' AND COALESCE(generation_expression, '') = '' "
    "ORDER BY item.table_name, item.ordinal_position"
)
ASCII: Final = "'\"\\%\n\0"
TEXT: Final = "ñ'\"\\%\n\0😀 "
VALUES: Final[Mapping[str, Any]] = {
    "mediumblob": bytes(range(256)),
    "double": 0.1 + 0.2,
    "date": "2024-02-29",
    "enum": 1,
}
ALLOWED: Final[Mapping[tuple[str, str], Any]] = {
    ("deliveries", "status"): "pending",
    ("donations", "status"): "pending",
    ("donations", "total_coins"): 2,
    ("hidden_texts", "kind"): "name",
    ("mails", "kind"): "recovery",
    ("mails", "state"): "sent",
    ("messages", "state"): "sent",
    ("mail_links", "kind"): "recovery",
    ("payments", "outcome"): "completed",
    ("privacy", "level"): "hidden",
    ("roulette_seeds", "state"): None,
    ("roulette_seeds", "server_seed"): None,
    ("site_controls", "kind"): "mute",
    ("site_controls", "until"): 2,
    ("wallets", "account"): "wallet:demo",
    ("wallets", "owner"): "demo",
    ("wallets", "kind"): "wallet",
    ("webhook_inbox", "status"): "waiting",
    ("alert_messages", "event"): "raised",
    ("alert_messages", "state"): "sent",
    ("code_campaigns", "kind"): "gift",
    ("code_campaigns", "expires_at"): 2,
    ("competitions", "metric"): "pvp",
    ("recharge_campaigns", "ends_at"): 2,
    ("economy_alarms", "kind"): "supply",
    ("market_offers", "kind"): "sell",
    ("tickets", "topic"): "item",
    ("tickets", "state"): "closed",
    ("ticket_messages", "author"): "note",
    ("watch_stars", "kind"): "boss",
    ("erasure_requests", "state"): "done",
    ("legal_versions", "document"): "terms",
    ("notifications", "state"): "sent",
    ("operators", "role"): "owner",
    ("push_messages", "state"): "sent",
    ("referrals", "state"): "paid",
    ("referrals", "reason"): None,
    ("referrals", "referrer"): "another",
}
"""Table and column → a value that the checks of the table allow."""


async def add_rows(server: Server, schema: str) -> None:
    """Adds a row to each table that has none."""
    async with admin(server, schema) as root:
        await root.execute("SET SESSION foreign_key_checks = 0, sql_mode = 'NO_AUTO_VALUE_ON_ZERO,STRICT_ALL_TABLES'")
        columns: dict[str, dict[str, Any]] = {}
        for table, column, kind, length, charset in (await root.execute(COLUMNS.format(schema))).rows:
            value = ALLOWED.get((table, column), VALUES.get(kind, 1))
            if kind in {"char", "varchar", "text", "mediumtext"} and (table, column) not in ALLOWED:
                value = (ASCII if charset == "ascii" else TEXT)[: length or len(TEXT)]
            columns.setdefault(table, {})[column] = value
        for table, values in columns.items():
            if (await root.execute(f"SELECT COUNT(*) FROM {table}")).rows == ((0,),):
                marks = ", ".join(f"%({column})s" for column in values)
                await root.execute(f"INSERT INTO {table} ({', '.join(values)}) VALUES ({marks})", values)


async def all_rows(server: Server, schema: str) -> dict[str, list[str]]:
    """Returns table → its rows, as text."""
    async with admin(server, schema) as root:
        tables = [str(row[0]) for row in (await root.execute("SHOW FULL TABLES WHERE table_type = 'BASE TABLE'")).rows]
        return {table: await _rows(root, table) for table in tables}


async def _rows(root: Connection, table: str) -> list[str]:
    return sorted(map(repr, (await root.execute(f"SELECT * FROM {table}")).rows))
