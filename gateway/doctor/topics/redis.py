"""Redis: the commands that the service uses, version, memory limit and clock; the Sentinels' answers."""

import re
import time
from collections.abc import Mapping, Sequence
from typing import Any, Final

from gateway.config.sections import RedisSettings
from gateway.doctor.context import DoctorContext
from gateway.doctor.findings import Finding, advice, bad, ok
from gateway.doctor.topics.clocks import clock_offset
from gateway.redis.client import RedisClient
from gateway.redis.error_hints import RedisProblem
from gateway.redis.sentinel import SentinelReply

_MINIMUM: Final = (6, 0)
_PASSWORD: Final = re.compile(r"(?<=://)[^@/]*@")
# Every command of the service's own scripts, on one key that does not remain.
_PROBE: Final = """
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


async def check(context: DoctorContext) -> list[Finding]:
    return await examine(context.settings.redis, context.settings.server.workers)


async def examine(settings: RedisSettings, workers: int) -> list[Finding]:
    client = RedisClient.open(settings)
    if client is None:
        text = "redis: not configured; each process reads the world and counts attempts for itself"
        if workers > 1:
            return [advice(f"{text}, and there are {workers}", "set redis.url, so that they share the work")]
        return [ok(f"{text}, which is enough for one")]
    try:
        return [*_check_tls(settings), *await _check_server(client, settings)]
    finally:
        await client.close()


def _check_tls(settings: RedisSettings) -> list[Finding]:
    """Finds TLS options on a connection that is not encrypted."""
    if settings.url.startswith("redis://") and (settings.tls or settings.tls_ca):
        text = "redis: redis.url begins with redis://: in spite of redis.tls or tls_ca the connection is not encrypted"
        return [bad(text, "write rediss:// in redis.url")]
    if settings.sentinels and settings.tls_ca and not settings.tls:
        text = "redis: redis.tls_ca is set, but redis.tls is not: the connection is not encrypted"
        return [bad(text, "set redis.tls = true")]
    return []


async def _check_server(client: RedisClient, settings: RedisSettings) -> list[Finding]:
    replies = await client.query_sentinels()
    findings = evaluate_sentinels(replies, settings.sentinel_service_name) if replies else []
    if replies and not any(reply.master for reply in replies):
        return findings
    info, sent_at = await client.info(), time.time()
    # The second client: after an error the first one pauses for a second.
    works = await client.snapshot.run_script(_PROBE, ["doctor"], [])
    info_problem, problem = client.problem, client.snapshot.problem
    if info is None and works and info_problem and info_problem.is_permission_denied:
        text = f"redis: it works, but its version and memory cannot be read: {info_problem.text}"
        return [*findings, advice(text, "let its user run INFO (gateway/docs/operators/scaling.md)")]
    if info is None or not (works or info.get("role") == "slave"):
        return [*findings, _unavailable(settings, problem or info_problem)]
    findings += evaluate_info(info)
    clock = await client.clock()
    return [*findings, clock_offset("redis: its clock", clock, sent_at, time.time())] if clock else findings


def _unavailable(settings: RedisSettings, problem: RedisProblem | None) -> Finding:
    address = _PASSWORD.sub("", settings.url).partition("?")[0] or f"the master {settings.sentinel_service_name!r}"
    reason, do = (problem.text, problem.hint) if problem else ("unknown reason", "see its log")
    text = f"redis: {address} is not usable: {reason}; until then each process works for itself"
    return bad(text, f"{do}. Or leave redis.url empty" if settings.url else do)


def evaluate_sentinels(replies: Sequence[SentinelReply], master: str) -> list[Finding]:
    masters = sorted({f"{reply.master[0]}:{reply.master[1]}" for reply in replies if reply.master})
    if not masters:
        problems = {reply.problem.text: reply.problem.hint for reply in replies if reply.problem}
        text = "; ".join(f"Sentinel {reply.address}: {reply.problem.text}" for reply in replies if reply.problem)
        if len(problems) == 1:
            text = f"each Sentinel: {next(iter(problems))}"
        remedy = " ".join(dict.fromkeys(problems.values()))
        return [bad(f"redis: {text}; until then each process works for itself", remedy)]
    naming_replies = [reply for reply in replies if reply.master]
    text = f"redis: {len(naming_replies)} of {len(replies)} Sentinels name the master {master!r}"
    findings = [ok(f"{text}, at {masters[0]}")]
    if len(masters) > 1:
        do = "repeat in a minute, in case of a failover; if it stays so, the Sentinels do not reach each other"
        findings = [advice(f"{text}, at different addresses ({', '.join(masters)})", do)]
    for reply in replies:
        if reply.problem:
            findings.append(advice(f"redis: Sentinel {reply.address}: {reply.problem.text}", reply.problem.hint))
    return findings if len(masters) > 1 else [*findings, *_check_failover(replies, naming_replies[0])]


def _check_failover(replies: Sequence[SentinelReply], reply: SentinelReply) -> list[Finding]:
    """Checks that another Redis could become the master now."""
    findings: list[Finding] = []
    answering_sentinels = sum(reply.answers for reply in replies)
    needed_answers = max(reply.quorum, len(replies) // 2 + 1)
    if answering_sentinels < needed_answers:
        text = f"redis: {answering_sentinels} of {len(replies)} Sentinels answer, and a failover needs {needed_answers}"
        findings.append(advice(text, "start the others: until then there is no failover if the master fails"))
    if not reply.replicas:
        text = "redis: the master has no replica, so there is no failover if it fails"
        findings.append(advice(text, "start a second Redis with `replicaof` the master"))
    return findings


def evaluate_info(info: Mapping[str, Any]) -> list[Finding]:
    """Evaluates version, role and memory limit from the INFO command."""
    version = str(info.get("redis_version", "?"))
    minimum = ".".join(map(str, _MINIMUM))
    if tuple(int(part) for part in re.findall(r"\d+", version)[:2]) < _MINIMUM:
        text = f"redis: version {version} is too old, {minimum} or newer is needed"
        findings = [bad(text, "upgrade it, or leave redis.url empty")]
    else:
        findings = [ok(f"redis: version {version} answers ({minimum} or newer is needed)")]
    if info.get("role") == "slave":
        text = "redis: this is a replica, which accepts no writes: the processes share nothing"
        findings.append(bad(text, "name the master in redis.url, or the Sentinels in redis.sentinels"))
    limit, policy = int(info.get("maxmemory", 0)), str(info.get("maxmemory_policy", ""))
    megabytes = f"{limit / 1024**2:,.0f} MB"
    if not limit:
        text = "redis: no memory limit; keys of the gateway expire (about 30 MB per million characters)"
        return [*findings, ok(text)]
    if policy == "noeviction":
        do = "set maxmemory-policy to allkeys-lru, if nothing else uses this Redis"
        return [*findings, advice(f"redis: when its {megabytes} are full it refuses writes ({policy})", do)]
    return [*findings, ok(f"redis: when its {megabytes} are full it removes old keys ({policy})")]
