"""Finished public responses: how long they live, how much room they take, and who is refused."""

import json
from typing import Any

import pytest

from gateway.http import errors, response_cache
from gateway.tests.support.response_cache_app import Desk


async def test_a_new_version_makes_a_new_answer() -> None:
    desk = Desk()
    async with desk.http() as http:
        one = await http.get("/api/things")
        desk.version = "two"
        two = await http.get("/api/things")
        assert one.content != two.content
        assert (await http.get("/api/things")).content == two.content


async def test_what_nobody_asks_for_any_more_is_not_kept() -> None:
    desk = Desk()
    async with desk.http() as http:
        for number in range(20):
            desk.version = str(number)
            await http.get("/api/things")
            await http.get(f"/api/things?search=x{number}")
            await http.get("/api/brief")
    assert desk.app.kept[0] == 4, "the front page, the searches of two versions, and what has no versions"
    assert len(desk.routes["/api/things"].aliases) == 3


async def test_an_old_answer_stands_in_with_its_age(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Desk()
    desk.age = 90
    async with desk.http() as http:
        first = await http.get("/api/things")
        assert first.headers["age"] == "90"
        desk.wrong, desk.version = RuntimeError("broken"), "two"
        stale = await http.get("/api/things")
        assert (stale.status_code, stale.content) == (200, first.content)
        assert int(stale.headers["age"]) >= 90
        desk.wrong, desk.age = None, 0
        monkeypatch.setattr(response_cache, "RETRY", 0.0)
        desk.version = "three"
        fresh = await http.get("/api/things")
    assert fresh.content != first.content
    assert "age" not in fresh.headers


async def test_without_an_old_answer_a_failure_is_the_answer() -> None:
    desk = Desk()
    desk.wrong = errors.unavailable("game")
    async with desk.http() as http:
        answer = await http.get("/api/things")
        assert (answer.status_code, answer.json()["error"]) == (503, "game_unavailable")
        assert "retry-after" in answer.headers
        desk.wrong = None
        assert (await http.get("/api/things")).status_code == 200


async def test_a_framework_that_breaks_is_a_500_in_the_one_shape(monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(*_: Any) -> None:
        raise RuntimeError("secret")

    desk = Desk()
    monkeypatch.setattr(desk.app, "_app", broken)
    async with desk.http() as http:
        answer = await http.get("/api/things")
    assert (answer.status_code, answer.json()["error"]) == (500, "internal_error")
    assert "secret" not in answer.text


async def test_an_answer_past_its_stale_life_is_not_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(response_cache, "RETRY", -100.0)  # every answer is kept as if it were made long ago
    desk = Desk()
    async with desk.http() as http:
        assert (await http.get("/api/brief")).status_code == 200
        desk.wrong = errors.unavailable("site")
        stale = await http.get("/api/brief")
        route = desk.routes["/api/brief"]
        for answer in route.aliases.values():
            answer.dead_at = 0.0
        dead = await http.get("/api/brief")
    assert (stale.status_code, dead.status_code) == (200, 503)


async def test_hostile_variety_is_bounded_and_does_not_evict_the_front_page() -> None:
    desk = Desk(limit=200_000)
    async with desk.http() as http:
        for _ in range(3):
            await http.get("/api/things?page=1&size=50")
        for number in range(400):
            await http.get(f"/api/things?search=x{number}")
            if number % 20 == 0:
                await http.get("/api/things?page=1&size=50")
        assert desk.calls.count(None) == 1
    entries, size = desk.app.kept
    assert size <= 200_000
    assert 0 < entries < 100
    assert len(desk.routes["/api/things"].aliases) <= entries * response_cache.ALIASES


async def test_spellings_of_one_question_are_bounded() -> None:
    desk = Desk()
    async with desk.http() as http:
        for number in range(50):
            await http.get(f"/api/things?page={'0' * (number % 10)}1&search={'&' * (number // 10)}")
    assert len(desk.calls) == 1
    assert len(desk.routes["/api/things"].aliases) <= response_cache.ALIASES


async def test_an_address_has_its_limit_and_is_told_when_to_come_back() -> None:
    desk = Desk(rate=5)
    async with desk.http("203.0.113.7") as http:
        answers = [await http.get("/api/things") for _ in range(6)]
        unknown = await http.get("/api/things?x=1")
    assert [answer.status_code for answer in answers] == [200] * 5 + [429]
    assert answers[-1].json()["error"] == "too_many_requests"
    assert answers[-1].headers["retry-after"] == "1"
    assert unknown.status_code == 429
    async with desk.http("203.0.113.8") as http:
        assert (await http.get("/api/things")).status_code == 200


async def test_loopback_has_none_unless_asked() -> None:
    for loopback, statuses in ((False, {200}), (True, {200, 429})):
        desk = Desk(rate=5, loopback=loopback)
        async with desk.http() as http:
            assert {(await http.get("/api/things")).status_code for _ in range(20)} == statuses


@pytest.mark.parametrize("path", ["/api/things/", "//api/things", "/api//things", "/api/nothing"])
async def test_there_is_no_way_around_the_cache(path: str) -> None:
    desk = Desk()
    async with desk.http() as http:
        answer = await http.get(f"http://gateway.test{path}")
    assert answer.status_code in {302, 404}
    assert desk.calls == []


async def test_other_methods_are_refused_in_the_one_shape() -> None:
    desk = Desk()
    async with desk.http() as http:
        answer = await http.post("/api/things", content=b"{}")
    assert (answer.status_code, answer.json()["error"]) == (405, "method_not_allowed")
    assert json.loads(answer.content)["request_id"] == answer.headers["x-request-id"]


async def test_every_answer_says_what_may_be_done_with_it() -> None:
    desk = Desk(rate=7)
    async with desk.http("203.0.113.7") as http:
        answers = [await http.get(f"/api/things?{asked}") for asked in ("", "page=0", "x=1", "", "", "", "", "")]
        answers += [await http.get("/api/nothing"), await http.get("/nowhere"), await http.post("/api/things")]
    assert {answer.status_code for answer in answers} == {200, 302, 400, 404, 405, 429}
    for answer in answers:
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
        assert answer.headers["strict-transport-security"].startswith("max-age=31536000")
        assert answer.headers["x-request-id"]
