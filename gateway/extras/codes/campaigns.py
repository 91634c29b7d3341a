"""Campaigns in the site schema, which operators make and close."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from gateway.database.batches import write_rows
from gateway.database.database import Database, DuplicateKey, Session
from gateway.database.queries import query
from gateway.database.times import to_datetime
from gateway.extras.codes.rules import Campaign, hash_of
from gateway.features.accounts.recovery_codes import new_code
from gateway.features.operators import operator_log
from gateway.texts import Refusal, text


class AddedRow(Struct, frozen=True):
    id: int


CAMPAIGNS: Final = query("codes.campaigns", Campaign)
LOCK: Final = query("codes.lock", Campaign)
ADD_CAMPAIGN: Final = query("codes.add_campaign", None)
LAST_ID: Final = query("codes.last_id", AddedRow)
ADD_CODES: Final = query("codes.add_codes", None)
CLOSE: Final = query("codes.close", None)


class CampaignRefused(Refusal):
    """Nothing was changed. The message is the reason."""


class CampaignClosed(CampaignRefused):
    """It was closed before."""


async def create_with_codes(session: Session, campaign: Campaign, word: str, now: int) -> tuple[int, list[str]]:
    """Returns the id of a new campaign and its codes, which are stored as hashes alone. Raises CampaignRefused."""
    number = await create(session, campaign, word, now)
    return number, [word] if word else await make_codes(session, number)


async def create(session: Session, campaign: Campaign, word: str, now: int) -> int:
    """Adds a campaign, and logs it. Returns its id.

    `word`: the code that an operator has chosen; empty: `make_codes` makes the codes. Raises CampaignRefused.
    """
    columns = {
        "name": campaign.name,
        "kind": campaign.kind,
        "coins": campaign.coins,
        "starts_at": campaign.starts_at,
        "expires_at": campaign.expires_at,
        "max_redemptions": campaign.max_redemptions,
    }
    await session.write(ADD_CAMPAIGN, **columns, created_at=now)
    row = await session.one(LAST_ID)
    assert row
    times = {"starts_at": _text(campaign.starts_at), "expires_at": _text(campaign.expires_at)}
    await operator_log.record(session, f"codes:{row.id}", after=columns | times)
    if word:
        await _add_codes(session, row.id, [word])
    return row.id


async def make_codes(session: Session, campaign_id: int) -> list[str]:
    """Makes the codes of a campaign, once: they are stored as hashes alone. Raises CampaignRefused."""
    campaign = await _lock_open(session, campaign_id)
    if campaign.codes_made:
        raise CampaignRefused(text("reasons.codes_made"))
    codes = [new_code() for _ in range(campaign.max_redemptions if campaign.kind == "gift" else 1)]
    await _add_codes(session, campaign_id, codes)
    await operator_log.record(session, f"codes:{campaign_id}", after={"codes": len(codes)})
    return codes


async def close(session: Session, campaign_id: int, now: int) -> None:
    """Ends a campaign: its codes give no more coins. Raises CampaignRefused."""
    campaign = await _lock_open(session, campaign_id)
    await session.write(CLOSE, id=campaign_id, at=now)
    old_values = {"name": campaign.name, "redeemed": campaign.redeemed, "closed_at": None}
    new_values = old_values | {"closed_at": _text(now)}
    await operator_log.record(session, f"codes:{campaign_id}", before=old_values, after=new_values)


async def all_campaigns(site: Database) -> list[Campaign]:
    """Returns the newest first."""
    return await site.read(CAMPAIGNS)


async def _lock_open(session: Session, campaign_id: int) -> Campaign:
    campaign = await session.one(LOCK, id=campaign_id)
    if campaign is None:
        raise CampaignRefused(text("reasons.campaign_unknown"))
    if campaign.closed_at is not None:
        raise CampaignClosed(text("reasons.campaign_closed"))
    return campaign


def _text(second: int) -> str:
    return to_datetime(second).isoformat()


async def _add_codes(session: Session, campaign_id: int, codes: Sequence[str]) -> None:
    try:
        await write_rows(session, ADD_CODES, ((hash_of(code),) for code in codes), campaign_id=campaign_id)
    except DuplicateKey:
        raise CampaignRefused(text("reasons.word_taken")) from None
