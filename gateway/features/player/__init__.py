"""Views of the caller's own account: profile, progression, security log."""

from gateway.database.database import Database
from gateway.features.accounts import AccountsFeature
from gateway.features.characters import CharacterRepository
from gateway.features.player import profile, progression, security_log
from gateway.registration.feature import Feature, Retention
from gateway.world_snapshot.snapshot_store import Snapshots


def feature(
    site: Database,
    snapshots: Snapshots,
    accounts: AccountsFeature,
    characters: CharacterRepository,
    own_days: progression.OwnDays,
) -> Feature:
    return Feature(
        name="player",
        routes=[
            *profile.routes(accounts.repository, accounts.confirmation, characters),
            *progression.routes(snapshots, characters, own_days),
            *security_log.routes(site),
        ],
        retention=[Retention("security_log", lambda _now: security_log.prune(site))],
    )
