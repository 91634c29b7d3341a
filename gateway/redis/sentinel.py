"""What Sentinels say of the master, and connections to wherever it is."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import Any, cast

import msgspec
import structlog
from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.sentinel import Sentinel, SentinelConnectionPool
from redis.exceptions import RedisError

from gateway.redis.error_hints import NoMaster, Trouble, trouble_of

log = structlog.get_logger("gateway.redis")

BELIEVED = 0.2  # seconds for which an answer of the Sentinels serves all who connect

Address = tuple[str, int]


class Heard(msgspec.Struct, frozen=True):
    """What one Sentinel answered: the address of a master that lives, or what is the trouble."""

    address: str
    answers: bool = False
    master: Address | None = None
    replicas: int = 0
    quorum: int = 0
    """Sentinels that have to agree before another Redis is made the master."""
    trouble: Trouble | None = None


class Sentinels(Sentinel):
    """They are asked in turn; whoever has answered is asked first the next time."""

    async def discover_master(self, service_name: str) -> Address:
        """Raises NoMaster."""
        missed: list[Heard] = []
        for number, client in enumerate(self.sentinels):
            heard = await _hear(client, service_name)
            if heard.master:
                self.sentinels[0], self.sentinels[number] = client, self.sentinels[0]
                return heard.master
            missed.append(heard)
        raise NoMaster(in_short(missed))

    async def hear(self, name: str) -> list[Heard]:
        """What each says, in the order of their addresses."""
        heard = await asyncio.gather(*(_hear(client, name) for client in self.sentinels))
        return sorted(heard, key=lambda each: each.address)


def in_short(missed: Sequence[Heard]) -> Trouble:
    """One sentence for all who name no master."""
    troubles = {each.trouble.text: each.trouble for each in missed if each.trouble}
    if len(troubles) == 1:
        (text, trouble), *_ = troubles.items()
        return Trouble(f"each Sentinel: {text}", trouble.do)
    told = "; ".join(f"Sentinel {each.address}: {each.trouble.text}" for each in missed if each.trouble)
    return Trouble(told, " ".join(dict.fromkeys(each.do for each in troubles.values())))


async def _hear(client: Redis, name: str) -> Heard:
    where = client.connection_pool.connection_kwargs
    address = f"{where['host']}:{where['port']}"
    try:
        masters = cast("dict[str, dict[str, Any]]", await client.sentinel_masters())  # pyright: ignore[reportUnknownMemberType]
    except (RedisError, OSError, TimeoutError) as error:
        return Heard(address, trouble=trouble_of(error, of_sentinel=True))
    state = masters.get(name)
    if state is None:
        known = ", ".join(repr(each) for each in sorted(masters)) or "none"
        trouble = Trouble(f"it knows no master {name!r}; it knows {known}", "see to the name in redis.master")
        return Heard(address, answers=True, trouble=trouble)
    trouble = None
    if not state["is_master"] or state["is_sdown"] or state["is_odown"]:
        dead = f"it takes the master {name!r} at {state['ip']}:{state['port']} for dead"
        trouble = Trouble(dead, "another is made the master if a replica is left; see the log of the Sentinels")
    return Heard(
        address,
        answers=True,
        master=None if trouble else (state["ip"], state["port"]),
        replicas=state["num-slaves"],
        quorum=state["quorum"],
        trouble=trouble,
    )


class MasterPool(SentinelConnectionPool, BlockingConnectionPool):
    """Connections to the master, wherever it is; whoever finds every one taken waits for one."""

    def __init__(self, master: str, sentinel: Sentinel, **options: Any) -> None:
        super().__init__(master, sentinel, **options)  # pyright: ignore[reportUnknownMemberType]
        self._asking = asyncio.Lock()
        self._known: Address | None = None
        self._asked = 0.0
        self.failovers = 0

    async def get_master_address(self) -> Address:
        """As the Sentinels say; a crowd that connects at once asks them once. Raises NoMaster."""
        async with self._asking:
            known = self._known
            if known and time.monotonic() - self._asked < BELIEVED:
                return known
            found = cast("Address", await super().get_master_address())
            self._known, self._asked = found, time.monotonic()
        if known and found != known:
            self.failovers += 1
            log.warning("redis_master_changed", before=f"{known[0]}:{known[1]}", now=f"{found[0]}:{found[1]}")
        return found
