"""Operators in the administration: the list, and changes of one operator's role and access."""

from datetime import datetime
from typing import Annotated

from litestar.handlers import HTTPRouteHandler
from litestar.params import JSONBody, PathParameter
from msgspec import Struct

from gateway.administration.changes import Change, ChangeForm, ChangeResult
from gateway.administration.permissions import Role
from gateway.administration.routes import get, put
from gateway.administration.sessions import Operator
from gateway.database.database import Database
from gateway.database.sealing import DataKeys
from gateway.database.times import to_datetime
from gateway.features.operators import operators
from gateway.features.operators.operators import ListedOperator
from gateway.http.errors import Conflict, NotFound, ValidationFailed
from gateway.texts import text


class OperatorEntry(Struct, frozen=True, kw_only=True):
    """`factors`: how many second factors are set up; 0 before the first sign-in."""

    name: str
    role: Role
    created_at: datetime
    disabled_at: datetime | None
    factors: int


class OperatorList(Struct, frozen=True):
    data: list[OperatorEntry]


class OperatorForm(ChangeForm, forbid_unknown_fields=True, kw_only=True):
    role: Role
    disabled: bool


def routes(site: Database, keys: DataKeys) -> list[HTTPRouteHandler]:
    @get("/api/admin/operators", permission="operators.read")
    async def list_operators(operator: Operator) -> OperatorList:
        """All operators, by name."""
        return OperatorList([_entry(row) for row in await operators.all_operators(site)])

    @put("/api/admin/operators/{name:str}", NotFound, Conflict, ValidationFailed, permission="operators.change")
    async def change_operator(
        change: Change, name: Annotated[str, PathParameter(max_length=32)], data: JSONBody[OperatorForm]
    ) -> ChangeResult:
        """Give an operator another role, or refuse further sign-ins; open sessions end."""

        async def work(joined_site: Database) -> None:
            row = await joined_site.one(operators.OPERATOR, name=name)
            if row is None:
                raise NotFound
            if name == change.operator.name:
                raise Conflict(text("reasons.own_role"))
            async with joined_site.transaction() as session:
                if data.role != row.role:
                    await operators.set_role(session, keys, row, data.role)
                if data.disabled is (row.disabled_at is None):
                    await operators.set_disabled(session, keys, row, disabled=data.disabled)

        return await change.apply(data, f"operator:{name}", work)

    return [list_operators, change_operator]


def _entry(row: ListedOperator) -> OperatorEntry:
    return OperatorEntry(
        name=row.name,
        role=row.role,
        created_at=to_datetime(row.created_at),
        disabled_at=to_datetime(row.disabled_at),
        factors=row.factors,
    )
