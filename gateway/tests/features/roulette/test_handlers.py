"""Tests of the roulette's routes and of `gateway roulette odds`, with the rights of the service's own users."""

import re
import time
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import httpx
import pytest

from fixtures.installed import World
from gateway.config.dsn import parse_dsn
from gateway.config.money import RouletteSettings
from gateway.database.database import DatabaseError, connect
from gateway.features.roulette.fairness import draw, hash_of
from gateway.features.roulette.wheel import parse
from gateway.observability import metrics
from gateway.tests.conftest import ClientFactory
from gateway.tests.support.account_app import PASSWORD, assert_error, open_app_as
from gateway.tests.support.account_app import site as run_in_site
from gateway.tests.support.commands import run_command
from gateway.tests.support.roulette_data import give_coins, request_spin
from gateway.tests.support.wait_until import until

SEED = 61
NO_LIMITS = {"GATEWAY_ROULETTE_COOLDOWN_SECONDS": "0", "GATEWAY_ROULETTE_MAX_DAILY_SPINS": "0"}
SEED_TEXT = "Must be 1 to 64 letters, digits, - and _"
ROTATE = "/api/roulette/fairness/rotate"


@pytest.fixture(scope="module")
async def http(own_world: World, client: ClientFactory) -> AsyncGenerator[httpx.AsyncClient]:
    """Logged in as demo, without limits."""
    async with open_app_as("demo", own_world, client, **NO_LIMITS) as http:
        yield http


async def get_json(http: httpx.AsyncClient, path: str, **params: int) -> dict[str, Any]:
    response = await http.get(f"/api/roulette/{path}", params=params)
    assert response.status_code == 200, response.text
    return response.json()


async def test_config_is_public(http: httpx.AsyncClient) -> None:
    response = await http.get("/api/roulette/config", headers={"Authorization": ""})
    assert response.status_code == 200
    assert response.headers["cache-control"].startswith("public, max-age=2,")
    config = response.json()
    slots = config.pop("slots")
    assert config == {
        "enabled": True,
        "spin_cost": 10,
        "max_daily_spins": 0,
        "cooldown_seconds": 0,
        "wheel_version": 1,
    }
    assert slots[0] == {
        "position": 0,
        "prize_tier": "JACKPOT",
        "icon": "tier-jackpot",
        "prize_amount": 500,
        "weight": 10,
        "probability": 0.001,
    }
    assert [slot["position"] for slot in slots] == list(range(12))
    weights = parse(RouletteSettings().slots).weights
    assert [slot["probability"] for slot in slots] == [weight / 10_000 for weight in weights]


async def test_player_can_verify_spins_after_rotation(own_world: World, http: httpx.AsyncClient) -> None:
    """From the published hash to the drawn slot, with the responses of the routes alone."""
    await give_coins(own_world, "demo", 1000)
    old_fairness, coins = await get_json(http, "fairness"), (await http.get("/api/player/coins")).json()["available"]
    result = await request_spin(http, "wire-1")
    assert result["success"]
    assert result["message"] == f"You won {result['prize_amount']} Fishi Coins."
    assert result["balance"] == coins - 10 + result["prize_amount"]
    assert (await http.get("/api/player/coins")).json()["available"] == result["balance"]
    assert await request_spin(http, "wire-1") == result, "the same key gives the same answer"
    assert await get_json(http, "fairness") == old_fairness | {"nonce": old_fairness["nonce"] + 1}
    (row,) = (await get_json(http, "history", limit=1))["spins"]
    assert "server_seed" not in row
    assert (row["id"], row["server_seed_hash"]) == (result["spin_id"], old_fairness["server_seed_hash"])

    rotation = (await http.post(ROTATE, json={"client_seed": "moon-over-giran"})).json()
    assert hash_of(rotation["server_seed"]) == old_fairness["server_seed_hash"]
    assert rotation["server_seed_hash"] == old_fairness["next_server_seed_hash"]
    assert rotation["wheel_version"] == old_fairness["next_wheel_version"] == 1
    assert (rotation["client_seed"], rotation["nonce"]) == ("moon-over-giran", 0)
    history = await get_json(http, "history", limit=1)
    (row,), (wheel,) = history["spins"], history["wheels"]
    assert row["server_seed"] == rotation["server_seed"]
    weights = [slot["weight"] for slot in wheel["slots"]]
    result_of_draw = draw(row["server_seed"], old_fairness["client_seed"] or "", old_fairness["nonce"], weights)
    assert result_of_draw.position == result["slot_result"] == row["position"]
    assert wheel["slots"][result_of_draw.position]["prize_tier"] == result["prize_tier"] == row["prize_tier"]
    assert wheel["wheel_version"] == row["wheel_version"] == result["wheel_version"]


async def test_client_seed_is_sent_once_and_never_reused(own_world: World, client: ClientFactory) -> None:
    async with open_app_as("demo2", own_world, client, **NO_LIMITS) as http:
        path = "/api/roulette/fairness/client-seed"
        old_fairness = await get_json(http, "fairness")
        assert (old_fairness["client_seed"], old_fairness["operator_verifiable"]) == (None, False)
        new_fairness = (await http.post(path, json={"client_seed": "mine"})).json()
        assert (
            new_fairness
            == old_fairness | {"client_seed": "mine", "operator_verifiable": True}
            == await get_json(http, "fairness")
        )
        assert_error(await http.post(path, json={"client_seed": "other"}), 409, "conflict")
        assert_error(
            await http.post(path, json={"client_seed": "a b"}), 400, "validation_failed", client_seed=SEED_TEXT
        )
        response = await http.post(ROTATE, json={"client_seed": "mine"})
        assert_error(response, 400, "validation_failed", client_seed="Must differ from the seed in use")
        assert await get_json(http, "fairness") == new_fairness


async def test_spin_beyond_the_limit_waits_for_the_password(own_world: World, client: ClientFactory) -> None:
    async with open_app_as("demo", own_world, client, **NO_LIMITS, GATEWAY_ROULETTE_STEP_UP_ABOVE="10") as http:
        await give_coins(own_world, "demo", 100)
        assert (await request_spin(http, "first-spin-key-01"))["success"]
        await run_in_site(own_world, "UPDATE sessions SET confirmed_at = 0 WHERE login = 'demo'")
        refusal = await request_spin(http, "second-spin-key-1")
        assert (refusal["success"], refusal["reason"]) == (False, "step_up_required")
        assert (await http.post("/api/auth/step-up", json={"password": PASSWORD})).status_code == 200
        assert (await request_spin(http, "second-spin-key-1"))["success"], "the same request"


async def test_wheel_version_is_public_and_immutable(http: httpx.AsyncClient) -> None:
    config = await get_json(http, "config")
    response = await http.get(f"/api/roulette/wheels/{config['wheel_version']}", headers={"Authorization": ""})
    assert response.json() == {key: config[key] for key in ("wheel_version", "slots", "spin_cost")}
    assert response.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert_error(await http.get("/api/roulette/wheels/99"), 404, "not_found")


async def test_stats_and_history_add_up(own_world: World, http: httpx.AsyncClient) -> None:
    await give_coins(own_world, "demo", 1000)
    for _ in range(12):
        assert (await request_spin(http))["success"]
    full, page = await get_json(http, "history", limit=100), await get_json(http, "history")
    assert (len(page["spins"]), page["total"]) == (10, full["total"])
    assert page["spins"] == full["spins"][:10], "newest first"
    assert full["spins"][0]["timestamp"].endswith("Z")
    spins, params = list[dict[str, Any]](), {}
    while len(page["spins"]) == 10 or not spins:
        page = (await http.get("/api/roulette/history", params=params)).json()
        spins += page["spins"]
        params = {"before": spins[-1]["id"]}
    assert spins == full["spins"], "each once, by the cursor"
    prizes = [spin["prize_won"] for spin in full["spins"]]
    assert await get_json(http, "stats") == {
        "total_spins": len(prizes),
        "total_spent": 10 * len(prizes),
        "total_won": sum(prizes),
        "net_result": sum(prizes) - 10 * len(prizes),
        "biggest_win": max(prizes),
    }
    assert (await get_json(http, "cooldown"))["can_spin"]


async def test_replayed_spin_is_counted_once(
    own_world: World, client: ClientFactory, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(metrics.FOLDER, str(tmp_path))
    async with open_app_as("demo", own_world, client, **NO_LIMITS) as http:
        await give_coins(own_world, "demo", 100)
        for key in ("counted-1", "counted-1", "counted-1", "counted-2", "", ""):
            assert (await request_spin(http, key))["success"]
        text = ""

        async def has_all_requests() -> bool:
            nonlocal text
            text = metrics.render(metrics.read(tmp_path), time.time())
            return 'fishi_http_requests_total{route="spinRoulette",status="200"} 6' in text

        await until(has_all_requests)
    assert sum(map(int, re.findall(r'fishi_spins_total\{won="\w+"\} (\d+)', text))) == 4
    assert 'fishi_spin_coins_total{kind="cost"} 40' in text


async def test_refused_spin_answers_200_with_a_reason(own_world: World, client: ClientFactory) -> None:
    async with open_app_as("demo2", own_world, client, GATEWAY_ROULETTE_COOLDOWN_SECONDS="90") as http:
        assert await get_json(http, "cooldown") == {
            "can_spin": False,
            "reason": "insufficient_coins",
            "cooldown_remaining": 0,
            "daily_spins_used": 0,
            "daily_spins_left": 10,
        }
        result = await request_spin(http)
        assert (result.pop("success"), result.pop("reason")) == (False, "insufficient_coins")
        assert result.pop("message") == "A spin costs 10 Fishi Coins; you have 0."
        assert set(result.values()) == {None}
        await give_coins(own_world, "demo2", 100)
        assert (await request_spin(http))["success"]
        result = await request_spin(http)
        assert (result["success"], result["reason"]) == (False, "cooldown")
        assert result["message"].startswith("Please wait 1m ")
        cooldown = await get_json(http, "cooldown")
        assert (cooldown["can_spin"], cooldown["reason"], cooldown["daily_spins_left"]) == (False, "cooldown", 9)
        assert 60 < cooldown["cooldown_remaining"] <= 90
        assert (await get_json(http, "stats"))["total_spins"] == 1


async def test_disabled_wheel_is_still_shown(own_world: World, client: ClientFactory) -> None:
    async with open_app_as("demo", own_world, client, GATEWAY_ROULETTE_ENABLED="false") as http:
        assert not (await get_json(http, "config"))["enabled"]
        result = await request_spin(http)
        assert (result["success"], result["reason"]) == (False, "disabled")
        assert (await get_json(http, "cooldown"))["reason"] == "disabled"


async def test_invalid_requests_are_refused(http: httpx.AsyncClient) -> None:
    old_stats, text = await get_json(http, "stats"), SEED_TEXT
    for key in ("k" * 65, "two words", "ñ".encode(), "", "a:b"):
        response = await http.post("/api/roulette/spin", headers=[("Idempotency-Key", key)])  # type: ignore[list-item]
        assert_error(response, 400, "validation_failed", **{"Idempotency-Key": text})
    assert_error(await http.post("/api/roulette/spin", json={"coins": 1}), 400, "bad_request")
    for form, fields in (
        *(({"client_seed": seed}, {"client_seed": text}) for seed in ("", "a" * 65, "a b", "a:b", "ñ")),
        ({"seed": "x"}, {"seed": "Unknown field"}),
        ({}, {"client_seed": text}),
    ):
        assert_error(await http.post(ROTATE, json=form), 400, "validation_failed", **fields)
    for params in ({"limit": 0}, {"limit": 101}, {"before": "7"}, {"before": "a-1"}):
        assert (await http.get("/api/roulette/history", params=params)).status_code == 400
    for method, path in (("POST", "spin"), *(("GET", path) for path in ("stats", "history", "cooldown", "fairness"))):
        response = await http.request(method, f"/api/roulette/{path}", headers={"Authorization": ""})
        assert_error(response, 401, "not_authenticated")
    assert await get_json(http, "stats") == old_stats


async def test_spin_accepts_an_empty_body_of_any_type(own_world: World, http: httpx.AsyncClient) -> None:
    await give_coins(own_world, "demo", 100)
    for kind, body in (("text/plain", b""), ("application/json", b""), ("application/json", b"{}"), ("x/y", b" ")):
        response = await http.post("/api/roulette/spin", content=body, headers={"Content-Type": kind})
        assert response.json()["success"], response.text


async def test_rotate_is_rate_limited(own_world: World, client: ClientFactory) -> None:
    async with open_app_as("staff", own_world, client, GATEWAY_LIMITS_SEED_ROTATIONS="2") as http:
        first, second, last = [await http.post(ROTATE, json={"client_seed": f"mine-{n}"}) for n in range(3)]
        assert [response.status_code for response in (first, second, last)] == [200, 200, 429]
        assert int(last.headers["retry-after"]) > 0


@pytest.mark.parametrize(
    ("statement", "code"),
    [
        *((f"DELETE FROM roulette_{table} WHERE FALSE", 1142) for table in ("spins", "seeds", "wheels")),
        *((f"UPDATE roulette_{table} SET account = account WHERE FALSE", 1142) for table in ("spins", "wheels")),
        *(
            (f"UPDATE roulette_seeds SET {column} = {column} WHERE FALSE", 1143)
            for column in ("server_seed_hash", "account")
        ),
    ],
)
async def test_service_user_cannot_change_seeds_or_spins(own_world: World, statement: str, code: int) -> None:
    connection = await connect(parse_dsn(own_world.environment["GATEWAY_DATABASE_SITE_DSN"]))
    try:
        with pytest.raises(DatabaseError) as error:
            await connection.execute(statement)
        assert error.value.code == code
    finally:
        connection.close()


async def test_command_odds_prints_the_expected_return(own_world: World) -> None:
    default = await run_command(own_world, "roulette", "odds")
    assert (default.code, default.err) == (0, "")
    assert default.out.splitlines()[-1] == "gives back 92.3 % of what it takes: 9.2300 of 10 coins a spin"
    rows = map(str.split, default.out.splitlines())
    assert ["JACKPOT", "1", "500", "10", "0.100000%", "1,000.0", "5", "%"] in rows
    cheap = {"GATEWAY_ROULETTE_SPIN_COST": "9"}
    unprofitable = await run_command(own_world, "roulette", "odds", **cheap)
    assert (unprofitable.code, unprofitable.out) == (2, "")
    assert "gives back 102.556 %" in unprofitable.err
    allowed = await run_command(
        own_world, "roulette", "odds", **cheap, GATEWAY_ROULETTE_ALLOW_UNPROFITABLE_WHEEL="true"
    )
    assert allowed.code == 1
    assert "More than it takes" in allowed.out
