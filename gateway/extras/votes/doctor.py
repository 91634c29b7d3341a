"""Vote sites: those that are off for players, silent, or failing."""

import time

from gateway.doctor.context import DoctorContext
from gateway.doctor.findings import Finding, advice, bad, ok
from gateway.extras.votes.health import ANSWERS, VoteSiteHealth, health
from gateway.extras.votes.service import configured_sites
from gateway.extras.votes.settings import VoteSettings


async def check(context: DoctorContext) -> list[Finding]:
    sites = configured_sites(context.settings.of(VoteSettings))
    if not sites:
        return [ok("votes: off; votes.sites is empty")]
    if not context.answers("site"):
        return []
    answer_counts, now = await context.db.site.read(ANSWERS), int(time.time())
    return [finding_of(health(site, answer_counts, now, callback=None)) for site in sites]


def finding_of(site: VoteSiteHealth) -> Finding:
    if site.state == "off":
        missing = "votes.keys" if site.problem == "key" else "votes.send_address"
        return advice(f"votes: {site.title} is off for players", f"add {site.name} to {missing}, or remove the site")
    if site.state == "failing":
        return bad(
            f"votes: {site.title} failed at the last check", "read vote_site_failed in the log; try its API by hand"
        )
    if site.state == "silent":
        remedy = "vote once as a player; compare the site's callback or key with those at /admin/votes"
        return advice(f"votes: {site.title} gave no answer in 24 hours", remedy)
    return ok(f"votes: {site.title} gave {site.answers:,} answers in 24 hours, {site.credited:,} credited")
