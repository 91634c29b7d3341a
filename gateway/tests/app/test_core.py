"""A site of core alone: every route answers, and nothing of an extra runs. `make test-core` repeats it without their
code."""

import re
from typing import Final

from fixtures.installed import World
from gateway.app import Application
from gateway.config import settings
from gateway.registration.feature import jobs_of
from gateway.tests.conftest import ClientFactory, WorldFactory
from gateway.tests.support.account_app import APP_ENV, bearer, token_of
from gateway.tests.support.in_process_builder import in_process_builder
from gateway.tests.support.polling import wait_for_answer

CORE_JOBS: Final = {
    "check_account_owners",
    "check_ledger",
    "anchor_ledger",
    "count",
    "move_former_messages",
    "watch_game_saves",
    "prune",
}
EXTRA_PATHS: Final = re.compile("/api/(world|codes|votes|clans|economy|push|competitions|history)")
REFUSED: Final = {"/api/auth/passkeys": 409, "/api/donations/calculate": 400}
"""Without a site's address there are no passkeys, and a price is that of an amount."""


def open_core(world: World) -> Application:
    with in_process_builder():
        return Application(settings.load(None, {**world.environment, **APP_ENV, "GATEWAY_EXTRAS_ENABLED": ""}))


def read_paths(application: Application) -> set[str]:
    """Returns the paths of all routes of visitors and players that answer GET without a value in the path."""
    routes = application.routes()
    return {path for route in routes if "GET" in route.http_methods for path in route.paths if "{" not in path}


async def test_every_route_of_core_answers(world: WorldFactory, client: ClientFactory) -> None:
    site = open_core(world("mobius", characters=60, seed=349))
    assert {job.name for job in jobs_of(site.features)} == CORE_JOBS
    routes, paths = site.routes(), read_paths(site)
    assert len(paths) > 30
    assert not [path for path in paths if EXTRA_PATHS.match(path)]
    async with client(site.asgi) as http:
        page = await wait_for_answer(http, "/api/rankings/pvp")
        await wait_for_answer(http, "/api/server/status")
        assert {(row["rank_change_day"], row["rank_change_week"]) for row in page.json()["data"]} == {(None, None)}
        assert (await http.get("/api/rankings/pvp?at=2026-01-01")).status_code == 400
        http.headers.update(bearer(await token_of(http, "demo")))
        statuses = {path: (await http.get(path)).status_code for path in sorted(paths)}
        assert {path: status for path, status in statuses.items() if status != 200} == REFUSED
        assert (await http.get("/api/player/pvp-performance")).json()["history"] == []
        for route in routes:
            for method in route.http_methods - {"GET", "HEAD", "OPTIONS"}:
                for path in route.paths:
                    answer = await http.request(method, re.sub(r"{[^}]*}", "1", path))
                    assert answer.status_code not in {405, 500}, f"{method} {path}: {answer.text}"
