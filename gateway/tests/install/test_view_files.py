"""Views files: fitted to the tables of a server; a statement of any other form is refused."""

from pathlib import Path

import pytest

from gateway import package_data
from gateway.game.families import Columns
from gateway.game.view_contract import GAME_VIEWS, WRITTEN_VIEWS
from gateway.install.names import InstallError
from gateway.install.view_files import VIEWS, SchemaTables, View, fit_views

HEAD = "CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}."
GAME: Columns = {"characters": {"charid", "fame"}, "clan_data": {"clan_id"}, "ally_data": {"ally_id", "ally_name"}}
LOGIN: Columns = {"accounts": {"login", "email"}}
TABLES = {"game": SchemaTables(GAME), "login": SchemaTables(LOGIN)}


def write_views_file(tmp_path: Path, *views: str, missing_views: tuple[str, ...] = ()) -> Path:
    """A file with these views, and a plain one of every other name."""
    view_names = {view.split(" ", 1)[0] for view in views}
    plain_views = [plain_view(name) for name in VIEWS if name not in {*view_names, *missing_views}]
    path = tmp_path / "views.sql"
    path.write_text("-- views\n" + "".join(f"{HEAD}{view};\n\n" for view in [*views, *plain_views]))
    return path


def plain_view(name: str) -> str:
    check = "\nWITH CASCADED CHECK OPTION" if name in WRITTEN_VIEWS else ""
    return f"{name} AS\nSELECT 1 AS one FROM {{login}}.accounts{check}"


def fit(path: Path, game: Columns = GAME, login: Columns = LOGIN) -> dict[str, View]:
    return fit_views(path, {"game": SchemaTables(game), "login": SchemaTables(login)})


def test_fit_views_missing_column_is_null(tmp_path: Path) -> None:
    path = write_views_file(
        tmp_path,
        "characters AS\nSELECT {characters.fame?} AS fame, {c.deaths?} AS deaths\nFROM {game}.characters\n"
        "LEFT JOIN {game}.characters AS c ON TRUE",
        "accounts AS\nSELECT {accounts.email?} AS email, {accounts.created?} AS created FROM {login}.accounts",
    )
    views = fit(path)
    assert "SELECT characters.fame AS fame, NULL AS deaths" in views["characters"].statement
    assert "SELECT accounts.email AS email, NULL AS created" in views["accounts"].statement
    more = fit(path, {"characters": {"deaths"}}, {"accounts": {"created"}})
    assert "SELECT NULL AS fame, c.deaths AS deaths" in more["characters"].statement
    assert "SELECT NULL AS email, accounts.created AS created" in more["accounts"].statement


@pytest.mark.parametrize(
    ("indexes", "has_hint"),
    [(None, True), ({"clan_data": {"primary"}}, True), ({"clan_data": {"id"}}, False), ({}, False)],
)
def test_fit_views_hint_of_a_missing_index_is_left_out(
    tmp_path: Path, indexes: Columns | None, *, has_hint: bool
) -> None:
    path = write_views_file(
        tmp_path, "clans AS\nSELECT clan_data.clan_id\nFROM {game}.clan_data FORCE INDEX FOR ORDER BY (PRIMARY)"
    )
    tables = {"game": SchemaTables(GAME, indexes=indexes), "login": SchemaTables(LOGIN)}
    statement = fit_views(path, tables)["clans"].statement
    assert ("FORCE INDEX" in statement) is has_hint
    assert "FROM {game}.clan_data" in statement


def test_fit_views_line_of_a_missing_table_is_left_out(tmp_path: Path) -> None:
    path = write_views_file(
        tmp_path,
        "clans AS\nSELECT clan_data.clan_id, {ally.ally_name?} AS ally_name\nFROM {game}.clan_data\n"
        "LEFT JOIN {game?}.ally_data AS ally ON ally.ally_id = clan_data.clan_id",
    )
    clans = fit(path)["clans"]
    assert "SELECT clan_data.clan_id, ally.ally_name AS ally_name" in clans.statement
    assert "LEFT JOIN {game}.ally_data AS ally ON" in clans.statement
    assert clans.tables == {("game", "clan_data"), ("game", "ally_data")}
    alone = fit(path, {"clan_data": {"clan_id"}})["clans"]
    assert alone.statement.endswith("SELECT clan_data.clan_id, NULL AS ally_name\nFROM {game}.clan_data")
    assert alone.tables == {("game", "clan_data")}


def test_fit_views_takes_the_first_statement_whose_tables_exist(tmp_path: Path) -> None:
    path = write_views_file(
        tmp_path,
        "olympiad AS\nSELECT nobles.points FROM {game}.nobles",
        "olympiad AS\nSELECT 0 AS points FROM {game}.characters WHERE FALSE",
    )
    assert "FROM {game}.characters WHERE FALSE" in fit(path)["olympiad"].statement
    assert "FROM {game}.nobles" in fit(path, {**GAME, "nobles": {"points"}})["olympiad"].statement


def test_fit_views_optional_view_without_its_tables_is_empty(tmp_path: Path) -> None:
    path = write_views_file(tmp_path, "sieges AS\nSELECT siege.side FROM {game}.siege", missing_views=("heroes",))
    views = fit(path)
    assert views["sieges"].statement.endswith(
        "SELECT 0 AS castle_id, 0 AS clan_id, '' AS side\nFROM {game}.characters\nWHERE FALSE"
    )
    assert (views["sieges"].absent, views["sieges"].tables) == (("siege",), {("game", "characters")})
    assert (views["heroes"].absent, views["heroes"].tables) == ((), {("game", "characters")})
    clans = write_views_file(tmp_path, "clans AS\nSELECT clan_data.clan_id FROM {game}.clan_data")
    with pytest.raises(InstallError, match="view clans reads `clan_data` in the game schema, which is not there"):
        fit(clans, {})


def test_fit_views_written_view_needs_the_check_option(tmp_path: Path) -> None:
    columns = "accounts.login, accounts.l2email AS email"
    body = f"new_accounts AS\nSELECT {columns}\nFROM {{login}}.accounts\nWHERE accounts.level = 0"
    view = fit(write_views_file(tmp_path, f"{body}\nWITH CASCADED CHECK OPTION"))["new_accounts"]
    assert view.body.endswith("WHERE accounts.level = 0")
    assert view.base_columns == {"login": "login", "email": "l2email"}
    for end in ("", "\nWITH LOCAL CHECK OPTION"):
        with pytest.raises(InstallError, match="view new_accounts: it has to end with WITH CASCADED CHECK OPTION"):
            fit(write_views_file(tmp_path, body + end))


def test_fit_views_ignores_the_case_of_table_names(tmp_path: Path) -> None:
    path = write_views_file(tmp_path, "bosses AS\nSELECT RaidBoss.Id, {RaidBoss.HP?} AS hp FROM {game}.RaidBoss")
    assert "RaidBoss.HP AS hp" in fit(path, {**GAME, "raidboss": {"id", "hp"}})["bosses"].statement


def test_fit_views_of_separate_accounts_read_no_table_of_the_game(tmp_path: Path) -> None:
    path = write_views_file(tmp_path, "account_bans AS\nSELECT 1 AS until FROM {game}.clan_data")
    assert fit(path)["account_bans"].tables == {("game", "clan_data")}
    optional = write_views_file(
        tmp_path,
        "characters AS\nSELECT 1 AS id FROM {game}.characters",
        "account_bans AS\nSELECT {clan_data.clan_id?} AS until\nFROM {login}.accounts\nLEFT JOIN {game?}.clan_data",
        *(f"{view} AS\nSELECT 1 FROM {{game}}.characters" for view in GAME_VIEWS[1:]),
    )
    bans = fit_views(optional, TABLES, is_separate=True)["account_bans"]
    assert bans.tables == {("login", "accounts")}
    assert "NULL AS until" in bans.statement


def test_fit_views_missing_or_unknown_view_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InstallError, match=r"views\.sql: it lacks the view clans$"):
        fit(write_views_file(tmp_path, missing_views=("clans",)))
    with pytest.raises(InstallError, match=r"it lacks the views accounts, items"):
        fit(write_views_file(tmp_path, missing_views=("items", "accounts")))
    with pytest.raises(InstallError, match="'secrets' is no view of the gateway"):
        fit(write_views_file(tmp_path, "secrets AS\nSELECT 1"))


@pytest.mark.parametrize(
    "statement",
    [
        "DROP TABLE {game}.characters",
        "GRANT ALL ON *.* TO somebody",
        "CREATE VIEW {views}.items AS SELECT 1",
        "CREATE OR REPLACE ALGORITHM = MERGE DEFINER = root SQL SECURITY DEFINER VIEW {views}.items AS SELECT 1",
        "CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY INVOKER VIEW {views}.items AS SELECT 1",
        "CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {game}.items AS SELECT 1",
        "CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.items AS CALL x()",
        "/*!99999 DROP TABLE x */",
    ],
)
def test_fit_views_other_statement_is_refused(tmp_path: Path, statement: str) -> None:
    path = write_views_file(tmp_path)
    path.write_text(f"{path.read_text()}\n{statement};\n")
    with pytest.raises(InstallError, match="nothing else is run"):
        fit(path)


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("SELECT host FROM mysql.user", "'mysql.user' after FROM or JOIN; write"),
        ("SELECT 1 FROM {login}.accounts JOIN other.secrets", "'other.secrets' after FROM or JOIN"),
        ("SELECT 1 FROM {site}.wallets", "braces stand in"),
        ("SELECT {owner} AS who FROM {login}.accounts", "braces stand in"),
        (
            "SELECT {secret.hash?} AS hash FROM {login}.accounts",
            r"\{secret.hash\?\} is of a table that the view does not",
        ),
        ('SELECT "text" FROM {login}.accounts', "cannot stand in a view here"),
        (r"SELECT '\' FROM {login}.accounts", "cannot stand in a view here"),
        ("SELECT 1 /*!, (SELECT 2) */ FROM {login}.accounts", r"/\* cannot stand"),
        ("SELECT 1 FROM {login}.accounts\nBEGIN\n; DROP TABLE {game}.characters;\nEND", "; cannot stand"),
    ],
)
def test_fit_views_ambiguous_syntax_is_refused(tmp_path: Path, body: str, reason: str) -> None:
    with pytest.raises(InstallError, match=f"view items: .*{reason}"):
        fit(write_views_file(tmp_path, f"items AS {body}"))


def test_fit_views_unreadable_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InstallError, match=r"nowhere\.sql: No such file or directory"):
        fit(tmp_path / "nowhere.sql")
    with pytest.raises(InstallError, match="Is a directory"):
        fit(tmp_path)
    (tmp_path / "image.sql").write_bytes(b"\xff\xd8\xff")
    with pytest.raises(InstallError, match="is not in UTF-8"):
        fit(tmp_path / "image.sql")


@pytest.mark.parametrize("path", sorted((package_data.sql() / "views").glob("*.sql")), ids=lambda path: path.stem)
def test_views_files_of_the_package_have_the_required_form(path: Path) -> None:
    with pytest.raises(InstallError, match="reads `accounts` in the login schema, which is not there"):
        fit(path, {}, {})
