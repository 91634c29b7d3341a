"""What the site can stand without: extras, and the administration.

An extra is a folder of `gateway.extras`, and `EXTRA` of its module `extra`. The administration is the folder
`gateway.administration` with the modules `operator` of the nouns. Both are found by their folders, and loaded where
they are used.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from graphlib import TopologicalSorter
from importlib import import_module
from pathlib import Path
from typing import Any, Final, Literal, Protocol, TypeVar

from litestar.connection import ASGIConnection
from litestar.di import Provide
from litestar.handlers import BaseRouteHandler, HTTPRouteHandler
from msgspec import Struct

from gateway import package_data
from gateway.config.extras import ALL_EXTRAS
from gateway.config.settings import Settings, SettingsError
from gateway.database.database import Database, Databases
from gateway.database.installation import has_tables, newest_version, noun_versions
from gateway.database.sealing import SealedTable
from gateway.database.user_rights import tables_of
from gateway.http.openapi import Json
from gateway.http.router import PrivateArea
from gateway.observability.signals import CORE, Signal
from gateway.registration.donation_bonus import DonationBonus
from gateway.registration.feature import Feature, Retention, Tasks
from gateway.registration.personal_data import PersonalTables

_FOLDER: Final = Path(__file__).parents[1] / "extras"
_ADMINISTRATION: Final = _FOLDER.with_name("administration")
T = TypeVar("T")
TablesState = Literal["none", "absent", "current", "pending", "newer", "unknown"]
"""Of an extra. `none`: it needs none. `pending`: files of this release have not run. `newer`: a newer release has them.
`unknown`: the site schema was not read.
"""


class Parts:
    """Objects of a process by their class: those of core, and what each extra adds for the ones that need it."""

    def __init__(self, *parts: object) -> None:
        self._parts: dict[type, object] = {type(part): part for part in parts}

    def add(self, part: T) -> T:
        self._parts[type(part)] = part
        return part

    def get(self, kind: type[T]) -> T:
        """Raises LookupError."""
        part = self.find(kind)
        if part is None:
            raise LookupError(f"no extra that is on adds {kind.__name__}")
        return part

    def find(self, kind: type[T]) -> T | None:
        """Returns None if the extra that adds it is off."""
        part = self._parts.get(kind)
        assert part is None or isinstance(part, kind)
        return part


class Extra(Struct, frozen=True, kw_only=True):
    name: str
    """Of its folder."""
    summary: str
    needs: tuple[str, ...] = ()
    """Extras that have to be on as well, those that these need included."""
    reads: tuple[str, ...] = ()
    """Its queries read the tables of these extras where the installation has them. It works without them."""
    is_default: bool = False
    """On in a fresh installation."""
    personal_data: PersonalTables | None = None
    """Read and erased also while the extra is off."""
    retention: Callable[[Parts], Sequence[Retention]] = lambda _parts: ()
    """Rows that go by age, also while the extra is off: it is called with the parts of core alone."""
    sealed_tables: tuple[SealedTable, ...] = ()
    """Secrets that `gateway keys rotate` seals anew, also while the extra is off."""
    donation_bonus: DonationBonus | None = None
    """Coins that it gives beside those of a donation."""
    signals: tuple[Signal, ...] = ()
    """Faults that it detects. `Feature.signals` reads their values while the extra is on."""
    open: Callable[[Parts], Feature]
    """Makes its objects when the process starts, before anything connects."""


class ListedExtra(Struct, frozen=True, kw_only=True):
    """`version`: number of the last file of its tables that ran; `newest_version`: of this release. 0: none."""

    name: str
    summary: str
    is_on: bool
    is_default: bool
    needs: tuple[str, ...]
    tables: tuple[str, ...]
    tables_state: TablesState
    version: int
    newest_version: int


@cache
def installed_extras() -> dict[str, Extra]:
    """Returns the extras in the folder by name, each after those that it needs."""
    names = sorted(path.parent.name for path in _FOLDER.glob("*/extra.py"))
    extras: dict[str, Extra] = {name: import_module(f"gateway.extras.{name}.extra").EXTRA for name in names}
    order = TopologicalSorter({name: extra.needs for name, extra in extras.items()}).static_order()
    return {name: extras[name] for name in order if name in extras}


def nouns_of(settings: Settings) -> list[str]:
    """Returns the extras that are on, and the administration where it is. Raises SettingsError."""
    return [extra.name for extra in enabled_extras(settings)] + ["administration"] * settings.admin.enabled


def all_signals() -> dict[str, Signal]:
    """Returns the signals of core and of the installed extras by name."""
    extra_signals = [signal for extra in installed_extras().values() for signal in extra.signals]
    return {signal.name: signal for signal in (*CORE, *extra_signals)}


def retention_of_extras(parts: Parts) -> list[Retention]:
    """Returns the entries of the installed extras, on or off. They delete nothing where the extra has no tables."""
    site = parts.get(Databases).site

    def where_tables_are(noun: str, entry: Retention) -> Retention:
        async def prune(now: int) -> int:
            return await entry.prune(now) if await has_tables(site, noun) else 0

        return Retention(entry.table, prune)

    return [
        where_tables_are(extra.name, entry) for extra in installed_extras().values() for entry in extra.retention(parts)
    ]


def enabled_extras(settings: Settings) -> list[Extra]:
    """Returns the extras that are on, each after those that it needs. Raises SettingsError."""
    extras, names = installed_extras(), settings.extras.enabled
    if names == ALL_EXTRAS:
        return [*extras.values()]
    if unknown := [name for name in names if name not in extras]:
        raise SettingsError(f"extras.enabled: there is no extra {unknown[0]!r}; there are {', '.join(sorted(extras))}")
    for name in names:
        if missing := [need for need in extras[name].needs if need not in names]:
            raise SettingsError(f"extras.enabled: {name} needs {', '.join(missing)}")
    return [extra for name, extra in extras.items() if name in names]


async def read_extras(site: Database, settings: Settings) -> list[ListedExtra]:
    """Returns all extras as the settings and the site schema have them. Raises SettingsError and DatabaseError."""
    versions = await noun_versions(site)
    return list_extras(settings, dict.fromkeys(package_data.noun_tables(), 0) if versions is None else versions)


def list_extras(settings: Settings, versions: Mapping[str, int] | None) -> list[ListedExtra]:
    """`versions`: as the site schema records them; None: it was not read. Raises SettingsError."""
    names = {extra.name for extra in enabled_extras(settings)}
    return [
        _listed(extra, versions, is_on=extra.name in names, newest_version=newest_version(extra.name))
        for extra in installed_extras().values()
    ]


def _listed(extra: Extra, versions: Mapping[str, int] | None, *, is_on: bool, newest_version: int) -> ListedExtra:
    version = (versions or {}).get(extra.name)
    return ListedExtra(
        name=extra.name,
        summary=extra.summary,
        is_on=is_on,
        is_default=extra.is_default,
        needs=extra.needs,
        tables=tables_of(extra.name),
        tables_state="unknown" if newest_version and versions is None else _tables_state(version, newest_version),
        version=version or 0,
        newest_version=newest_version,
    )


def _tables_state(version: int | None, newest_version: int) -> TablesState:
    """`version`: None without tables; 0 for tables of a release that did not record them."""
    if not newest_version:
        return "none"
    if version is None:
        return "absent"
    if version == newest_version:
        return "current"
    return "pending" if version < newest_version else "newer"


class Administration(Protocol):
    """What the folder of the administration adds to a process."""

    @property
    def routes(self) -> list[HTTPRouteHandler]: ...
    @property
    def dependencies(self) -> dict[str, Provide]: ...
    @property
    def area(self) -> PrivateArea: ...
    @property
    def tasks(self) -> Tasks: ...
    def document(self) -> Json:
        """Returns the OpenAPI document of its routes."""
        ...

    async def authorize(self, connection: ASGIConnection[Any, Any, Any, Any], route: BaseRouteHandler) -> None:
        """Guard of all routes."""
        ...

    def close(self) -> None: ...


def open_administration(parts: Parts, extras: Sequence[Extra]) -> Administration:
    """`extras`: those that are on. Raises SettingsError as `require_administration`."""
    require_administration()
    return import_module("gateway.administration.frame").AdministrationFrame(parts, extras)


def require_administration() -> None:
    """Raises SettingsError if the administration is not in its folder."""
    if not _ADMINISTRATION.is_dir():
        raise SettingsError("this program has no administration: admin.enabled has to be off")
