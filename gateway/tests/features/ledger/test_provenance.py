"""Each forgery that leaves the sums right breaks the expected rules of provenance; the daily check reports them."""

from pathlib import Path

import pytest
from structlog.testing import capture_logs

from fixtures import site_schema
from fixtures.payment_snapshots import COINS
from fixtures.site_schema import COIN, DATA_KEYS, NOW
from gateway.concurrency.durations import DAY
from gateway.config.sections import DatabaseSettings
from gateway.config.settings import Settings
from gateway.database.database import Database
from gateway.features.deliveries import resolve
from gateway.features.deliveries.create import DeliveryOrder, send
from gateway.features.ledger import anchors
from gateway.features.ledger.adjust import adjust
from gateway.features.ledger.daily_check import DailyLedgerCheck
from gateway.features.ledger.provenance import PROVENANCE_RULES
from gateway.features.operators.operator_log import Operation, running
from gateway.features.roulette import seeds
from gateway.features.roulette.verification import all_rules
from gateway.tests.support.corruptions import add_payments, assert_named, broken_after, read_corruptions
from gateway.tests.support.databases import Server, ask
from gateway.tests.support.roulette_data import clock_at, must_spin, rules_with

pytestmark = pytest.mark.database

ALL_RULES = all_rules(DATA_KEYS)
RULES = (*ALL_RULES, *PROVENANCE_RULES)
CLOSED_DAYS = read_corruptions(Path(__file__).with_name("closed_days.sql"))
FORGERIES = read_corruptions(Path(__file__).with_name("forgeries.sql"))


@pytest.fixture(scope="module")
async def dsn(mariadb: Server) -> str:
    """Books in which every transfer has its cause: payments of every kind, deliveries in each state, and four spins."""
    dsn = await site_schema.create(mariadb)
    async with site_schema.connect(dsn) as site:
        await add_payments(site)
        with running(Operation(operator="ann", command="ledger adjust", reason="a test")):
            for login in ("gus", "spinner"):
                assert await adjust(site, login, 1000, login)
        for number in range(3):
            await send(
                site,
                DeliveryOrder(
                    key=f"gus:{number}",
                    account="gus",
                    character_id=1,
                    character_name="Somebody",
                    item_id=COIN,
                    amount=20,
                ),
                NOW,
            )
        await resolve.release(site, 2, NOW)
        await site.write(ask("UPDATE deliveries SET status = 'claimed', claimed_at = created_at WHERE id = 3"))
        assert (await resolve.confirm(site, 3, "seen", NOW)).is_done
        for _ in range(3):
            await must_spin(site, rules_with(), "spinner")
        await seeds.rotate(site, rules_with(), "spinner", "mine", clock_at(NOW))
        await must_spin(site, rules_with(), "spinner")
    return dsn


@pytest.mark.parametrize("forgery", FORGERIES)
async def test_check_names_the_broken_rules_and_the_row(site: Database, forgery: str) -> None:
    rules, subject, statements = FORGERIES[forgery]
    assert_named(await broken_after(site, statements, RULES), rules, subject)


def test_each_rule_is_broken_by_a_forgery() -> None:
    rewards = read_corruptions(Path(__file__).with_name("reward_forgeries.sql"))
    broken_rules = set[str]().union(*(rules for rules, _, _ in (FORGERIES | rewards).values()))
    assert broken_rules >= {rule.name for rule in PROVENANCE_RULES}


@pytest.fixture(scope="module")
async def anchor_file(dsn: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file with the anchors of the books' day and of two days after it."""
    path = tmp_path_factory.mktemp("anchors") / "anchors.txt"
    async with site_schema.connect(dsn) as site:
        closed_at = (NOW // DAY + 1) * DAY + anchors.SETTLE_SECONDS
        for seconds, days in ((0, [20370]), (DAY - 1, []), (2 * DAY, [20371, 20372])):
            assert [anchor.day for anchor in await anchors.write(site, closed_at + seconds)] == days
            await anchors.append(site, str(path))
    return path


def test_anchor_file_has_a_line_for_each_day(anchor_file: Path) -> None:
    assert [line[:10] for line in anchor_file.read_text().splitlines()] == ["2025-10-09", "2025-10-10", "2025-10-11"]
    assert anchor_file.stat().st_mode & 0o777 == 0o600


@pytest.fixture
def anchor_lines(anchor_file: Path) -> bytes:
    return anchor_file.read_bytes()


async def test_anchor_file_is_completed_after_a_crash_at_any_byte(
    site: Database, anchor_lines: bytes, tmp_path: Path
) -> None:
    content, cut_file = anchor_lines, tmp_path / "anchors.txt"
    for size in range(len(content)):
        cut_file.write_bytes(content[:size])
        with capture_logs() as lines:
            await anchors.append(site, str(cut_file))
        lines_after = cut_file.read_bytes().splitlines()
        assert set(content.splitlines()) <= set(lines_after) <= {*content.splitlines(), content[:size].split(b"\n")[-1]}
        is_cut = size % (len(content) // 3) != 0 and size != len(content) - 1
        assert [line["event"] for line in lines] == ["anchor_file_repaired"] * is_cut
    cut_file.write_bytes(content[:-9] + b"\n" + content + b"\0\xff")
    assert await broken_after(site, "SELECT 1", [anchors.rule(str(cut_file))]) == {}


@pytest.mark.parametrize("forgery", CLOSED_DAYS)
async def test_check_names_the_closed_day_that_was_changed(site: Database, anchor_file: Path, forgery: str) -> None:
    expected, subject, statements = CLOSED_DAYS[forgery]
    assert_named(await broken_after(site, statements, (*RULES, anchors.rule(str(anchor_file)))), expected, subject)


async def test_anchors_hold_while_rows_of_closed_days_change_as_they_may(site: Database, anchor_file: Path) -> None:
    statements = (
        "UPDATE donations SET status = 'refunded', refunded_at = 1, checked_at = 2; "
        "UPDATE payments SET status = 'refunded', refunded = amount, seen_at = 3, updated_ms = 4; "
        "UPDATE deliveries SET status = 'cancelled', cancelled_at = 1 WHERE status <> 'delivered'; "
        "UPDATE deliveries SET confirmed = confirmed + 1, receipt = 'seen again' WHERE status = 'delivered'; "
        "UPDATE roulette_seeds SET state = NULL, revealed_at = 1, client_seed = 'x', nonce = 7"
    )
    assert await broken_after(site, statements, [anchors.rule(str(anchor_file))]) == {}


@pytest.mark.parametrize(
    "statements",
    [
        "UPDATE deliveries SET status = 'delivered', claimed_at = created_at, delivered_at = 1800000000, confirmed = 1 "
        "WHERE id = 1",
        "UPDATE roulette_spins SET idempotency_key = 'another' WHERE seed_id = 1 AND nonce = 0",
        "UPDATE payments SET mismatch = 'amount' WHERE id = 10",
        "INSERT INTO refunds (payment_id, refunded, amount, asked_at) VALUES (10, 0, 1, 1800000000); INSERT INTO "
        "operator_log (at, operator, command, subject, reason) VALUES (1800000000, 'ann', 'refund', 'payment:10', '')",
    ],
    ids=[
        "delivered without the game",
        "key of a spin",
        "mark of a credited payment",
        "refund and its log entry of today",
    ],
)
async def test_forgeries_that_only_game_and_provider_know_break_no_rule(
    site: Database, anchor_file: Path, statements: str
) -> None:
    """The limits that gateway/docs/operators/payments.md names."""
    assert await broken_after(site, statements, (*RULES, anchors.rule(str(anchor_file)))) == {}


async def test_daily_check_logs_and_counts_broken_rules(site: Database, dsn: str) -> None:
    daily = DailyLedgerCheck(Settings(database=DatabaseSettings(site_dsn=dsn)), ALL_RULES)
    assert dict(daily.samples()) == {}
    assert await daily.work(0) == 0
    await site.write(ask("UPDATE payments SET held = held - 1 WHERE id = 3"))
    try:
        with capture_logs() as lines:
            assert await daily.work(86400) == 2
    finally:
        await site.write(ask("UPDATE payments SET held = held + 1 WHERE id = 3"))
    errors = [line for line in lines if line["log_level"] == "error"]
    assert {line["event"] for line in errors} == {"ledger_inconsistent"}
    assert f"payment 3: {COINS - 1} instead of {COINS}" in [line["first"] for line in errors]
    assert [line["coins"] for line in lines if line["event"] == "coins_minted"] == [{"adjust": 2000}]
    samples = dict(daily.samples())
    assert (samples["fishi_ledger_broken_rules"], samples["fishi_ledger_violations"]) == (2, 2)
    assert samples['fishi_minted_coins{kind="adjust"}'] == 2000
    daily.forget()
    assert dict(daily.samples()) == {}
