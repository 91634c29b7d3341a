"""A site without an extra, and without any: what is left answers, and the extra has left nothing."""

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Final

import httpx
import pytest
from msgspec import Struct

from fixtures.core import copy_core
from fixtures.installed import World
from gateway import cli
from gateway.app import Application
from gateway.config import settings
from gateway.config.extras import ExtraSettings
from gateway.config.settings import Settings, SettingsError
from gateway.doctor.runner import TOPICS, topics_of
from gateway.registration.extra import enabled_extras, installed_extras
from gateway.tests.conftest import ClientFactory, WorldFactory
from gateway.tests.support.account_app import APP_ENV, bearer, token_of
from gateway.tests.support.in_process_builder import in_process_builder
from gateway.tests.support.paths import ROOT
from gateway.tests.support.polling import wait_for_answer

ENV: Final = APP_ENV | {
    "GATEWAY_ADMIN_ENABLED": "true",
    "GATEWAY_ALERTS_ENABLED": "true",
    "GATEWAY_ECONOMY_ENABLED": "true",
    "GATEWAY_REFERRALS_ENABLED": "true",
}


def names_without(name: str) -> list[str]:
    """Returns the extras that can be on while this one is off."""
    return [extra.name for extra in installed_extras().values() if name not in {extra.name, *extra.needs}]


def test_extras_follow_those_that_they_need() -> None:
    names = [*installed_extras()]
    for extra in installed_extras().values():
        assert set(extra.needs) == {need for name in extra.needs for need in (name, *installed_extras()[name].needs)}
        assert {*extra.needs} <= {*names[: names.index(extra.name)]}, f"{extra.name} stands before what it needs"


@pytest.mark.parametrize(
    ("names", "error"),
    [
        (("wrold",), "extras.enabled: there is no extra 'wrold'; there are alerts, "),
        (("all", "world"), "extras.enabled: there is no extra 'all'"),
        (("clans", "history", "world"), "extras.enabled: clans needs character_pages"),
    ],
)
def test_wrong_names_are_refused(names: Sequence[str], error: str) -> None:
    with pytest.raises(SettingsError) as refusal:
        enabled_extras(Settings(extras=ExtraSettings(enabled=tuple(names))))
    assert str(refusal.value).startswith(error)


def application_with(world: World, names: Sequence[str]) -> Application:
    with in_process_builder():
        return Application(settings.load(None, {**world.environment, **ENV, "GATEWAY_EXTRAS_ENABLED": ",".join(names)}))


def read_paths(application: Application) -> set[str]:
    """Returns the paths of all routes that answer GET without a value in the path."""
    routes = [*application.routes(), *application.administration.routes]
    return {path for route in routes if "GET" in route.http_methods for path in route.paths if "{" not in path}


async def statuses(http: httpx.AsyncClient, paths: Collection[str]) -> dict[str, int]:
    return {path: (await http.get(path)).status_code for path in sorted(paths)}


class FullSite(Struct, frozen=True):
    """A site with all extras: the statuses of its routes by path, and a player's token for the sites without some."""

    world: World
    statuses: dict[str, int]
    headers: dict[str, str]


@pytest.fixture(scope="module")
async def full_site(world: WorldFactory, client: ClientFactory) -> FullSite:
    own_world = world("mobius", characters=60, seed=348)
    application = application_with(own_world, [*installed_extras()])
    async with client(application.asgi) as http:
        await wait_for_answer(http, "/api/rankings/pvp")
        await wait_for_answer(http, "/api/server/status")
        headers = bearer(await token_of(http, "demo"))
        http.headers.update(headers)
        return FullSite(own_world, await statuses(http, read_paths(application)), headers)


@pytest.mark.parametrize("name", ["", *installed_extras()])
async def test_site_without_an_extra(full_site: FullSite, client: ClientFactory, name: str) -> None:
    """Without a name: a site without any."""
    names = names_without(name) if name else []
    application = application_with(full_site.world, names)
    paths = read_paths(application)
    topics = {topic for topic in topics_of(application.settings) if topic in installed_extras()}
    assert topics == {topic for topic in names if topic in TOPICS}
    async with client(application.asgi) as http:
        await wait_for_answer(http, "/api/rankings/pvp")
        assert (await http.get("/api/site")).json()["extras"] == sorted(names)
        http.headers.update(full_site.headers)
        assert set((await statuses(http, full_site.statuses.keys() - paths)).values()) <= {404}
        answers = await statuses(http, paths)
        assert {
            path: status
            for path, status in answers.items()
            if status in {404, 405, 500} and status != full_site.statuses[path]
        } == {}


def test_commands_print_the_setting(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def lines_of(*words: str) -> list[str]:
        assert cli.main(["extras", *words]) == 0
        return capsys.readouterr().out.splitlines()

    assert len(lines_of("list")) == 1 + len(installed_extras())
    assert lines_of("enable", "clans") == ["clans is on already"]
    monkeypatch.setenv("GATEWAY_EXTRAS_ENABLED", "history,codes")
    assert {row["name"] for row in json.loads(lines_of("list", "--json")[0]) if row["is_on"]} == {"history", "codes"}
    assert lines_of("disable", "votes") == ["votes is off already"]
    comment, _, _, setting, tables = lines_of("enable", "character_pages")
    assert "`gateway install` prints the script with its tables" in tables
    assert comment == "# character_pages needs world as well"
    enabled = tomllib.loads(setting)["enabled"]
    assert set(enabled) == {"history", "codes", "world", "character_pages"}
    monkeypatch.setenv("GATEWAY_EXTRAS_ENABLED", ",".join(enabled))
    assert lines_of("disable", "history")[0] == "# without history, world, character_pages cannot be on"
    assert tomllib.loads(lines_of("disable", "history")[-1]) == {"enabled": ["codes"]}
    assert cli.main(["extras", "enable", "wrold"]) == 2
    assert capsys.readouterr().err == "gateway: there is no extra 'wrold'; `gateway extras list` names all\n"


def output_of(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "gateway", *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_core_alone_has_commands_and_routes_and_no_administration(tmp_path: Path) -> None:
    copy_core(tmp_path)
    commands = {*re.findall(r"^  (\w+)", output_of(tmp_path, "--help").stdout, re.M)}
    assert {"install", "upgrade", "restored", "doctor", "serve"} <= commands
    assert not {"operator", "code", "competition", "history", "season"} & commands
    paths = json.loads(output_of(tmp_path, "openapi").stdout)["paths"]
    assert {"/api/site", "/api/rankings/pvp", "/api/player/profile"} <= paths.keys()
    assert not [path for path in paths if path.startswith("/api/admin")]
    tables = [sys.executable, "-c", "from gateway import package_data; print(package_data.noun_tables())"]
    assert subprocess.run(tables, cwd=tmp_path, capture_output=True, text=True, check=True).stdout == "{}\n"
    refusal = output_of(tmp_path, "openapi", "--admin")
    assert (refusal.returncode, "this program has no administration" in refusal.stderr) == (2, True)


LOADED: Final = """
import sys
from gateway.app import documented_application
from gateway.config import settings
documented_application(settings.from_environment()).asgi
print(*[name for name in sys.modules if name.startswith("gateway.")])
"""


@pytest.mark.parametrize("is_on", [False, True])
def test_administration_is_loaded_where_it_is_on(is_on: bool) -> None:
    command = [sys.executable, "-c", LOADED]
    env = {**os.environ, "GATEWAY_ADMIN_ENABLED": str(is_on).lower()}
    output = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=True).stdout
    names = {name for name in output.split() if re.match(r"gateway\.administration|.+\.operator$", name)}
    pages = {"gateway.administration.frame", "gateway.features.payments.operator", "gateway.extras.codes.operator"}
    assert names >= pages if is_on else names == set()


def test_removed_folders_leave_a_program_without_extras(tmp_path: Path) -> None:
    skipped_names = shutil.ignore_patterns("tests", "__pycache__", *installed_extras())
    for name in ("gateway", "sql"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=skipped_names)
    for name in ("ui", "pyproject.toml"):
        (tmp_path / name).symlink_to(ROOT / name)

    commands = {*re.findall(r"^  (\w+)", output_of(tmp_path, "--help").stdout, re.M)}
    assert not {"code", "competition", "history", "season"} & commands
    public, admin = (json.loads(output_of(tmp_path, "openapi", *words).stdout)["paths"] for words in ([], ["--admin"]))
    assert {"/api/site", "/api/rankings/pvp", "/api/player/profile"} <= public.keys()
    assert {"/api/admin/overview", "/api/admin/donations"} <= admin.keys()
    assert not [path for path in [*public, *admin] if re.match("/api/(admin/)?(world|codes|votes|clans|economy)", path)]
