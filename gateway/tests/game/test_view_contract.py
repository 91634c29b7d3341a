"""The view contract: faults of a view, values in a wrong unit, and the rights that follow from it."""

import re

import pytest

from gateway import package_data
from gateway.database import privileges
from gateway.database.user_rights import (
    PROBE_COLUMNS,
    PROCEDURES,
    RIGHTS,
    SITE_PROCEDURES,
    account_rights,
)
from gateway.game.view_contract import (
    ACCOUNT_VIEWS,
    CONTRACT,
    GAME_VIEWS,
    faults,
    invalid_values,
    null_columns,
)
from gateway.install.migrate import migration_files

TYPES = {
    view: {name: "int" if column.type.kind == "number" else "varchar" for name, column in spec.columns.items()}
    for view, spec in CONTRACT.items()
}


@pytest.mark.parametrize("view", CONTRACT)
def test_faults_of_a_view_as_the_contract_has_it_are_none(view: str) -> None:
    assert faults(view, TYPES[view], email=True) == []
    assert [str(fault) for fault in faults(view, {}, email=True)] == [f"{view} is missing"]


def test_faults_name_each_column_of_a_wrong_type() -> None:
    types = TYPES["characters"] | {"name": "int", "level": "timestamp", "exp": "binary"}
    assert [str(fault) for fault in faults("characters", types, email=True)] == [
        "characters.name is int, and has to be text",
        "characters.level is timestamp, and has to be a number",
        "characters.exp is always NULL, and has to be a number",
    ]


def test_email_is_needed_only_where_the_family_has_one() -> None:
    types = {name: type_ for name, type_ in TYPES["accounts"].items() if name != "email"}
    assert faults("accounts", types, email=False) == []
    assert [fault.column for fault in faults("accounts", types, email=True)] == ["email"]


def test_null_columns_are_named() -> None:
    assert null_columns({"items": TYPES["items"] | {"augmentation": "binary"}}) == ["items.augmentation"]


def test_invalid_values_are_milliseconds_and_numbers_of_no_choice() -> None:
    values = [("last_access", 1_700_000_000), ("last_access", 1_700_000_000_000), ("online", 2), ("online", 1)]
    problems = invalid_values(("characters", column, value) for column, value in [*values, ("last_access", None)])
    assert [str(fault) for fault in problems] == [
        "characters.last_access holds 1700000000000, which is no moment in seconds since 1970",
        "characters.online holds 2, which is none of its values",
    ]


@pytest.mark.whole
def test_rights_cover_every_view_table_and_procedure() -> None:
    assert set(RIGHTS["read"]) == set(GAME_VIEWS)
    assert set(RIGHTS["auth"]) == set(ACCOUNT_VIEWS)
    folders = [None, *(folder / "schema" for folder in package_data.noun_tables().values())]
    lines = [line for folder in folders for migration in migration_files(folder) for line in migration.statements]
    created_tables, dropped_tables = (
        {name for line in lines for name in re.findall(rf"{statement} (\w+)", line)}
        for statement in ("CREATE TABLE IF NOT EXISTS", "DROP TABLE IF EXISTS")
    )
    assert set(RIGHTS["site"]) == {*created_tables - dropped_tables, "schema_migrations", *SITE_PROCEDURES}
    assert {name for rights in RIGHTS.values() for name in rights} >= set(PROCEDURES)


def test_account_rights_name_the_base_table_s_columns() -> None:
    columns = {"login": "login", "password": "password"}
    assert [right.columns for right in account_rights("player_accounts", columns)] == [(), ("password",)]
    (insert,) = account_rights("new_accounts", columns | {"email": "l2email", "access_level": "accessLevel"})
    assert (insert.privilege, insert.columns) == ("INSERT", ("login", "password", "l2email", "accessLevel"))


def test_probes_cover_each_right_of_each_user_on_each_object() -> None:
    for role in privileges.ROLES:
        user = privileges.USERS[role]
        required = {probe.right for probe in privileges.REQUIRED[role]}
        forbidden = {probe.right for probe in privileges.FORBIDDEN[role]}
        assert not required & forbidden
        for privilege in ("SELECT", "INSERT", "UPDATE", "DELETE"):
            for name in PROBE_COLUMNS[user]:
                assert [right for right in required | forbidden if right.startswith(privilege) and right.endswith(name)]
    forbidden = {probe.right for probe in privileges.FORBIDDEN["auth"]}
    assert {"DELETE on accounts", "UPDATE (access_level) on accounts", "UPDATE (login) on player_accounts"} <= forbidden
    assert "UPDATE (server_seed_hash) on roulette_seeds" in {probe.right for probe in privileges.FORBIDDEN["site"]}
