"""Rows of one account in every table of the site schema that holds a login or the name of a character."""

from datetime import UTC

from msgspec.structs import replace

from fixtures.admin import execute
from fixtures.installed import World, in_schema
from fixtures.payment_snapshots import COINS, make_snapshot, mercadopago_ref
from fixtures.site_schema import COIN, NOW, STEPS, begin_donation
from gateway.config.site_days import day_of
from gateway.database.database import Database
from gateway.extras.campaigns import bonus
from gateway.extras.campaigns import campaigns as recharge_campaigns
from gateway.extras.campaigns.rules import RechargeCampaign
from gateway.extras.codes import campaigns
from gateway.extras.codes.redeem import redeem
from gateway.extras.codes.rules import Campaign
from gateway.extras.competitions import changes, payout
from gateway.extras.competitions.payout import PlaceOutcome
from gateway.extras.competitions.rules import Competition
from gateway.extras.history import storage
from gateway.extras.votes import repository as votes
from gateway.extras.votes.repository import Vote
from gateway.features.deliveries import resolve
from gateway.features.deliveries.create import DeliveryOrder, send
from gateway.features.ledger.adjust import adjust
from gateway.features.operators import site_controls
from gateway.features.operators.operator_log import Operation, running
from gateway.features.operators.site_controls import Control
from gateway.features.payments.reconcile import MerchantAccount, reconcile
from gateway.features.roulette.eligibility import spin_rules
from gateway.registration.donation_bonus import BonusRequest
from gateway.tests.support.account_app import site as in_site
from gateway.tests.support.roulette_data import must_spin
from gateway.world_snapshot.account_index import AccountHash

MERCHANT = MerchantAccount(collector_id=1, live_mode=True)
CHANGE = Operation(operator="ann", command="a test", reason="a test")
TEXT_COLUMNS = (
    "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = DATABASE() "
    "AND data_type IN ('char', 'varchar', 'text', 'mediumtext', 'longtext')"
)


async def add_books(world: World, site: Database, login: str, number: int) -> None:
    """A donation, two deliveries and two spins, with a pair of seeds in use. `number`: another one for each account."""
    rules = replace(spin_rules(world.settings), cooldown_seconds=0, max_daily_spins=0)
    donation = f"donation-{number}"
    await in_site(
        world,
        f"INSERT IGNORE INTO price_versions (steps, created_at) VALUES ('{STEPS}', {NOW})",
        f"INSERT IGNORE INTO installation (name, value) VALUES ('coin_item.{COIN}', '')",
    )
    await begin_donation(site, donation, login)
    await in_site(world, f"UPDATE donations SET character_name = '{_hero(login)}' WHERE id = '{donation}'")
    state = replace(make_snapshot("approved"), ref=mercadopago_ref(number), donation_id=donation)
    assert await reconcile(site, MERCHANT, state, NOW) == "moved"
    with running(CHANGE):
        await adjust(site, login, 100, f"gift-{number}")
        for key in ("kept", "returned"):
            delivery = await send(
                site,
                DeliveryOrder(
                    key=f"{login}:{key}",
                    account=login,
                    character_id=1,
                    character_name=_hero(login),
                    item_id=COIN,
                    amount=5,
                ),
                NOW,
            )
            settle = resolve.release(site, delivery.id, NOW)
            if key == "kept":
                settle.close()
                await in_site(
                    world, f"UPDATE deliveries SET status = 'claimed', claimed_at = {NOW} WHERE id = {delivery.id}"
                )
                settle = resolve.confirm(site, delivery.id, "seen", NOW)
            assert (await settle).is_done
    for _ in range(2):
        await must_spin(site, rules, login)


async def _give_bonus(site: Database, donation: str, login: str) -> None:
    campaign = RechargeCampaign(0, "Launch", "[[1,10]]", NOW, NOW + 1, None, None, 0)
    with running(CHANGE):
        await site.transact(lambda session: recharge_campaigns.create(session, campaign, NOW))
    request = BonusRequest(donation_id=donation, account=login, coins=COINS, now=NOW)
    assert await site.transact(lambda session: bonus.promise(session, request)) == COINS // 10
    await site.transact(lambda session: bonus.settle(session, donation, NOW))


async def add_rows(world: World, site: Database, login: str, number: int) -> None:
    """A row in every other table."""
    hero, mail = _hero(login), f"{login}@example.org"
    account = int(AccountHash(await storage.account_key(site))([login])[0])
    block = Control("block", login, NOW, NOW + 1, "ann", "a test", NOW)
    with running(CHANGE):
        async with site.transaction() as session:
            await site_controls.put(session, block)
    await in_site(
        world,
        f"INSERT INTO profiles (login, email, user_handle) VALUES ('{login}', '{mail}', 'handle')",
        f"INSERT INTO account_sources VALUES ('{login}', 'forum.example', '')",
        f"INSERT INTO account_owners (login, seen_mark, language) VALUES ('{login}', 'mark', 'es')",
        f"INSERT INTO account_notes (account, operator, text, at) VALUES ('{login}', 'ann', 'of {login}', 1)",
        "INSERT INTO security_log (login, action, ip_address, at, success) "
        f"VALUES ('{login}', 'LOGIN', '192.0.2.7', 1, 1)",
        "INSERT INTO sessions (id, login, created_at, seen_at, confirmed_at, device, network) "
        f"VALUES ('{number}', '{login}', 1, 1, 1, 'Firefox', '192.0.2.0/24')",
        f"INSERT INTO totp_secrets (login, sealed) VALUES ('{login}', 'k:sealed-text')",
        f"INSERT INTO recovery_codes (login, hash, created_at) VALUES ('{login}', '{number}', 1)",
        "INSERT INTO passkeys (login, domain, credential_id, public_key, sign_count, transports, backup_eligible, "
        f"backed_up, name, created_at) VALUES ('{login}', 'localhost', 'c{number}', 'public-key', 0, '', 0, 0, "
        f"'Phone of {login}', 1)",
        f"INSERT INTO push_choices VALUES ('{login}', '{{}}')",
        "INSERT INTO push_subscriptions (id, session, login, endpoint_hash, sealed, language, created_at) "
        f"VALUES ({number}, '{number}', '{login}', '{number}', 'k:sealed-text', 'en', 1)",
        "INSERT INTO push_messages (subscription_id, subject, at, notice, expires_at, due_at) "
        f"VALUES ({number}, 'boss', 1, '{{}}', 1, 1)",
        "INSERT INTO erasure_requests (login, state, requested_at, due_at, ended_at) "
        f"VALUES ('{login}', 'cancelled', 1, 1, 1)",
        f"INSERT INTO consents VALUES ('{login}', 'terms', 1, 1)",
        f"INSERT INTO watch_stars VALUES ('{login}', 'boss', 25325, 1)",
        f"INSERT INTO market_offers VALUES ({number}, 'sell', 1, 0, 1, '{login}', 1, 1, 'Aden', 1, 1, 1, 1)",
        f"INSERT INTO watch_accounts VALUES ('{login}', 1, 'hash{number}', 1, 'key{number}', 1)",
        "INSERT INTO tickets (id, account, topic, title, state, created_at, changed_at) "
        f"VALUES ({number}, '{login}', 'item', 'Of {login}', 'closed', 1, 1)",
        f"INSERT INTO ticket_messages (ticket_id, author, text, at) VALUES ({number}, 'player', 'I am {login}', 1)",
        f"INSERT INTO ticket_pictures (ticket_id, at, size, data) VALUES ({number}, 1, 4, 'WebP')",
        f"INSERT INTO confirmed_emails VALUES ('{login}', '{mail}', 1)",
        "INSERT INTO mails (kind, recipient, login, action, created_at, due_at) VALUES "
        f"('notice', '{mail}', '{login}', 'x', 1, 1), ('recovery', '{mail}', '', '', 1, 1)",
        "INSERT INTO messages (channel, receiver, kind, login, content, created_at, due_at, expires_at, kept_until) "
        f"VALUES ('mail', '{mail}', 'notice', '{login}', '{{}}', 1, 1, 1, 1), "
        f"('mail', '{mail}', 'recovery', '', '{{}}', 1, 1, 1, 1), "
        f"('push', '{number}', 'milestone', '{login}', '{{}}', 1, 1, 1, 1)",
        f"INSERT INTO mail_links VALUES ('{number}', 'recovery', '{login}', '{mail}', '', 1, NULL)",
        f"INSERT INTO spending_limits (login, spin_day) VALUES ('{login}', 7)",
        f"INSERT INTO privacy VALUES ('{login}', 'hidden', 1)",
        f"INSERT INTO referral_codes VALUES ('{login}', 'CODE{number}')",
        "INSERT INTO referrals (account, referrer, registered_at, network, state) VALUES "
        f"('{login}', 'friend', 1, '192.0.2.0/24', 'waiting'), ('friend{number}', '{login}', 1, '', 'waiting')",
        f"INSERT INTO vote_accounts (account) VALUES ('{login}')",
        f"INSERT INTO character_samples VALUES ('2025-01-01', {number}, '{login}', 1, 1, 1, 1)",
        "INSERT INTO operator_requests (operator, idempotency_key, permission, fingerprint, response, at) "
        f"VALUES ('ann', '{number}', 'accounts.block', '', '{{\"changes\":[{{\"subject\":\"account:{login}\"}}]}}', 1)",
        f"INSERT INTO character_now VALUES ({number}, 1, 1, NULL, {account}, '{hero}', 0, 1, 1, 1, 1, 1, 1, 0)",
        f"INSERT INTO character_changes VALUES ({number}, 1, 'name', '{hero}')",
        f"INSERT INTO character_days VALUES ({number}, 1, 1, 1, 1, 1, 1, 1)",
    )


async def add_rewards(world: World, site: Database, login: str, number: int) -> None:
    """A bonus, a vote and a code, with their coins, and a place of a competition without a prize."""
    await _give_bonus(site, f"donation-{number}", login)
    assert await votes.credit(
        site, Vote(site="topg", hours=12, account=login, voted_at=NOW, coins=3, answer=b"", voter=str(number)), NOW
    )
    first_day = day_of(NOW, UTC)
    competition = Competition(0, "Cup", "pvp", first_day, first_day, 1, 80, "", None)
    campaign = Campaign(0, "Launch", "promo", 4, NOW, NOW + 1, 10)
    with running(CHANGE):
        async with site.transaction() as session:
            await campaigns.create_with_codes(session, campaign, f"CODE-{number}", NOW)
            cup = await changes.open_competition(session, competition, [5], NOW, UTC)
        assert await payout.settle(
            site,
            cup,
            PlaceOutcome(place=1, coins=5, outcome="hidden", character_id=number, account=login, name=_hero(login)),
            NOW,
        )
    await redeem(site, login, f"CODE-{number}", NOW)


async def columns_with(world: World, text: str) -> set[str]:
    """Returns the columns of the site schema, as `table.column`, in which the text is."""
    dsn = in_schema(world.admin_dsn, world.schemas.site)
    columns = [(str(table), str(column)) for table, column in await execute(dsn, TEXT_COLUMNS)]
    names = set[str]()
    for table, column in columns:
        rows = await execute(dsn, f"SELECT COUNT(*) FROM `{table}` WHERE LOCATE('{text}', `{column}`) > 0")
        if rows[0][0]:
            names.add(f"{table}.{column}")
    return names


def _hero(login: str) -> str:
    return f"Hero of {login}"
