"""The sections of the settings about the service, its stores and the game. Each key has a type, a default and one line
of help.

Rules that a type cannot express are in `__post_init__` and raise ValueError("key: reason").
"""

import re
from typing import Annotated, Literal
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta

from gateway.config.discord import check_discord_webhooks
from gateway.config.kinds import Count, File, Milliseconds, Port, Secret, is_origin
from gateway.config.networks import check_networks, parse_ip

_HOST_PATTERN = re.compile(r"(\*\.)?([a-z0-9-]+\.)+[a-z0-9-]+")
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
    body_timeout_seconds: Annotated[
        int, Meta(ge=1, le=300), "Time for a whole request body to arrive; of an upload, for each part."
    ] = 10
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
    shutdown_seconds: Annotated[int, Meta(ge=1, le=300), "Time for requests in flight to finish after the drain."] = 10
    runtime_folder: Annotated[
        str,
        File(),
        "Folder of files that processes of a machine share; empty: systemd's RuntimeDirectory, else a temporary one.",
    ] = ""
    drain_seconds: Annotated[
        int, Meta(ge=0, le=300), "Time between 503 from /health/ready and the refusal of new connections at a stop."
    ] = 3

    def __post_init__(self) -> None:
        check_networks("trusted_proxies", self.trusted_proxies)
        if self.public_url and not is_origin(self.public_url):
            raise ValueError("public_url: expected an origin such as https://play.example")

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
    game_pool: Annotated[Count, "Connections to the live game, per process; 64 requests may wait for one."] = 6
    auth_pool: Annotated[Count, "Connections to the accounts, per process."] = 4
    site_pool: Annotated[Count, "Connections to the site schema, per process."] = 8
    statement_timeout_ms: Annotated[Milliseconds, "Time limit of a statement, enforced by the server."] = 2000
    snapshot_statement_timeout_ms: Annotated[Milliseconds, "The same for one batch of the rankings snapshot."] = 5000
    pool_acquire_timeout_ms: Annotated[Milliseconds, "Time to wait for a connection before answering 503."] = 800
    max_rows: Annotated[Count, "Rows that one read may return."] = 5000
    allow_overprivileged: Annotated[bool, "Serve although the database users have more rights than needed."] = False

    def __post_init__(self) -> None:
        for key in DSNS:
            dsn = getattr(self, key)
            if dsn and not dsn.startswith("mysql://"):
                raise ValueError(f"{key}: expected mysql://user:password@host:port/schema")


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
    database: Annotated[int, Meta(ge=0, le=1000), "Number of the database, if url has none."] = 0
    username: Annotated[str, "User, if url has none; empty: the default user."] = ""
    password: Annotated[str, Secret(), "Password, if url has none."] = ""
    sentinel_username: Annotated[str, "User on the Sentinels; empty: the default user."] = ""
    sentinel_password: Annotated[str, Secret(), "Password on the Sentinels."] = ""
    tls: Annotated[bool, "Use TLS to the Sentinels and to the master; with url, write rediss://."] = False
    tls_ca: Annotated[str, File(), "PEM file of the authority that signed their certificates; empty: the system's."] = (
        ""
    )
    timeout_ms: Annotated[Milliseconds, "Time to wait for Redis before going on without it."] = 100
    snapshot_timeout_ms: Annotated[Milliseconds, "The same for the packed snapshot, which has megabytes."] = 5000
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
    probe_timeout_ms: Annotated[Milliseconds, "Time to wait for a probed port to answer."] = 1000
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
    snapshot_batch_rows: Annotated[int, Meta(ge=100, le=100_000), "Characters read by one statement of a snapshot."] = (
        1500
    )


class PushSettings(msgspec.Struct, frozen=True, kw_only=True):
    allowed_hosts: Annotated[
        tuple[str, ...],
        "Hosts of push services that messages are sent to; *. stands for names below; comma separated; empty: no push.",
    ] = (
        "fcm.googleapis.com",
        "jmt17.google.com",  # the same service, for builds of Chromium without Google's keys
        "*.push.services.mozilla.com",
        "*.notify.windows.com",
        "web.push.apple.com",
        "*.push.apple.com",
    )

    def __post_init__(self) -> None:
        for host in self.allowed_hosts:
            if not _HOST_PATTERN.fullmatch(host):
                raise ValueError(f"allowed_hosts: {host!r} is no host such as push.example.com or *.example.com")


class CacheSettings(msgspec.Struct, frozen=True, kw_only=True):
    response_cache_max_mb: Annotated[int, Meta(ge=1, le=4096), "Memory for finished responses, per process."] = 32


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


class NotificationSettings(msgspec.Struct, frozen=True, kw_only=True):
    discord_webhooks: Annotated[
        tuple[str, ...],
        Secret(),
        "Webhooks of Discord channels for kills, sieges and what comes next; comma separated, empty: none.",
    ] = ()

    def __post_init__(self) -> None:
        check_discord_webhooks(self.discord_webhooks)


BossTimes = Literal["exact", "window", "state", "off"]


class WorldSettings(msgspec.Struct, frozen=True, kw_only=True):
    boss_times: Annotated[
        BossTimes,
        "What the public sees of a boss's respawn: exact, window (from the death on), state (dead or alive), off (no "
        "bosses at all).",
    ] = "window"
    show_crests: Annotated[
        bool, "Show the crests of clans, where the family's database has them; `gateway hide` hides a single one."
    ] = True


class ItemSettings(msgspec.Struct, frozen=True, kw_only=True):
    catalogue: Annotated[
        str, File(), "File with the names of items, made by `gateway items import`; relative to this file; empty: none."
    ] = ""
    batch_scan_interval_seconds: Annotated[
        int,
        Meta(ge=1, le=3600),
        "Longest pause between two scans of a game table without an index on the owner. The pause is 100 times as long "
        "as the scan before it, and at least 0.2 s.",
    ] = 20


class HistorySettings(msgspec.Struct, frozen=True, kw_only=True):
    days: Annotated[
        int, Meta(ge=31, le=36_500), "Days of each character that are kept; of older ones the last of each month."
    ] = 400


class EconomySettings(msgspec.Struct, frozen=True, kw_only=True):
    enabled: Annotated[
        bool, "Count all items of the game once a day, at no more than 1 % of the database's time, and raise alarms."
    ] = False
    public_report: Annotated[
        bool, "Show players Adena by level and items by amount on the page of the server's status; no owner is named."
    ] = False
    hour: Annotated[int, Meta(ge=0, le=23), "Hour of the count in the site's time zone: the quietest one."] = 4
    days: Annotated[int, Meta(ge=63, le=36_500), "Days of counts and acknowledged alarms that are kept."] = 400
    wealth_level: Annotated[
        int, Meta(ge=1, le=100), "Characters below this level raise an alarm with more Adena than 99.9 % of all."
    ] = 40
    wealth_limit: Annotated[
        int, Meta(ge=0, le=2**53 - 1), "Adena above which they raise it in any case; 0: no such limit."
    ] = 500_000_000


class InsightSettings(msgspec.Struct, frozen=True, kw_only=True):
    weekly_minutes: Annotated[
        int,
        Meta(ge=1, le=10_080),
        "Minutes of play a week that make an account active: T of the activity index in the administration.",
    ] = 120


class RewardSettings(msgspec.Struct, frozen=True, kw_only=True):
    hold_hours: Annotated[
        int,
        Meta(ge=0, le=24 * 90),
        "Hours after a prize, a vote, a code or a referral before its coins may be sent into the game; 0: none.",
    ] = 72


class LogSettings(msgspec.Struct, frozen=True, kw_only=True):
    format: Annotated[Literal["auto", "json", "console"], "auto is coloured in a terminal, JSON elsewhere."] = "auto"
    level: Annotated[Literal["debug", "info", "warning", "error"], "Least level that is written."] = "info"
