"""Checks what the rules for accounts that are no players match: bots and services, neither counted nor ranked."""

from gateway.config.privacy import PrivacySettings
from gateway.doctor.context import DoctorContext
from gateway.doctor.findings import Finding, advice, ok
from gateway.features.server_status.stats import ACCOUNTS
from gateway.texts import text
from gateway.world_snapshot import excluded_logins


async def check(context: DoctorContext) -> list[Finding]:
    rules, report = context.settings.privacy, context.report
    is_empty = not (rules.not_player_accounts or rules.not_player_levels)
    if is_empty or not context.answers("auth") or report.missing_rights or report.broken_views:
        return []
    auth = context.db.auth
    count = await auth.one(ACCOUNTS)
    total = count.total if count else 0
    sets, _ = await excluded_logins.read(auth, rules)
    findings = [ok(text("doctor.players.excluded", accounts=sets.not_player_accounts, total=total))]
    for setting, rule in _single_rules(rules).items():
        matched, _ = await excluded_logins.read(auth, rule)
        findings += evaluate(setting, matched.not_player_accounts, total)
    return findings


def _single_rules(rules: PrivacySettings) -> dict[str, PrivacySettings]:
    """Returns each pattern and each level as rules of its own."""
    patterns = {
        f"privacy.not_player_accounts: {pattern}": PrivacySettings(not_player_accounts=(pattern,))
        for pattern in rules.not_player_accounts
    }
    levels = {
        f"privacy.not_player_levels: {level}": PrivacySettings(not_player_levels=(level,))
        for level in rules.not_player_levels
    }
    return patterns | levels


def evaluate(setting: str, matches: int, total: int) -> list[Finding]:
    """`matches`: of all accounts, whose number is `total`."""
    if matches == 0:
        return [advice(text("doctor.players.none", setting=setting), text("doctor.players.correct"))]
    if 2 * matches > total:
        message = text("doctor.players.many", setting=setting, accounts=matches, total=total)
        return [advice(message, text("doctor.players.correct"))]
    return []
