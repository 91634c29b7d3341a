"""Tables of money: constraints and rights refuse invalid rows and changes, even if the service is wrong."""

import pytest

from gateway import package_data
from gateway.config.dsn import parse_dsn
from gateway.database.database import Connection, Database, DatabaseError, DuplicateKey, Limits
from gateway.install.migrate import migrate
from gateway.tests.conftest import WorldFactory
from gateway.tests.support.databases import Server, admin, ask, new_schema

pytestmark = pytest.mark.database

CHECK_ERRORS = {4025, 3819}  # MariaDB's number and MySQL's
PARENT_ERRORS = {1452}
ACCESS_ERRORS = {1142, 1143}

WALLET = "INSERT INTO wallets (account, kind, owner, balance, created_at) VALUES"
TRANSFER = "INSERT INTO ledger_transfers (id, idempotency_key, kind, reference, created_at) VALUES"
ENTRY = "INSERT INTO ledger_entries (transfer_id, line, account, amount) VALUES"
DONATION = (
    "INSERT INTO donations (id, account, character_id, character_name, amount, currency, base_coins, bonus_coins, "
    "total_coins, created_at) VALUES"
)
DELIVERY = (
    "INSERT INTO deliveries (idempotency_key, account, character_id, character_name, item_id, amount, created_at) "
    "VALUES"
)
VALID_ROWS = (
    f"{WALLET} ('wallet:demo', 'wallet', 'demo', 10, 1), ('house:donations', 'house', 'donations', -10, 1)",
    f"{TRANSFER} (1, 'mp:1:credit', 'credit', 'd1', 1)",
    f"{ENTRY} (1, 0, 'wallet:demo', 10), (1, 1, 'house:donations', -10)",
    f"{DONATION} ('d1', 'demo', 7, 'Aurelion', 500000, 'ARS', 50, 0, 50, 1)",
    f"{DELIVERY} ('demo:1', 'demo', 7, 'Aurelion', 4037, 5, 1)",
)
INVALID_CHANGES = {
    "a wallet below zero": "UPDATE wallets SET balance = -1 WHERE account = 'wallet:demo'",
    "a debt below zero": f"{WALLET} ('debt:demo', 'debt', 'demo', -1, 1)",
    "an account that is not named after its owner": f"{WALLET} ('wallet:demo2', 'wallet', 'demo', 0, 1)",
    "an entry of nothing": f"{ENTRY} (1, 2, 'wallet:demo', 0)",
    "a donation of nothing": f"{DONATION} ('d2', 'demo', 7, 'A', 0, 'ARS', 0, 0, 0, 1)",
    "coins that do not add up": f"{DONATION} ('d2', 'demo', 7, 'A', 500000, 'ARS', 50, 5, 50, 1)",
    "a status that there is not": "UPDATE donations SET status = 'paid' WHERE id = 'd1'",
    "completed and never credited": "UPDATE donations SET status = 'completed' WHERE id = 'd1'",
    "less than nothing credited": "UPDATE donations SET coins_credited = -1 WHERE id = 'd1'",
    "less than nothing refunded": "UPDATE donations SET refunded_amount = -1 WHERE id = 'd1'",
    "a delivery of nothing": f"{DELIVERY} ('demo:2', 'demo', 7, 'Aurelion', 4037, 0, 1)",
    "a delivery that is stuck by itself": "UPDATE deliveries SET status = 'stuck' WHERE id = 1",
    "claimed at no time": "UPDATE deliveries SET status = 'claimed' WHERE id = 1",
    "delivered at no time": "UPDATE deliveries SET status = 'delivered' WHERE id = 1",
}
TABLES = ("wallets", "ledger_transfers", "ledger_entries", "donations", "deliveries")


async def create_filled_schema(server: Server) -> str:
    """A migrated schema with one good row or two in each table."""
    schema = await new_schema(server)
    async with admin(server, schema) as root:
        await migrate(root, schema, nouns=package_data.noun_tables())
        for statement in VALID_ROWS:
            await root.execute(statement)
    return schema


async def error_code(connection: Connection, statement: str) -> int | None:
    """The number of the error; None: it went through."""
    try:
        await connection.execute(statement)
    except DatabaseError as error:
        return error.code
    return None


async def contents(connection: Connection) -> dict[str, list[tuple[object, ...]]]:
    tables = [str(row[0]) for row in (await connection.execute("SHOW TABLES")).rows if row[0] != "schema_migrations"]
    return {table: list((await connection.execute(f"SELECT * FROM {table}")).rows) for table in sorted(tables)}


async def test_invalid_rows_violate_constraints(mariadb: Server) -> None:
    async with admin(mariadb, await create_filled_schema(mariadb)) as root:
        previous_contents = await contents(root)
        codes = {change: await error_code(root, statement) for change, statement in INVALID_CHANGES.items()}
        assert {change: code for change, code in codes.items() if code not in CHECK_ERRORS} == {}
        assert await contents(root) == previous_contents


async def test_only_house_accounts_may_be_negative(mariadb: Server) -> None:
    async with admin(mariadb, await create_filled_schema(mariadb)) as root:
        assert await error_code(root, f"{WALLET} ('house:wheel', 'house', 'wheel', -5, 1)") is None
        assert await error_code(root, f"{WALLET} ('hold:demo', 'hold', 'demo', -5, 1)") in CHECK_ERRORS


async def test_idempotency_keys_are_unique(mariadb: Server) -> None:
    async with admin(mariadb, await create_filled_schema(mariadb)) as root:
        for statement in VALID_ROWS[:2] + VALID_ROWS[3:]:
            with pytest.raises(DuplicateKey):
                await root.execute(statement.replace("(1, 'mp:1", "(2, 'mp:1"))
        assert await error_code(root, f"{TRANSFER} (2, 'MP:1:credit', 'credit', 'd1', 1)") is None  # another key


async def test_entry_without_a_transfer_is_refused(mariadb: Server) -> None:
    async with admin(mariadb, await create_filled_schema(mariadb)) as root:
        assert await error_code(root, f"{ENTRY} (9, 0, 'wallet:demo', 1)") in PARENT_ERRORS
        assert await error_code(root, "DELETE FROM ledger_transfers WHERE id = 1") == 1451


@pytest.mark.parametrize("family", ["mobius", "acis", "lucera"])
async def test_service_user_can_only_append_to_the_ledger(mariadb: Server, world: WorldFactory, family: str) -> None:
    own_world = world(family, characters=60, seed=41)
    async with admin(mariadb, own_world.schemas.site) as root:
        for table in ("deliveries", "donations", "ledger_entries", "ledger_transfers", "wallets"):
            await root.execute(f"DELETE FROM {table}")
    site = Database("site", parse_dsn(own_world.environment["GATEWAY_DATABASE_SITE_DSN"]), Limits())
    try:
        for statement in VALID_ROWS:
            await site.write(ask(statement))
        for statement in (
            "UPDATE wallets SET balance = 9 WHERE account = 'wallet:demo'",
            "UPDATE donations SET status = 'failed' WHERE id = 'd1'",
            "UPDATE deliveries SET status = 'cancelled' WHERE account = 'demo'",
        ):
            assert await site.write(ask(statement)) == 1
        for table in TABLES:
            await assert_denied(site, f"DELETE FROM {table}")
        await assert_denied(site, "UPDATE ledger_transfers SET reference = 'd2'")
        await assert_denied(site, "UPDATE ledger_entries SET amount = amount * 2")
    finally:
        await site.close()


async def assert_denied(site: Database, statement: str) -> None:
    with pytest.raises(DatabaseError) as refusal:
        await site.write(ask(statement))
    assert refusal.value.code in ACCESS_ERRORS
