"""POST /api/admin/doctor: runs `gateway doctor` in a process of its own, and answers with its findings."""

import asyncio
import sys
import time
from typing import Final

import msgspec
import structlog
from litestar.handlers import HTTPRouteHandler
from msgspec import Struct

from gateway.administration.routes import post
from gateway.administration.sessions import Operator
from gateway.http.errors import SiteUnavailable, TooManyRequests
from gateway.observability.signals import ReportedFinding
from gateway.texts import text

_SECONDS: Final = 120
COMMAND: Final = (sys.executable, "-m", "gateway", "doctor", "--json")
_LOGGED_CHARACTERS: Final = 500

log = structlog.stdlib.get_logger("gateway.admin")


class DoctorReport(Struct, frozen=True):
    seconds: float
    findings: list[ReportedFinding]


def routes() -> list[HTTPRouteHandler]:
    running = asyncio.Lock()

    @post("/api/admin/doctor", TooManyRequests, permission="doctor.run")
    async def run_doctor(operator: Operator) -> DoctorReport:
        """Run the doctor; one at a time in a process of the service."""
        if running.locked():
            raise TooManyRequests(text("reasons.doctor_running"), retry_after=5)
        async with running:
            start = time.monotonic()
            findings = await _run(operator.language)
        return DoctorReport(round(time.monotonic() - start, 1), findings)

    return [run_doctor]


async def _run(language: str) -> list[ReportedFinding]:
    """Raises SiteUnavailable if the command does not end, or prints no findings; the log has the reason."""
    process = await asyncio.create_subprocess_exec(
        *COMMAND,
        f"--language={language}",
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    errors = b""
    try:
        async with asyncio.timeout(_SECONDS):
            output, errors = await process.communicate()
        return msgspec.json.decode(output, type=list[ReportedFinding])
    except (TimeoutError, msgspec.MsgspecError) as error:
        printed = errors.decode("utf-8", "replace")[-_LOGGED_CHARACTERS:]
        log.warning("doctor_gave_no_findings", reason=repr(error), exit_code=process.returncode, printed=printed)
        raise SiteUnavailable(text("reasons.doctor_silent")) from None
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
