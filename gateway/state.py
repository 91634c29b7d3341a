"""What a handler may reach. A handler asks for it with a parameter `state: GatewayState`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from litestar.datastructures import State

if TYPE_CHECKING:
    from gateway.concurrency.background_tasks import Supervisor
    from gateway.config.settings import Settings
    from gateway.database.database import Databases
    from gateway.features.accounts import Sessions
    from gateway.features.accounts.password_hashing import Hashing
    from gateway.features.accounts.tokens import Tokens
    from gateway.features.deliveries.game_table import Courier
    from gateway.features.deliveries.metrics import Queue
    from gateway.features.inventory.handlers import Inventories
    from gateway.features.items.catalogue import Catalogue
    from gateway.features.ledger.daily_check import Audit
    from gateway.features.payments import Cashier, Provider
    from gateway.features.rankings import Snapshots
    from gateway.features.server_status.status import StatusBoard
    from gateway.http.figures import Runs, Spins
    from gateway.http.health import Pulse
    from gateway.http.rate_limit import Clients
    from gateway.http.rate_limit_shared import Limiter
    from gateway.redis.cache import Cache, RedisDoor
    from gateway.redis.leader import Lease


class GatewayState(State):
    """One per process, made by `app.create_app`. `redis` is None where none is configured, `provider` and `cashier`
    where payments are switched off, `courier` where nothing is handed over by us."""

    settings: Settings
    supervisor: Supervisor
    db: Databases
    redis: RedisDoor | None
    cache: Cache
    leader: Lease
    snapshots: Snapshots
    status: StatusBoard
    pulse: Pulse
    clients: Clients
    tokens: Tokens
    hashing: Hashing
    limiter: Limiter
    sessions: Sessions
    catalogue: Catalogue
    inventories: Inventories
    provider: Provider | None
    cashier: Cashier | None
    audit: Audit
    queue: Queue
    runs: Runs
    spins: Spins
    courier: Courier | None
    stopping: bool
