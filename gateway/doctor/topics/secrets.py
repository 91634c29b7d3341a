"""Sealed secrets: each needs a configured key, none is in clear text or from a backup. Operators: each is signed."""

from collections import Counter

from gateway.database.sealing import DataKeys
from gateway.doctor.context import DoctorContext
from gateway.doctor.findings import Finding, advice, bad, ok
from gateway.features.operators import operator_review
from gateway.features.operators.keys_rotation import sealed_tables
from gateway.features.operators.operator_review import ReviewedOperator
from gateway.features.operators.report import escape
from gateway.features.roulette.seeds import RESTORED_SEEDS
from gateway.texts import text


async def check(context: DoctorContext) -> list[Finding]:
    if not context.answers("site"):
        return []
    keys = DataKeys(context.settings.security.data_keys)
    key_uses = Counter[str]()
    for table in await sealed_tables(context.db.site):
        key_uses.update({row.name: row.count for row in await context.db.site.read(table.keys)})
    findings = [_key_finding(name, count, keys) for name, count in sorted(key_uses.items()) if name != keys.current]
    findings = findings or [ok(text("doctor.secrets.sealed", key=keys.current))]
    reviews = await operator_review.review(context.db.site, keys)
    findings += [_operator_finding(row) for row in reviews if row.is_doubtful]
    seeds = await context.db.site.one(RESTORED_SEEDS)
    return [*findings, _restored_finding(seeds.accounts)] if seeds and seeds.accounts else findings


def _restored_finding(accounts: int) -> Finding:
    return advice(text("doctor.secrets.old_seeds", accounts=accounts), text("doctor.secrets.old_seeds_do"))


def _operator_finding(row: ReviewedOperator) -> Finding:
    name = escape(row.operator.name)
    if row.signature == "signed":
        message = text("doctor.secrets.forged", name=name, signatures=row.wrong_signatures)
        return bad(message, text("doctor.secrets.forged_do"))
    return bad(text(f"doctor.secrets.{row.signature}", name=name), text("doctor.secrets.unsigned_do"))


def _key_finding(name: str, count: int, keys: DataKeys) -> Finding:
    if not name:
        return advice(text("doctor.secrets.clear", seeds=count), text("doctor.secrets.clear_do"))
    if name in keys:
        message = text("doctor.secrets.older_key", secrets=count, key=name)
        return advice(message, text("doctor.secrets.older_key_do"))
    return bad(text("doctor.secrets.lost_key", secrets=count, key=name), text("doctor.secrets.lost_key_do"))
