"""The game and login servers, asked as the service asks them: connects keep the same distance to one another."""

import time

from gateway.database.database import DatabaseUnavailable
from gateway.database.error_hints import with_hint
from gateway.doctor.context import DoctorContext
from gateway.doctor.findings import Finding, advice, ok
from gateway.features.server_status.game_runs import last_run
from gateway.features.server_status.probe import PortAnswer, ServerProbe
from gateway.features.server_status.probe_connects import (
    OWN_ADDRESS_SECONDS,
    SHARED_ADDRESS_SECONDS,
    ProbeTarget,
    ServerName,
    distance_seconds,
    last_connects,
    targets,
)
from gateway.game.families import Family
from gateway.http.errors import unavailable


async def check(context: DoctorContext) -> list[Finding]:
    settings, site = context.settings.status, context.db.site

    async def family() -> Family:
        if context.family is None:
            raise unavailable("site", "unknown_family")
        return context.family

    try:
        answers = await ServerProbe(settings, site=site, family=family, clock=time.time).ask_both()
        was_reached = await last_run(site) is not None if context.answers("site") else True
    except DatabaseUnavailable as error:
        text = "the servers are not asked: the site schema has the times of the last connects, and it does not answer"
        return [advice(f"{text}: {with_hint(error)}", "see the topic connections")]
    findings = [_port(context, target, answers[target.server], was_reached=was_reached) for target in targets(settings)]
    if any(answer and answer.way == "shared_connect" for answer in answers.values()):
        findings.append(await _distance(context))
    return findings


def _port(context: DoctorContext, target: ProbeTarget, answer: PortAnswer | None, *, was_reached: bool) -> Finding:
    server, place = target.server, f"{target.host}:{target.port}"
    if answer is None:
        return ok(f"{server} server: {place} has not been connected to yet; the service connects within a minute")
    if answer.is_refused:
        return advice(
            f"{server} server: {place} accepts a connection and closes it at once, as for an address that it refuses",
            "players who share that address are refused with it: give probes an address of their own in "
            "status.source_address; the server forgets an address after 300 s without a connect from it",
        )
    if answer.is_open:
        return ok(f"{server} server: {place} {_open_text(answer)}")
    return advice(
        f"{server} server: no connection to {place} within {context.settings.status.probe_timeout_ms} ms, so the site "
        f"shows it as offline{_never_text(server, was_reached=was_reached)}",
        f"if it runs, set status.{server}_host and status.{server}_port to an address that this machine reaches",
    )


def _open_text(answer: PortAnswer) -> str:
    if answer.way == "socket":
        return "listens, as the kernel says; probes do not connect to it"
    age = max(0, round(time.time() - answer.at))
    text = "accepts connections" if answer.way == "connect" else f"accepted the last connection, {age} s ago"
    return (
        f"{text}; no socket of it is visible here, as from a container, so probes connect" if answer.is_hidden else text
    )


def _never_text(server: ServerName, *, was_reached: bool) -> str:
    if server != "game" or was_reached:
        return ""
    return "; no probe has ever reached it, which is no stop: characters count as online as the game's tables say"


async def _distance(context: DoctorContext) -> Finding:
    settings = context.settings.status
    seconds = distance_seconds(settings, await last_connects(context.db.site), time.time())
    text = (
        f"probes connect to each server every {seconds:g} s, so a stop is seen late: its family refuses fast connects"
    )
    if seconds < SHARED_ADDRESS_SECONDS:
        return ok(text)
    return advice(
        f"{text}: it refuses an address that connects fast, and players may share the gateway's address",
        "set status.source_address to an address of this machine that no player has, or status.shared_address = false "
        f"if players never reach the game from the gateway's address: then every {OWN_ADDRESS_SECONDS:g} s",
    )
