"""Asks each Sentinel for its view of the master, for the doctor. The service itself uses redis-py's `Sentinel`."""

import asyncio
from typing import Any, cast

import msgspec
from redis.asyncio import Redis
from redis.asyncio.sentinel import Sentinel
from redis.exceptions import RedisError

from gateway.redis.error_hints import RedisProblem, explain, problem


class SentinelReply(msgspec.Struct, frozen=True, kw_only=True):
    """The reply of one Sentinel: the address of a live master, or the problem."""

    address: str
    answers: bool = False
    master: tuple[str, int] | None = None
    replicas: int = 0
    quorum: int = 0
    """Sentinels that have to agree on a failover."""
    problem: RedisProblem | None = None


async def query_all(sentinel: Sentinel, service_name: str) -> list[SentinelReply]:
    replies = await asyncio.gather(*(_query(client, service_name) for client in sentinel.sentinels))
    return sorted(replies, key=lambda reply: reply.address)


async def _query(client: Redis, service_name: str) -> SentinelReply:
    options = client.connection_pool.connection_kwargs
    address = f"{options['host']}:{options['port']}"
    try:
        masters = cast("dict[str, dict[str, Any]]", await client.sentinel_masters())  # pyright: ignore[reportUnknownMemberType]
    except (RedisError, OSError, TimeoutError) as error:
        return SentinelReply(address=address, problem=explain(error))
    state = masters.get(service_name)
    if state is None:
        names = ", ".join(map(repr, sorted(masters))) or "-"
        unknown = problem("no_such_master", name=repr(service_name), names=names)
        return SentinelReply(address=address, answers=True, problem=unknown)
    master = (str(state["ip"]), int(state["port"]))
    down_problem = None
    if not state["is_master"] or state["is_sdown"] or state["is_odown"]:
        down_problem = problem("master_down", name=repr(service_name), address=f"{master[0]}:{master[1]}")
    return SentinelReply(
        address=address,
        answers=True,
        master=None if down_problem else master,
        replicas=state["num-slaves"],
        quorum=state["quorum"],
        problem=down_problem,
    )
