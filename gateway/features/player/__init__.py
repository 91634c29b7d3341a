"""Views of the caller's own account: profile, progression, security log."""

from litestar.handlers import HTTPRouteHandler

from gateway.database.database import Database
from gateway.features.accounts import AccountRepository, EmailConfirmation
from gateway.features.characters import CharacterRepository
from gateway.features.player import profile, progression, security_log
from gateway.features.rankings.snapshot_store import Snapshots


def routes(
    site: Database,
    snapshots: Snapshots,
    own_history: progression.OwnHistory,
    accounts: AccountRepository,
    confirmation: EmailConfirmation,
    characters: CharacterRepository,
) -> list[HTTPRouteHandler]:
    return [
        *profile.routes(accounts, confirmation, characters),
        *progression.routes(snapshots, characters, own_history),
        *security_log.routes(site),
    ]
