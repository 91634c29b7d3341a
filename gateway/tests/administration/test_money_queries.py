"""Figures of money and of the wheel, against the same figures counted in Python from the inserted rows."""

import math
from collections import Counter
from collections.abc import AsyncGenerator
from datetime import date, timedelta
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
import pytest

from fixtures import site_schema
from gateway.config.settings import Settings
from gateway.database.database import Database
from gateway.database.queries import Query
from gateway.features.ledger import post
from gateway.features.payments.operator_files import read_evidence
from gateway.features.payments.operator_money import (
    SettlementDay,
    SettlementRow,
    by_period,
    period_of,
    read_donations,
    read_money,
)
from gateway.features.roulette import operator_rows
from gateway.features.roulette.eligibility import spin_rules
from gateway.features.roulette.operator_wheel import measure
from gateway.http.errors import ValidationFailed
from gateway.tests.support.databases import Server
from gateway.tests.support.player_pages import donation_row, payment_row

pytestmark = pytest.mark.database

ZONE = ZoneInfo("America/Argentina/Buenos_Aires")
PERIOD = period_of(date(2026, 3, 1), date(2026, 5, 31), ZONE)
DAY = 86_400
STATUSES = ("pending", "completed", "failed", "refunded")


@pytest.fixture(scope="module")
async def site(mariadb: Server) -> AsyncGenerator[Database]:
    async with site_schema.connect(await site_schema.create(mariadb)) as database:
        yield database


class Donation(msgspec.Struct):
    number: int
    account: str
    amount: int
    status: str
    refunded_amount: int
    is_disputed: int
    created_at: int

    @property
    def id(self) -> str:
        return f"d{self.number:04}"


async def insert(site: Database, table: str, **values: str | int | None) -> None:
    names = ", ".join(values)
    marks = ", ".join(f"%({name})s" for name in values)
    sql = f"INSERT INTO {table} ({names}) VALUES ({marks})"
    await site.write(Query("test.insert", sql, tuple(values), None), **values)


@pytest.fixture(scope="module")
async def donations(site: Database) -> list[Donation]:
    """Two hundred donations around the period, each paid one with its payment."""
    random, rows = Random(8), list[Donation]()
    for number in range(200):
        status = random.choice(STATUSES)
        row = Donation(
            number,
            f"buyer{int(random.expovariate(0.06))}",
            100 * random.randint(1, 90_000),
            status,
            0,
            int(status == "completed" and random.random() < 0.1),
            random.randint(PERIOD.since - 5 * DAY, PERIOD.until + 5 * DAY),
        )
        row.refunded_amount = row.amount if status == "refunded" else random.choice((0, 0, row.amount // 4))
        row.refunded_amount = row.refunded_amount if status in {"completed", "refunded"} else 0
        rows.append(row)
        paid_at = row.created_at + 60
        times = {"created_at": row.created_at, "credited_at": paid_at}
        amounts = {"amount": row.amount, "refunded_amount": row.refunded_amount, "disputed": row.is_disputed}
        await insert(site, "donations", **donation_row(row.account, status, id=row.id, **amounts, **times))
        if status in {"completed", "refunded"}:
            is_chargeback = not row.is_disputed and number % 7 == 0
            payment_status = "in_mediation" if row.is_disputed else "charged_back" if is_chargeback else "approved"
            is_reported = number % 5 != 0
            values = {
                "outcome": status,
                "amount": row.amount,
                "refunded": row.refunded_amount,
                "charged_back": row.refunded_amount if is_chargeback else 0,
                "fee": 10 if is_reported else None,
                "net": row.amount - 10 if is_reported else None,
                "approved_at": paid_at,
                "release_at": 1 if number % 2 else 2**40,
            }
            await insert(site, "payments", **payment_row(1000 + number, row.id, status=payment_status, **values))
    return rows


def inside(rows: list[Donation]) -> list[Donation]:
    return [row for row in rows if PERIOD.since <= row.created_at < PERIOD.until]


async def test_states_count_the_donations_of_the_period(site: Database, donations: list[Donation]) -> None:
    money = await read_money(site, PERIOD, "month")
    figures = {figure.state: (figure.donations, figure.amount) for figure in money.states}
    for status in STATUSES:
        amounts = [row.amount for row in inside(donations) if row.status == status]
        assert figures[status] == (len(amounts), sum(amounts)), f"{status}: donations, and minor units in all"
    assert figures["disputed"][0] == sum(row.is_disputed for row in inside(donations)) > 0
    assert "mismatched" not in figures
    assert {figure.currency for figure in money.states} == {"ARS"}


async def test_each_figure_lists_its_rows_in_pages(site: Database, donations: list[Donation]) -> None:
    for state in ("", *STATUSES, "disputed", "mismatched"):
        ids, cursor = list[str](), ""
        while True:
            page = await read_donations(site, PERIOD, state, cursor)  # pyright: ignore[reportArgumentType]
            ids += [row.id for row in page.data]
            if page.next is None:
                break
            cursor = page.next
        matching = [
            row for row in inside(donations) if state in {"", row.status} or (state == "disputed" and row.is_disputed)
        ]
        expected = sorted(matching, key=lambda row: (row.created_at, row.id), reverse=True)
        assert ids == [row.id for row in expected], f"ids of state {state!r}, newest first"


async def test_settlement_adds_up_the_payments_of_each_day_and_month(site: Database, donations: list[Donation]) -> None:
    days: dict[date, Counter[str]] = {}
    for row in donations:
        paid_at = row.created_at + 60
        if row.status not in {"completed", "refunded"} or not PERIOD.since <= paid_at < PERIOD.until:
            continue
        sums = days.setdefault(date(1970, 1, 1) + timedelta(days=(paid_at - 3 * 3600) // DAY), Counter())
        sums.update(payments=1, gross=row.amount)
        is_chargeback = not row.is_disputed and row.number % 7 == 0
        sums.update({"chargebacks" if is_chargeback else "refunds": row.refunded_amount})
        if row.number % 5:
            sums.update(fee=10, net=row.amount - 10, released=(row.amount - 10) * (row.number % 2))
        else:
            sums.update(unreported=1)
    names = SettlementRow.__struct_fields__[4:]
    by_day = (await read_money(site, PERIOD, "day")).settlement
    assert [row.start for row in by_day] == sorted(days, reverse=True)
    assert [[getattr(row, name) for name in names] for row in by_day] == [
        [days[day][name] for name in names] for day in sorted(days, reverse=True)
    ]
    by_month = (await read_money(site, PERIOD, "month")).settlement
    for row in by_month:
        month_sums = [sums for day, sums in days.items() if day.replace(day=1) == row.start]
        expected = [sum(sums[name] for sums in month_sums) for name in names]
        assert [getattr(row, name) for name in names] == expected, f"{row.start:%B}, minor units: {names}"
    assert [row.start for row in by_month] == [date(2026, 5, 1), date(2026, 4, 1), date(2026, 3, 1)]


async def test_shares_are_those_of_the_sorted_buyers(site: Database, donations: list[Donation]) -> None:
    paid_amounts = Counter[str]()
    for row in inside(donations):
        if row.status in {"completed", "refunded"}:
            paid_amounts[row.account] += row.amount - row.refunded_amount
    amounts = sorted((amount for amount in paid_amounts.values() if amount > 0), reverse=True)
    money = await read_money(site, PERIOD, "month")
    first = [sum(amounts[: math.ceil(len(amounts) * percent / 100)]) for percent in (1, 5, 20)]
    (shares,) = money.shares
    assert (shares.buyers, shares.amount) == (len(amounts), sum(amounts))
    assert [shares.first_1, shares.first_5, shares.first_20] == first
    assert [buyer.paid for buyer in money.buyers] == amounts[:10]


async def test_disputes_and_evidence_show_the_facts_of_a_donation(site: Database, donations: list[Donation]) -> None:
    money = await read_money(site, PERIOD, "month")
    row = next(row for row in donations if row.is_disputed)
    assert row.id in {dispute.donation for dispute in money.disputes if dispute.state == "mediation"}
    await insert(
        site, "webhook_inbox", notice="n1", payment_id=1000 + row.number, status="done", received_at=5, due_at=5
    )
    for at in (row.created_at - DAY, row.created_at + DAY, row.created_at - 91 * DAY):
        address = "203.0.113.9"
        await insert(site, "security_log", login=row.account, action="LOGIN", ip_address=address, at=at, success=1)
    evidence = await read_evidence(site, row.id)
    assert (evidence.account, evidence.amount) == (row.account, row.amount)
    assert [payment.id for payment in evidence.payments] == [str(1000 + row.number)]
    assert [(entry.address, entry.times) for entry in evidence.sign_ins] == [("203.0.113.9", 2)]
    assert len(evidence.webhooks) == 1


@pytest.mark.parametrize(
    ("number", "state", "detail", "dispute", "refunds", "chargebacks"),
    [
        (1, "paid", "won", "won", 0, 0),
        (2, "reversed", "lost", "lost", 0, 700),
        (3, "paid", "lost", "lost", 200, 100),
        (4, "reversed", "undecided", "chargeback", 0, 700),
        (5, "disputed", "inquiry", "mediation", 0, 0),
        (6, "reversed", "refunded", None, 700, 0),
        (7, "paid", "undecided", "chargeback", 200, 100),
    ],
)
async def test_dispute_at_another_provider_counts_as_chargeback(
    site: Database,
    number: int,
    state: str,
    detail: str,
    dispute: str | None,
    refunds: int,
    chargebacks: int,
) -> None:
    period = period_of(date(2025, 1, number), date(2025, 1, number), ZONE)
    donation, reference = f"s{number}", f"pi_{number}"
    times: dict[str, Any] = {"created_at": period.since, "credited_at": period.since}
    await insert(site, "donations", **donation_row("stripe", id=donation, amount=700, **times))
    await insert(
        site, "payments", **payment_row(
            2 * 10**18 + number, donation, provider="stripe", reference=reference, status=state, detail=detail,
            amount=700, refunded=refunds + chargebacks, charged_back=chargebacks, approved_at=None,
            first_seen_at=period.since, fee=number, net=90, settlement_currency="JPY",
        )
    )  # fmt: skip
    money = await read_money(site, period, "day")
    states = {row.payment: row.state for row in money.disputes}
    assert states.get(f"stripe:{reference}") == dispute
    assert [(row.refunds, row.chargebacks) for row in money.settlement] == [(refunds, chargebacks)]
    (row,) = money.settlement
    assert (row.provider, row.currency, row.settled_in, row.unreported) == ("stripe", "ARS", "JPY", 0)
    assert (row.fee, row.net) == (number, 90)


async def test_currencies_are_never_added_up(site: Database) -> None:
    period = period_of(date(2024, 6, 1), date(2024, 6, 1), ZONE)
    times: dict[str, Any] = {"created_at": period.since, "credited_at": period.since}
    for number, (currency, amount) in enumerate((("ARS", 500_000), ("JPY", 500), ("JPY", 700), ("USD", 499))):
        donation = f"c{number}"
        values = {"id": donation, "amount": amount, "currency": currency, "disputed": 1}
        await insert(site, "donations", **donation_row("rich", **values, **times))
        columns = {"amount": amount, "approved_at": period.since, "fee": 1, "net": amount - 1}
        await insert(site, "payments", **payment_row(9000 + number, donation, status="in_mediation", **columns))
    money = await read_money(site, period, "day")
    sums = {"ARS": 500_000, "JPY": 1200, "USD": 499}
    for state in ("completed", "disputed"):
        assert {row.currency: row.amount for row in money.states if row.state == state} == sums
    assert {row.currency: row.amount for row in money.shares} == sums
    assert {row.currency: row.paid for row in money.buyers} == sums
    assert {row.currency: row.gross for row in money.settlement} == sums
    rows = (await read_donations(site, period, "", "")).data
    assert {(row.id, row.currency) for row in rows} == {("c0", "ARS"), ("c1", "JPY"), ("c2", "JPY"), ("c3", "USD")}
    assert {row.donation: row.currency for row in money.disputes if row.donation == "c3"} == {"c3": "USD"}


async def test_mismatch_that_holds_money_names_its_command(site: Database) -> None:
    for number, status in ((1, "approved"), (2, "refunded")):
        values = {"outcome": "failed", "amount": 7, "coins": 0, "mismatch": "reference"}
        await insert(site, "payments", **payment_row(number, None, status=status, **values))
    (row,) = (await read_money(site, PERIOD, "month")).mismatches
    assert (row.payment, row.account, row.explanation.command) == ("1", None, "gateway refund 1")


async def test_spins_are_measured_by_prize_and_player_and_listed_in_windows(
    site: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings()
    rules = spin_rules(settings)
    (unused_wheel,) = (await measure(site, settings)).wheels
    assert (unused_wheel.version, unused_wheel.is_current, unused_wheel.measured) == (None, True, None)
    assert unused_wheel.stated == pytest.approx(float(rules.wheel.returns(rules.cost)))
    await insert(site, "roulette_wheels", version=4, slots=rules.wheel.text, spin_cost=rules.cost, created_at=1)
    await insert(
        site, "roulette_seeds", id=9, account="lucky", server_seed="0" * 64, server_seed_hash=(
            "60e05bd1b195af2f94112fa7197a5c88289058840ce7c6df9693756bc6250f55"
        ), state=None, client_seed="c", created_at=1, revealed_at=1,
    )  # fmt: skip
    spins = [("lucky", 0)] * 6 + [("ann", 1)] * 40 + [("ann", 6)]
    for nonce, (account, position) in enumerate(spins):
        slot = rules.wheel.slots[position]
        await insert(
            site, "roulette_spins", account=account, seed_id=9, nonce=nonce, client_seed="c", wheel_version=4,
            position=position, prize_tier=slot.tier, cost=rules.cost, prize=slot.prize, balance=slot.prize,
            created_at=nonce,
        )  # fmt: skip
    (wheel,) = (await measure(site, settings)).wheels
    prizes = [rules.wheel.slots[position].prize for _, position in spins]
    assert (wheel.version, wheel.is_current, wheel.spins) == (4, True, len(spins))
    assert wheel.measured == sum(prizes) / (len(spins) * rules.cost)
    assert {row.prize: row.spins for row in wheel.prizes if row.spins} == Counter(prizes)
    assert [(winner.account, winner.won) for winner in wheel.winners] == [("lucky", 3000)]

    monkeypatch.setattr(operator_rows, "_ROWS", 4)
    monkeypatch.setattr(operator_rows, "_WINDOW", 20)
    slot = rules.wheel.slots[0]
    pages = [await operator_rows.read_spins(site, 4, slot.tier, slot.prize)]
    while (cursor_id := pages[-1].next) is not None:
        pages.append(await operator_rows.read_spins(site, 4, slot.tier, slot.prize, cursor_id))
    assert [[row.account for row in page.data] for page in pages] == [[], [], ["lucky"] * 4, ["lucky"] * 2]
    assert (await operator_rows.read_spins(site, 5, slot.tier, slot.prize)).data == []


async def test_coins_are_summed_by_kind_and_house_account(site: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    for number, coins in enumerate((30, 12)):
        transfer = site_schema.credit(f"mp:{number}:credit", f"p{number}", coins)
        assert await site_schema.post_transfer(site, post, transfer) == "done"
    report = await measure(site, Settings())
    assert [(row.account, row.accounts, row.coins) for row in report.players] == [("wallet", 2, 42)]
    assert [(row.account, row.coins) for row in report.house] == [("house:donations", -42)]
    assert [(row.kind, row.coins) for row in report.holders] == [("wallet", 30), ("wallet", 12)]
    monkeypatch.setattr(operator_rows, "_ROWS", 1)
    newest = await operator_rows.read_entries(site, "house:donations")
    assert newest.next is not None
    oldest = await operator_rows.read_entries(site, "house:donations", newest.next)
    entries = [*newest.data, *oldest.data]
    assert (sum(row.amount for row in entries), oldest.next) == (-42, None)
    assert {row.account for row in entries} == {f"wallet:{row.account}" for row in report.holders}


def test_months_are_sums_of_their_days() -> None:
    first = (date(2026, 4, 30) - date(1970, 1, 1)).days
    days = [
        SettlementDay(first + number, "mercadopago", "ARS", "ARS", *range(number, number + 8)) for number in (2, 1, 0)
    ]
    assert [row.start for row in by_period(days, "day")] == [date(2026, 5, 2), date(2026, 5, 1), date(2026, 4, 30)]
    assert [msgspec.structs.astuple(row) for row in by_period(days, "month")] == [
        (date(2026, 5, 1), "mercadopago", "ARS", "ARS", *range(3, 19, 2)),
        (date(2026, 4, 1), "mercadopago", "ARS", "ARS", *range(8)),
    ]
    stripe_day = SettlementDay(first + 1, "stripe", "ARS", "USD", *range(8))
    other_day = SettlementDay(first + 1, "stripe", "EUR", "USD", *range(8))
    rows = by_period([stripe_day, other_day, *days[:2]], "month")
    assert [(row.provider, row.currency) for row in rows] == [
        ("mercadopago", "ARS"),
        ("stripe", "ARS"),
        ("stripe", "EUR"),
    ]


@pytest.mark.parametrize(
    ("since", "until"),
    [
        (date(2026, 5, 2), date(2026, 5, 1)),
        (date(2020, 1, 1), date(2026, 1, 1)),
        (date.max, None),
        (None, date.min),
    ],
)
def test_period_is_bounded(since: date | None, until: date | None) -> None:
    with pytest.raises(ValidationFailed):
        period_of(since, until, ZONE)


def test_period_is_made_of_days_of_the_zone() -> None:
    assert (PERIOD.since, PERIOD.until) == (1772334000, 1780282800)
    assert (period_of(None, date(2026, 5, 31), ZONE).first, PERIOD.shift) == (date(2026, 3, 3), -10_800)
