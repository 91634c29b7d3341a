"""`gateway season`: a dry run first, a step back, and the refusal while a competition is open."""

import time
from datetime import timedelta

from fixtures.installed import World
from gateway.config.settings import Settings
from gateway.config.site_days import date_of, day_of
from gateway.tests.support import account_app
from gateway.tests.support.commands import run_command

SEED = 93
SIGNED = ("--by", "ann", "--reason", "a wipe")


async def test_season_starts_with_apply_alone_and_is_logged_and_undone(own_world: World) -> None:
    dry_run = await run_command(own_world, "season", "start", "Summer", *SIGNED)
    assert (dry_run.code, "dry run: nothing was changed" in dry_run.out) == (0, True), dry_run
    assert "does not look like a wipe" in dry_run.out
    assert "Summer" not in (await run_command(own_world, "season", "list")).out
    today = date_of(day_of(time.time(), Settings().server.zone))
    days = ("--first", str(today + timedelta(1)), "--last", str(today + timedelta(2)))
    await run_command(own_world, "competition", "open", "Most PvP", "--metric", "pvp", *days, *SIGNED)
    refusal = await run_command(own_world, "season", "start", "Summer", "--apply", *SIGNED)
    assert (refusal.code, "is upcoming" in refusal.err) == (1, True), refusal
    await run_command(own_world, "competition", "close", "1", *SIGNED)
    closed_again = await run_command(own_world, "competition", "close", "1", *SIGNED)
    assert (closed_again.code, "is closed already; nothing was changed" in closed_again.out) == (0, True)
    assert (await run_command(own_world, "season", "start", "Summer", "--apply", *SIGNED)).code == 0
    started_again = await run_command(own_world, "season", "start", "Summer", "--apply", *SIGNED)
    assert (started_again.code, "nothing was changed" in started_again.out) == (0, True)
    assert "Summer" in (await run_command(own_world, "season", "list")).out
    assert (await run_command(own_world, "season", "undo", *SIGNED)).code == 0
    assert "Summer" in (await run_command(own_world, "season", "list")).out
    assert (await run_command(own_world, "season", "undo", "--apply", *SIGNED)).code == 0
    assert (await run_command(own_world, "season", "undo", "--apply", *SIGNED)).code == 1
    rows = await account_app.site(
        own_world, "SELECT command FROM operator_log WHERE command LIKE 'season%' ORDER BY id"
    )
    assert [row[0] for row in rows] == ["season start", "season undo"]
