"""Other sites of this machine, by their configuration files, and what two sites must not share."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from gateway.config.dsn import DsnError, parse_dsn
from gateway.config.sections import RedisSettings
from gateway.config.settings import CONFIG_FILES, Settings, SettingsError, load
from gateway.texts import Text, text

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


def shared_with_others(path: Path, settings: Settings) -> list[Text]:
    """Returns a sentence for each setting that another site of this machine has too."""
    sites = other_sites(path, settings.database.site_dsn)
    return [problem for file, other in sites.items() for problem in _shared(settings, str(file), other)]


def _shared(settings: Settings, file: str, other: Settings) -> Iterator[Text]:
    if settings.content.folder and os.path.realpath(settings.content.folder) == os.path.realpath(other.content.folder):
        yield text("doctor.settings.same_folder", folder=settings.content.folder, file=file)
    redis, other_redis = settings.redis, other.redis
    if _redis_server(redis) == _redis_server(other_redis) != ("", (), "") and redis.prefix == other_redis.prefix:
        yield text("doctor.settings.same_prefix", prefix=redis.prefix, file=file)
    other_ports = listening_ports(other)
    for key, (host, port) in listening_ports(settings).items():
        for other_key, (other_host, used_port) in other_ports.items():
            if port == used_port and (host == other_host or _WILDCARDS & {host, other_host}):
                same = text("doctor.settings.same_port", key=key, port=str(port), file=file)
                other_port = text("doctor.settings.other_port", key=key, port=str(port), other=other_key, file=file)
                yield same if key == other_key else other_port


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
