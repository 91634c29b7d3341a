"""Operators in the administration: the list, new operators, and changes of one operator's role, access and factors.

A password that an owner gives is random. It is in the answer that sets it, and nowhere else: neither in the site schema
nor in the stored answer of the request, so a repeated request has none.
"""

import asyncio
from datetime import datetime
from typing import Annotated

import msgspec
from litestar.handlers import HTTPRouteHandler
from litestar.params import JSONBody, PathParameter
from msgspec import Meta, Struct

from gateway.administration import operator_changes
from gateway.administration.changes import Change, ChangeForm, ChangeResult, OperatorChange
from gateway.administration.permissions import Role
from gateway.administration.routes import get, post, put
from gateway.administration.sessions import Operator
from gateway.database.database import Database
from gateway.database.sealing import DataKeys
from gateway.database.times import to_datetime
from gateway.features.operators import operators
from gateway.features.operators.operators import LastOwner, ListedOperator, StoredOperator
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


class NewOperatorForm(ChangeForm, forbid_unknown_fields=True, kw_only=True):
    name: Annotated[str, Meta(max_length=32)]
    role: Role


class PasswordSet(ChangeResult, frozen=True, kw_only=True):
    """`password`: shown this once; empty for a dry run and for a request that was answered before."""

    password: str


Name = Annotated[str, PathParameter(max_length=32)]


class OperatorEditor:
    """Makes the changes, each as the operator of the request."""

    def __init__(self, site: Database, keys: DataKeys) -> None:
        self._site, self._keys = site, keys

    async def add(self, change: OperatorChange, form: NewOperatorForm) -> PasswordSet:
        """Raises ValidationFailed for a name that is not possible or taken."""
        name, password = form.name.strip().lower(), operator_changes.new_password()
        if not operators.NAME.fullmatch(name):
            raise ValidationFailed(fields={"name": text("reasons.operator_name")})
        password_hash = await asyncio.to_thread(operator_changes.hash_of, password)

        async def work(joined_site: Database) -> None:
            if await joined_site.one(operators.OPERATOR, name=name):
                raise ValidationFailed(fields={"name": text("reasons.operator_exists")})
            async with joined_site.transaction() as session:
                await operators.add(session, self._keys, name, form.role, password_hash)

        result = await change.apply(form, operators.subject(name), work, command="operator add")
        return await self._with_password(result, name, password, password_hash)

    async def change(self, change: OperatorChange, name: str, form: OperatorForm) -> ChangeResult:
        """Raises NotFound and Conflict."""

        async def work(joined_site: Database) -> None:
            row = await self._find(joined_site, change, name)
            async with joined_site.transaction() as session:
                try:
                    if form.role != row.role:
                        await operators.set_role(session, self._keys, row, form.role)
                    if form.disabled is (row.disabled_at is None):
                        await operators.set_disabled(session, self._keys, row, disabled=form.disabled)
                except LastOwner as error:
                    raise Conflict(error.reason) from None

        return await change.apply(form, operators.subject(name), work)

    async def renew_password(self, change: OperatorChange, name: str, form: ChangeForm) -> PasswordSet:
        """Raises NotFound and Conflict."""
        password = operator_changes.new_password()
        password_hash = await asyncio.to_thread(operator_changes.hash_of, password)

        async def work(joined_site: Database) -> None:
            row = await self._find(joined_site, change, name)
            async with joined_site.transaction() as session:
                await operators.set_password(session, self._keys, row, password_hash)

        result = await change.apply(form, operators.subject(name), work, command="operator password")
        return await self._with_password(result, name, password, password_hash)

    async def reset_factors(self, change: OperatorChange, name: str, form: ChangeForm) -> ChangeResult:
        """Raises NotFound, and Conflict without a factor."""

        async def work(joined_site: Database) -> None:
            row = await self._find(joined_site, change, name)
            async with joined_site.transaction() as session:
                if not await operator_changes.reset_factors(session, self._keys, row):
                    raise Conflict(text("reasons.no_factor"))

        return await change.apply(form, operators.subject(name), work, command="operator reset-factors")

    async def _find(self, joined_site: Database, change: OperatorChange, name: str) -> StoredOperator:
        """Raises NotFound, and Conflict for the operator who asks."""
        row = await joined_site.one(operators.OPERATOR, name=name)
        if row is None:
            raise NotFound
        if name == change.operator.name:
            raise Conflict(text("reasons.own_role"))
        return row

    async def _with_password(self, result: ChangeResult, name: str, password: str, password_hash: str) -> PasswordSet:
        row = None if result.dry_run else await self._site.one(operators.OPERATOR, name=name)
        # A request that lost against its own repetition has made another password and rolled it back.
        is_set = row is not None and row.password == password_hash
        return PasswordSet(**msgspec.structs.asdict(result), password=password if is_set else "")


def routes(site: Database, keys: DataKeys) -> list[HTTPRouteHandler]:
    editor = OperatorEditor(site, keys)

    @get("/api/admin/operators", permission="operators.read")
    async def list_operators(operator: Operator) -> OperatorList:
        """All operators, by name."""
        return OperatorList([_entry(row) for row in await operators.all_operators(site)])

    @post("/api/admin/operators", Conflict, ValidationFailed, permission="operators.change")
    async def add_operator(change: Change, data: JSONBody[NewOperatorForm]) -> PasswordSet:
        """Add an operator with a random password; the first sign-in sets up a second factor."""
        return await editor.add(change, data)

    @put("/api/admin/operators/{name:str}", NotFound, Conflict, ValidationFailed, permission="operators.change")
    async def change_operator(change: Change, name: Name, data: JSONBody[OperatorForm]) -> ChangeResult:
        """Give an operator another role, or refuse further sign-ins; open sessions end."""
        return await editor.change(change, name, data)

    @post("/api/admin/operators/{name:str}/password", NotFound, Conflict, permission="operators.change")
    async def renew_operator_password(change: Change, name: Name, data: JSONBody[ChangeForm]) -> PasswordSet:
        """Give an operator a new random password; open sessions end."""
        return await editor.renew_password(change, name, data)

    @post("/api/admin/operators/{name:str}/reset-factors", NotFound, Conflict, permission="operators.change")
    async def reset_operator_factors(change: Change, name: Name, data: JSONBody[ChangeForm]) -> ChangeResult:
        """Remove all second factors of an operator; the next sign-in sets up a new one."""
        return await editor.reset_factors(change, name, data)

    return [list_operators, add_operator, change_operator, renew_operator_password, reset_operator_factors]


def _entry(row: ListedOperator) -> OperatorEntry:
    return OperatorEntry(
        name=row.name,
        role=row.role,
        created_at=to_datetime(row.created_at),
        disabled_at=to_datetime(row.disabled_at),
        factors=row.factors,
    )
