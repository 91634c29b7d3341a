"""What a handler may reach. A handler asks for it with a parameter `state: GatewayState`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from litestar.datastructures import State

if TYPE_CHECKING:
    from gateway.accounts import Sessions
    from gateway.attempts import Limiter
    from gateway.cache import Cache, RedisDoor
    from gateway.db import Databases
    from gateway.deliveries.queue import Queue
    from gateway.figures import Runs, Spins
    from gateway.handover import Courier
    from gateway.hashing import Hashing
    from gateway.health import Pulse
    from gateway.inventory import Inventories
    from gateway.items.catalogue import Catalogue
    from gateway.leader import Lease
    from gateway.ledger.audit import Audit
    from gateway.payments import Cashier, Provider
    from gateway.rankings import Snapshots
    from gateway.settings import Settings
    from gateway.status import StatusBoard
    from gateway.supervise import Supervisor
    from gateway.throttle import Clients
    from gateway.tokens import Tokens


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
