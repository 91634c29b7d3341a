"""Vote sites: those that are off for players, silent, or failing."""

import time

from gateway.doctor.context import DoctorContext
from gateway.doctor.findings import Finding, advice, bad, ok
from gateway.extras.votes.health import ANSWERS, VoteSiteHealth, health
from gateway.extras.votes.service import configured_sites
from gateway.extras.votes.settings import VoteSettings
from gateway.texts import text


async def check(context: DoctorContext) -> list[Finding]:
    sites = configured_sites(context.settings.of(VoteSettings))
    if not sites:
        return [ok(text("doctor.votes.none"))]
    if not context.answers("site"):
        return []
    answer_counts, now = await context.db.site.read(ANSWERS), int(time.time())
    return [finding_of(health(site, answer_counts, now, callback=None)) for site in sites]


def finding_of(site: VoteSiteHealth) -> Finding:
    if site.state == "off":
        key = "votes.keys" if site.problem == "key" else "votes.send_address"
        return advice(text("doctor.votes.off", site=site.title), text("doctor.votes.off_do", name=site.name, key=key))
    if site.state == "failing":
        return bad(text("doctor.votes.failing", site=site.title), text("doctor.votes.failing_do"))
    if site.state == "silent":
        return advice(text("doctor.votes.silent", site=site.title), text("doctor.votes.silent_do"))
    return ok(text("doctor.votes.answers", site=site.title, answers=site.answers, credited=site.credited))
