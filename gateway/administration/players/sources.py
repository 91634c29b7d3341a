"""Parts of the application that the pages about players use."""

from collections.abc import Callable
from typing import Annotated

from litestar.params import PathParameter
from msgspec import Struct

from gateway.config.settings import Settings
from gateway.database.database import Database
from gateway.database.sealing import DataKeys
from gateway.features.accounts import AccountRepository
from gateway.features.accounts.factor_store import FactorStore
from gateway.features.accounts.session_store import SessionStore
from gateway.features.characters import CharacterRepository
from gateway.features.inventory import Inventories
from gateway.features.items.catalogue import Catalogue
from gateway.features.payments import PaymentProcessor
from gateway.world_snapshot.snapshot_store import Snapshots

Login = Annotated[str, PathParameter(max_length=45)]


class PlayerSources(Struct, frozen=True, kw_only=True):
    """`processor`: None while payments are off. `coin_name`: that of the site's own content."""

    settings: Settings
    site: Database
    auth: Database
    accounts: AccountRepository
    sessions: SessionStore
    characters: CharacterRepository
    inventories: Inventories
    catalogue: Catalogue
    snapshots: Snapshots
    processor: PaymentProcessor | None
    coin_name: Callable[[], str]
    keys: DataKeys
    factors: FactorStore
