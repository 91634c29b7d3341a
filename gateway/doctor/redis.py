"""Redis: does it answer, is it new enough, what does it do when it is full, and does its clock agree."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from typing import Any, Final

from gateway.doctor.clocks import skew
from gateway.doctor.findings import Finding, advice, bad, ok
from gateway.doctor.patient import Patient
from gateway.redis_door import RedisDoor
from gateway.settings import Redis

TOPIC: Final = "redis"
LEAST: Final = (6, 0)
_PASSWORD: Final = re.compile(r"(?<=://)[^@/]*@")


async def look(patient: Patient) -> list[Finding]:
    wanted, workers = patient.settings.redis, patient.settings.server.workers
    door = RedisDoor.open(wanted)
    if door is None:
        return [_none(workers)]
    try:
        return await _examined(door, wanted)
    finally:
        await door.close()


async def _examined(door: RedisDoor, wanted: Redis) -> list[Finding]:
    info, before = await door.info(), time.time()
    if info is None:
        return [_away(wanted)]
    theirs = await door.clock()
    findings = judged(info)
    if wanted.sentinels:
        told = f"redis: the Sentinels know the master {wanted.master!r}, and it answers"
        findings.insert(0, ok(TOPIC, told))
    return [*findings, skew("redis: its clock", theirs, before, time.time(), TOPIC)] if theirs else findings


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


def _away(wanted: Redis) -> Finding:
    where = _PASSWORD.sub("", wanted.url) or f"the master {wanted.master!r} of {', '.join(wanted.sentinels)}"
    return bad(
        TOPIC,
        f"redis: {where} gave no answer within {wanted.timeout_ms} ms: each process works for itself until it does",
        "is it running, can this machine reach it, and are name and password right? Or leave redis.url empty",
    )
