"""The wheel's routes as a player's browser asks them, with the rights of the service's own users."""

import re
import subprocess
import sys
import time
import uuid
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import httpx
import pytest

from fixtures import site_schema
from fixtures.installed import World
from fixtures.site_schema import credit, posted
from gateway.config.dsn import parse_dsn
from gateway.config.sections import RouletteSettings
from gateway.database.database import DatabaseError, connect
from gateway.features.ledger import post
from gateway.features.roulette.fairness import draw, hashed
from gateway.features.roulette.wheel import parse
from gateway.observability import metrics
from gateway.tests.conftest import ClientFactory, WorldFactory
from gateway.tests.support.account_app import assert_error, bearer, open_app, token_of
from gateway.tests.support.wait_until import until

FREE = {"GATEWAY_ROULETTE_COOLDOWN_SECONDS": "0", "GATEWAY_ROULETTE_MAX_DAILY_SPINS": "0"}
NOTHING = ",".join("TINY_WIN:0:1" for _ in range(12))
TABLES = ("roulette_spins", "roulette_seeds", "roulette_wheels")


@pytest.fixture(scope="module")
def its_world(world: WorldFactory) -> World:
    return world("mobius", characters=60, seed=61)


@pytest.fixture
async def http(its_world: World, client: ClientFactory) -> AsyncGenerator[httpx.AsyncClient]:
    """Demo, without limits."""
    async with open_app(its_world, client, **FREE) as asked:
        asked.headers.update(bearer(await token_of(asked, "demo")))
        yield asked


async def give(its_world: World, login: str, coins: int) -> None:
    async with site_schema.connect(its_world.environment["GATEWAY_DATABASE_SITE_DSN"]) as site:
        assert await posted(site, post, credit(f"given:{uuid.uuid4()}", login, coins)) == "done"


async def got(http: httpx.AsyncClient, path: str, **params: int) -> dict[str, Any]:
    answer = await http.get(f"/api/roulette/{path}", params=params)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def spun(http: httpx.AsyncClient, key: str = "") -> dict[str, Any]:
    answer = await http.post("/api/roulette/spin", headers={"Idempotency-Key": key} if key else {}, timeout=60)
    assert answer.status_code == 200, answer.text
    assert answer.headers["cache-control"] == "no-store"
    return answer.json()


async def test_config_is_public(http: httpx.AsyncClient) -> None:
    answer = await http.get("/api/roulette/config", headers={"Authorization": ""})
    assert answer.status_code == 200
    assert answer.headers["cache-control"].startswith("public, max-age=2,")
    shown = answer.json()
    assert {key: shown[key] for key in shown if key != "slots"} == {
        "enabled": True,
        "spin_cost": 10,
        "max_daily_spins": 0,
        "cooldown_seconds": 0,
        "wheel_version": 1,
    }
    assert shown["slots"][0] == {
        "position": 0,
        "prize_tier": "JACKPOT",
        "icon": "tier-jackpot",
        "prize_amount": 500,
        "weight": 10,
        "probability": 0.001,
    }
    assert [slot["position"] for slot in shown["slots"]] == list(range(12))
    weights = parse(RouletteSettings().slots).weights
    assert [slot["probability"] for slot in shown["slots"]] == [weight / 10_000 for weight in weights]


async def test_player_can_verify_spins_after_rotation(its_world: World, http: httpx.AsyncClient) -> None:
    """From the hash that was shown before to the slot that was won, with nothing but what the routes tell."""
    await give(its_world, "demo", 1000)
    before, coins = await got(http, "fairness"), (await http.get("/api/player/coins")).json()["available"]
    result = await spun(http, "wire-1")
    assert result["success"]
    assert result["message"] == f"You won {result['prize_amount']} Fishi Coins."
    assert result["balance"] == coins - 10 + result["prize_amount"]
    assert (await http.get("/api/player/coins")).json()["available"] == result["balance"]
    assert await spun(http, "wire-1") == result, "the same key gives the same answer"
    after = await got(http, "fairness")
    assert after == before | {"nonce": before["nonce"] + 1}
    (row,) = (await got(http, "history", limit=1))["spins"]
    assert "server_seed" not in row
    assert (row["id"], row["server_seed_hash"]) == (result["spin_id"], before["server_seed_hash"])

    rotated = (await http.post("/api/roulette/fairness/rotate", json={"client_seed": "moon-over-giran"})).json()
    assert hashed(rotated["server_seed"]) == before["server_seed_hash"]
    assert rotated["server_seed_hash"] == before["next_server_seed_hash"]
    assert (rotated["client_seed"], rotated["nonce"]) == ("moon-over-giran", 0)
    told = await got(http, "history", limit=1)
    (row,), (wheel,) = told["spins"], told["wheels"]
    assert row["server_seed"] == rotated["server_seed"]
    weights = [slot["weight"] for slot in wheel["slots"]]
    drawn = draw(row["server_seed"], before["client_seed"], before["nonce"], weights)
    assert drawn.position == result["slot_result"] == row["position"]
    assert wheel["slots"][drawn.position]["prize_tier"] == result["prize_tier"] == row["prize_tier"]
    assert wheel["wheel_version"] == row["wheel_version"] == result["wheel_version"]


async def test_stats_and_history_add_up(its_world: World, http: httpx.AsyncClient) -> None:
    await give(its_world, "demo", 1000)
    for _ in range(12):
        assert (await spun(http))["success"]
    whole, usual = await got(http, "history", limit=100), await got(http, "history")
    assert (len(usual["spins"]), usual["total"]) == (10, whole["total"])
    assert usual["spins"] == whole["spins"][:10], "newest first"
    assert whole["spins"][0]["timestamp"].endswith("Z")
    stats, won = await got(http, "stats"), [spin["prize_won"] for spin in whole["spins"]]
    assert stats == {
        "total_spins": len(won),
        "total_spent": 10 * len(won),
        "total_won": sum(won),
        "net_result": sum(won) - 10 * len(won),
        "biggest_win": max(won),
    }
    assert (await got(http, "cooldown"))["can_spin"]


async def test_replayed_spin_is_counted_once(
    its_world: World, client: ClientFactory, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(metrics.FOLDER, str(tmp_path))
    async with open_app(its_world, client, **FREE) as http:
        http.headers.update(bearer(await token_of(http, "demo")))
        await give(its_world, "demo", 100)
        for key in ("counted-1", "counted-1", "counted-1", "counted-2", "", ""):
            assert (await spun(http, key))["success"]
        shown = ""

        async def is_told() -> bool:
            nonlocal shown
            shown = metrics.render(metrics.read(tmp_path), time.time())
            return 'fishi_http_requests_total{route="spinRoulette",status="200"} 6' in shown

        await until(is_told)
    assert sum(map(int, re.findall(r'fishi_spins_total\{won="\w+"\} (\d+)', shown))) == 4
    assert 'fishi_spin_coins_total{kind="cost"} 40' in shown


async def test_refused_spin_answers_200_with_a_reason(its_world: World, client: ClientFactory) -> None:
    async with open_app(its_world, client, GATEWAY_ROULETTE_COOLDOWN_SECONDS="90") as http:
        http.headers.update(bearer(await token_of(http, "demo2")))
        assert await got(http, "cooldown") == {
            "can_spin": False,
            "reason": "insufficient_coins",
            "cooldown_remaining": 0,
            "daily_spins_used": 0,
            "daily_spins_left": 10,
        }
        poor = await spun(http)
        assert (poor.pop("success"), poor.pop("reason")) == (False, "insufficient_coins")
        assert poor.pop("message") == "A spin costs 10 Fishi Coins; you have 0."
        assert set(poor.values()) == {None}
        await give(its_world, "demo2", 100)
        assert (await spun(http))["success"]
        tired = await spun(http)
        assert (tired["success"], tired["reason"]) == (False, "cooldown")
        assert tired["message"].startswith("Please wait 1m ")
        standing = await got(http, "cooldown")
        assert (standing["can_spin"], standing["reason"], standing["daily_spins_left"]) == (False, "cooldown", 9)
        assert 60 < standing["cooldown_remaining"] <= 90
        assert (await got(http, "stats"))["total_spins"] == 1


async def test_disabled_wheel_is_still_shown(its_world: World, client: ClientFactory) -> None:
    async with open_app(its_world, client, GATEWAY_ROULETTE_ENABLED="false") as http:
        http.headers.update(bearer(await token_of(http, "demo")))
        assert not (await got(http, "config"))["enabled"]
        closed = await spun(http)
        assert (closed["success"], closed["reason"]) == (False, "disabled")
        assert (await got(http, "cooldown"))["reason"] == "disabled"


async def test_invalid_requests_are_refused(http: httpx.AsyncClient) -> None:
    before = await got(http, "stats")
    for key in ("k" * 65, "two words", "ñ".encode(), "", "a:b"):
        answer = await http.post("/api/roulette/spin", headers=[("Idempotency-Key", key)])  # type: ignore[list-item]
        assert_error(
            answer, 400, "validation_failed", **{"Idempotency-Key": "Must be 1 to 64 letters, digits, - and _"}
        )
    assert_error(await http.post("/api/roulette/spin", json={"coins": 1}), 400, "bad_request")
    for seed in ("", "a" * 65, "a b", "a:b", "ñ"):
        answer = await http.post("/api/roulette/fairness/rotate", json={"client_seed": seed})
        assert_error(answer, 400, "validation_failed", client_seed="Must be 1 to 64 letters, digits, - and _")
    assert_error(
        await http.post("/api/roulette/fairness/rotate", json={"seed": "x"}),
        400,
        "validation_failed",
        seed="Unknown field",
    )
    for limit in (0, 101):
        assert (await http.get("/api/roulette/history", params={"limit": limit})).status_code == 400
    for path in ("stats", "history", "cooldown", "fairness"):
        assert_error(await http.get(f"/api/roulette/{path}", headers={"Authorization": ""}), 401, "not_authenticated")
    assert_error(await http.post("/api/roulette/spin", headers={"Authorization": ""}), 401, "not_authenticated")
    assert await got(http, "stats") == before


async def test_spin_accepts_an_empty_body_of_any_type(its_world: World, http: httpx.AsyncClient) -> None:
    await give(its_world, "demo", 100)
    for kind, body in (("text/plain", b""), ("application/json", b""), ("application/json", b"{}"), ("x/y", b" ")):
        answer = await http.post("/api/roulette/spin", content=body, headers={"Content-Type": kind})
        assert answer.json()["success"], answer.text


async def test_rotate_is_rate_limited(its_world: World, client: ClientFactory) -> None:
    async with open_app(its_world, client, GATEWAY_LIMITS_SEED_ROTATIONS="2") as http:
        http.headers.update(bearer(await token_of(http, "staff")))
        answers = [await http.post("/api/roulette/fairness/rotate", json={}) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [200, 200, 429]
        assert int(answers[2].headers["retry-after"]) > 0
        assert answers[0].json()["client_seed"] == answers[1].json()["client_seed"], "kept where none is given"


async def test_service_user_cannot_change_seeds_or_spins(its_world: World) -> None:
    own = await connect(parse_dsn(its_world.environment["GATEWAY_DATABASE_SITE_DSN"]))
    try:
        for table in TABLES:
            with pytest.raises(DatabaseError) as denied:
                await own.execute(f"DELETE FROM {table} WHERE FALSE")
            assert denied.value.code == 1142
        for column in ("server_seed", "server_seed_hash", "account"):
            with pytest.raises(DatabaseError) as denied:
                await own.execute(f"UPDATE roulette_seeds SET {column} = {column} WHERE FALSE")
            assert denied.value.code == 1143
        for table in ("roulette_spins", "roulette_wheels"):
            with pytest.raises(DatabaseError) as denied:
                await own.execute(f"UPDATE {table} SET account = account WHERE FALSE")
            assert denied.value.code == 1142
    finally:
        own.close()


def test_command_odds_prints_the_expected_return() -> None:
    def odds(**env: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "gateway", "roulette", "odds"]
        return subprocess.run(command, env=env, capture_output=True, text=True, timeout=60, check=False)

    usual = odds()
    assert (usual.returncode, usual.stderr) == (0, "")
    assert usual.stdout.splitlines()[-1] == ("gives back 92.3 % of what it takes: 9.2300 of 10 Fishi Coins a spin")
    assert ["JACKPOT", "1", "500", "10", "0.100000%", "1,000.0", "5", "%"] in map(str.split, usual.stdout.splitlines())
    refused = odds(GATEWAY_ROULETTE_SPIN_COST="9")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "gives back 102.556 %" in refused.stderr
    forced = odds(GATEWAY_ROULETTE_SPIN_COST="9", GATEWAY_ROULETTE_ALLOW_UNPROFITABLE_WHEEL="true")
    assert forced.returncode == 1
    assert "More than it takes" in forced.stdout
