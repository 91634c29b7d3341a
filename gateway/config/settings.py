"""Every setting of the service, once: section, key, type, default and one line of help.

A value comes from the environment (`GATEWAY_<SECTION>_<KEY>`, or a file that `GATEWAY_<SECTION>_<KEY>_FILE` names),
else from the TOML file, else from the default below.
"""

import difflib
import os
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar, cast, get_args, get_type_hints

import msgspec

from gateway.config import access, money, retired_keys, sections, text_files
from gateway.config.extras import ExtraSettings, RewardSettings
from gateway.config.kinds import File, Secret
from gateway.config.payments import PaymentSettings, StripeSettings
from gateway.config.prices import CurrencyRates, PriceSettings
from gateway.config.privacy import PrivacySettings
from gateway.config.text_files import NotTextError
from gateway.texts import Text, text

PREFIX = "GATEWAY_"
CONFIG = "GATEWAY_CONFIG"  # names the file
UNKNOWN_SETTINGS = "GATEWAY_UNKNOWN_SETTINGS"
"""`ignore`: unknown keys are left out. `gateway` sets it itself where a newer release has upgraded the site schema."""
CONFIG_FILES = (Path("gateway.toml"), Path("/etc/gateway/gateway.toml"))
"""Paths of the file if nothing names it."""

# Variables of this prefix that are no settings: the file itself, how it is read, what the parent tells its workers, an
# administrator's login for install and migrate, and what Kubernetes sets by itself for a service that is called
# "gateway".
_FOREIGN = re.compile(
    r"GATEWAY_(CONFIG|UNKNOWN_SETTINGS|METRICS_FOLDER|ADMIN_(LOGIN_|SITE_)?DSN|SERVICE_HOST|SERVICE_PORT\w*|PORT\w*)"
)


_EXTRAS = Path(__file__).parents[1] / "extras"
T = TypeVar("T", bound=msgspec.Struct)
_MOVED_KEYS = {"server.name": "name", "server.tagline": "tagline", "coins.name": "coins.plural"}


class SettingsError(Exception):
    """A key or a value that is not understood; the text names it."""


class UnknownSetting(SettingsError):  # noqa: N818 - it describes the key
    """A section or key that this release does not have. `name`: as `[section]`, `section.key` or `GATEWAY_…`."""

    def __init__(self, message: str, name: str) -> None:
        super().__init__(message)
        self.name = name


def _settings_of_extras() -> dict[str, ModuleType]:
    """Returns the modules `settings` of the extras that are in their folders; the section has the name of the extra."""
    names = sorted(path.parent.name for path in _EXTRAS.glob("*/settings.py"))
    return {name: import_module(f"gateway.extras.{name}.settings") for name in names}


_MODULES = _settings_of_extras()
_EXTRA_SECTIONS: dict[str, type[msgspec.Struct]] = {name: module.SECTION for name, module in _MODULES.items()}
RENAMED, RETIRED = {**retired_keys.RENAMED}, {**retired_keys.RETIRED}
for _module in _MODULES.values():
    RENAMED.update(getattr(_module, "RENAMED", {}))
    RETIRED.update(dict.fromkeys(getattr(_module, "RETIRED", ()), retired_keys.FIXED))


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    server: sections.ServerSettings = sections.ServerSettings()
    database: sections.DatabaseSettings = sections.DatabaseSettings()
    game: sections.GameSettings = sections.GameSettings()
    redis: sections.RedisSettings = sections.RedisSettings()
    status: sections.StatusSettings = sections.StatusSettings()
    rankings: sections.RankingsSettings = sections.RankingsSettings()
    privacy: PrivacySettings = PrivacySettings()
    cache: sections.CacheSettings = sections.CacheSettings()
    content: sections.ContentSettings = sections.ContentSettings()
    render: sections.RenderSettings = sections.RenderSettings()
    limits: access.LimitSettings = access.LimitSettings()
    security: access.SecuritySettings = access.SecuritySettings()
    accounts: access.AccountSettings = access.AccountSettings()
    admin: access.AdminSettings = access.AdminSettings()
    mail: access.MailSettings = access.MailSettings()
    coins: money.CoinSettings = money.CoinSettings()
    ledger: money.LedgerSettings = money.LedgerSettings()
    payments: PaymentSettings = PaymentSettings()
    stripe: StripeSettings = StripeSettings()
    prices: PriceSettings = PriceSettings()
    deliveries: money.DeliverySettings = money.DeliverySettings()
    game_table_delivery: money.GameTableDeliverySettings = money.GameTableDeliverySettings()
    roulette: money.RouletteSettings = money.RouletteSettings()
    items: sections.ItemSettings = sections.ItemSettings()
    rewards: RewardSettings = RewardSettings()
    log: sections.LogSettings = sections.LogSettings()
    extras: ExtraSettings = ExtraSettings()
    of_extras: tuple[msgspec.Struct, ...] = tuple(section() for section in _EXTRA_SECTIONS.values())
    """Their sections: on or off, those in their folders."""

    def of(self, kind: type[T]) -> T:
        """Returns the section of an extra."""
        return next(section for section in self.of_extras if isinstance(section, kind))

    def section(self, name: str) -> msgspec.Struct:
        return self.of(_EXTRA_SECTIONS[name]) if name in _EXTRA_SECTIONS else getattr(self, name)

    @property
    def takes_donations(self) -> bool:
        return self.payments.provider != "off" or self.stripe.enabled

    @property
    def currency(self) -> str:
        """Currency of the amount slider, and of limits and caps."""
        return self.payments.currency

    @property
    def rates(self) -> CurrencyRates:
        rates = self.prices.rate_of.values()
        return CurrencyRates(self.currency, {rate.currency: rate.value for rate in rates})

    def payment_problems(self) -> list[Text]:
        """Reasons why the providers that are on, or the prices, cannot work."""
        public_url = self.server.public_url
        problems = self.payments.problems(public_url) + self.stripe.problems(self.payments, public_url)
        if self.takes_donations:
            problems += self.prices.problems(self.currency)
        return problems

    @property
    def sends_mail(self) -> bool:
        """True with a mail server and `public_url`: links in mails never begin with a host that a request names."""
        return bool(self.mail.host and self.server.public_url)


class Key(msgspec.Struct, frozen=True, kw_only=True):
    """One line of `gateway config --help`."""

    section: str
    name: str
    type: Any
    default: Any
    help: str
    secret: bool
    is_file: bool
    """A path, in the configuration file relative to that file."""

    @property
    def path(self) -> str:
        return f"{self.section}.{self.name}"

    def value(self, settings: Settings) -> Any:
        return getattr(settings.section(self.section), self.name)

    @property
    def variable(self) -> str:
        return _variable(self.path)


def _variable(path: str) -> str:
    return PREFIX + path.replace(".", "_").upper()


def _sections() -> dict[str, type[msgspec.Struct]]:
    hints = get_type_hints(Settings)
    return {name: hints[name] for name in hints if name != "of_extras"} | _EXTRA_SECTIONS


def _keys() -> Iterator[Key]:
    for section, struct in _sections().items():
        hints = get_type_hints(struct, include_extras=True)
        for field in msgspec.structs.fields(struct):
            notes = get_args(hints[field.name])
            text = next(note for note in notes if isinstance(note, str))
            secret = any(isinstance(note, Secret) for note in notes)
            is_file = any(isinstance(note, File) for note in notes)
            yield Key(
                section=section,
                name=field.name,
                type=hints[field.name],
                default=field.default,
                help=text,
                secret=secret,
                is_file=is_file,
            )


KEYS: dict[str, Key] = {key.path: key for key in _keys()}
_BY_VARIABLE = {_variable(path): path for path in (*KEYS, *RENAMED, *RETIRED)}


def load(path: Path | None, env: Mapping[str, str]) -> Settings:
    """Returns the settings of the file (none: defaults) and the environment, which wins. Raises SettingsError."""
    by_path: dict[str, Any] = {}
    unknown: list[UnknownSetting] = []
    for name, value in _from_file(path, unknown) if path else ():
        by_path[name] = _convert(name, _key(name), value, strict=True)
    for variable, content in _variables(env):
        if (name := _name_of(variable, unknown)) and name not in RETIRED:
            key = _key(name)
            is_list = isinstance(key.default, tuple)
            value = [part.strip() for part in content.split(",") if part.strip()] if is_list else content
            by_path[name] = _convert(variable, key, value, strict=False)
    if unknown and env.get(UNKNOWN_SETTINGS) != "ignore":
        raise unknown[0]
    for old_name, name in RENAMED.items():
        if old_name in by_path:
            value = by_path.pop(old_name)
            if by_path.setdefault(name, value) != value:
                raise SettingsError(f"{old_name} is the old name of {name}, and their values differ: remove {old_name}")
    values: dict[str, dict[str, Any]] = {section: {} for section in _sections()}
    for key in map(_key, by_path):
        values[key.section][key.name] = by_path[key.path]
    structs: Any = {name: _build(name, struct, values[name]) for name, struct in _sections().items()}
    return Settings(of_extras=tuple(structs.pop(name) for name in _EXTRA_SECTIONS), **structs)


def unknown_settings(path: Path | None, env: Mapping[str, str]) -> list[str]:
    """Returns the keys and variables that this release does not have. Raises SettingsError."""
    unknown: list[UnknownSetting] = []
    for _ in _from_file(path, unknown) if path else ():
        pass
    for variable in env:
        if variable.removesuffix("_FILE") not in _BY_VARIABLE:
            _name_of(variable, unknown)
    return [error.name for error in unknown]


def set_keys(path: Path | None, env: Mapping[str, str]) -> set[str]:
    """Returns the keys that the file or the environment sets. Raises SettingsError."""
    names = [name for name, _ in _from_file(path, [])] if path else []
    names += [_name_of(variable.removesuffix("_FILE"), []) for variable in env]
    return {RENAMED.get(name, name) for name in names if name}


def old_keys(path: Path | None, env: Mapping[str, str]) -> list[Text]:
    """Returns a sentence for each key of an earlier release that is set, with the value that holds.

    Raises SettingsError.
    """
    names = [name for name, _ in _from_file(path, [], with_retired=True)] if path else []
    names += [_name_of(variable.removesuffix("_FILE"), []) for variable in env]
    settings = load(path, env)
    return [_old_key(name, settings) for name in dict.fromkeys(names) if name in RENAMED or name in RETIRED]


def _old_key(name: str, settings: Settings) -> Text:
    if new_name := RENAMED.get(name):
        value = str(_value(new_name, settings))
        return text("doctor.settings.renamed", name=name, new_name=new_name, value=value)
    reason = RETIRED[name]
    holds = Text(reason.code, {**reason.values, "value": str(_value(name, settings))})
    return text("doctor.settings.retired", name=name, value=holds)


def _value(name: str, settings: Settings) -> Any:
    section, _, key = name.partition(".")
    return getattr(settings.section(section), key, None)


def from_environment() -> Settings:
    """Returns the settings with which this process was started. Raises SettingsError."""
    return load(config_path(os.environ), os.environ)


def config_path(env: Mapping[str, str]) -> Path | None:
    """Returns the file of the process; None without one."""
    return Path(env[CONFIG]) if env.get(CONFIG) else None


def find_config(env: Mapping[str, str]) -> str:
    """Returns the file that the environment names, else the first one that exists; empty if there is none."""
    if CONFIG in env:
        return env[CONFIG]
    return next((str(path.resolve()) for path in CONFIG_FILES if os.path.isfile(path)), "")  # noqa: PTH113 - no error for a closed folder


def missing_file_hint(env: Mapping[str, str]) -> str:
    """Returns the end of an error's line for a process without any setting; empty if it has a file or a variable."""
    if find_config(env) or any(name.startswith("GATEWAY_") for name in env):
        return ""
    places = " and ".join(str(path.absolute()) for path in CONFIG_FILES)
    return f" (no settings file was read: there is no {places}, and {CONFIG} names none)"


def _from_file(path: Path, unknown: list[UnknownSetting], *, with_retired: bool = False) -> Iterator[tuple[str, Any]]:
    """Yields path and value of each key, and adds those that are unknown to `unknown`. Raises SettingsError."""
    try:
        tables = tomllib.loads(text_files.read(path))
    except OSError as error:
        raise SettingsError(f"{path}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, NotTextError) as error:
        raise SettingsError(f"{path}: {error}") from None
    sections = _sections()
    for section, table in tables.items():
        if section not in sections:
            message = f"{path}: unknown section [{section}]{_nearest(section, sections)}"
            unknown.append(UnknownSetting(message, f"[{section}]"))
            continue
        if not isinstance(table, dict):
            raise SettingsError(f"{path}: {section} is a section, write [{section}]")
        for name, value in cast("dict[str, Any]", table).items():
            if (key_path := f"{section}.{name}") in RETIRED:
                if with_retired:
                    yield key_path, value
                continue
            if key_path not in KEYS and key_path not in RENAMED:
                message = f"{path}: unknown key {key_path}{_nearest(key_path, KEYS)}"
                unknown.append(UnknownSetting(message, key_path))
                continue
            is_file = _key(key_path).is_file and value and isinstance(value, str)
            yield key_path, str(path.parent / value) if is_file else value


def _variables(env: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yields the variables; reads the files that `GATEWAY_…_FILE` names, since containers get secrets as files."""
    for variable, content in env.items():
        plain = variable.removesuffix("_FILE")
        if plain == variable or plain not in _BY_VARIABLE:
            yield variable, content
            continue
        if _BY_VARIABLE[plain] in RETIRED:
            continue
        if plain in env:
            raise SettingsError(f"{plain} and {variable} are both set")
        try:
            yield plain, text_files.read(Path(content)).rstrip("\r\n")
        except OSError as error:
            raise SettingsError(f"{variable}: {content}: {error.strerror}") from None
        except NotTextError as error:
            raise SettingsError(f"{variable}: {content}: {error}") from None


def _key(name: str) -> Key:
    """Returns the key that a path or its old name means."""
    return KEYS[RENAMED.get(name, name)]


def _name_of(variable: str, unknown: list[UnknownSetting]) -> str:
    """Returns the path, or the old one, that a variable sets; empty for one that is no setting, or an unknown one."""
    if not variable.startswith(PREFIX) or _FOREIGN.fullmatch(variable):
        return ""
    if variable not in _BY_VARIABLE:
        message = f"unknown setting {variable}{_nearest(variable, map(_variable, KEYS))}"
        unknown.append(UnknownSetting(message, variable))
    return _BY_VARIABLE.get(variable, "")


def _nearest(name: str, candidates: Iterable[str]) -> str:
    """Returns where a former setting is now, or the known name that is most like a wrong one; empty if none is."""
    if new_name := _MOVED_KEYS.get(name.removeprefix(PREFIX).lower().replace("_", ".", 1)):
        return f"; remove it: it is `{new_name}` in site.toml of the content folder"
    names = difflib.get_close_matches(name, candidates, n=1, cutoff=0.75)
    return f"; did you mean {names[0]}?" if names else ""


def _convert(place: str, key: Key, value: Any, *, strict: bool) -> Any:
    try:
        return msgspec.convert(value, key.type, strict=strict)
    except msgspec.ValidationError as error:
        raise SettingsError(f"{place}: {error}") from None


def _build(name: str, struct: type[msgspec.Struct], values: dict[str, Any]) -> msgspec.Struct:
    try:
        return struct(**values)
    except ValueError as error:
        raise SettingsError(f"{name}.{error}") from None


_PASSWORD = re.compile(r"(?<=://)([^:@]*):.*(?=@)")


def mask(value: Any, key: Key | None = None) -> Any:
    """Returns the value with stars in place of a secret, and of a password inside an address."""
    if key and key.secret:
        return "***" if value else value
    return _PASSWORD.sub(r"\1:***", value) if isinstance(value, str) else value
