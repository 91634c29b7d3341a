"""Coins for players who bring players: what is registered of them."""

from gateway.config.settings import Settings
from gateway.database.database import Databases
from gateway.database.queries import query
from gateway.extras.referrals.handlers import feature
from gateway.extras.referrals.settings import ReferralSettings
from gateway.extras.referrals.settlement import ReferralSettlement, referral_binding
from gateway.features.accounts import AccountRepository
from gateway.features.accounts.registration import Registration
from gateway.features.privacy.public_snapshot import PublicSnapshots
from gateway.registration.extra import Extra, Parts
from gateway.registration.feature import Feature
from gateway.registration.personal_data import PersonalRow, PersonalTables
from gateway.world_snapshot.snapshot_store import Snapshots


def _open(parts: Parts) -> Feature:
    settings, site = parts.get(Settings), parts.get(Databases).site
    snapshots = parts.get(Snapshots)
    terms = settings.of(ReferralSettings)
    parts.get(Registration).on_referral = referral_binding(terms, lambda: snapshots.current)
    settlement = ReferralSettlement(terms, site, parts.get(AccountRepository), lambda: snapshots.current)
    return feature(settings, site, parts.get(PublicSnapshots).current, settlement)


EXTRA = Extra(
    name="referrals",
    summary="coins for players who bring players",
    open=_open,
    personal_data=PersonalTables(
        statements={
            "referral_code": query("referrals.personal_code", PersonalRow),
            "referrals": query("referrals.personal_referrals", PersonalRow),
        },
        kept={"referrals": "books"},
    ),
)
