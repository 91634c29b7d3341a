"""POST /api/admin/doctor: runs `gateway doctor` in a process of its own, and answers with its findings."""

import asyncio
import sys
import time
from typing import Final, Literal

import msgspec
from litestar.handlers import HTTPRouteHandler
from msgspec import Struct

from gateway.administration.routes import post
from gateway.administration.sessions import Operator
from gateway.http.errors import SiteUnavailable, TooManyRequests
from gateway.texts import text

_SECONDS: Final = 120
_COMMAND: Final = (sys.executable, "-m", "gateway", "doctor", "--json")


class DoctorFinding(Struct, frozen=True):
    """`do`: what to do about it."""

    topic: str
    level: Literal["ok", "advice", "bad"]
    text: str
    do: str


class DoctorReport(Struct, frozen=True):
    seconds: float
    findings: list[DoctorFinding]


def routes() -> list[HTTPRouteHandler]:
    running = asyncio.Lock()

    @post("/api/admin/doctor", TooManyRequests, permission="doctor.run")
    async def run_doctor(operator: Operator) -> DoctorReport:
        """Run the doctor; one at a time in a process of the service."""
        if running.locked():
            raise TooManyRequests(text("reasons.doctor_running"), retry_after=5)
        async with running:
            start = time.monotonic()
            findings = await _run()
        return DoctorReport(round(time.monotonic() - start, 1), findings)

    return [run_doctor]


async def _run() -> list[DoctorFinding]:
    """Raises SiteUnavailable if the command does not end, or prints no findings."""
    process = await asyncio.create_subprocess_exec(
        *_COMMAND, stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL
    )
    try:
        async with asyncio.timeout(_SECONDS):
            output, _ = await process.communicate()
        return msgspec.json.decode(output, type=list[DoctorFinding])
    except (TimeoutError, msgspec.MsgspecError):
        raise SiteUnavailable(text("reasons.doctor_silent")) from None
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
