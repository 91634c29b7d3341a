"""GET and PUT /api/player/privacy."""

from datetime import datetime

from litestar.params import JSONBody
from msgspec import Struct

from gateway.concurrency.background_tasks import poll
from gateway.config.settings import Settings
from gateway.database.database import Database
from gateway.database.errors import DatabaseError
from gateway.database.times import to_datetime
from gateway.features.accounts import Caller
from gateway.features.privacy import repository
from gateway.features.privacy.public_snapshot import PublicSnapshots
from gateway.features.privacy.repository import POLL_SECONDS, PrivacyStore
from gateway.http.errors import AccountFrozen, SiteUnavailable, ValidationFailed
from gateway.http.routes import get, put
from gateway.registration.feature import Feature
from gateway.world_snapshot.visibility import Privacy


class PrivacyForm(Struct, forbid_unknown_fields=True):
    level: Privacy


class PlayerPrivacy(Struct, frozen=True):
    """`chosen_at`: null while the account has the site's default."""

    level: Privacy
    default_level: Privacy
    chosen_at: datetime | None


def feature(settings: Settings, site: Database, store: PrivacyStore, snapshots: PublicSnapshots) -> Feature:
    default = settings.privacy.default_level

    async def current(login: str) -> PlayerPrivacy:
        choice = await repository.own_level(site, login)
        if choice is None:
            return PlayerPrivacy(default, default, None)
        return PlayerPrivacy(choice.level, default, to_datetime(choice.changed_at))

    @get("/api/player/privacy", AccountFrozen, SiteUnavailable)
    async def get_privacy(caller: Caller) -> PlayerPrivacy:
        """The privacy level of the account's characters."""
        return await current(caller.login)

    @put("/api/player/privacy", ValidationFailed, AccountFrozen, SiteUnavailable)
    async def set_privacy(caller: Caller, data: JSONBody[PrivacyForm]) -> PlayerPrivacy:
        """Choose what the public sees: within 5 seconds on pages of characters, within 90 everywhere else."""
        await repository.choose(site, caller.login, data.level)
        return await current(caller.login)

    return Feature(
        name="privacy",
        routes=[get_privacy, set_privacy],
        versions={"characters": lambda: snapshots.version},
        tasks={"privacy": lambda: poll("privacy", POLL_SECONDS, store.refresh, DatabaseError)},
    )
