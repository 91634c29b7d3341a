"""The game and login servers, asked as the service asks them: connects keep the same distance to one another."""

import time

from gateway.database.database import DatabaseUnavailable
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
from gateway.texts import Text, text


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
        return [advice(text("doctor.status.no_site", error=str(error)), text("doctor.status.no_site_do"))]
    findings = [_port(context, target, answers[target.server], was_reached=was_reached) for target in targets(settings)]
    if any(answer and answer.way == "shared_connect" for answer in answers.values()):
        findings.append(await _distance(context))
    return findings


def _port(context: DoctorContext, target: ProbeTarget, answer: PortAnswer | None, *, was_reached: bool) -> Finding:
    server, place = target.server, f"{target.host}:{target.port}"
    if answer is None:
        return ok(text("doctor.status.not_yet", server=server, place=place))
    if answer.is_refused:
        return advice(text("doctor.status.refused", server=server, place=place), text("doctor.status.refused_do"))
    if answer.is_open:
        return ok(_open_text(server, place, answer))
    timeout_ms = context.settings.status.probe_timeout_ms
    closed = text("doctor.status.closed", server=server, place=place, ms=timeout_ms)
    if server == "game" and not was_reached:
        closed = text("doctor.status.never_reached", closed=closed)
    return advice(closed, text("doctor.status.closed_do", server=server))


def _open_text(server: ServerName, place: str, answer: PortAnswer) -> Text:
    if answer.way == "socket":
        return text("doctor.status.socket", server=server, place=place)
    open_text = text("doctor.status.connect", server=server, place=place)
    if answer.way == "shared_connect":
        seconds = max(0, round(time.time() - answer.at))
        open_text = text("doctor.status.shared_connect", server=server, place=place, seconds=seconds)
    return text("doctor.status.hidden", open=open_text) if answer.is_hidden else open_text


async def _distance(context: DoctorContext) -> Finding:
    settings = context.settings.status
    seconds = distance_seconds(settings, await last_connects(context.db.site), time.time())
    distance = text("doctor.status.distance", seconds=f"{seconds:g}")
    if seconds < SHARED_ADDRESS_SECONDS:
        return ok(distance)
    remedy = text("doctor.status.shared_do", seconds=f"{OWN_ADDRESS_SECONDS:g}")
    return advice(text("doctor.status.shared", distance=distance), remedy)
