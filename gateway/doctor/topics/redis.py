"""Redis: the commands that the service uses, version, memory limit and clock; the Sentinels' answers."""

import re
import time
from collections.abc import Mapping, Sequence
from functools import reduce
from typing import Any, Final

from gateway.config.sections import RedisSettings
from gateway.doctor.context import DoctorContext
from gateway.doctor.findings import Finding, advice, bad, ok
from gateway.doctor.topics.clocks import clock_offset
from gateway.redis.client import RedisClient
from gateway.redis.error_hints import RedisProblem
from gateway.redis.sentinel import SentinelReply
from gateway.texts import text

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
        if workers > 1:
            return [advice(text("doctor.redis.off_workers", workers=workers), text("doctor.redis.off_do"))]
        return [ok(text("doctor.redis.off"))]
    try:
        return [*_check_tls(settings), *await _check_server(client, settings)]
    finally:
        await client.close()


def _check_tls(settings: RedisSettings) -> list[Finding]:
    """Finds TLS options on a connection that is not encrypted."""
    if settings.url.startswith("redis://") and (settings.tls or settings.tls_ca):
        return [bad(text("doctor.redis.plain_url"), text("doctor.redis.plain_url_do"))]
    if settings.sentinels and settings.tls_ca and not settings.tls:
        return [bad(text("doctor.redis.no_tls"), text("doctor.redis.no_tls_do"))]
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
        message = text("doctor.redis.no_info", reason=info_problem.text)
        return [*findings, advice(message, text("doctor.redis.no_info_do"))]
    if info is None or not (works or info.get("role") == "slave"):
        return [*findings, _unavailable(settings, problem or info_problem)]
    findings += evaluate_info(info)
    clock = await client.clock()
    return (
        [*findings, clock_offset(text("doctor.time.redis_clock"), clock, sent_at, time.time())] if clock else findings
    )


def _unavailable(settings: RedisSettings, problem: RedisProblem | None) -> Finding:
    url = _PASSWORD.sub("", settings.url).partition("?")[0]
    address = url or text("doctor.redis.master", name=repr(settings.sentinel_service_name))
    reason = problem.text if problem else text("doctor.redis.unknown_reason")
    hint = problem.hint if problem else text("doctor.redis.other_do")
    remedy = text("doctor.redis.unusable_do", hint=hint) if settings.url else hint
    return bad(text("doctor.redis.unusable", address=address, reason=reason), remedy)


def evaluate_sentinels(replies: Sequence[SentinelReply], master: str) -> list[Finding]:
    masters = sorted({f"{reply.master[0]}:{reply.master[1]}" for reply in replies if reply.master})
    problems = [(reply.address, reply.problem) for reply in replies if reply.problem]
    if not masters:
        return [_no_master(problems)]
    naming_replies = [reply for reply in replies if reply.master]
    values = {"naming": len(naming_replies), "total": len(replies), "name": repr(master)}
    findings = [ok(text("doctor.redis.agree", **values, address=masters[0]))]
    if len(masters) > 1:
        message = text("doctor.redis.disagree", **values, addresses=", ".join(masters))
        findings = [advice(message, text("doctor.redis.disagree_do"))]
    for address, problem in problems:
        message = text("doctor.redis.sentinel_problem", address=address, reason=problem.text)
        findings.append(advice(message, problem.hint))
    return findings if len(masters) > 1 else [*findings, *_check_failover(replies, naming_replies[0])]


def _no_master(problems: Sequence[tuple[str, RedisProblem]]) -> Finding:
    """`problems`: of the Sentinels at these addresses, of which no one names a master."""
    lines = [text("doctor.redis.sentinel", address=address, reason=problem.text) for address, problem in problems]
    hints = list({str(problem.hint): problem.hint for _, problem in problems}.values())
    if len({str(problem.text) for _, problem in problems}) == 1:
        lines = [text("doctor.redis.each_sentinel", reason=problems[0][1].text)]
    all_problems = reduce(lambda first, second: text("doctor.redis.joined", first=first, second=second), lines)
    remedy = reduce(lambda first, second: text("doctor.redis.joined_do", first=first, second=second), hints)
    return bad(text("doctor.redis.no_master", problems=all_problems), remedy)


def _check_failover(replies: Sequence[SentinelReply], reply: SentinelReply) -> list[Finding]:
    """Checks that another Redis could become the master now."""
    findings: list[Finding] = []
    answering_sentinels = sum(reply.answers for reply in replies)
    needed_answers = max(reply.quorum, len(replies) // 2 + 1)
    if answering_sentinels < needed_answers:
        values = {"answering": answering_sentinels, "total": len(replies), "needed": needed_answers}
        findings.append(advice(text("doctor.redis.few_sentinels", **values), text("doctor.redis.few_sentinels_do")))
    if not reply.replicas:
        findings.append(advice(text("doctor.redis.no_replica"), text("doctor.redis.no_replica_do")))
    return findings


def evaluate_info(info: Mapping[str, Any]) -> list[Finding]:
    """Evaluates version, role and memory limit from the INFO command."""
    version = str(info.get("redis_version", "?"))
    minimum = ".".join(map(str, _MINIMUM))
    if tuple(int(part) for part in re.findall(r"\d+", version)[:2]) < _MINIMUM:
        message = text("doctor.redis.too_old", version=version, minimum=minimum)
        findings = [bad(message, text("doctor.redis.too_old_do"))]
    else:
        findings = [ok(text("doctor.redis.answers", version=version, minimum=minimum))]
    if info.get("role") == "slave":
        findings.append(bad(text("doctor.redis.replica"), text("doctor.redis.replica_do")))
    megabytes, policy = round(int(info.get("maxmemory", 0)) / 1024**2), str(info.get("maxmemory_policy", ""))
    if not info.get("maxmemory"):
        return [*findings, ok(text("doctor.redis.no_limit"))]
    if policy == "noeviction":
        message = text("doctor.redis.refuses", megabytes=megabytes, policy=policy)
        return [*findings, advice(message, text("doctor.redis.refuses_do"))]
    return [*findings, ok(text("doctor.redis.evicts", megabytes=megabytes, policy=policy))]
