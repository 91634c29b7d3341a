"""Secrets of a configuration, exported into an encrypted file, and left out of the configuration in a backup."""

import json
from pathlib import Path

import pytest

from gateway import cli
from gateway.config import settings as configuration
from gateway.config.settings import KEYS, Settings
from gateway.install import keys_file
from gateway.install.backup import configuration_without_secrets
from gateway.install.keys_file import read_keys, secrets_of, write_keys
from gateway.install.names import InstallError

DATA_KEY = f"k1:{'A' * 43}="
TOML = f"""\
# former password: comment-secret
[database]
site_dsn = "mysql://site:dsn-secret@localhost/gateway_site"
game_dsn = "mysql://read@localhost/views?unix_socket=/run/mysql.sock"

[security]
data_keys = ["{DATA_KEY}"]

[accounts]
token_secret = "{"token-secret" * 4}"

[content]
folder = "content"
editable = false

[roulette]
time_zone = "America/Argentina/Buenos_Aires"

[rankings]
"""
PASSPHRASE = "correct horse battery"


@pytest.fixture
def config(tmp_path: Path) -> Path:
    file = tmp_path / "gateway.toml"
    file.write_text(TOML)
    return file


@pytest.fixture(autouse=True)
def cheap_scrypt(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keys_file, "_COST", 1 << 10)


def settings_of(config: Path) -> Settings:
    return configuration.load(config, {})


def passphrase_file(folder: Path, text: str = PASSPHRASE) -> str:
    file = folder / "passphrase"
    file.write_text(f"{text}\n")
    return f"--passphrase-file={file}"


def test_configuration_without_secrets_has_every_other_setting(config: Path) -> None:
    text, names = configuration_without_secrets(settings_of(config), config)
    assert names == ["database.site_dsn", "security.data_keys", "accounts.token_secret"]
    for secret in ("dsn-secret", "token-secret", "AAAA", "comment-secret"):
        assert secret not in text
    copy = config.with_name("copy.toml")
    copy.write_text(text)
    restored, original = settings_of(copy), settings_of(config)
    assert (restored.content, restored.server) == (original.content, original.server)
    assert restored.database.game_dsn == original.database.game_dsn
    assert 'folder = "content"' in text
    assert "editable = false" in text


def test_configuration_without_secrets_has_the_variables(config: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GATEWAY_SERVER_PORT", "8123")
    monkeypatch.setenv("GATEWAY_MAIL_PASSWORD", "mail-secret")
    settings = configuration.load(config, {"GATEWAY_SERVER_PORT": "8123", "GATEWAY_MAIL_PASSWORD": "mail-secret"})
    text, names = configuration_without_secrets(settings, config)
    assert "port = 8123" in text
    assert "mail.password" in names
    assert "mail-secret" not in text


def test_every_secret_setting_is_exported(config: Path) -> None:
    assert {*secrets_of(settings_of(config))} == {"database.site_dsn", "security.data_keys", "accounts.token_secret"}
    assert all(keys_file.is_secret(path, "x") for path, key in KEYS.items() if key.secret)


def test_keys_are_written_once_and_opened_by_their_passphrase_alone(config: Path, tmp_path: Path) -> None:
    path, secrets = tmp_path / "keys.enc", secrets_of(settings_of(config))
    assert write_keys(path, secrets, PASSPHRASE)
    assert not write_keys(path, secrets, PASSPHRASE)
    assert path.stat().st_mode & 0o777 == 0o600
    assert "secret" not in path.read_text()
    assert read_keys(path, PASSPHRASE)["security.data_keys"] == [DATA_KEY]
    with pytest.raises(InstallError, match="passphrase does not open it"):
        read_keys(path, "another horse")
    with pytest.raises(InstallError, match="stays"):
        write_keys(path, {**secrets, "mail.password": "new"}, PASSPHRASE)
    data = json.loads(path.read_text())
    path.write_text(json.dumps(data | {"sealed": "A" + data["sealed"][1:-1] + "A"}))
    with pytest.raises(InstallError, match="or the file was changed"):
        read_keys(path, PASSPHRASE)
    path.write_text("{}")
    with pytest.raises(InstallError, match="no file of `gateway keys export`"):
        read_keys(path, PASSPHRASE)


def test_export_and_import_bring_the_secrets_into_another_file(
    config: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, word = str(tmp_path / "keys.enc"), passphrase_file(tmp_path)
    copy = tmp_path / "copy.toml"
    copy.write_text("[security]\ndata_keys = []\n\n[server]\nport = 8123 # mine\n")
    for _ in range(2):
        assert cli.main(["keys", "export", path, word, "--config", str(config)]) == 0
    assert "nothing was changed" in capsys.readouterr().out
    for _ in range(2):
        assert cli.main(["keys", "import", path, word, "--config", str(copy)]) == 0
    output = capsys.readouterr().out
    assert "nothing was changed" in output
    assert "secret" not in output.replace("token_secret", "")
    assert secrets_of(settings_of(copy)) == secrets_of(settings_of(config))
    assert "port = 8123 # mine" in copy.read_text()


def test_import_keeps_other_values_without_replace(
    config: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, word = str(tmp_path / "keys.enc"), passphrase_file(tmp_path)
    assert cli.main(["keys", "export", path, word, "--config", str(config)]) == 0
    text = TOML.replace("dsn-secret", "other")
    config.write_text(text)
    assert cli.main(["keys", "import", path, word, "--config", str(config)]) == 1
    assert "has other values of database.site_dsn; nothing was changed" in capsys.readouterr().err
    assert config.read_text() == text
    assert cli.main(["keys", "import", path, word, "--replace", "--config", str(config)]) == 0
    assert "dsn-secret" in config.read_text()


@pytest.mark.parametrize(("text", "message"), [("short", "at least 12 characters"), (None, "there is no terminal")])
def test_export_without_a_good_passphrase_is_refused(
    config: Path, tmp_path: Path, text: str | None, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [passphrase_file(tmp_path, text)] if text else []
    assert cli.main(["keys", "export", str(tmp_path / "keys.enc"), *words, "--config", str(config)]) == 1
    assert message in capsys.readouterr().err
    assert not (tmp_path / "keys.enc").exists()
