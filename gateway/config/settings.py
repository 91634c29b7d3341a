"""Every setting of the service, once: section, key, type, default and one line of help.

A value comes from the environment (`GATEWAY_<SECTION>_<KEY>`, or a file that `GATEWAY_<SECTION>_<KEY>_FILE` names),
else from the TOML file, else from the default below.
"""

import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_type_hints
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta

from gateway.config.game import Game
from gateway.config.game_table import GameTableDelivery
from gateway.config.limits import Limits
from gateway.config.payments import Payments
from gateway.config.roulette import Roulette
from gateway.config.stores import Database, Redis
from gateway.config.types import Count, Milliseconds, Port, Secret

PREFIX = "GATEWAY_"
CONFIG = "GATEWAY_CONFIG"  # names the file

# Variables of this prefix that are no settings: the file itself, what the parent tells its workers, an administrator's
# login for install and migrate, and what Kubernetes sets by itself for a service that is called "gateway".
_FOREIGN = re.compile(
    r"GATEWAY_(CONFIG|METRICS_FOLDER|CONTROL|LISTENER|ASIDE|ADMIN_\w+|SERVICE_HOST|SERVICE_PORT\w*|PORT\w*)"
)

SECRET_LENGTH = 32


class SettingsError(Exception):
    """A key or a value that is not understood; the text names it."""


# The sections. What a type cannot say, `__post_init__` does, by ValueError("key: reason").


class Server(msgspec.Struct, frozen=True, kw_only=True):
    host: Annotated[str, "Address to listen on."] = "127.0.0.1"
    port: Annotated[Port, "Port to listen on; 0 takes a free one."] = 8000
    workers: Annotated[int, Meta(ge=1, le=64), "Worker processes behind the one port."] = 1
    public_url: Annotated[str, "Origin that visitors see, as https://play.example; empty: unknown."] = ""
    metrics_host: Annotated[str, "Address of the metrics listener; never a public one."] = "127.0.0.1"
    metrics_port: Annotated[Port, "Port of the metrics listener; 0 switches it off."] = 0
    trusted_proxies: Annotated[
        tuple[str, ...], "Addresses or networks whose X-Forwarded-For is believed; comma separated."
    ] = ()
    name: Annotated[str, Meta(min_length=1, max_length=40), "Name of the server in texts."] = "Fishi"
    shutdown_seconds: Annotated[int, Meta(ge=1, le=300), "Time for requests in flight to finish after the drain."] = 10
    drain_seconds: Annotated[
        int, Meta(ge=0, le=300), "Time between 503 from /health/ready and the refusal of new connections at a stop."
    ] = 3

    def __post_init__(self) -> None:
        for network in self.trusted_proxies:
            try:
                ip_network(network, strict=False)
            except ValueError as wrong:
                raise ValueError(f"trusted_proxies: {wrong}") from None
        url = urlsplit(self.public_url)
        if self.public_url and (url.scheme not in {"http", "https"} or not url.netloc or url.path.strip("/")):
            raise ValueError("public_url: expected an origin such as https://play.example")


class Status(msgspec.Struct, frozen=True, kw_only=True):
    game_host: Annotated[str, "Host of the game server that is probed."] = "127.0.0.1"
    game_port: Annotated[Port, "Port of the game server."] = 7777
    login_host: Annotated[str, "Host of the login server; empty: the same as game_host."] = ""
    login_port: Annotated[Port, "Port of the login server."] = 2106
    probe_seconds: Annotated[int, Meta(ge=1, le=300), "Time between two probes."] = 5
    connect_ms: Annotated[Milliseconds, "Longest wait for a probed port to answer."] = 1000
    max_players: Annotated[Count, "Slots of the game server, as the status card shows them."] = 2500
    recorded_peak: Annotated[int, Meta(ge=0), "Highest count of players before this gateway kept samples."] = 2247


class Rankings(msgspec.Struct, frozen=True, kw_only=True):
    refresh_seconds: Annotated[int, Meta(ge=5, le=3600), "Time between two snapshots of the characters."] = 60
    range_rows: Annotated[int, Meta(ge=100, le=100_000), "Characters read by one statement of a snapshot."] = 1500


class Cache(msgspec.Struct, frozen=True, kw_only=True):
    near_seconds: Annotated[float, Meta(ge=0, le=60), "Life of an entry in a process before Redis is asked."] = 1.0
    response_mb: Annotated[int, Meta(ge=1, le=4096), "Memory for finished public responses, per process."] = 32


class Accounts(msgspec.Struct, frozen=True, kw_only=True):
    token_secret: Annotated[str, Secret(), "Signs the tokens of players; made by install, 32 characters or more."] = ""
    token_secret_previous: Annotated[
        str, Secret(), "The secret before it: its tokens are still good, none is signed with it."
    ] = ""
    token_days: Annotated[int, Meta(ge=1, le=90), "Days that a token lives."] = 7
    login_floor_ms: Annotated[Milliseconds, "Every answer to a login takes this long, or a multiple of it."] = 300
    username_max: Annotated[int, Meta(ge=3, le=32), "Longest name of a new account; game clients type 14."] = 20
    password_max: Annotated[int, Meta(ge=6, le=64), "Longest new password; game clients type 16."] = 16
    hash_threads: Annotated[int, Meta(ge=1, le=32), "Threads that check and make bcrypt hashes, per process."] = 2

    def __post_init__(self) -> None:
        for key in ("token_secret", "token_secret_previous"):
            if 0 < len(getattr(self, key)) < SECRET_LENGTH:
                raise ValueError(f"{key}: expected {SECRET_LENGTH} characters or more, as `gateway install` makes it")


class Coins(msgspec.Struct, frozen=True, kw_only=True):
    name: Annotated[str, Meta(min_length=1, max_length=40), "What the coins are called."] = "Fishi Coins"
    item_id: Annotated[Count, "The item that is a coin in the game."] = 4037


class Deliveries(msgspec.Struct, frozen=True, kw_only=True):
    enabled: Annotated[bool, "Let players send coins to their characters; off if nothing delivers them."] = True


class Items(msgspec.Struct, frozen=True, kw_only=True):
    catalogue: Annotated[str, "File with the names of items, made by `gateway items import`; empty: none."] = ""
    scan_seconds: Annotated[
        int, Meta(ge=1, le=3600), "Least time between two scans of `items`, where it has no index on the owner."
    ] = 30


class Log(msgspec.Struct, frozen=True, kw_only=True):
    format: Annotated[Literal["auto", "json", "console"], "auto is coloured in a terminal, JSON elsewhere."] = "auto"
    level: Annotated[Literal["debug", "info", "warning", "error"], "Least level that is written."] = "info"


class Jobs(msgspec.Struct, frozen=True, kw_only=True):
    sample_seconds: Annotated[int, Meta(ge=1, le=3600), "Time between two samples of the status."] = 60


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    server: Server = Server()
    database: Database = Database()
    game: Game = Game()
    redis: Redis = Redis()
    status: Status = Status()
    rankings: Rankings = Rankings()
    cache: Cache = Cache()
    limits: Limits = Limits()
    accounts: Accounts = Accounts()
    coins: Coins = Coins()
    payments: Payments = Payments()
    deliveries: Deliveries = Deliveries()
    game_table_delivery: GameTableDelivery = GameTableDelivery()
    roulette: Roulette = Roulette()
    items: Items = Items()
    log: Log = Log()
    jobs: Jobs = Jobs()


class Key(msgspec.Struct, frozen=True):
    """One line of `gateway config --help`."""

    section: str
    name: str
    type: Any
    default: Any
    help: str
    secret: bool

    @property
    def path(self) -> str:
        return f"{self.section}.{self.name}"

    @property
    def variable(self) -> str:
        return f"{PREFIX}{self.section}_{self.name}".upper()


def _sections() -> dict[str, type[msgspec.Struct]]:
    return get_type_hints(Settings)


def _keys() -> Iterator[Key]:
    for section, struct in _sections().items():
        hints = get_type_hints(struct, include_extras=True)
        for field in msgspec.structs.fields(struct):
            notes = get_args(hints[field.name])
            text = next(note for note in notes if isinstance(note, str))
            secret = any(isinstance(note, Secret) for note in notes)
            yield Key(section, field.name, hints[field.name], field.default, text, secret)


KEYS: dict[str, Key] = {key.path: key for key in _keys()}
_BY_VARIABLE = {key.variable: key for key in KEYS.values()}


def load(path: Path | None, env: Mapping[str, str]) -> Settings:
    """Settings of the file (none: defaults) and the environment, which wins. Raises SettingsError."""
    values: dict[str, dict[str, Any]] = {section: {} for section in _sections()}
    for key, value in _from_file(path) if path else ():
        values[key.section][key.name] = _convert(key.path, key, value, strict=True)
    for variable, text in _given(env):
        if key := _key_of(variable):
            value = [part.strip() for part in text.split(",") if part.strip()] if _is_list(key) else text
            values[key.section][key.name] = _convert(variable, key, value, strict=False)
    built: Any = {name: _build(name, struct, values[name]) for name, struct in _sections().items()}
    return Settings(**built)


def from_environment() -> Settings:
    """Settings as this process was started with them. Raises SettingsError."""
    path = os.environ.get(CONFIG)
    return load(Path(path) if path else None, os.environ)


def _from_file(path: Path) -> Iterator[tuple[Key, Any]]:
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as wrong:
        raise SettingsError(f"{path}: {wrong.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as wrong:
        raise SettingsError(f"{path}: {wrong}") from None
    sections = _sections()
    for section, table in tables.items():
        if section not in sections:
            raise SettingsError(f"{path}: unknown section [{section}]")
        if not isinstance(table, dict):
            raise SettingsError(f"{path}: {section} is a section, write [{section}]")
        for name, value in table.items():  # pyright: ignore[reportUnknownVariableType]
            if f"{section}.{name}" not in KEYS:
                raise SettingsError(f"{path}: unknown key {section}.{name}")
            yield KEYS[f"{section}.{name}"], value


def _given(env: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The variables; what `GATEWAY_…_FILE` names is read, as secrets are given to containers."""
    for variable, text in env.items():
        plain = variable.removesuffix("_FILE")
        if plain == variable or plain not in _BY_VARIABLE:
            yield variable, text
            continue
        if plain in env:
            raise SettingsError(f"{plain} and {variable} are both set")
        try:
            yield plain, Path(text).read_text(encoding="utf-8").rstrip("\r\n")
        except OSError as wrong:
            raise SettingsError(f"{variable}: {text}: {wrong.strerror}") from None
        except UnicodeDecodeError:
            raise SettingsError(f"{variable}: {text}: this is no text") from None


def _key_of(variable: str) -> Key | None:
    if not variable.startswith(PREFIX) or _FOREIGN.fullmatch(variable):
        return None
    if variable not in _BY_VARIABLE:
        raise SettingsError(f"unknown setting {variable}")
    return _BY_VARIABLE[variable]


def _is_list(key: Key) -> bool:
    return isinstance(key.default, tuple)


def _convert(place: str, key: Key, value: Any, *, strict: bool) -> Any:
    try:
        return msgspec.convert(value, key.type, strict=strict)
    except msgspec.ValidationError as wrong:
        raise SettingsError(f"{place}: {wrong}") from None


def _build(name: str, struct: type[msgspec.Struct], values: dict[str, Any]) -> msgspec.Struct:
    try:
        return struct(**values)
    except ValueError as wrong:
        raise SettingsError(f"{name}.{wrong}") from None


_PASSWORD = re.compile(r"(?<=://)([^:@]*):.*(?=@)")


def masked(value: Any, key: Key | None = None) -> Any:
    """The value as it may be shown: a secret, and a password inside an address, become stars."""
    if key and key.secret:
        return "***" if value else ""
    return _PASSWORD.sub(r"\1:***", value) if isinstance(value, str) else value
