"""The rights that a user has on a server, read from SHOW GRANTS, and the statements that revoke surplus ones."""

import re
from collections.abc import Iterable, Mapping

import msgspec

_GRANT = re.compile(
    r"GRANT (?P<rights>.+?) ON (?:TABLE )?(?P<kind>PROCEDURE |FUNCTION )?(?P<schema>\*|[`\"].+?[`\"]|\w+)\."
    r"(?P<object>\*|[`\"].+?[`\"]|\w+) TO (?P<user>\S+)(?P<rest>.*)"
)
_ROLE = re.compile(r"GRANT (?P<roles>[^ ]+(?:, *[^ ]+)*) TO \S+.*")
_RIGHT = re.compile(r"([A-Za-z_][A-Za-z_ ]*[A-Za-z_])(?: ?\(([^)]*)\))?(?:, *|$)")

WITH_OPTION = "WITH GRANT OPTION"


class Grant(msgspec.Struct, frozen=True):
    """One line of SHOW GRANTS. `schema`, `object`: without quotes, `*` for all. `kind`: "PROCEDURE " or empty.

    `rights`: (privilege, column), an empty column for the whole object.
    """

    kind: str
    schema: str
    object: str
    rights: frozenset[tuple[str, str]]

    @property
    def key(self) -> tuple[str, str, str]:
        """Equal for two grants on one object; servers differ in the case of names."""
        return (self.kind, self.schema.lower(), self.object.lower())

    @property
    def target(self) -> str:
        names = (name if name == "*" else f"`{name}`" for name in (self.schema, self.object))
        return self.kind + ".".join(names)


def parse_grant(line: str) -> Grant | None:
    """Parses `GRANT … ON … TO …`; None for any other line, such as the grant of a role."""
    match = _GRANT.fullmatch(line)
    if match is None:
        return None
    rights = {
        (privilege.upper(), column.strip(' `"'))
        for privilege, columns in _RIGHT.findall(match["rights"])
        for column in (columns.split(",") if columns else [""])
    }
    rights |= {(WITH_OPTION, "")} if WITH_OPTION in match["rest"] else set()
    schema, name = match["schema"].strip('`"'), match["object"].strip('`"')
    return Grant(kind=match["kind"] or "", schema=schema, object=name, rights=frozenset(rights - {("USAGE", "")}))


def revoke_surplus(user: str, lines: Iterable[str], grant_statements: Iterable[str]) -> list[str]:
    """Returns the statements that revoke what the user has (`lines` of SHOW GRANTS) and should not.

    `grant_statements`: all that the user should have. `user`: as `'gateway_read'@'localhost'`.
    """
    allowed = _rights_by_object(grant_statements)
    statements: list[str] = []
    for line in lines:
        grant = parse_grant(line)
        if grant is None:
            role = _ROLE.fullmatch(line)
            statements += [f"REVOKE {role['roles']} FROM {user}"] if role else []
        elif surplus_rights := grant.rights - allowed.get(grant.key, frozenset()):
            statements.append(f"REVOKE {_rights_text(surplus_rights)} ON {grant.target} FROM {user}")
    return statements


def _rights_by_object(statements: Iterable[str]) -> Mapping[tuple[str, str, str], frozenset[tuple[str, str]]]:
    rights: dict[tuple[str, str, str], frozenset[tuple[str, str]]] = {}
    for grant in filter(None, map(parse_grant, statements)):
        rights[grant.key] = rights.get(grant.key, frozenset()) | grant.rights
    return rights


def _rights_text(rights: Iterable[tuple[str, str]]) -> str:
    columns: dict[str, list[str]] = {}
    for privilege, column in sorted(rights):
        columns.setdefault(privilege.removeprefix("WITH "), []).extend([column] if column else [])
    return ", ".join(f"{right} ({', '.join(names)})" if names else right for right, names in columns.items())
