"""The doctor names each rule for accounts that are no players that matches none, or more than half of all accounts."""

import pytest
from msgspec.structs import replace

from fixtures.admin import execute
from gateway.config.privacy import PrivacySettings
from gateway.doctor.runner import examine
from gateway.doctor.topics.not_players import evaluate
from gateway.tests.conftest import WorldFactory

pytestmark = pytest.mark.database


async def test_examine_names_rules_that_match_no_account_or_most(world: WorldFactory) -> None:
    game_world = world("acis", seed=3118)
    await execute(game_world.login_admin_dsn, "UPDATE accounts SET access_level = 55 WHERE MOD(CRC32(login), 4) > 0")
    rules = PrivacySettings(not_player_accounts=("nobody_*", "demo"), not_player_levels=(55, 31_000))
    findings = await examine(replace(game_world.settings, privacy=rules), only=["players"])
    assert [finding.level for finding in findings] == ["ok", "advice", "advice", "advice"]
    texts = [finding.text for finding in findings]
    assert texts[1] == "privacy.not_player_accounts: nobody_* matches no account"
    assert texts[2].startswith("privacy.not_player_levels: 55 matches ")
    assert texts[2].endswith("more than half are neither counted nor ranked")
    assert texts[3] == "privacy.not_player_levels: 31000 matches no account"
    assert await examine(game_world.settings, only=["players"]) == []


@pytest.mark.parametrize(("matches", "is_named"), [(0, True), (1, False), (5, False), (6, True)])
def test_evaluate_half_of_ten_accounts_is_no_finding(matches: int, is_named: bool) -> None:
    assert bool(evaluate("privacy.not_player_levels: 127", matches, 10)) == is_named
