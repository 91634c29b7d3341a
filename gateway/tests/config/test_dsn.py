"""DSNs are read and written without loss; no error contains the password."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.config.dsn import Dsn, DsnError, format_dsn, parse_dsn

TEXT = st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc")), max_size=20)
HOSTS = st.sampled_from(["localhost", "127.0.0.1", "db.example", "::1"])


@given(TEXT.filter(bool), TEXT, HOSTS, st.integers(1, 65535), TEXT.filter(lambda text: "/" not in text), TEXT)
def test_dsn_round_trips(user: str, password: str, host: str, port: int, schema: str, path: str) -> None:
    dsn = Dsn(user=user, password=password, host=host, port=port, schema=schema, unix_socket=path)
    assert parse_dsn(format_dsn(dsn)) == dsn


def test_parse_dsn_missing_parts_have_defaults() -> None:
    assert parse_dsn("mysql://root@localhost") == Dsn(user="root", host="localhost", port=3306)
    assert parse_dsn("mysql://root@localhost/game?unix_socket=/run/my.sock").unix_socket == "/run/my.sock"


def test_parse_dsn_with_ca_verifies_it_by_default() -> None:
    dsn = parse_dsn("mysql://a@b/c?ssl_ca=/etc/ca.pem")
    assert (dsn.ssl_mode, dsn.ssl_ca) == ("VERIFY_CA", "/etc/ca.pem")
    assert parse_dsn(format_dsn(dsn)) == dsn
    assert parse_dsn("mysql://a@b/c?ssl_mode=required").ssl_mode == "REQUIRED"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("postgres://a:hunter2@b/c", "begins with mysql"),
        ("mysql://localhost/game", "names no user"),
        ("mysql://a:hunter2@b:port/c", "port"),
        ("mysql://a:hunter2@b/c/d", "one schema"),
        ("mysql://a:hunter2@b/c?charset=latin1", "unknown option: charset"),
        ("mysql://a:hunter2@b/c?ssl_mode=MAYBE", "ssl_mode of the DSN is one of DISABLED, REQUIRED"),
        ("mysql://root:hunter2#t@127.0.0.1/c", "percent-encode"),
        ("mysql://root:hunter2/t@127.0.0.1/c", "percent-encode"),
        ("mysql://root:hunter2?t@127.0.0.1/c", "percent-encode"),
        ("", "it is not set"),
    ],
)
def test_parse_dsn_invalid_raises_without_password(text: str, reason: str) -> None:
    with pytest.raises(DsnError, match=reason) as failure:
        parse_dsn(text)
    assert "hunter2" not in str(failure.value)


def test_dsn_repr_hides_the_password() -> None:
    dsn = parse_dsn("mysql://a:hunter2@b/c")
    assert "hunter2" not in repr(dsn)
    assert "hunter2" not in dsn.place
    assert dsn.server == parse_dsn("mysql://other@B/x").server
