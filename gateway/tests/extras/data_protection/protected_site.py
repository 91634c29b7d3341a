"""A running application with a mail server. Its requests carry the token of `demo`."""

import re
import time
from typing import Any, Final

import httpx

from fixtures.installed import World
from gateway.app import Application
from gateway.database.database import Databases
from gateway.extras.data_protection import legal_texts
from gateway.features.operators.operator_log import Operation, running
from gateway.jobs import Job
from gateway.registration.feature import jobs_of
from gateway.tests.support.mail_server import MailServer

BASE: Final = "/api/player/data-protection"
ERASURE, EXPORT = f"{BASE}/erasure", f"{BASE}/export"
EMAIL: Final = "demo@example.org"
CHANGE: Final = Operation(operator="ann", command="a test", reason="a test")


class ProtectedSite:
    """A running application; requests carry the token of `demo`."""

    def __init__(self, world: World, application: Application, http: httpx.AsyncClient, smtp: MailServer) -> None:
        self.world, self.application = world, application
        self.http, self.smtp = http, smtp
        self.database = application.parts.get(Databases).site

    async def run(self, name: str) -> None:
        job: Job = next(job for job in jobs_of(self.application.features) if job.name == name)
        await job.work(int(time.time()))

    async def state(self) -> dict[str, Any]:
        response = await self.http.get(BASE)
        assert response.status_code == 200, response.text
        return response.json()

    async def mailed_code(self) -> str:
        self.smtp.messages.clear()
        assert (await self.http.post(f"{ERASURE}/code")).status_code == 200
        await self.run("send_erasure_mails")
        (code,) = re.findall(r"\b\d{8}\b", " ".join(self.smtp.texts(EMAIL)))
        return code

    async def request(self) -> None:
        response = await self.http.post(ERASURE, json={"code": await self.mailed_code()})
        assert response.status_code == 200, response.text

    async def publish(self, texts: dict[str, str]) -> int:
        with running(CHANGE):
            async with self.database.transaction() as session:
                return await legal_texts.publish(session, "terms", texts, "ann")
