"""Sections `database` and `redis`: where the stores are, and how much of them may be taken."""

from typing import Annotated

import msgspec
from msgspec import Meta

from gateway.config.types import Count, Milliseconds, Secret

DSNS = ("game_dsn", "auth_dsn", "site_dsn", "replica_dsn")


class Database(msgspec.Struct, frozen=True, kw_only=True):
    game_dsn: Annotated[str, "Reader of the views: mysql://user:password@host:port/views_schema."] = ""
    auth_dsn: Annotated[str, "User of the accounts views; may be on another server than game_dsn."] = ""
    site_dsn: Annotated[str, "User of the site schema, the only place that is written."] = ""
    replica_dsn: Annotated[str, "The same as game_dsn on a replica of that server, to read from; empty: none."] = ""
    replica_max_lag_seconds: Annotated[
        int, Meta(ge=0, le=3600), "A replica that is further behind is not read; 0: read it without measuring."
    ] = 10
    family: Annotated[str, "Family of the game's tables; empty: as install recorded it."] = ""
    game_pool: Annotated[Count, "Connections to the live game, per process; 64 callers may wait for one."] = 6
    auth_pool: Annotated[Count, "Connections to the accounts, per process."] = 4
    site_pool: Annotated[Count, "Connections to the site schema, per process."] = 8
    statement_ms: Annotated[Milliseconds, "Time that one statement may take, enforced by the server."] = 2000
    snapshot_statement_ms: Annotated[Milliseconds, "The same for one range of the rankings snapshot."] = 5000
    acquire_ms: Annotated[Milliseconds, "Time to wait for a connection before answering 503."] = 800
    max_rows: Annotated[Count, "Rows that one read may return."] = 5000
    allow_overprivileged: Annotated[bool, "Serve although the database lets us write where we must not."] = False

    def __post_init__(self) -> None:
        for key in DSNS:
            dsn = getattr(self, key)
            if dsn and not dsn.startswith("mysql://"):
                raise ValueError(f"{key}: expected mysql://user:password@host:port/schema")


class Redis(msgspec.Struct, frozen=True, kw_only=True):
    url: Annotated[str, "redis://host:port/0 or unix:///path?db=0; empty: no Redis, or the Sentinels below."] = ""
    sentinels: Annotated[
        tuple[str, ...], "Sentinels that know the master, as host:port, instead of url; comma separated."
    ] = ()
    master: Annotated[str, "What the Sentinels call the master."] = "mymaster"
    database: Annotated[int, Meta(ge=0, le=1000), "Number of the database, where url does not say it."] = 0
    username: Annotated[str, "User, where url does not say it; empty: the default one."] = ""
    password: Annotated[str, Secret(), "Password, where url does not say it."] = ""
    sentinel_username: Annotated[str, "User on the Sentinels; empty: the default one."] = ""
    sentinel_password: Annotated[str, Secret(), "Password on the Sentinels."] = ""
    tls: Annotated[bool, "Speak TLS with Sentinels and master; with url, write rediss://."] = False
    tls_ca: Annotated[str, "File with the authority that signs their certificates; empty: those of the system."] = ""
    timeout_ms: Annotated[Milliseconds, "Longest wait for an answer before going on without Redis."] = 100
    snapshot_timeout_ms: Annotated[Milliseconds, "The same for the packed snapshot, which is megabytes."] = 5000
    prefix: Annotated[str, Meta(pattern=r"^[\w.-]+$"), "First word of every key in Redis."] = "gateway"

    def __post_init__(self) -> None:
        if self.url and not self.url.startswith(("redis://", "rediss://", "unix://")):
            raise ValueError("url: expected redis://, rediss:// or unix://")
        if self.url and self.sentinels:
            raise ValueError("sentinels: url names one Redis already; give one of the two")
        if self.sentinels and not self.master:
            raise ValueError("master: what the Sentinels call the master is needed")
        if len(self.addresses) < len(self.sentinels):
            raise ValueError("sentinels: expected host:port of each")

    @property
    def addresses(self) -> list[tuple[str, int]]:
        """Of the Sentinels; an IPv6 address stands in brackets."""
        split = [each.rpartition(":") for each in self.sentinels]
        return [(host.strip("[]"), int(port)) for host, _, port in split if host.strip("[]") and port.isdecimal()]

    @property
    def wanted(self) -> bool:
        """Whether there is a Redis at all."""
        return bool(self.url or self.sentinels)
