"""`gateway donations export`: every payment with its fees and payout, as cells that no spreadsheet calculates."""

import os
import subprocess
import sys
from collections.abc import AsyncGenerator

import pytest

from fixtures.installed import World
from gateway.features.operators.csv_text import text_cell
from gateway.tests.support.account_app import site
from gateway.tests.support.commands import run_command
from gateway.tests.support.databases import clear_money

DONATION = "5f3c9c1e-0000-4000-8000-000000000001"
PAYMENTS = (
    "INSERT INTO donations (id, account, character_id, character_name, amount, currency, base_coins, bonus_coins, "
    f"total_coins, status, created_at, credited_at) VALUES ('{DONATION}', 'demo', 1, 'Ann', 500000, 'ARS', 50, 0, 50, "
    "'completed', 1790000000, 1790000102)",
    "INSERT INTO payments (id, donation_id, status, detail, outcome, amount, refunded, updated_ms, mismatch, fee, net, "
    "approved_at, release_at, method, payer, first_seen_at, seen_at, coins) VALUES "
    f"(4711, '{DONATION}', 'approved', 'accredited', 'completed', 500000, 150050, 1, NULL, 31450, 468550, 1790000100, "
    "1790864100, 'visa', 501020304, 1790000101, 1, 50), (4712, NULL, 'approved', '=2+3', 'failed', 7, 0, 1, "
    "'reference', NULL, NULL, NULL, NULL, NULL, NULL, 1790000200, 1, 0)",
    "INSERT INTO payments (id, provider, reference, status, detail, outcome, amount, refunded, updated_ms, mismatch, "
    "fee, net, settlement_currency, first_seen_at, seen_at) VALUES (2000000000000000001, 'stripe', 'pi_3Q', 'paid', "
    "'succeeded', 'failed', 9, 0, 1, 'reference', 4, 125, 'JPY', 1790000300, 1)",
)
LINES = [
    "payment,provider,donation,account,status,detail,mismatch,currency,gross,fee,net,settlement_currency,refunded,coins,"
    "method,payer,started_at,approved_at,credited_at,refunded_at,released_at",
    f"4711,mercadopago,{DONATION},demo,approved,accredited,,ARS,5000.00,314.50,4685.50,ARS,1500.50,50,visa,501020304,"
    "2026-09-21T14:13:20Z,2026-09-21T14:15:00Z,2026-09-21T14:15:02Z,,2026-10-01T14:15:00Z",
    "4712,mercadopago,,,approved,'=2+3,reference,,0.07,,,,0.00,0,,,,,,,",
    "pi_3Q,stripe,,,paid,succeeded,reference,,0.09,4,125,JPY,0.00,0,,,,,,,",
]


@pytest.fixture
async def export_world(payment_world: World) -> AsyncGenerator[World]:
    await clear_money(payment_world)
    await site(payment_world, *PAYMENTS)
    yield payment_world
    await clear_money(payment_world)


async def test_export_writes_the_same_lines_twice(export_world: World) -> None:
    for _ in range(2):
        assert await run_command(export_world, "donations", "export", "--csv") == (0, "\n".join([*LINES, ""]), "")


@pytest.mark.parametrize(
    ("words", "rows"),
    [
        ("--since 2026-09-21T14:15Z", [1, 2, 3]),
        ("--since 2026-09-21T14:15:01Z", [2, 3]),
        ("--until 2026-09-21T14:15:00Z", []),
        ("--since 2026-09-21 --until 2026-09-21T14:16:00Z", [1]),
    ],
)
async def test_export_selects_by_the_time_of_approval(export_world: World, words: str, rows: list[int]) -> None:
    result = await run_command(export_world, "donations", "export", "--csv", *words.split())
    assert result.out.splitlines() == [LINES[0], *(LINES[row] for row in rows)]


@pytest.mark.parametrize("count", [1, 4000], ids=["within one buffer", "beyond it"])
async def test_export_into_a_closed_pipe_ends_without_a_trace(export_world: World, count: int) -> None:
    rows = ", ".join(f"({number}, '', '', 'failed', 1, 0, 1, 1, 1)" for number in range(10_000, 10_000 + count))
    columns = "id, status, detail, outcome, amount, refunded, updated_ms, first_seen_at, seen_at"
    await site(export_world, f"INSERT INTO payments ({columns}) VALUES {rows}")
    reader, writer = os.pipe()
    os.close(reader)
    words = [sys.executable, "-m", "gateway", "donations", "export", "--csv"]
    env = {**os.environ, **export_world.environment}
    env.pop("PYTHONUNBUFFERED", None)  # without a buffer, nothing is left to flush at the end
    process = subprocess.run(words, env=env, stdout=writer, stderr=subprocess.PIPE, check=False)  # noqa: ASYNC221
    os.close(writer)
    assert (process.returncode, process.stderr) == (141, b"")


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "＝1+1"])
def test_text_cell_that_begins_like_a_formula_is_text(text: str) -> None:
    cell = text.replace("\t", " ")
    assert (text_cell(text), text_cell(f"a,{text}")) == (f"'{cell}", f"a,{cell}")
