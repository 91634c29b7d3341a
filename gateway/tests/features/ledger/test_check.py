"""`gateway ledger check` and `show`: sound books are found sound, and whatever breaks a rule is named."""

import subprocess
import sys
from collections.abc import AsyncGenerator, Mapping

import pytest
from msgspec.structs import replace

from fixtures.installed import World, in_schema
from fixtures.tools.soak import site_schema
from fixtures.tools.soak.invariants import credit, posted, spend
from gateway.config.dsn import parse_dsn
from gateway.database.database import Connection, Database, DatabaseError, connect
from gateway.features.ledger import Entry, Transfer, check, debt, hold, house, post, wallet
from gateway.features.ledger import statement as show
from gateway.tests.conftest import WorldFactory
from gateway.tests.features.deliveries.test_resolve import BROKEN as OF_DELIVERIES
from gateway.tests.features.payments.test_ledger_check import OF_PAYMENTS
from gateway.tests.features.roulette.test_ledger_check import OF_SPINS
from gateway.tests.support.databases import Server, admin, ask

pytestmark = pytest.mark.database

DONATION = (
    "INSERT INTO donations (id, account, character_id, character_name, amount, currency, base_coins, bonus_coins, "
    "total_coins, coins_credited, status, created_at, credited_at) VALUES"
)
PAYMENT = (
    "INSERT INTO payments (id, donation_id, status, detail, outcome, amount, refunded, updated_ms, coins, held, moves, "
    "credited, first_seen_at, seen_at) VALUES (1, 'd1', 'approved', '', 'completed', 500, 100, 1, 40, 24, 3, 1, 1, 1)"
)
ENTRY = "INSERT INTO ledger_entries (transfer_id, line, account, amount) VALUES"
PAID = "SELECT id FROM ledger_transfers WHERE idempotency_key = 'mp:1:credit'"
WALLETS = "ALTER TABLE wallets DROP CONSTRAINT wallets_balance"
ZERO = "the entries of each transfer sum to 0"
ALL = "all entries together sum to 0"
BALANCE = "each balance is the sum of the account's entries"
SAYS = "each donation says of its coins what the entries say"

# What an administrator's hand does to sound books → the rules it breaks, and what is named.
BROKEN: dict[str, tuple[tuple[str, ...], set[str], str]] = {
    "an entry that was changed": (
        (f"UPDATE ledger_entries SET amount = 51 WHERE account = 'wallet:ann' AND transfer_id = ({PAID})",),
        {ALL, ZERO, BALANCE, SAYS},
        "wallet:ann",
    ),
    "two transfers that lean on each other": (
        (
            f"UPDATE ledger_entries SET amount = -51 WHERE account = 'house:donations' AND transfer_id = ({PAID})",
            "UPDATE ledger_entries SET amount = 21 WHERE account = 'house:wheel'",
        ),
        {ZERO},
        "transfer ",
    ),
    "a transfer without entries": (
        ("INSERT INTO ledger_transfers (idempotency_key, kind, reference, created_at) VALUES ('bare', 'x', 'y', 1)",),
        {"each transfer has entries"},
        "bare",
    ),
    "an entry without its transfer": (
        ("SET foreign_key_checks = 0", f"{ENTRY} (99999, 3, 'house:a', 1), (99999, 4, 'house:b', -1)"),
        {"each entry belongs to a transfer"},
        "entry 99999/4 of house:b",
    ),
    "an account of no kind": (
        ("UPDATE ledger_entries SET account = 'purse:x' WHERE account = 'house:wheel'",),
        {"each account is a wallet, a hold, a debt or the house's", BALANCE},
        "purse:x",
    ),
    "a balance that was changed": (
        ("UPDATE wallets SET balance = balance + 1 WHERE account = 'wallet:ann'",),
        {BALANCE},
        "wallet:ann",
    ),
    "a wallet that was taken away": (("DELETE FROM wallets WHERE account = 'hold:ann'",), {BALANCE}, "hold:ann"),
    "a house account with a row that is wrong": (
        ("INSERT INTO wallets VALUES ('house:wheel', 'house', 'wheel', 3, 1)",),
        {BALANCE},
        "house:wheel",
    ),
    "a wallet below zero": (
        (WALLETS, "UPDATE wallets SET balance = -7 WHERE account = 'wallet:ann'"),
        {"no player's account is below 0", BALANCE},
        "wallet:ann",
    ),
    "a debt that the house does not know of": (
        ("UPDATE ledger_entries SET account = 'house:donations' WHERE account = 'house:debts'",),
        {"what players owe has its other side in house:debts"},
        "transfer ",
    ),
    "completed and never credited": (
        (f"{DONATION} ('d2', 'ann', 1, 'A', 1, 'ARS', 9, 0, 9, 0, 'completed', 1, 1)",),
        {"each completed donation was credited"},
        "donation d2",
    ),
    "credited and still pending": (
        ("UPDATE donations SET status = 'pending' WHERE id = 'd1'",),
        {"no donation was credited that is pending or failed"},
        "donation d1, pending",
    ),
    "a payment credited again under another key": (
        ("UPDATE ledger_transfers SET idempotency_key = 'mp:1:credit:2' WHERE idempotency_key = 'ann:spin'",),
        {"each payment was credited once"},
        "mp:1",
    ),
    "a credit of nobody's donation": (
        ("UPDATE ledger_transfers SET reference = 'd9' WHERE idempotency_key = 'mp:1:credit'",),
        {"each credit belongs to a donation", "each completed donation was credited", SAYS},
        "mp:1:credit",
    ),
    "a donation that says another number": (
        ("UPDATE donations SET coins_credited = 41 WHERE id = 'd1'",),
        {SAYS},
        "donation d1",
    ),
}


@pytest.fixture(scope="module")
async def dsn(mariadb: Server) -> str:
    """Books with a donation of 50, spent in part, held in part, and 10 of it taken back, of which 4 are owed."""
    made = await site_schema.create(mariadb, "ledger_check")
    async with admin(mariadb, "ledger_check") as root:
        await root.execute(f"{DONATION} ('d1', 'ann', 1, 'A', 500, 'ARS', 50, 0, 50, 40, 'completed', 1, 1)")
        await root.execute(PAYMENT)
    back = (Entry(wallet("ann"), -6), Entry(house("donations"), 6), Entry(debt("ann"), 4), Entry(house("debts"), -4))
    async with site_schema.connect(made) as site:
        for transfer in (
            credit("mp:1:credit", "ann", 50, "d1"),
            spend("ann:spin", "ann", 20, "s1"),
            Transfer("mp:1:2:hold", "hold", "d1", (Entry(wallet("ann"), -24), Entry(hold("ann"), 24))),
            Transfer("mp:1:refunded:100", "clawback", "d1", back),
        ):
            assert await posted(site, post, transfer) == "done"
    return made


@pytest.fixture
async def books(dsn: str) -> AsyncGenerator[tuple[Connection, Database]]:
    """An administrator's hand on the books, and the site's door; what the test broke is put back as it was."""
    root = await connect(parse_dsn(dsn))
    async with site_schema.connect(dsn) as site:
        try:
            before = await _contents(root)
            yield root, site
            await _put_back(root, before)
        finally:
            root.close()


TABLES = ("wallets", "donations", "ledger_transfers", "ledger_entries")


async def _contents(root: Connection) -> dict[str, str]:
    """Every row as VALUES for an INSERT."""
    text = dict[str, str]()
    for table in TABLES:
        rows = (await root.execute(f"SELECT * FROM {table}")).rows
        text[table] = ", ".join("(" + ", ".join("NULL" if v is None else repr(v) for v in row) + ")" for row in rows)
    return text


async def _put_back(root: Connection, before: Mapping[str, str]) -> None:
    await root.execute("SET foreign_key_checks = 0")
    for table, values in before.items():
        await root.execute(f"DELETE FROM {table}")
        await root.execute(f"INSERT INTO {table} VALUES {values}")
    held = await root.execute(
        "SELECT 1 FROM information_schema.table_constraints "
        "WHERE table_schema = DATABASE() AND constraint_name = 'wallets_balance'"
    )
    if not held.rows:
        await root.execute("ALTER TABLE wallets ADD CONSTRAINT wallets_balance CHECK (balance >= 0 OR kind = 'house')")


async def test_sound_books_are_sound(books: tuple[Connection, Database]) -> None:
    _, site = books
    assert await check.findings(site) == []
    assert await check.size(site) == check.Size(transfers=4, entries=10, wallets=3, donations=1)


async def test_a_row_of_the_house_s_may_be_there_when_it_is_right(books: tuple[Connection, Database]) -> None:
    root, site = books
    await root.execute("INSERT INTO wallets VALUES ('house:donations', 'house', 'donations', -44, 1)")
    assert await check.findings(site) == []


@pytest.mark.parametrize("what", BROKEN)
async def test_a_broken_rule_is_named(books: tuple[Connection, Database], what: str) -> None:
    root, site = books
    hand, rules, named = BROKEN[what]
    for statement in hand:
        await root.execute(statement)
    found = await check.findings(site)
    assert {finding.rule for finding in found} - OF_PAYMENTS == rules
    assert any(named in breach.subject for finding in found for breach in finding.breaches)
    assert all(breach.expected != breach.found for finding in found for breach in finding.breaches)


def test_every_rule_has_a_hand_that_breaks_it() -> None:
    broken = set[str]().union(*(rules for _, rules, _ in BROKEN.values()))
    elsewhere = OF_SPINS.union(OF_PAYMENTS, *(rules for _, rules in OF_DELIVERIES.values()))
    assert broken == set(check.RULES) - elsewhere


async def test_no_more_is_told_than_a_person_reads(books: tuple[Connection, Database]) -> None:
    root, site = books
    for n in range(check.SHOWN + 5):
        await root.execute(f"INSERT INTO wallets VALUES ('wallet:w{n:02}', 'wallet', 'w{n:02}', 1, 1)")
    (finding,) = await check.findings(site)
    assert (finding.rule, len(finding.breaches), finding.more) == (BALANCE, check.SHOWN, True)


async def test_the_balance_after_each_entry_is_told(books: tuple[Connection, Database]) -> None:
    _, site = books
    lines = await show.last_entries(site, wallet("ann"), 3)
    head, _, *told = show.told(wallet("ann"), lines)
    assert head == "wallet:ann: 0 coins, 4 entries; the last 3, newest first"
    assert [line.split()[2:4] for line in told] == [["-6", "0"], ["-24", "6"], ["-20", "30"]]
    assert told[0].split()[4:] == ["clawback", "d1,", "mp:1:refunded:100"]
    assert told[0].split()[0] == "2025-10-09T08:53:20Z"
    assert list(show.told("wallet:nobody", [])) == ["wallet:nobody: no entry"]


def test_what_the_database_says_is_shown_as_text() -> None:
    line = show.Line(1, 2**62, "x", "\x1b[31m\u202ered\n", "back\\slash ñ", 1, 1, 1)
    told = list(show.told("wallet:\x07a", [line]))
    assert all(text.isascii() and text.isprintable() for text in told)
    assert r"\x1b[31m\u202ered\n, back\\slash \xf1" in told[-1]


@pytest.fixture(scope="module")
async def its_world(world: WorldFactory) -> World:
    """A world whose own user has posted two transfers."""
    here = world("mobius", characters=60, seed=44)
    async with site_schema.connect(here.environment["GATEWAY_DATABASE_SITE_DSN"]) as site:
        for transfer in (credit("seed:1", "lea", 30), spend("seed:2", "lea", 11)):
            assert await posted(site, post, transfer) == "done"
    return here


def gateway(its_world: World, *arguments: str, **env: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "gateway", "ledger", *arguments]
    environment = {**its_world.environment, **env}
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)


async def test_the_command_checks_with_the_service_s_own_login(its_world: World) -> None:
    sound = gateway(its_world, "check")
    assert (sound.returncode, sound.stderr) == (0, "")
    assert sound.stdout == f"ok   all {len(check.RULES)} rules hold: 2 transfers, 4 entries, 1 wallets, 0 donations\n"
    root = await connect(parse_dsn(in_schema(its_world.admin_dsn, its_world.schemas.site)))
    try:
        await root.execute("UPDATE wallets SET balance = 20 WHERE account = 'wallet:lea'")
        broken = gateway(its_world, "check")
        await root.execute("UPDATE wallets SET balance = 19 WHERE account = 'wallet:lea'")
    finally:
        root.close()
    assert (broken.returncode, broken.stderr) == (1, "")
    assert broken.stdout.splitlines() == [
        f"BAD  {BALANCE}; it does not:",
        "       wallet:lea: 20 instead of 19",
        f"1 of {len(check.RULES)} rules are broken: 2 transfers, 4 entries, 1 wallets, 0 donations",
    ]


async def test_the_command_shows_an_account(its_world: World) -> None:
    of_login, of_house = gateway(its_world, "show", "LEA", "--count", "1"), gateway(its_world, "show", "house:wheel")
    assert (of_login.returncode, of_house.returncode) == (0, 0)
    lines = of_login.stdout.splitlines()
    assert lines[0] == "wallet:lea: 19 coins, 2 entries; the last 1, newest first"
    assert "-11" in lines[2]
    assert lines[3:] == ["hold:lea: no entry", "debt:lea: no entry"]
    assert of_house.stdout.splitlines()[0] == "house:wheel: 11 coins, 1 entries; the last 1, newest first"


async def test_what_cannot_be_found_out_ends_with_2(its_world: World) -> None:
    away = "mysql://nobody:secret-word@127.0.0.1:1/site"
    for arguments, env, reason in (
        (("show", "purse:lea"), {}, "purse:lea"),
        (("show", "lea", "--count", "0"), {}, "--count"),
        (("check",), {"GATEWAY_DATABASE_SITE_DSN": ""}, "database.site_dsn"),
        (("check",), {"GATEWAY_DATABASE_SITE_DSN": away}, "cannot connect"),
        ((), {}, "check|show"),
    ):
        ended = gateway(its_world, *arguments, **env)
        assert (ended.returncode, ended.stdout) == (2, ""), arguments
        assert reason in ended.stderr
        assert "secret-word" not in ended.stderr
        assert "Traceback" not in ended.stderr


async def test_the_door_of_the_command_writes_nothing(dsn: str) -> None:
    async with site_schema.connect(dsn, replace(site_schema.LIMITS, read_only=True)) as site:
        with pytest.raises(DatabaseError) as refused:
            await posted(site, post, credit("never", "ann", 1))
        assert refused.value.code == 1792
        assert await site.read(ask("SELECT 1 FROM ledger_transfers WHERE idempotency_key = 'never'")) == []
