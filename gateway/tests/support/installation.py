"""A small game on a test server, and the installer's commands on it with a configuration file of its own."""

from itertools import count
from pathlib import Path
from typing import Any

from fixtures import world as worlds
from fixtures.admin import Rows, execute
from fixtures.installed import World, run_in_thread
from gateway import cli
from gateway.config import settings
from gateway.config.dsn import parse_dsn
from gateway.config.settings import Settings
from gateway.install.config_file import InstalledConfig, read_config, write_config
from gateway.tests.support.databases import Server

_numbers = count(1)


class InstalledGame:
    """Schemas `<name>`, `<name>_views` and `<name>_site`; users `<name>_read` and so on."""

    def __init__(self, server: Server, folder: Path, family: str = "acis") -> None:
        self.server = server
        self.name = f"install{next(_numbers)}"
        self.file = folder / f"{self.name}.toml"
        run_in_thread(lambda: worlds.fill(server.dsn(self.name), family, 10, 1))

    @property
    def options(self) -> dict[str, Any]:
        """For `install.apply`."""
        return {"game_schema": self.name, "views_schema": f"{self.name}_views", "site_schema": f"{self.name}_site"}

    @property
    def config(self) -> InstalledConfig:
        config = read_config(self.file)
        assert config
        return config

    @property
    def settings(self) -> Settings:
        return settings.load(self.file, {})

    def account(self, role: str) -> str:
        """Returns the account of a runtime user, as GRANT names it."""
        host = "localhost" if parse_dsn(self.server.dsn()).unix_socket else "127.0.0.1"
        return f"'{self.name}_{role}'@'{host}'"

    def run(self, command: str, *words: str) -> int:
        """Runs `gateway COMMAND` with the game's administrator and configuration file."""
        connection_options = [f"--admin-dsn={self.server.dsn(self.name)}", f"--config={self.file}"]
        return run_in_thread(lambda: cli.main([command, *connection_options, *words]))

    def command(self, command: str, *words: str) -> int:
        """Runs `gateway COMMAND` with the configuration file alone."""
        return run_in_thread(lambda: cli.main([command, f"--config={self.file}", *words]))

    def install(self, *words: str) -> int:
        """Runs the first `gateway install`, which has to name the schemas."""
        return self.run("install", f"--views-schema={self.name}_views", f"--site-schema={self.name}_site", *words)

    def uninstall(self, *words: str) -> int:
        return self.run("uninstall", "--apply", f"--confirm={self.name}", *words)

    def downgrade(self, *words: str) -> int:
        return run_in_thread(lambda: cli.main(["downgrade", "--check", f"--config={self.file}", *words]))

    async def admin(self, *statements: str) -> Rows:
        """Runs statements in the game's schema as an administrator."""
        return await execute(self.server.dsn(self.name), *statements)

    async def site(self, *statements: str) -> Rows:
        return await execute(self.server.dsn(f"{self.name}_site"), *statements)

    async def schemas(self) -> list[str]:
        """The schemas of the installation."""
        return [str(row[0]) for row in await self.admin(f"SHOW SCHEMAS LIKE '{self.name}\\_%'")]

    async def grants(self) -> list[str]:
        """The rights of the installation's users."""
        return await grants_of(self.server, self.name)


async def grants_of(server: Server, prefix: str) -> list[str]:
    accounts = f"SELECT CONCAT('''', user, '''@''', host, '''') FROM mysql.user WHERE user LIKE '{prefix}\\_%'"
    users = [str(row[0]) for row in await execute(server.dsn(), accounts)]
    lines = [str(row[0]) for user in users for row in await execute(server.dsn(), f"SHOW GRANTS FOR {user}")]
    return sorted(lines)


def environment(config: InstalledConfig) -> dict[str, str]:
    """The settings of the file as `GATEWAY_…` variables."""
    return {
        f"GATEWAY_{section}_{key}".upper(): ",".join(value) if isinstance(value, tuple) else str(value)
        for section, keys in config.sections.items()
        for key, value in keys.items()
        if value
    }


def write_world_config(world: World, path: Path) -> None:
    """Writes the file that install would have written for a world of the fixtures."""
    database, security = world.settings.database, world.settings.security
    config = InstalledConfig(
        family=world.family,
        token_secret=world.settings.accounts.token_secret,
        data_keys=security.data_keys,
        game_dsn=database.game_dsn,
        auth_dsn=database.auth_dsn,
        site_dsn=database.site_dsn,
    )
    write_config(path, config)
