"""`gateway legal`, and the topic of the doctor, with a content folder of the test's own."""

import json
from pathlib import Path

from fixtures.installed import World
from gateway.config import settings
from gateway.doctor.context import open_context
from gateway.extras.data_protection.doctor import check
from gateway.features.site_content import sample
from gateway.tests.support.account_app import site
from gateway.tests.support.commands import run_command

SEED = 8687


async def test_publish_takes_a_written_text_once_and_doctor_names_a_change(own_world: World, tmp_path: Path) -> None:
    folder = tmp_path / "content"
    sample.write(folder)
    env = {"GATEWAY_CONTENT_FOLDER": str(folder)}
    words = ("legal", "publish", "terms", "--reason", "first text", "--by", "ann")

    async def levels() -> list[str]:
        async with open_context(settings.load(None, {**own_world.environment, **env}), None, None, None) as context:
            return [finding.level for finding in await check(context)]

    result = await run_command(own_world, *words, **env)
    assert (result.code, "is still the sample" in result.err) == (1, True)
    (folder / "pages" / "terms.md").write_text("Be kind.\n")
    assert (await run_command(own_world, *words, **env)).out.startswith("version 1 of terms is published")
    repeated = await run_command(own_world, *words, **env)
    assert (repeated.code, "nothing was changed" in repeated.out) == (0, True)
    assert await levels() == ["ok", "ok"]
    (folder / "pages" / "terms.md").write_text("Be kind, and fair.\n")
    await site(
        own_world, "INSERT INTO erasure_requests (login, state, requested_at, due_at) VALUES ('ann', 'held', 1, 1)"
    )
    assert await levels() == ["ok", "advice", "advice", "ok"]
    assert (await run_command(own_world, *words, **env)).code == 0
    rows = json.loads((await run_command(own_world, "legal", "list", "--json", **env)).out)
    assert [(row["document"], row["version"], row["published_by"]) for row in rows] == [
        ("terms", 2, "ann"),
        ("terms", 1, "ann"),
    ]
    log = await site(own_world, "SELECT operator, command, reason FROM operator_log WHERE subject = 'legal:terms'")
    assert [tuple(row) for row in log] == [("ann", "legal publish", "first text")] * 2
