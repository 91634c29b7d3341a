"""Changes that operators make: one transaction with their log rows, once for each idempotency key, or as a dry run.

A dry run (`dry_run=true`) runs the same code and rolls it back, so it shows the effect of the change.
"""

import hashlib
import time
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from typing import Annotated, Final, TypeAlias

import msgspec
from litestar.di import NamedDependency
from litestar.params import HeaderParameter, QueryParameter
from msgspec import Meta, Struct

from gateway.administration.permissions import PERMISSIONS
from gateway.administration.sessions import OperatorIdentity
from gateway.concurrency.durations import DAY
from gateway.database.database import Database, DuplicateKey, JoinedConflict, JoinedDatabase, LockConflict, retry
from gateway.database.queries import query
from gateway.database.times import to_seconds
from gateway.features.operators import operator_signatures
from gateway.features.operators.operator_log import REASON_MAX, LoggedChange, Operation, record_refusal, running
from gateway.http import idempotency
from gateway.http.errors import Conflict, Problem, TooManyRequests, ValidationFailed
from gateway.texts import Text, text

_ATTEMPTS: Final = 5

Reason = Annotated[str, Meta(max_length=REASON_MAX)]
Work = Callable[[Database], Awaitable[Text | Sequence[Text] | None]]
"""Makes the change with the database that it gets. Returns sentences about the result, or None."""


class ChangeForm(Struct, forbid_unknown_fields=True, kw_only=True):
    """Form of a change without further fields, and base of the other forms.

    `version`: of the dry run that the operator saw; the change is refused if the old values have changed since; empty:
    no such check.
    """

    reason: Reason = ""
    version: str = ""


class ChangeResult(Struct, frozen=True, kw_only=True):
    """`version`: of the values before the change. `changes`: in their order."""

    dry_run: bool
    version: str
    message: str | None
    changes: list[LoggedChange]


class StoredResult(Struct, frozen=True, kw_only=True):
    """A result for readers of any language, as it is kept for a repeated request."""

    version: str
    changes: list[LoggedChange]
    texts: Sequence[Text] = ()


class ChangedMeanwhile(Problem):
    status = 409
    error = "changed_meanwhile"


class DailyLimitReached(TooManyRequests):
    def __init__(self) -> None:
        super().__init__(text("reasons.daily_limit"))


class _StoredRequest(Struct, frozen=True):
    fingerprint: str
    response: str


class _Count(Struct, frozen=True):
    count: int


class _DryRun(Exception):  # noqa: N818 - rolls the transaction back
    """Carries the result of a dry run out of its transaction."""

    def __init__(self, result: StoredResult) -> None:
        super().__init__()
        self.result = result


REQUEST = query("admin.request", _StoredRequest)
ADD_REQUEST = query("admin.add_request", None)
REQUESTS_SINCE = query("admin.requests_since", _Count)

IdempotencyKey = Annotated[str | None, HeaderParameter(name=idempotency.HEADER)]
DryRun = Annotated[bool, QueryParameter()]


class OperatorChange(Struct, frozen=True):
    """The change that a request asks for. A handler gets it by a parameter `change: Change`."""

    site: Database
    operator: OperatorIdentity
    key: str | None
    dry_run: bool

    @property
    def unique_key(self) -> str:
        """A key for the change's own records, which is another for each operator."""
        return idempotency.uuid_of(f"{self.operator.name}\0{self.key}")

    async def apply(self, form: ChangeForm, subject: str, work: Work, *, command: str = "") -> ChangeResult:
        """Runs `work` in one transaction with its log rows.

        `subject`: the thing to change, for the log of a refusal. `command`: its name in the log; empty: the permission.
        Raises ValidationFailed without a reason or a key, KeyReused, ChangedMeanwhile, DailyLimitReached, and what
        `work` raises; a refusal is logged.
        """
        if not form.reason.strip():
            raise ValidationFailed(fields={"reason": text("reasons.reason_missing")})
        if not self.dry_run:
            if self.key is None:
                raise ValidationFailed(fields={idempotency.HEADER: text("fields.required.any")})
            idempotency.check(self.key)
        operation = self.operator.operation(command, form.reason.strip())
        try:
            result = await self._apply(operation, form, subject, work)
        except Problem as problem:
            if not self.dry_run and problem.status < 500:
                await record_refusal(self.site, operation, subject, problem.sentences)
            raise
        return ChangeResult(
            dry_run=self.dry_run, version=result.version, message=self.read(result.texts), changes=result.changes
        )

    def read(self, texts: Sequence[Text]) -> str | None:
        """Returns the sentences in the operator's language; None without one."""
        return " ".join(sentence.read(self.operator.language) for sentence in texts) or None

    async def _apply(self, operation: Operation, form: ChangeForm, subject: str, work: Work) -> StoredResult:
        fingerprint = _fingerprint(operation.command, subject, form)

        async def attempt() -> StoredResult:
            try:
                async with self.site.transaction() as session:
                    await self._check_limit(JoinedDatabase(self.site, session))
                    with running(operation) as changes:
                        texts = await work(JoinedDatabase(self.site, session)) or ()
                    texts = (texts,) if isinstance(texts, Text) else texts
                    result = StoredResult(version=_version(changes), changes=list(changes), texts=texts)
                    if form.version not in {"", result.version}:
                        raise ChangedMeanwhile
                    if self.dry_run:
                        raise _DryRun(result)
                    await session.write(
                        ADD_REQUEST,
                        operator=self.operator.name,
                        key=self.key,
                        permission=self.operator.permission,
                        fingerprint=fingerprint,
                        response=msgspec.json.encode(result).decode(),
                        now=int(time.time()),
                    )
                    return result
            except JoinedConflict as error:
                raise LockConflict(error.role, str(error)) from error

        if not self.dry_run and (stored_result := await self._stored_result(fingerprint)):
            return stored_result
        try:
            return await retry(attempt, _ATTEMPTS)
        except _DryRun as dry_run:
            return dry_run.result
        except (DuplicateKey, Problem) as error:
            # The same request may have just been committed: then there is nothing left to change.
            if not self.dry_run and (stored_result := await self._stored_result(fingerprint)):
                return stored_result
            raise (Conflict if isinstance(error, DuplicateKey) else error) from None

    async def _stored_result(self, fingerprint: str) -> StoredResult | None:
        """Returns the result of an earlier request under the key. Raises KeyReused."""
        row = await self.site.one(REQUEST, operator=self.operator.name, key=self.key)
        if row is None:
            return None
        if row.fingerprint != fingerprint:
            raise idempotency.KeyReused
        return msgspec.json.decode(row.response, type=StoredResult)

    async def _check_limit(self, site: Database) -> None:
        operator = self.operator
        limit = PERMISSIONS[operator.permission].per_day.get(operator.role)
        if limit is None:
            return
        # Concurrent changes of one operator wait for each other, so each counts those before it.
        await site.one(operator_signatures.LOCK, name=operator.name)
        since = int(time.time()) - DAY
        row = await site.one(REQUESTS_SINCE, operator=operator.name, permission=operator.permission, since=since)
        if row and row.count >= limit:
            raise DailyLimitReached


def _fingerprint(command: str, subject: str, form: ChangeForm) -> str:
    return hashlib.sha256(msgspec.json.encode((command, subject, form))).hexdigest()


def epoch_seconds(moment: datetime, field: str) -> int:
    """Returns the time of a form's field. Raises ValidationFailed for a time without a zone."""
    if moment.tzinfo is None:
        raise ValidationFailed(fields={field: text("reasons.zone")})
    return to_seconds(moment)


def _version(changes: Sequence[LoggedChange]) -> str:
    """Returns a hash of the old values. New rows do not count: a dry run gives them other ids."""
    old_values = [(change.subject, change.before) for change in changes if change.before]
    return hashlib.sha256(msgspec.json.encode(old_values, order="sorted")).hexdigest()[:16]


Change: TypeAlias = NamedDependency[OperatorChange]
"""A handler that changes something asks for it by a parameter `change: Change`; the app provides it."""
