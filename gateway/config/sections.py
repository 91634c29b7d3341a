"""The sections of the settings about the service, its stores and the game. Each key has a type, a default and one line
of help.

Rules that a type cannot express are in `__post_init__` and raise ValueError("key: reason").
"""

from typing import Annotated, ClassVar, Literal
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

import msgspec
from msgspec import Meta

from gateway.config.kinds import Count, File, Milliseconds, Port, Secret, is_origin
from gateway.config.networks import check_networks, parse_ip
from gateway.config.zones import time_zone

DSNS = ("game_dsn", "auth_dsn", "site_dsn", "replica_dsn")


class ServerSettings(msgspec.Struct, frozen=True, kw_only=True):
    host: Annotated[str, "Address to listen on."] = "127.0.0.1"
    port: Annotated[Port, "Port to listen on; 0 takes a free one."] = 8000
    workers: Annotated[int, Meta(ge=1, le=64), "Worker processes behind the one port."] = 1
    public_url: Annotated[str, "Origin that visitors see, as https://play.example; empty: unknown."] = ""
    metrics_host: Annotated[str, "Address of the metrics listener; never a public one."] = "127.0.0.1"
    metrics_port: Annotated[Port, "Port of the metrics listener; 0 switches it off."] = 0
    trusted_proxies: Annotated[
        tuple[str, ...], "Addresses or networks whose X-Forwarded-For is trusted; comma separated."
    ] = ()
    direct: Annotated[bool, "No proxy stands in front: serve an https public_url without trusted_proxies."] = False
    body_timeout_seconds: ClassVar[int] = 10
    """Time for a whole request body to arrive; of an upload, for each part."""
    hsts: Annotated[
        str,
        Meta(pattern=r"^(max-age=\d{1,9}(; includeSubDomains)?(; preload)?)?\Z"),
        "Strict-Transport-Security while public_url is https; '; includeSubDomains' may follow; empty: none.",
    ] = "max-age=31536000"
    language: Annotated[
        str,
        Meta(pattern=r"^[a-z]{2,8}\Z"),
        "Language of paths without a language prefix; others have one, as /es.",
    ] = "en"
    time_zone: Annotated[
        str,
        "The site's time zone. `gateway install --apply` lets the days of limits and of the history follow a change.",
    ] = "America/Argentina/Buenos_Aires"
    shutdown_seconds: ClassVar[int] = 10
    """Time for requests in flight to finish after the drain."""
    drain_seconds: Annotated[
        int, Meta(ge=0, le=300), "Time between 503 from /health/ready and the refusal of new connections at a stop."
    ] = 3

    def __post_init__(self) -> None:
        check_networks("trusted_proxies", self.trusted_proxies)
        try:
            _ = self.zone
        except (ValueError, OSError, KeyError):
            raise ValueError(f"time_zone: {self.time_zone!r} is no time zone such as Europe/Madrid") from None
        if self.public_url and not is_origin(self.public_url):
            raise ValueError("public_url: expected an origin such as https://play.example")

    @property
    def zone(self) -> ZoneInfo:
        return time_zone(self.time_zone)

    @property
    def transport_security(self) -> str:
        """Value of the Strict-Transport-Security header; empty: none."""
        return self.hsts if self.public_url.startswith("https://") else ""

    @property
    def passkey_domain(self) -> str:
        """Host that passkeys belong to; empty where browsers make none: without https, or on an IP address."""
        url = urlsplit(self.public_url)
        host = url.hostname or ""
        return host if host == "localhost" or (url.scheme == "https" and not parse_ip(host)) else ""


class DatabaseSettings(msgspec.Struct, frozen=True, kw_only=True):
    game_dsn: Annotated[str, "Reader of the views: mysql://user:password@host:port/views_schema."] = ""
    auth_dsn: Annotated[str, "User of the accounts views; may be on another server than game_dsn."] = ""
    site_dsn: Annotated[str, "User of the site schema, the only place that is written."] = ""
    replica_dsn: Annotated[str, "game_dsn with the address of a replica; the snapshot is read there; empty: none."] = ""
    replica_max_lag_seconds: Annotated[
        int, Meta(ge=0, le=3600), "Above this lag the snapshot is read from the primary; 0: the lag is not measured."
    ] = 10
    family: Annotated[str, "Schema family of the game's tables; empty: as install recorded it."] = ""
    game_pool: Annotated[
        Count,
        "Connections to the live game, per process; 64 requests may wait for one. Two thirds as many to the accounts, "
        "four thirds as many to the site schema.",
    ] = 6
    statement_timeout_ms: Annotated[Milliseconds, "Time limit of a statement, enforced by the server."] = 2000
    snapshot_statement_timeout_ms: ClassVar[int] = 5000
    """The same for one batch of the rankings snapshot."""
    pool_acquire_timeout_ms: Annotated[Milliseconds, "Time to wait for a connection before answering 503."] = 800
    max_rows: ClassVar[int] = 5000
    """Rows that one read may return."""
    allow_overprivileged: Annotated[bool, "Serve although the database users have more rights than needed."] = False

    def __post_init__(self) -> None:
        for key in DSNS:
            dsn = getattr(self, key)
            if dsn and not dsn.startswith("mysql://"):
                raise ValueError(f"{key}: expected mysql://user:password@host:port/schema")

    @property
    def auth_pool(self) -> int:
        return max(1, self.game_pool * 2 // 3)

    @property
    def site_pool(self) -> int:
        return max(2, self.game_pool * 4 // 3)


class GameSettings(msgspec.Struct, frozen=True, kw_only=True):
    views: Annotated[
        str,
        File(),
        "Your own file of views, for `gateway install`; relative to the configuration file; empty: the family's.",
    ] = ""


class RedisSettings(msgspec.Struct, frozen=True, kw_only=True):
    url: Annotated[str, "redis://host:port/0 or unix:///path?db=0; empty: no Redis, or the Sentinels below."] = ""
    sentinels: Annotated[
        tuple[str, ...], "Sentinels that name the master, as host:port, instead of url; comma separated."
    ] = ()
    sentinel_service_name: Annotated[str, "Name of the master on the Sentinels."] = "mymaster"
    database: ClassVar[int] = 0
    """Its number where url has none: `prefix` keeps sites apart."""
    username: Annotated[str, "User, if url has none; empty: the default user."] = ""
    password: Annotated[str, Secret(), "Password, if url has none."] = ""
    sentinel_username: Annotated[str, "User on the Sentinels; empty: the default user."] = ""
    sentinel_password: Annotated[str, Secret(), "Password on the Sentinels."] = ""
    tls: Annotated[bool, "Use TLS to the Sentinels and to the master; with url, write rediss://."] = False
    tls_ca: Annotated[str, File(), "PEM file of the authority that signed their certificates; empty: the system's."] = (
        ""
    )
    timeout_ms: Annotated[Milliseconds, "Time to wait for Redis before going on without it."] = 100
    snapshot_timeout_ms: ClassVar[int] = 5000
    """The same for the packed snapshot, which has megabytes."""
    prefix: Annotated[str, Meta(pattern=r"^[\w.-]+$"), "Prefix of every key in Redis."] = "gateway"

    def __post_init__(self) -> None:
        if self.url and not self.url.startswith(("redis://", "rediss://", "unix://")):
            raise ValueError("url: expected redis://, rediss:// or unix://")
        if self.url and self.sentinels:
            raise ValueError("sentinels: url names a Redis already; give one of the two")
        if self.sentinels and not self.sentinel_service_name:
            raise ValueError("sentinel_service_name: the name of the master on the Sentinels is needed")
        if len(self.sentinel_addresses) < len(self.sentinels):
            raise ValueError("sentinels: expected host:port of each")

    @property
    def sentinel_addresses(self) -> list[tuple[str, int]]:
        """Hosts and ports; settings have IPv6 addresses in brackets."""
        parts = [address.rpartition(":") for address in self.sentinels]
        return [(host.strip("[]"), int(port)) for host, _, port in parts if host.strip("[]") and port.isdecimal()]

    @property
    def is_configured(self) -> bool:
        return bool(self.url or self.sentinels)


class StatusSettings(msgspec.Struct, frozen=True, kw_only=True):
    game_host: Annotated[str, "Host of the game server that is probed."] = "127.0.0.1"
    game_port: Annotated[Port, "Port of the game server."] = 7777
    login_host: Annotated[str, "Host of the login server; empty: the same as game_host."] = ""
    login_port: Annotated[Port, "Port of the login server."] = 2106
    probe_seconds: Annotated[int, Meta(ge=1, le=300), "Time between two probes; some families need longer pauses."] = 5
    probe_timeout_ms: ClassVar[int] = 1000
    """Time to wait for a probed port to answer."""
    source_address: Annotated[
        str, "Address of this machine that probes alone come from, never players; empty: the system's choice."
    ] = ""
    shared_address: Annotated[
        bool, "Without source_address: players may reach the game from the gateway's address; false: they never do."
    ] = True
    max_players: Annotated[Count, "Slots of the game server, as the status card shows them."] = 2500
    recorded_peak: Annotated[int, Meta(ge=0), "Highest count of players before this gateway took samples."] = 2247

    def __post_init__(self) -> None:
        if self.source_address and parse_ip(self.source_address) is None:
            raise ValueError(f"source_address: {self.source_address!r} is no IP address")


class RankingsSettings(msgspec.Struct, frozen=True, kw_only=True):
    refresh_seconds: Annotated[int, Meta(ge=5, le=3600), "Time between two snapshots of the characters."] = 60
    snapshot_batch_rows: ClassVar[int] = 1500
    """Characters read by one statement of a snapshot."""


class CacheSettings(msgspec.Struct, frozen=True, kw_only=True):
    response_cache_max_mb: ClassVar[int] = 32
    """Memory for finished responses, per process."""


class ContentSettings(msgspec.Struct, frozen=True, kw_only=True):
    folder: Annotated[
        str,
        File(),
        "Folder of server info, media, downloads and pictures, made by `gateway content init`; relative to this file; "
        "empty: the sample content.",
    ] = ""
    editable: Annotated[bool, "Operators change the folder's files in the administration."] = False


class RenderSettings(msgspec.Struct, frozen=True, kw_only=True):
    enabled: Annotated[bool, "Serve the public pages as finished HTML; a process of some 100 MB renders them."] = True


class ItemSettings(msgspec.Struct, frozen=True, kw_only=True):
    catalogue: Annotated[
        str,
        File(),
        "File with the names of items, of `gateway items import` or `gateway datapack import`; relative to this file; "
        "empty: none.",
    ] = ""
    batch_scan_interval_seconds: ClassVar[int] = 20
    """Longest pause between two scans of a game table without an index on the owner."""


class LogSettings(msgspec.Struct, frozen=True, kw_only=True):
    format: Annotated[Literal["auto", "json", "console"], "auto is coloured in a terminal, JSON elsewhere."] = "auto"
    level: Annotated[Literal["debug", "info", "warning", "error"], "Least level that is written."] = "info"
