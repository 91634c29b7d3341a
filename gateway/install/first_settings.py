"""Settings of a new configuration file: the site's language, time zone and name, and what no other site has.

Language and time zone are options, else answers on the terminal, else what the machine is set to, else the defaults of
the settings. Without a terminal nothing is asked.
"""

import argparse
import os
import re
import socket
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

import msgspec
from msgspec.structs import replace

from gateway.config.other_sites import listening_ports, other_sites
from gateway.config.sections import RedisSettings, ServerSettings
from gateway.config.settings import KEYS
from gateway.config.zones import time_zone
from gateway.features.site_content import sample, site_texts
from gateway.install.config_file import Value, update_file
from gateway.install.names import OptionError
from gateway.install.options import InstallOptions
from gateway.install.script import InstallPlan
from gateway.texts import languages

_DEFAULTS: Final = ServerSettings()
_LOCAL_TIME: Final = Path("/etc/localtime")
_PORTS_TRIED: Final = 100


def add_arguments(parser: argparse.ArgumentParser) -> None:
    option = parser.add_argument
    option("--language", type=site_language, help="the site's language, for a new file (the machine's, else en)")
    option("--time-zone", type=_zone, metavar="ZONE", help="the site's time zone, for a new file (the machine's)")
    option("--name", type=_name, dest="site_name", help="the site's name, for a new content folder")


def with_answers(options: InstallOptions, args: argparse.Namespace) -> InstallOptions:
    """Returns the options with what a new configuration file begins with. Raises OptionError for an existing file."""
    assert options.config
    language, zone = args.language, args.time_zone
    name = args.site_name
    if options.config.is_file():
        if language or zone or name:
            raise OptionError(
                f"{options.config} exists: set server.language and server.time_zone in it, and the name in site.toml "
                "of the content folder"
            )
        return options
    if args.apply and sys.stdin.isatty() and sys.stderr.isatty():
        sys.stderr.write(f"{options.config} is new. Enter takes the value in brackets.\n")
        language = language or ask("Language of the site", machine_language(), site_language)
        zone = zone or ask("Time zone of the site", machine_zone(), _zone)
        name = name or ask("Name of the site", sample.NAME, _name)
    is_set = KEYS["server.time_zone"].variable in os.environ
    return replace(
        options,
        language=language or machine_language(),
        site_name=name or "",
        zone=time_zone(zone) if zone else options.zone if is_set else None,
        default_zone=time_zone(machine_zone()),
    )


def write(path: Path, plan: InstallPlan, site_dsn: str) -> list[str]:
    """Adds the first settings to a new file, and makes its content folder. Returns lines that name them.

    Raises OSError.
    """
    options = plan.options
    sites = other_sites(path, site_dsn).values()
    used_ports = {port for site in sites for _, port in listening_ports(site).values()}
    folder = _content_folder(path, {os.path.realpath(site.content.folder) for site in sites})
    prefix = _free_name(plan.names.user_prefix, {site.redis.prefix for site in sites})
    if not folder.exists():
        sample.write(folder, options.language, options.site_name or sample.NAME)
    port = _free_port(used_ports)
    server: dict[str, Value] = {**plan.server_keys, **({} if port == _DEFAULTS.port else {"port": port})}
    sections: dict[str, Mapping[str, Value]] = {"content": {"folder": folder.name}, "server": server}
    if prefix != RedisSettings().prefix:
        sections["redis"] = {"prefix": prefix}
    if not plan.is_reinstallation:
        sections["extras"] = {"enabled": options.first_extras}
    update_file(path, sections)
    return [
        f"language    {server['language']}, time zone {server['time_zone']} (server.language, server.time_zone)",
        f"content     {folder}; its site.toml has the name and the links",
        f"port        {port}, and {prefix} as redis.prefix",
    ]


def machine_language() -> str:
    """Returns the language of the user's locale, if the site has it."""
    locale = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "")
    language = re.split(r"[_.@]", locale)[0].lower()
    return language if language in languages() else _DEFAULTS.language


def machine_zone() -> str:
    """Returns the machine's time zone. UTC says nothing of where the players are: it counts as none."""
    _, separator, name = os.path.realpath(_LOCAL_TIME).partition("/zoneinfo/")
    try:
        zone = _zone(name) if separator else ""
    except argparse.ArgumentTypeError:
        zone = ""
    return zone if "/" in zone and not zone.startswith("Etc/") else _DEFAULTS.time_zone


def _content_folder(path: Path, other_folders: set[str]) -> Path:
    """Returns `content` for gateway.toml, `content-NAME` for NAME.toml; another name if another site has the folder."""
    name = "content" if path.stem == "gateway" else f"content-{path.stem}"
    real_names = {Path(folder).name for folder in other_folders if Path(folder).parent == path.resolve().parent}
    return path.with_name(_free_name(name, real_names))


def _free_name(name: str, used_names: set[str]) -> str:
    candidates = (name, *(f"{name}-{number}" for number in range(2, len(used_names) + 3)))
    return next(candidate for candidate in candidates if candidate not in used_names)


def _free_port(used_ports: set[int]) -> int:
    """Returns the default port, or the next one that no other site names and nothing listens on."""
    ports = range(_DEFAULTS.port, _DEFAULTS.port + _PORTS_TRIED)
    return next((port for port in ports if port not in used_ports and _can_listen(port)), _DEFAULTS.port)


def _can_listen(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((_DEFAULTS.host, port))
        except OSError:
            return False
    return True


def ask(question: str, default: str, check: Callable[[str], str]) -> str:
    """Returns the answer on the terminal; empty for Enter alone and for the end of the input."""
    while True:
        sys.stderr.write(f"{question} [{default}]: ")
        sys.stderr.flush()
        if not (answer := sys.stdin.readline().strip()):
            return ""
        try:
            return check(answer)
        except argparse.ArgumentTypeError as error:
            sys.stderr.write(f"{error}\n")


def site_language(text: str) -> str:
    if text not in languages():
        raise argparse.ArgumentTypeError(f"{text!r} is not one of {', '.join(languages())}")
    return text


def _zone(text: str) -> str:
    try:
        time_zone(text)
    except (ValueError, OSError, KeyError):
        raise argparse.ArgumentTypeError(f"{text!r} is no time zone such as Europe/Madrid") from None
    return text


def _name(text: str) -> str:
    try:
        return msgspec.convert(text, site_texts.Name)
    except msgspec.ValidationError:
        raise argparse.ArgumentTypeError("a name has 1 to 40 characters, on one line") from None
