"""Recharge campaigns: those that run, what they have promised, and whether a donation can begin."""

import time

from gateway.doctor.context import DoctorContext
from gateway.doctor.findings import Finding, advice, ok
from gateway.extras.campaigns import campaigns
from gateway.extras.campaigns.bonus import RUNNING
from gateway.features.payments.offers import offered_names
from gateway.texts import text


async def check(context: DoctorContext) -> list[Finding]:
    if not context.answers("site"):
        return []
    site = context.db.site
    rows = await site.read(RUNNING, now=int(time.time()))
    if not rows:
        return [ok(text("doctor.campaigns.none"))]
    if not offered_names(context.settings):
        return [advice(text("doctor.campaigns.no_payments"), text("doctor.campaigns.no_payments_do"))]
    promised, findings = await campaigns.promised_by(site, rows), list[Finding]()
    for row in rows:
        coins = promised[row.id].coins if row.id in promised else 0
        if campaigns.is_used_up(row, promised.get(row.id)):
            do = text("doctor.campaigns.used_up_do", id=row.id)
            findings.append(advice(text("doctor.campaigns.used_up", name=row.name, coins=coins), do))
        else:
            findings.append(ok(text("doctor.campaigns.runs", name=row.name, coins=coins)))
    return findings
