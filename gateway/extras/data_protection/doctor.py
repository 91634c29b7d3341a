"""Data protection: requests for an erasure, published legal texts, and mails that need an operator."""

import time

from msgspec import Struct

from gateway.concurrency.durations import DAY
from gateway.database.queries import query
from gateway.doctor.context import DoctorContext
from gateway.doctor.findings import Finding, advice, ok
from gateway.doctor.outboxes import channel_findings
from gateway.extras.data_protection import legal_texts
from gateway.extras.data_protection.erasure_mails import RULES
from gateway.extras.data_protection.erasure_requests import OVERDUE
from gateway.features.site_content import content_store
from gateway.features.site_content.content_files import ContentError
from gateway.texts import text


class RequestCounts(Struct, frozen=True):
    waiting: int
    held: int
    done: int


COUNTS = query("data_protection.counts", RequestCounts)


async def check(context: DoctorContext) -> list[Finding]:
    row = await context.db.site.one(COUNTS) if context.answers("site") else None
    if row is None:
        return []
    counts = text("doctor.data_protection.counts", waiting=row.waiting, held=row.held, done=row.done)
    findings = [ok(counts)]
    overdue = await context.db.site.one(OVERDUE, since=int(time.time()) - DAY)
    if overdue and overdue.count:
        overdue_text = text("doctor.data_protection.overdue", requests=overdue.count)
        findings.append(advice(overdue_text, text("doctor.data_protection.overdue_do")))
    findings += await _legal_texts(context)
    remedy = text("doctor.data_protection.messages_do")
    return findings + await channel_findings(context, RULES.name, "doctor.data_protection.messages", remedy)


async def _legal_texts(context: DoctorContext) -> list[Finding]:
    try:
        content = content_store.load(content_store.content_folder(context.settings))
    except ContentError:
        return []  # the topic `content` says it
    findings: list[Finding] = []
    for document in legal_texts.DOCUMENTS:
        texts = legal_texts.present_texts(content, document)
        is_changed = await legal_texts.is_changed(context.db.site, document, texts)
        if is_changed:
            remedy = text("doctor.data_protection.changed_do", document=document)
            findings.append(advice(text("doctor.data_protection.changed", document=document), remedy))
        elif is_changed is None:
            findings.append(ok(text("doctor.data_protection.unpublished", document=document)))
    return findings
