"""The rendered page shows a site's days by the rules of the locked package, which its own V8 does not have."""

from datetime import UTC, datetime

import httpx

from fixtures.admin import execute, in_schema
from gateway.tests.conftest import ServiceFactory, WorldFactory
from gateway.tests.support.wait_until import until

# Half past midnight in Winnipeg, which keeps UTC-5 since 2026; an hour earlier, the day before, by older rules.
AT = int(datetime(2026, 11, 21, 5, 30, tzinfo=UTC).timestamp())


async def test_rendered_events_stand_under_the_day_of_the_site(world: WorldFactory, service: ServiceFactory) -> None:
    game = world(characters=60, seed=311)
    columns = "id, kind, subject_id, object_id, at, public_at, accuracy_seconds, details"
    event = f"{AT}, 'castle_taken', 5, 1, {AT}, 0, 86400, '{{\"before\": 0}}'"
    site = in_schema(game.admin_dsn, game.schemas.site)
    await execute(site, f"INSERT INTO world_events ({columns}) VALUES ({event})")
    env = {"GATEWAY_SERVER_TIME_ZONE": "America/Winnipeg", "GATEWAY_RENDER_ENABLED": "true"}
    with service(game, env) as gateway:
        async with httpx.AsyncClient(base_url=gateway.url) as http:

            async def is_rendered() -> bool:
                return 'id="first-frame"' in (await http.get("/events")).text

            await until(is_rendered)
            html = (await http.get("/events")).text
    assert "<h2>November 21, 2026</h2>" in html
    assert '{"since":1772956800,"minutes":-300}' in html
