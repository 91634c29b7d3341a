"""Redis: does it answer and do what it is asked, is it new enough, what does it do when it is full, and does its clock
agree; and what its Sentinels say.
"""

from __future__ import annotations

import re
import time
from collections.abc import Mapping, Sequence
from typing import Any, Final

from gateway.config.settings import Redis
from gateway.doctor.context import Patient
from gateway.doctor.findings import Finding, advice, bad, ok
from gateway.doctor.topics.clocks import skew
from gateway.redis.client import RedisDoor
from gateway.redis.error_hints import Trouble
from gateway.redis.sentinel import Heard, in_short

TOPIC: Final = "redis"
LEAST: Final = (6, 0)
_PASSWORD: Final = re.compile(r"(?<=://)[^@/]*@")
# Every command that the service's own scripts give, on one key that is gone afterwards.
_TRIED: Final = """
redis.call('TIME')
redis.call('SET', KEYS[1], '', 'PX', 1000)
redis.call('GET', KEYS[1])
redis.call('DEL', KEYS[1])
redis.call('HSET', KEYS[1], 'a', 1)
redis.call('PEXPIRE', KEYS[1], 1000)
redis.call('HLEN', KEYS[1])
redis.call('HGETALL', KEYS[1])
redis.call('DEL', KEYS[1])
return 1
"""


async def look(patient: Patient) -> list[Finding]:
    return await look_at(patient.settings.redis, patient.settings.server.workers)


async def look_at(wanted: Redis, workers: int) -> list[Finding]:
    door = RedisDoor.open(wanted)
    if door is None:
        return [_none(workers)]
    try:
        return [*_in_the_clear(wanted), *await _examined(door, wanted)]
    finally:
        await door.close()


def _in_the_clear(wanted: Redis) -> list[Finding]:
    """Whether TLS is wished for where it is not spoken."""
    by_url, by_sentinels = wanted.url.startswith("redis://"), bool(wanted.sentinels) and not wanted.tls
    if by_url and (wanted.tls or wanted.tls_ca):
        told = "redis: redis.tls or tls_ca is set, and redis.url says redis://: passwords and answers go in the clear"
        return [bad(TOPIC, told, "write rediss:// in redis.url")]
    if by_sentinels and wanted.tls_ca:
        told = "redis: redis.tls_ca is set and redis.tls is not: passwords and answers go in the clear"
        return [bad(TOPIC, told, "set redis.tls = true")]
    return []


async def _examined(door: RedisDoor, wanted: Redis) -> list[Finding]:
    heard = await door.heard()
    findings = sentinels(heard, wanted.master) if heard else []
    if heard and not any(each.master for each in heard):
        return findings
    info, before = await door.info(), time.time()
    # Through the other door: who was refused once is not asked again for a second.
    tried = await door.snapshot.run(_TRIED, ["doctor"], [])
    away, refused = door.trouble, door.snapshot.trouble
    if info is None:
        well = tried and away and away.denied
        return [*findings, _untold(away) if away and well else _away(wanted, refused or away)]
    if not tried and info.get("role") != "slave":
        return [*findings, _away(wanted, refused)]
    theirs = await door.clock()
    findings += judged(info)
    return [*findings, skew("redis: its clock", theirs, before, time.time(), TOPIC)] if theirs else findings


def sentinels(heard: Sequence[Heard], master: str) -> list[Finding]:
    """What they say of the master, each asked for itself."""
    masters = sorted({f"{each.master[0]}:{each.master[1]}" for each in heard if each.master})
    if not masters:
        trouble = in_short(heard)
        return [bad(TOPIC, f"redis: {trouble.text}: each process works for itself until it is mended", trouble.do)]
    naming = [each for each in heard if each.master]
    named = f"redis: {len(naming)} of {len(heard)} Sentinels name the master {master!r}"
    if len(masters) > 1:
        told = f"{named}, and not the same one ({', '.join(masters)})"
        do = "the master is being changed: ask again in a minute. If it stays so, they do not reach one another"
        return [advice(TOPIC, told, do), *_silent(heard)]
    return [ok(TOPIC, f"{named}, at {masters[0]}"), *_silent(heard), *_failover(heard, naming[0])]


def _silent(heard: Sequence[Heard]) -> list[Finding]:
    missed = [(each.address, each.trouble) for each in heard if each.trouble]
    return [advice(TOPIC, f"redis: Sentinel {address}: {trouble.text}", trouble.do) for address, trouble in missed]


def _failover(heard: Sequence[Heard], one: Heard) -> list[Finding]:
    """Whether another Redis could take over at this moment."""
    findings: list[Finding] = []
    answering = sum(each.answers for each in heard)
    needed = max(one.quorum, len(heard) // 2 + 1)
    if answering < needed:
        told = f"redis: {answering} of {len(heard)} Sentinels answer, and it takes {needed} to make another the master"
        findings.append(advice(TOPIC, told, "start the others: until then nothing takes over when the master dies"))
    if not one.replicas:
        told = "redis: the master has no replica, so there is none to take over when it dies"
        findings.append(advice(TOPIC, told, "start a second Redis with `replicaof` the master"))
    return findings


def judged(info: Mapping[str, Any]) -> list[Finding]:
    """What Redis's own INFO tells of its version, its role and its memory."""
    version = str(info.get("redis_version", "?"))
    found = re.match(r"(\d+)\.(\d+)", version)
    least = ".".join(map(str, LEAST))
    if found and (int(found[1]), int(found[2])) < LEAST:
        told = f"redis: version {version} is too old, {least} or newer is needed"
        findings = [bad(TOPIC, told, "upgrade it, or leave redis.url empty")]
    else:
        findings = [ok(TOPIC, f"redis: version {version} answers ({least} or newer is needed)")]
    if info.get("role") == "slave":
        told = "redis: this is a replica, which takes no writes: nothing is shared between processes"
        findings.append(bad(TOPIC, told, "name the master in redis.url, or the Sentinels in redis.sentinels"))
    return [*findings, _memory(int(info.get("maxmemory", 0)), str(info.get("maxmemory_policy", "")))]


def _memory(limit: int, policy: str) -> Finding:
    size = f"{limit / 1024**2:,.0f} MB"
    if limit and policy == "noeviction":
        told = f"redis: when its {size} are full it refuses to keep more (maxmemory-policy noeviction)"
        return advice(TOPIC, told, "set maxmemory-policy to allkeys-lru, if nothing else lives in this Redis")
    if not limit:
        return ok(
            TOPIC, "redis: no limit of memory; what the gateway keeps there ends by itself (some 30 MB a million)"
        )
    return ok(TOPIC, f"redis: when its {size} are full, old entries go ({policy})")


def _none(workers: int) -> Finding:
    told = "redis: none; each process reads the world for itself and counts attempts for itself"
    if workers > 1:
        return advice(TOPIC, f"{told}, and there are {workers}", "set redis.url, so that they share the work")
    return ok(TOPIC, f"{told}, which is enough for one")


def _away(wanted: Redis, trouble: Trouble | None) -> Finding:
    where = _PASSWORD.sub("", wanted.url).partition("?")[0] or f"the master {wanted.master!r}"
    why, do = (trouble.text, trouble.do) if trouble else ("no reason is known", "see its log")
    told = f"redis: {where} gave no answer that serves: {why}; each process works for itself until it does"
    return bad(TOPIC, told, f"{do}. Or leave redis.url empty" if wanted.url else do)


def _untold(trouble: Trouble) -> Finding:
    told = f"redis: it works, and its version and memory could not be looked at: {trouble.text}"
    return advice(TOPIC, told, "let its user run INFO (gateway/docs/scaling.md)")
