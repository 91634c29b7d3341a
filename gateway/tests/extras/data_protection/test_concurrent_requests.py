"""Requests about an account's data at the same moment, in several processes of the service."""

import asyncio
from collections import Counter
from typing import Any

import pytest

from gateway.config.settings import Settings
from gateway.database.database import Database
from gateway.extras.data_protection.erasure_mails import ErasureMails
from gateway.extras.data_protection.erasure_requests import ErasureRequests
from gateway.extras.data_protection.mailed_codes import MailedCodes
from gateway.extras.data_protection.rights import DataRights
from gateway.features.account_overview import personal_data
from gateway.features.account_overview.personal_data import AccountExport
from gateway.features.accounts import AccountsFeature
from gateway.features.accounts.audit_log import AuditLog
from gateway.features.accounts.session import Identity
from gateway.http.errors import TooManyRequests
from gateway.http.rate_limit_shared import Limiter
from gateway.tests.extras.data_protection.protected_site import ERASURE, ProtectedSite
from gateway.tests.support.account_app import bearer, new_account, site
from gateway.tests.support.wait_until import until_transactions

SEED = 8686
pytestmark = pytest.mark.usefixtures("fresh")


async def test_exports_at_the_same_moment_are_one(protected: ProtectedSite, monkeypatch: pytest.MonkeyPatch) -> None:
    """Eight processes, each with a lock of its own, have all read the data before one of them takes the day."""
    parts, count = protected.application.parts, 8
    all_have_read, read_all = asyncio.Barrier(count), personal_data.export

    async def export(database: Database, login: str) -> AccountExport:
        data = await read_all(database, login)
        await all_have_read.wait()
        return data

    monkeypatch.setattr(personal_data, "export", export)
    accounts, requests, codes = parts.get(AccountsFeature), parts.get(ErasureRequests), MailedCodes(["a secret"])
    mails = ErasureMails(
        protected.database, parts.get(Settings), accounts.repository, accounts.languages, accounts.signature, codes
    )
    processes = [
        DataRights(protected.database, accounts.authentication, requests, mails, codes, parts.get(Limiter))
        for _ in range(count)
    ]
    sessions = await site(protected.world, "SELECT id FROM sessions WHERE login = 'demo' ORDER BY confirmed_at DESC")
    caller = Identity("demo", 0, "198.51.100.1", str(sessions[0][0]))
    answers = await asyncio.gather(*(process.export(caller) for process in processes), return_exceptions=True)
    assert Counter(map(type, answers)) == {AccountExport: 1, TooManyRequests: count - 1}, answers
    logged = await site(protected.world, "SELECT COUNT(*) FROM security_log WHERE action = 'DATA_EXPORTED'")
    assert logged == [(1,)]


WAITING_FOR_A_ROW = "SELECT COUNT(*) FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'"


@pytest.mark.parametrize("first", ["cancel", "erasure"])
async def test_cancel_in_the_instant_of_the_erasure_is_one_of_both(
    protected: ProtectedSite, monkeypatch: pytest.MonkeyPatch, first: str
) -> None:
    """One has locked the request and does not end before the other one waits for it."""
    world, http = protected.world, protected.http
    login = f"late{first}"
    http.headers.update(bearer(await new_account(http, login)))
    address = f"{login}@example.org"
    await site(
        world,
        f"REPLACE INTO confirmed_emails VALUES ('{login}', '{address}', 1)",
        f"INSERT INTO erasure_requests (login, state, requested_at, due_at) VALUES ('{login}', 'waiting', 1, 1)",
    )
    seconds = list[asyncio.Task[Any]]()

    async def start_second() -> None:
        """Called once, by the last statements of the first one."""
        if seconds:
            return
        seconds.append(asyncio.create_task(erase() if first == "cancel" else cancel()))

        async def is_waiting() -> bool:
            return (await site(world, WAITING_FOR_A_ROW)) != [(0,)]

        await until_transactions(is_waiting)

    async def cancel() -> int:
        return (await http.delete(ERASURE)).status_code

    async def erase() -> None:
        await protected.run("run_erasures")

    add_mail, note = ErasureMails.add, AuditLog.note

    async def add_and_wait(mails: ErasureMails, *args: Any, **values: Any) -> None:
        await add_mail(mails, *args, **values)
        await start_second()

    async def note_and_wait(audit_log: AuditLog, *args: Any, **values: Any) -> None:
        await note(audit_log, *args, **values)
        await start_second()

    with monkeypatch.context() as patch:
        if first == "cancel":
            patch.setattr(AuditLog, "note", note_and_wait)
            status = await cancel()
            await seconds[0]
        else:
            patch.setattr(ErasureMails, "add", add_and_wait)
            await erase()
            status = await seconds[0]
    ((owner, state),) = await site(world, "SELECT login, state FROM erasure_requests")
    actions = {action for (action,) in await site(world, "SELECT action FROM security_log")}
    profiles = await site(world, f"SELECT login FROM profiles WHERE login = '{login}'")
    mails = await site(world, "SELECT kind FROM messages WHERE channel = 'data_protection'")
    if first == "cancel":
        assert (status, owner, state, profiles, mails) == (200, login, "cancelled", [(login,)], [])
        assert "ERASURE_CANCELLED" in actions
    else:
        assert (status, state, profiles, mails) == (409, "done", [], [("erased",)])
        assert str(owner).startswith("erased:")
        assert "ERASURE_CANCELLED" not in actions
