"""Bonus coins of a donation: promised when it begins, posted and taken back as its own coins are.

The promise is stored with the donation, in the transaction that begins it, and holds for payments that begin before the
checkout ends. A transfer follows from the present state of the donation alone, so a duplicate, late or lost webhook
never changes the result.

While a payment is disputed, unspent bonus coins are out of the wallet. A refund takes the same share of them as of the
donation's coins; a debt replaces those already spent.
"""

from typing import Final

from msgspec import Struct

from gateway.config.payments import OPEN_SECONDS
from gateway.database.database import Database, Session
from gateway.database.queries import query
from gateway.extras.campaigns import rules
from gateway.extras.campaigns.rules import Bonus, PromisedCoins, RechargeCampaign
from gateway.features.ledger import Entry, Transfer, debt, house, post, wallet
from gateway.features.ledger.debts import DEBTS, AccountBalances, repayment
from gateway.features.ledger.rewards import lock_player
from gateway.features.payments.bonuses import BonusChanged
from gateway.registration.donation_bonus import BonusRequest, DonationBonus

PROMOTIONS: Final = house("promotions")


class DonationCount(Struct, frozen=True):
    count: int


class StoredPromise(Struct, frozen=True):
    coins: int
    campaign_id: int
    account: str
    account_cap: int | None
    total_cap: int | None


class Offer(Struct, frozen=True):
    """A promise to a donation, and the state of the donation: `coins_credited` of its own `total_coins`, `disputed`.

    `given`: bonus coins that are posted. `is_disputed`: the unspent ones were taken out of the wallet.
    """

    id: int
    account: str
    coins: int
    given: int
    is_disputed: int
    moves: int
    coins_credited: int
    total_coins: int
    disputed: int
    is_in_time: int


class BonusPlan(Struct, frozen=True):
    transfers: tuple[Transfer, ...]
    given: int


RUNNING: Final = query("campaigns.running", RechargeCampaign)
LOCK_RUNNING: Final = query("campaigns.lock_running", RechargeCampaign)
PROMISED: Final = query("campaigns.promised", PromisedCoins)
CREDITED_DONATIONS: Final = query("campaigns.credited_donations", DonationCount)
OFFER_OF: Final = query("campaigns.offer_of", StoredPromise)
ADD_OFFER: Final = query("campaigns.add_offer", None)
LOCK_OFFER: Final = query("campaigns.lock_offer", Offer)
RECORD: Final = query("campaigns.record", None)


async def find_bonus(site: Database, account: str, coins: int, now: int) -> Bonus | None:
    """Returns what a donation of so many coins would be promised now."""
    return await _best(
        site, await site.read(RUNNING, now=now), BonusRequest(donation_id="", account=account, coins=coins, now=now)
    )


async def promise(session: Session, request: BonusRequest) -> int:
    """As `DonationBonus.promise`. Raises BonusChanged if the donation begins anew and a cap has no room for it now."""
    earlier_promise = await session.one(OFFER_OF, donation_id=request.donation_id)
    if earlier_promise:
        await _require_room(session, earlier_promise, request)
        return earlier_promise.coins
    # The rows of the campaigns are locked, so concurrent donations count each other.
    bonus = await _best(session, await session.read(LOCK_RUNNING, now=request.now), request)
    if bonus is None:
        return 0
    await session.write(
        ADD_OFFER,
        donation_id=request.donation_id,
        campaign_id=bonus.campaign.id,
        account=request.account,
        coins=bonus.coins,
        promised_at=request.now,
    )
    return bonus.coins


async def _best(site: Database | Session, campaigns: list[RechargeCampaign], request: BonusRequest) -> Bonus | None:
    if not campaigns:
        return None
    promised = await _promised(site, [row.id for row in campaigns], request)
    is_asked = any(row.first_only for row in campaigns)
    row = await site.one(CREDITED_DONATIONS, account=request.account) if is_asked else None
    return rules.best_bonus(campaigns, promised, request.coins, has_donated=bool(row and row.count))


async def _promised(
    site: Database | Session, campaign_ids: list[int], request: BonusRequest
) -> dict[int, PromisedCoins]:
    rows = await site.read(
        PROMISED,
        campaign_ids=campaign_ids,
        account=request.account,
        donation_id=request.donation_id,
        now=request.now,
        open_seconds=OPEN_SECONDS,
    )
    return {row.campaign_id: row for row in rows}


async def _require_room(session: Session, promise_row: StoredPromise, request: BonusRequest) -> None:
    promised = await _promised(session, [promise_row.campaign_id], request)
    row = promised.get(promise_row.campaign_id, PromisedCoins(promise_row.campaign_id))
    caps = ((promise_row.account_cap, row.account_coins), (promise_row.total_cap, row.coins))
    if any(cap is not None and coins + promise_row.coins > cap for cap, coins in caps):
        raise BonusChanged


async def settle(session: Session, donation_id: str, now: int) -> None:
    """As `DonationBonus.settle`."""
    offer = await session.one(LOCK_OFFER, donation_id=donation_id, open_seconds=OPEN_SECONDS)
    if offer is None or _is_settled(offer):
        return
    result = plan(offer, await lock_player(session, offer.account))
    for transfer in result.transfers:
        if not await post(session, transfer, now):
            raise AssertionError(f"{transfer.key} was posted and is not counted in campaign_offers")
    moves = offer.moves + sum(transfer.kind != "repay" for transfer in result.transfers)
    await session.write(RECORD, id=offer.id, given=result.given, is_disputed=offer.disputed, moves=moves)


def _is_settled(offer: Offer) -> bool:
    goal = target(offer)
    fits = offer.given <= goal if offer.disputed else offer.given == goal
    return fits and offer.is_disputed == offer.disputed


def target(offer: Offer) -> int:
    """Returns the bonus coins for the donation's own coins: their share of it, rounded down; paid twice, once.

    0 for a donation without a payment in time.
    """
    if not offer.total_coins or not (offer.moves or offer.is_in_time):
        return 0
    return offer.coins * min(offer.coins_credited, offer.total_coins) // offer.total_coins


def plan(offer: Offer, balances: AccountBalances) -> BonusPlan:
    """Returns the transfers that lead to the target, in order. `balances`: locked."""
    goal = target(offer)
    excess = max(0, offer.given - goal)
    if offer.disputed and not offer.is_disputed:
        excess = max(excess, min(balances.wallet, offer.given))
    key = f"bonus:{offer.id}:{offer.moves + 1}"
    if excess:
        return BonusPlan((_claw_back(offer, f"{key}:back", excess, balances),), offer.given - excess)
    if offer.disputed or goal == offer.given:
        return BonusPlan((), offer.given)
    coins, login = goal - offer.given, offer.account
    reference = f"bonus:{offer.id}"
    entries = (Entry(wallet(login), coins), Entry(PROMOTIONS, -coins))
    credit = Transfer(key=key, kind="campaign", reference=reference, entries=entries)
    new_balances = AccountBalances(wallet=balances.wallet + coins, debt=balances.debt)
    debt_repayment = repayment(login, coins, new_balances, f"{key}:repay", reference)
    return BonusPlan((credit, debt_repayment) if debt_repayment else (credit,), goal)


def _claw_back(offer: Offer, key: str, coins: int, balances: AccountBalances) -> Transfer:
    spendable, login = min(balances.wallet, coins), offer.account
    short = coins - spendable
    amounts = {wallet(login): -spendable, PROMOTIONS: spendable, debt(login): short, DEBTS: -short}
    entries = tuple(Entry(account, amount) for account, amount in amounts.items() if amount)
    return Transfer(key=key, kind="campaign_back", reference=f"bonus:{offer.id}", entries=entries)


DONATION_BONUS: Final = DonationBonus(promise, settle)
