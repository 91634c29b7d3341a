"""Settings of a new configuration file: language, time zone and name, and nothing that another site has."""

import argparse
import io
import socket
from pathlib import Path

import pytest

from gateway.config import other_sites, settings
from gateway.features.site_content import content_store
from gateway.install import first_settings
from gateway.install.options import install_options
from gateway.tests.support.databases import Server
from gateway.tests.support.installation import InstalledGame

SITE_DSN = "mysql://{0}_site:p@127.0.0.1/{0}"


def write(path: Path, *, name: str, further: str = "") -> Path:
    path.write_text(f'[database]\nsite_dsn = "{SITE_DSN.format(name)}"\n{further}', encoding="utf-8")
    return path


def shared(path: Path) -> list[str]:
    return [*map(str, other_sites.shared_with_others(path, settings.load(path, {})))]


def test_two_sites_name_each_setting_that_they_share(tmp_path: Path) -> None:
    values = '[content]\nfolder = "content"\n[redis]\nurl = "redis://127.0.0.1/0"\n[server]\nport = 8100\n'
    first = write(tmp_path / "gateway.toml", name="first", further=values)
    second = write(tmp_path / "second.toml", name="second", further=f'{values}metrics_port = 8100\nhost = "0.0.0.0"\n')
    (tmp_path / "pyproject.toml").write_text("[project]\n")
    write(tmp_path / "copy.toml", name="second", further=values)
    assert shared(second) == [
        f"content.folder is the same ({tmp_path / 'content'}) as {first}",
        f"redis.prefix is the same (gateway) on the same Redis as {first}",
        f"server.port 8100 is the same port as {first}",
        f"server.metrics_port 8100 is the same port (port) as {first}",
    ]
    further = '[content]\nfolder = "mine"\n[redis]\nurl = "redis://127.0.0.1/0"\nprefix = "b"\n[server]\nport = 8101\n'
    write(second, name="second", further=further)
    (tmp_path / "copy.toml").unlink()
    assert shared(second) == shared(first) == []


@pytest.mark.database
async def test_second_game_gets_a_folder_a_prefix_and_a_port_of_its_own(
    mariadb: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LANG", "es_AR.UTF-8")
    monkeypatch.delenv("LC_ALL", raising=False)
    first, second = InstalledGame(mariadb, tmp_path), InstalledGame(mariadb, tmp_path)
    with socket.socket() as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", 0))
        busy_port = listener.getsockname()[1]
        monkeypatch.setattr(first_settings, "_DEFAULTS", settings.sections.ServerSettings(port=busy_port))
        listener.listen()
        assert first.install("--apply", "--name=Aden & Co", "--time-zone=Europe/Madrid") == 0
        assert second.install("--apply") == 0
    assert "language    es, time zone Europe/Madrid" in capsys.readouterr().out
    ports = {game.settings.server.port for game in (first, second)}
    assert len(ports) == 2
    assert busy_port not in ports
    assert [game.settings.redis.prefix for game in (first, second)] == [first.name, second.name]
    contents = [content_store.load(Path(game.settings.content.folder)) for game in (first, second)]
    assert [content.texts.site.name for content in contents] == ["Aden & Co", "Interlude server"]
    assert contents[0].texts.site.coins.plural == contents[0].in_language("es").site.coins.plural == "Monedas"
    assert contents[0].in_language("en").site.coins.plural == "Coins"
    assert first.settings.server.time_zone == "Europe/Madrid"
    assert shared(second.file) == []
    assert second.install("--apply", "--language=pt") == 2
    assert "exists: set server.language" in capsys.readouterr().err
    text = second.file.read_text(encoding="utf-8")
    second.file.write_text(text.replace(f'folder = "content-{second.name}"', f'folder = "content-{first.name}"'))
    (finding,) = [text for text in shared(second.file) if "content.folder" in text]
    assert second.run("doctor", "--only=files", "--language=en") == 1
    assert finding in capsys.readouterr().out


def test_questions_take_the_machine_s_values_and_repeat_what_cannot_be(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    zone_file = tmp_path / "zoneinfo" / "America" / "Bogota"
    monkeypatch.setattr(first_settings, "_LOCAL_TIME", zone_file)
    assert first_settings.machine_zone() == "America/Bogota"
    monkeypatch.setattr(first_settings, "_LOCAL_TIME", tmp_path / "zoneinfo" / "Etc" / "UTC")
    assert first_settings.machine_zone() == "America/Argentina/Buenos_Aires"
    monkeypatch.setattr("sys.stdin", io.StringIO("Spanish\nes\n\n"))
    questions = [first_settings.ask("Language", "en", first_settings.site_language) for _ in range(3)]
    assert questions == ["es", "", ""]
    assert "'Spanish' is not one of en, es, pt" in capsys.readouterr().err


class Terminal(io.StringIO):
    """Standard input with these lines. `is_terminal`: else a file or a pipe."""

    def __init__(self, lines: str, *, is_terminal: bool) -> None:
        super().__init__(lines)
        self._is_terminal = is_terminal

    def isatty(self) -> bool:
        return self._is_terminal


@pytest.mark.parametrize("is_terminal", [True, False])
def test_install_asks_on_a_terminal_alone_and_only_for_a_new_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], is_terminal: bool
) -> None:
    monkeypatch.setattr("sys.stdin", Terminal("pt\n\nAden\n", is_terminal=is_terminal))
    monkeypatch.setattr("sys.stderr.isatty", lambda: is_terminal)
    monkeypatch.setattr(first_settings, "_LOCAL_TIME", tmp_path / "zoneinfo" / "Europe" / "Lisbon")
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "GATEWAY_SERVER_TIME_ZONE"):
        monkeypatch.delenv(name, raising=False)
    options = install_options("mysql://root@localhost/game", config=tmp_path / "gateway.toml")
    parser = argparse.ArgumentParser()
    first_settings.add_arguments(parser)
    arguments = parser.parse_args([])
    arguments.apply = True
    new_options = first_settings.with_answers(options, arguments)
    assert (new_options.language, new_options.site_name) == (("pt", "Aden") if is_terminal else ("en", ""))
    assert (new_options.zone, str(new_options.default_zone)) == (None, "Europe/Lisbon")
    assert ("Time zone of the site [Europe/Lisbon]: " in capsys.readouterr().err) is is_terminal
    (tmp_path / "gateway.toml").touch()
    assert first_settings.with_answers(options, arguments) == options
