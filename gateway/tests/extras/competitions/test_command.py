"""`gateway competition`: opening, closing and paying, and places without a prize."""

import time
from datetime import timedelta

import msgspec

from fixtures.installed import World
from gateway.config.settings import Settings
from gateway.config.site_days import date_of, day_of
from gateway.extras.competitions.rules import Board, BoardRow
from gateway.tests.support import account_app
from gateway.tests.support.commands import run_command
from gateway.world_snapshot.account_index import AccountHash

SEED = 91
KEY = bytes(16)
SIGNED = ("--by", "ann", "--reason", "a test")


async def test_open_and_close_show_before_and_after_and_log(own_world: World) -> None:
    today = date_of(day_of(time.time(), Settings().server.zone))
    first, last = str(today + timedelta(1)), str(today + timedelta(3))
    words = ("open", "Most PvP", "--metric", "pvp", "--first", first, "--last", last, "--prizes", "50,30")
    dry_run = await run_command(own_world, "competition", *words, "--class", "rogue", "--dry-run", *SIGNED)
    assert dry_run.code == 0, dry_run
    assert "  classes   Rogue" in dry_run.out
    assert "dry run: nothing was changed" in dry_run.out
    assert (await run_command(own_world, "competition", "list")).out == "none\n"
    problems = {"fr": "--in: 'fr' is not one of en, es, pt", "es": "--in: Write at most 80 characters"}
    for language, problem in problems.items():
        title_result = await run_command(own_world, "competition", *words, "--in", language, "a" * 81, *SIGNED)
        assert (title_result.code, problem in title_result.err) == (1, True), title_result
    open_result = await run_command(own_world, "competition", *words, "--in", "es", "PvP de hoy", *SIGNED)
    assert "title es  PvP de hoy" in open_result.out
    number = open_result.out.splitlines()[-1].split()[1]
    assert "upcoming" in (await run_command(own_world, "competition", "list")).out
    pay_result = await run_command(own_world, "competition", "pay", number, *SIGNED)
    assert (pay_result.code, "Prizes are paid from 24 hours" in pay_result.err) == (1, True)
    for closing, is_repeated in ((("--dry-run",), False), ((), False), ((), True)):
        close_result = await run_command(own_world, "competition", "close", number, *closing, *SIGNED)
        assert (close_result.code, "is closed already" in close_result.out) == (0, is_repeated), close_result
    past = ("open", "x", "--metric", "pvp", "--first", "2026-01-01", "--last", last)
    assert "--first: 2026-01-01 is over" in (await run_command(own_world, "competition", *past, *SIGNED)).err
    log = "SELECT command, subject FROM operator_log ORDER BY id"
    assert [tuple(row) for row in await account_app.site(own_world, log)] == [
        ("competition open", f"competition:{number}"),
        ("competition close", f"competition:{number}"),
    ]


async def test_pay_credits_the_places_that_take_a_prize_and_says_why_others_do_not(own_world: World) -> None:
    views, account_hash = own_world.schemas.views, AccountHash(KEY)
    query = (
        "SELECT MIN(character_id), LOWER(account_name) FROM {0}.characters JOIN {0}.accounts ON login = account_name "
        "WHERE COALESCE(accounts.access_level, 0) = 0 AND COALESCE(characters.access_level, 0) = 0 "
        "AND login NOT IN (SELECT login FROM {0}.account_bans) GROUP BY account_name ORDER BY account_name LIMIT 4"
    )
    accounts = [(int(number), str(login)) for number, login in await account_app.site(own_world, query.format(views))]
    (winner, hidden_winner, new_winner, moved_winner) = accounts
    rows = [BoardRow(number, int(account_hash([login])[0]), 9) for number, login in (winner, hidden_winner, new_winner)]
    rows.append(BoardRow(moved_winner[0], 1, 9))
    board = msgspec.json.encode(Board(1, True, rows)).decode()
    for sql in (
        "INSERT INTO competitions VALUES (77, 'Past', 'pvp', 100, 101, 1, 80, '', 1, NULL, 'characters', NULL)",
        "INSERT INTO competition_prizes (competition_id, place, coins) VALUES (77, 1, 50), (77, 2, 40), (77, 3, 30), "
        "(77, 4, 20), (77, 5, 10)",
        f"REPLACE INTO history_state VALUES ('account_key', 0, '{KEY.hex()}'), ('competition:77', 1, '{board}')",
        f"INSERT INTO privacy VALUES ('{hidden_winner[1]}', 'hidden', 1)",
        *(
            f"INSERT INTO profiles (login, first_login_at) VALUES ('{login}', {at}) "
            f"ON DUPLICATE KEY UPDATE created_at = NULL, first_login_at = {at}"
            for (_, login), at in ((winner, 1000), (hidden_winner, 1000), (new_winner, int(time.time())))
        ),
    ):
        await account_app.site(own_world, sql)
    outcomes = ["paid", "hidden", "young", "gone", "empty"]
    state = "SELECT COALESCE(outcome, '') FROM competition_prizes WHERE competition_id = 77 ORDER BY place"
    for words, expected in ((("--dry-run",), [""] * 5), ((), outcomes), ((), outcomes)):
        result = await run_command(own_world, "competition", "pay", "77", *words, *SIGNED)
        assert result.code == 0, result
        assert [row[0] for row in await account_app.site(own_world, state)] == expected
    assert result.out == "All prizes are settled. Nothing changes.\n"
    balances = "SELECT account, balance FROM wallets WHERE account LIKE 'wallet:%%' AND balance > 0"
    assert [tuple(row) for row in await account_app.site(own_world, balances)] == [(f"wallet:{winner[1]}", 50)]
    close_result = await run_command(own_world, "competition", "close", "77", *SIGNED)
    assert (close_result.code, "Prizes of this competition are settled." in close_result.err) == (1, True)
