"""Reconciliation of single payments with the ledger, and the commands `gateway reconcile` and `gateway refund`."""

import pytest
from msgspec.structs import replace

from fixtures.installed import World
from fixtures.payment_snapshots import APPROVED, COINS, COLLECTOR, KINDS, make_snapshot, mercadopago_ref
from gateway.database.database import Database
from gateway.features.payments.matching import LockedDonation, RecordedPayment, mismatch
from gateway.features.payments.provider_payment import PaymentRef, ProviderPayment
from gateway.features.payments.reconcile import MerchantAccount, reconcile
from gateway.tests.support.account_app import site
from gateway.tests.support.commands import run_command
from gateway.tests.support.payment_app import PaymentClient, insert_donation, payment_environment, read_balances
from gateway.tests.support.payment_providers import ProviderCase

MERCHANT = MerchantAccount(COLLECTOR, live_mode=True)
PAID_PAYMENT = KINDS[APPROVED][0]
DONATION = LockedDonation(
    PAID_PAYMENT.donation_id, "ann", PAID_PAYMENT.amount, "ARS", COINS, "pending", None, None, None
)
RECORDED_PAYMENT = RecordedPayment(
    13, "mercadopago", "13", None, "pending", 0, 0, 1, 0, 0, 0, 0, 0, "pending", "", "reference", *[None] * 7
)


async def donation_row(world: World, donation: str) -> tuple[str, int]:
    ((status, coins),) = await site(world, f"SELECT status, coins_credited FROM donations WHERE id = '{donation}'")
    return str(status), int(coins)


async def test_two_payments_of_one_donation_are_both_credited(payment_world: World, database: Database) -> None:
    donation = await insert_donation(payment_world, "twice")
    for payment_id in (1, 2):
        payment = replace(PAID_PAYMENT, ref=mercadopago_ref(payment_id), donation_id=donation)
        assert await reconcile(database, MERCHANT, payment, 1) == "moved"
    assert (await read_balances(payment_world, "twice"))["wallet"] == 2 * COINS
    refunded_payment = replace(make_snapshot("refunded", at=2), ref=mercadopago_ref(1), donation_id=donation)
    assert await reconcile(database, MERCHANT, refunded_payment, 2) == "moved"
    assert await donation_row(payment_world, donation) == ("completed", COINS)


async def test_repeated_or_outdated_state_changes_nothing(payment_world: World, database: Database) -> None:
    donation = await insert_donation(payment_world, "outdated")
    paid_payment = replace(PAID_PAYMENT, ref=mercadopago_ref(3), donation_id=donation, updated_ms=9)
    refunded_payment = replace(make_snapshot("refunded", at=8), ref=mercadopago_ref(3), donation_id=donation)
    verdicts = [
        await reconcile(database, MERCHANT, payment, 1) for payment in (paid_payment, paid_payment, refunded_payment)
    ]
    assert verdicts == ["moved", "unchanged", "outdated"]
    assert await donation_row(payment_world, donation) == ("completed", COINS)


@pytest.mark.parametrize(
    ("payment", "donation", "row", "reason"),
    [
        (PAID_PAYMENT, DONATION, None, None),
        (PAID_PAYMENT, DONATION, RECORDED_PAYMENT, None),
        (PAID_PAYMENT, DONATION, replace(RECORDED_PAYMENT, donation_id=DONATION.id), None),
        (PAID_PAYMENT, DONATION, replace(RECORDED_PAYMENT, donation_id="another"), "reference"),
        (PAID_PAYMENT, None, None, "reference"),
        (replace(PAID_PAYMENT, currency="USD"), DONATION, None, "currency"),
        (replace(PAID_PAYMENT, amount=PAID_PAYMENT.amount - 1), DONATION, None, "amount"),
        (replace(PAID_PAYMENT, collector_id=2), DONATION, None, "collector"),
        (replace(PAID_PAYMENT, live_mode=False), DONATION, None, "live_mode"),
    ],
)
def test_mismatch_names_the_first_difference(
    payment: ProviderPayment, donation: LockedDonation | None, row: RecordedPayment | None, reason: str | None
) -> None:
    assert mismatch(payment, donation, row, MERCHANT) == reason


async def test_mismatched_payment_credits_nothing_until_corrected(payment_world: World, database: Database) -> None:
    donation = await insert_donation(payment_world, "mismatch")
    paid_payment = replace(PAID_PAYMENT, ref=mercadopago_ref(5000), donation_id=donation)
    assert await reconcile(database, MERCHANT, replace(paid_payment, donation_id="another"), 1) == "foreign"
    assert await reconcile(database, MERCHANT, replace(paid_payment, amount=1), 1) == "mismatched"
    assert await read_balances(payment_world, "mismatch") == {}
    rows = await site(payment_world, "SELECT mismatch, donation_id FROM payments WHERE id = 5000")
    assert [tuple(row) for row in rows] == [("amount", donation)]
    for refunded_amount, at in ((150_000, 2), (0, 3)):
        change = replace(paid_payment, amount=200_000, refunded_amount=refunded_amount, updated_ms=at)
        assert await reconcile(database, MERCHANT, change, 1) == "mismatched"
        rows = await site(payment_world, "SELECT refunded FROM payments WHERE id = 5000")
        assert [row[0] for row in rows] == [refunded_amount]
    assert await reconcile(database, MERCHANT, replace(paid_payment, updated_ms=4), 1) == "moved"


async def test_payment_stays_with_its_donation(payment_world: World, database: Database) -> None:
    first, second = [await insert_donation(payment_world, account) for account in ("first", "second")]
    paid_payment = replace(PAID_PAYMENT, ref=mercadopago_ref(4), donation_id=first)
    assert await reconcile(database, MERCHANT, paid_payment, 1) == "moved"
    assert (
        await reconcile(database, MERCHANT, replace(paid_payment, donation_id=second, updated_ms=2), 1) == "mismatched"
    )
    assert await read_balances(payment_world, "second") == {}
    assert (await read_balances(payment_world, "first"))["wallet"] == COINS


async def run(payments: PaymentClient, *words: str) -> tuple[int, str]:
    result = await run_command(payments.world, *words, **payment_environment(payments.provider, 1))
    return result.code, result.out + result.err


async def logged_operations(payments: PaymentClient, payment: str) -> list[str]:
    log = f"SELECT command FROM operator_log WHERE subject = 'payment:{payment}' ORDER BY id"
    return [str(row[0]) for row in await site(payments.world, log)]


@pytest.mark.usefixtures("clean_payments")
async def test_command_reconcile_finds_a_payment_without_a_webhook(payments: PaymentClient, case: ProviderCase) -> None:
    await payments.set_fault("drop_notices")
    donation = await payments.create_donation(provider=case.name)
    payment = await payments.pay(donation)
    for is_posted in (True, False):
        code, text = await run(payments, "reconcile", "--donation", donation["donation_id"])
        assert (code, "coins posted" in text) == (0, is_posted), text
    assert await logged_operations(payments, str(PaymentRef(case.name, payment))) == ["reconcile"]
    assert (await payments.donation(donation))["status"] == "completed"


@pytest.mark.usefixtures("clean_payments")
async def test_command_reconcile_polls_pending_and_completed_donations(
    payments: PaymentClient, case: ProviderCase
) -> None:
    await payments.set_fault("drop_notices")
    donation = await payments.create_donation(provider=case.name)
    payment = await payments.pay(donation)
    await site(payments.world, "UPDATE donations SET created_at = created_at - 601")
    await run(payments, "reconcile")
    assert (await payments.donation(donation))["status"] == "completed"
    await case.refund_silently(payments.provider_http, payment)
    await site(payments.world, "UPDATE donations SET checked_at = checked_at - 86401")
    await run(payments, "reconcile")
    assert (await payments.donation(donation))["status"] == "refunded"


@pytest.mark.parametrize(("payment", "code", "text"), [("999", 1, "not finished"), ("x", 2, "not a payment id")])
async def test_command_reconcile_of_an_unknown_payment_fails(
    payments: PaymentClient, payment: str, code: int, text: str
) -> None:
    exit_code, output = await run(payments, "reconcile", "--payment", payment)
    assert (exit_code, text in output) == (code, True), output


@pytest.mark.usefixtures("clean_payments")
async def test_command_refund_of_a_refunded_payment_takes_its_coins(
    payments: PaymentClient, case: ProviderCase
) -> None:
    donation = await payments.create_donation(provider=case.name)
    payment = await payments.pay(donation)
    await payments.wait_for(donation, status="completed")
    await case.refund_silently(payments.provider_http, payment)
    code, output = await run(payments, "refund", str(PaymentRef(case.name, payment)))
    assert (code, "nothing was refunded" in output, "coins posted" in output) == (1, True, True), output
    assert (await payments.donation(donation))["status"] == "refunded"


async def test_command_refund_at_a_provider_that_is_off_refunds_nothing(payments: PaymentClient) -> None:
    settings = payment_environment(payments.provider, 1)
    settings |= {"GATEWAY_STRIPE_ENABLED": "false", "GATEWAY_STRIPE_SECRET_KEY": ""}
    result = await run_command(payments.world, "refund", "stripe:pi_1", **settings)
    assert (result.code, "nothing was refunded: stripe is switched off" in result.err) == (1, True), result.err


@pytest.mark.usefixtures("clean_payments")
async def test_command_refund_of_a_duplicate_payment_claws_back(payments: PaymentClient) -> None:
    donation = await payments.create_donation()
    first, second = await payments.pay(donation), await payments.pay(donation)
    await payments.wait_for(donation, coins_received=100)
    await payments.set_fault("drop_notices")
    part = (first, "--amount", "1500")
    lose_response = f"UPDATE refunds SET answered_at = NULL WHERE payment_id = {first}"
    for words, statement, text, coins, refunded_amount in (
        ((second,), None, "5,000.00 of 5,000.00 ARS refunded, status", 50, 5000),
        (part, None, "1,500.00 of 5,000.00 ARS refunded, status", 35, 6500),
        (part, lose_response, "1,500.00 of 5,000.00 ARS were refunded by an earlier request", 35, 6500),
        (part, None, "1,500.00 of 5,000.00 ARS refunded, status", 20, 8000),
    ):
        if statement:
            await site(payments.world, statement)
        code, output = await run(payments, "refund", *words)
        assert (code, text in output) == (0, True), output
        row = await payments.donation(donation)
        assert (row["status"], row["coins_received"], row["refunded_amount"]) == ("completed", coins, refunded_amount)
    code, output = await run(payments, "refund", second)
    assert (code, "nothing was refunded" in output) == (1, True), output
    # Each request is logged before the provider is called, and each change of coins with it.
    assert await logged_operations(payments, second) == ["refund", "refund"]
    assert await logged_operations(payments, first) == ["refund"] * 4
