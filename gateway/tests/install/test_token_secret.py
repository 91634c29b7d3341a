"""What install makes for accounts and items: the secret of the tokens, and whether items have an index on the owner."""

from __future__ import annotations

import argparse
from itertools import count
from pathlib import Path

import pytest

from fixtures.installed import run_in_thread
from gateway import cli
from gateway.config.dsn import parse_dsn
from gateway.database.database import connect
from gateway.install import install
from gateway.install.config_file import InstalledConfig, read_config, token_secrets
from gateway.tests.conftest import WorldFactory
from gateway.tests.support.databases import Server, admin

_numbers = count(1)
KNOWN = InstalledConfig(family="acis", game_dsn="", auth_dsn="", site_dsn="", token_secret="a" * 64)


def arguments(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    install.add_arguments(parser)
    return parser.parse_args(words)


def test_a_secret_is_made_once_and_turned_when_asked() -> None:
    first, before = token_secrets(None, rotate=False)
    assert len(first) >= 64
    assert before == ""
    assert token_secrets(KNOWN, rotate=False) == ("a" * 64, "")
    turned, before = token_secrets(KNOWN, rotate=True)
    assert turned not in {"a" * 64, first}
    assert before == "a" * 64


def test_the_command_keeps_the_secret_and_turns_it_alone(
    mariadb: Server, world: WorldFactory, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    here, path = world("acis", seed=71), tmp_path / "gateway.toml"
    name = f"secret{next(_numbers)}"
    words = [f"--admin-dsn={mariadb.dsn(here.schema)}", f"--views-schema={name}_views", f"--site-schema={name}_site"]
    words += [f"--write-config={path}", "--apply"]

    def run(*more: str) -> InstalledConfig:
        assert run_in_thread(lambda: install.run(arguments(*words, *more))) == 0
        config = read_config(path)
        assert config is not None
        return config

    first, again = run(), run()
    assert again == first
    turned = run("--rotate-secret")
    assert turned.passwords() == first.passwords()
    assert turned.token_secret != first.token_secret
    assert turned.token_secret_previous == first.token_secret
    rotated = run("--rotate")
    assert rotated.passwords() != first.passwords()
    assert rotated.token_secret_previous == turned.token_secret
    said = capsys.readouterr()
    assert not any(secret in said.out + said.err for secret in (first.token_secret, turned.token_secret))


@pytest.mark.database
async def test_install_records_whether_items_are_found_by_their_owner(mariadb: Server, world: WorldFactory) -> None:
    recorded = {family: await _recorded(mariadb, world, family) for family in ("mobius", "acis", "lucera")}
    assert recorded == {"mobius": "yes", "acis": "no", "lucera": "yes"}


async def _recorded(server: Server, world: WorldFactory, family: str) -> str:
    async with admin(server, world(family, seed=71).schemas.site) as root:
        found = await root.execute("SELECT value FROM installation WHERE name = 'items_owner_index'")
    return str(found.rows[0][0])


async def test_an_index_that_was_added_is_found_by_the_next_run(mariadb: Server, world: WorldFactory) -> None:
    here, name = world("acis", seed=72), f"secret{next(_numbers)}"
    async with admin(mariadb, here.schema) as root:
        await root.execute("ALTER TABLE items ADD KEY of_owner (owner_id, item_id)")
    config = install.apply(
        mariadb.dsn(), game_schema=here.schema, views_schema=f"{name}_views", site_schema=f"{name}_site"
    )
    site = await connect(parse_dsn(config.site_dsn))
    found = await site.execute("SELECT value FROM installation WHERE name = 'items_owner_index'")
    site.close()
    assert found.rows == (("yes",),)


def test_serve_without_a_secret_says_who_makes_one(
    world: WorldFactory, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, value in world("mobius").environment.items():
        monkeypatch.setenv(name, value)
    for secret in ("", "s" * 31):
        monkeypatch.setenv("GATEWAY_ACCOUNTS_TOKEN_SECRET", secret)
        assert cli.main(["serve"]) == 2
        said = capsys.readouterr().err
        assert "accounts.token_secret" in said
        assert "gateway install" in said
        assert not secret or secret not in said
