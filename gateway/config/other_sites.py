"""Other sites of this machine, by their configuration files, and what two sites must not share."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from gateway.config.dsn import DsnError, parse_dsn
from gateway.config.sections import RedisSettings
from gateway.config.settings import CONFIG_FILES, Settings, SettingsError, load

_WILDCARDS: Final = {"0.0.0.0", "::", ""}  # noqa: S104 - compared, not bound


def other_sites(path: Path, site_dsn: str) -> dict[Path, Settings]:
    """Returns the settings of other sites: of files beside `path` and in the folders where commands look for one.

    A file with the same site schema belongs to the same site. What cannot be read as settings is left out.
    """
    folders = dict.fromkeys(file.resolve().parent for file in (path, *CONFIG_FILES))
    files = sorted(file for folder in folders for file in folder.glob("*.toml") if file != path.resolve())
    sites: dict[Path, Settings] = {}
    for file in files:
        try:
            settings = load(file, {})
        except SettingsError:
            continue
        if settings.database.site_dsn and not _is_same_schema(settings.database.site_dsn, site_dsn):
            sites[file] = settings
    return sites


def shared_with_others(path: Path, settings: Settings) -> list[str]:
    """Returns a sentence for each setting that another site of this machine has too."""
    sites = other_sites(path, settings.database.site_dsn)
    return [f"{text} as {file}" for file, other in sites.items() for text in _shared(settings, other)]


def _shared(settings: Settings, other: Settings) -> Iterator[str]:
    if settings.content.folder and os.path.realpath(settings.content.folder) == os.path.realpath(other.content.folder):
        yield f"content.folder is the same ({settings.content.folder})"
    redis, other_redis = settings.redis, other.redis
    if _redis_server(redis) == _redis_server(other_redis) != ("", (), "") and redis.prefix == other_redis.prefix:
        yield f"redis.prefix is the same ({redis.prefix}) on the same Redis"
    other_ports = listening_ports(other)
    for key, (host, port) in listening_ports(settings).items():
        for other_key, (other_host, other_port) in other_ports.items():
            if port == other_port and (host == other_host or _WILDCARDS & {host, other_host}):
                yield f"server.{key} {port} is the same port" + (f" ({other_key})" if key != other_key else "")


def _redis_server(settings: RedisSettings) -> tuple[str, tuple[str, ...], str]:
    """Returns empty values without Redis."""
    return settings.url, settings.sentinels, settings.sentinel_service_name if settings.sentinels else ""


def listening_ports(settings: Settings) -> dict[str, tuple[str, int]]:
    """Returns host and port by key of [server]; ports that are off or chosen at the start are left out."""
    server = settings.server
    ports = {"port": (server.host, server.port), "metrics_port": (server.metrics_host, server.metrics_port)}
    return {key: (host, port) for key, (host, port) in ports.items() if port}


def _is_same_schema(first: str, second: str) -> bool:
    try:
        dsns = parse_dsn(first), parse_dsn(second)
    except DsnError:
        return first == second
    return (dsns[0].server, dsns[0].schema) == (dsns[1].server, dsns[1].schema)
