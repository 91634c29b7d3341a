"""A prize of a competition is held as other rewards are."""

from collections.abc import AsyncGenerator

import pytest

from fixtures import site_schema
from fixtures.site_schema import NOW, credit, post_transfer
from gateway.database.database import Database
from gateway.extras.competitions import payout, repository
from gateway.extras.competitions.payout import PlaceOutcome
from gateway.extras.competitions.rules import Competition
from gateway.features import ledger
from gateway.features.deliveries.create import CoinsOnHold, DeliveryOrder, send
from gateway.features.wallet.holds import HeldCredit, HoldRules, held_credits
from gateway.tests.support.databases import Server

pytestmark = pytest.mark.database

HOUR = 3600


@pytest.fixture(scope="module")
async def site(mariadb: Server) -> AsyncGenerator[Database]:
    async with site_schema.connect(await site_schema.create(mariadb)) as database:
        yield database


async def test_prize_of_a_competition_has_the_hold_of_rewards(site: Database) -> None:
    login, rules = "winner", HoldRules(hours=2, reward_hours=72)
    async with site.transaction() as session:
        competition = Competition(0, "A title", "pvp", 1, 2, 1, 80, "", None)
        number = await repository.open_competition(session, competition, [50], NOW)
    assert await post_transfer(site, ledger.post, credit("winner:own", login, 7)) == "done"
    assert await payout.settle(
        site, number, PlaceOutcome(place=1, coins=50, outcome="paid", character_id=1, account=login, name="Hero"), NOW
    )
    end = NOW + 72 * HOUR
    assert await held_credits(site, rules, login, NOW) == [HeldCredit(end, 50, 0)]
    for coins, at in ((8, NOW), (8, end - 1)):
        with pytest.raises(CoinsOnHold):
            await send(
                site,
                DeliveryOrder(
                    key=f"winner:{at}",
                    account=login,
                    character_id=1,
                    character_name="Somebody",
                    item_id=4037,
                    amount=coins,
                ),
                at,
                rules,
            )
    for coins, at in ((7, NOW), (50, end)):
        await send(
            site,
            DeliveryOrder(
                key=f"winner:{at}:sent",
                account=login,
                character_id=1,
                character_name="Somebody",
                item_id=4037,
                amount=coins,
            ),
            at,
            rules,
        )
