"""Requests about an account's data at the same moment, in several processes of the service."""

import asyncio
from collections import Counter

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
from gateway.features.accounts.session import Identity
from gateway.http.errors import TooManyRequests
from gateway.http.rate_limit_shared import Limiter
from gateway.tests.extras.data_protection.protected_site import ProtectedSite
from gateway.tests.support.account_app import site

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
