"""Sealed secrets: each needs a configured key, none is in clear text or from a backup. Operators: each is signed."""

from collections import Counter
from typing import Final

from gateway.database.sealing import DataKeys
from gateway.doctor.context import DoctorContext
from gateway.doctor.findings import Finding, advice, bad, ok
from gateway.features.operators import operator_review
from gateway.features.operators.keys_rotation import sealed_tables
from gateway.features.operators.operator_review import ReviewedOperator
from gateway.features.operators.report import escape
from gateway.features.roulette.seeds import RESTORED_SEEDS

_COMMAND: Final = "`gateway keys rotate --reason TEXT`"


async def check(context: DoctorContext) -> list[Finding]:
    if not context.answers("site"):
        return []
    keys = DataKeys(context.settings.security.data_keys)
    key_uses = Counter[str]()
    for table in await sealed_tables(context.db.site):
        key_uses.update({row.name: row.count for row in await context.db.site.read(table.keys)})
    findings = [_key_finding(name, count, keys) for name, count in sorted(key_uses.items()) if name != keys.current]
    findings = findings or [ok(f"secrets: all are sealed with the key {keys.current}")]
    reviews = await operator_review.review(context.db.site, keys)
    findings += [_operator_finding(row) for row in reviews if row.is_doubtful]
    seeds = await context.db.site.one(RESTORED_SEEDS)
    return [*findings, _restored_finding(seeds.accounts)] if seeds and seeds.accounts else findings


def _restored_finding(accounts: int) -> Finding:
    text = f"secrets: {accounts:,} accounts spin with server seeds that are older than these tables, as after a restore"
    command = "`gateway roulette rotate --all --reason restore`"
    return advice(text, f"{command}: seeds that were revealed since the backup are in use again")


def _operator_finding(row: ReviewedOperator) -> Finding:
    name = escape(row.operator.name)
    text = f"secrets: operator {name} is {row.signature} and cannot sign in"
    if row.signature == "signed":
        text = f"secrets: operator {name} has {row.wrong_signatures:,} signatures that the service has not made"
        return bad(text, "somebody writes into the site schema: see gateway/docs/operators/database-rights.md")
    return bad(text, "`gateway operator sign` shows the role and the factors, and signs them if you know them")


def _key_finding(name: str, count: int, keys: DataKeys) -> Finding:
    if not name:
        text = f"secrets: {count:,} server seeds of the previous release are in clear text"
        return advice(text, f"{_COMMAND} seals them")
    if name in keys:
        return advice(f"secrets: {count:,} are sealed with the older key {name}", f"{_COMMAND} seals them anew")
    text = f"secrets: {count:,} need the key {name}, which is not in security.data_keys"
    return bad(text, "put the key back; without it, seeds have to be chosen anew, and authenticator apps do not work")
