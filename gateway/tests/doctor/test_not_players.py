"""The doctor names each rule for accounts that are no players that matches none, or more than half of all accounts."""

from collections import Counter

import pytest
from msgspec.structs import replace

from fixtures.admin import execute
from gateway.config.privacy import PrivacySettings
from gateway.doctor.runner import examine
from gateway.doctor.topics.not_players import evaluate
from gateway.tests.conftest import WorldFactory

pytestmark = pytest.mark.database


async def test_examine_names_rules_that_match_no_account_or_most(world: WorldFactory) -> None:
    game_world = world("acis")
    logins = [str(row[0]).lower() for row in await execute(game_world.login_admin_dsn, "SELECT login FROM accounts")]
    letter, _ = Counter(letter for login in logins for letter in set(login)).most_common(1)[0]
    rules = PrivacySettings(not_player_accounts=("nobody_*", f"*{letter}*", "demo"), not_player_levels=(31_000,))
    findings = await examine(replace(game_world.settings, privacy=rules), only=["players"])
    assert [finding.level for finding in findings] == ["ok", "advice", "advice", "advice"]
    texts = [finding.text for finding in findings]
    assert texts[1] == "privacy.not_player_accounts: nobody_* matches no account"
    assert texts[2].startswith(f"privacy.not_player_accounts: *{letter}* matches ")
    assert texts[2].endswith("more than half are neither counted nor ranked")
    assert texts[3] == "privacy.not_player_levels: 31000 matches no account"
    assert await examine(game_world.settings, only=["players"]) == []


@pytest.mark.parametrize(("matches", "is_named"), [(0, True), (1, False), (5, False), (6, True)])
def test_evaluate_half_of_ten_accounts_is_no_finding(matches: int, is_named: bool) -> None:
    assert bool(evaluate("privacy.not_player_levels: 127", matches, 10)) == is_named
