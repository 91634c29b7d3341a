"""Coins that extras give beside those of a donation: promised when it begins, posted with its payments."""

from gateway.config.settings import Settings
from gateway.database.database import Session
from gateway.database.installation import nouns_without_tables
from gateway.http.errors import Problem
from gateway.registration.donation_bonus import BonusRequest
from gateway.registration.extra import enabled_extras, installed_extras


class BonusChanged(Problem):
    """The donation would get fewer coins than its buyer was shown."""

    status = 409
    error = "bonus_changed"


async def promise(session: Session, settings: Settings, request: BonusRequest) -> int:
    """Returns the coins that the extras that are on promise to a donation."""
    bonuses = [extra.donation_bonus for extra in enabled_extras(settings) if extra.donation_bonus]
    return sum([await bonus.promise(session, request) for bonus in bonuses])


async def settle(session: Session, donation_id: str, now: int) -> None:
    """Posts what the donation's state asks for, also of extras that are off, where they have tables."""
    bonuses = {name: extra.donation_bonus for name, extra in installed_extras().items() if extra.donation_bonus}
    absent_nouns = await nouns_without_tables(session, bonuses) if bonuses else []
    for name, bonus in bonuses.items():
        if name not in absent_nouns:
            await bonus.settle(session, donation_id, now)
