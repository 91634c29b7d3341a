"""Access to personal data and files: each is a row of the operators' log."""

from collections.abc import AsyncGenerator

from litestar.response import Stream

from gateway.administration.sessions import OperatorIdentity
from gateway.database.database import Database
from gateway.features.operators import operator_log


async def record_access(site: Database, operator: OperatorIdentity, subject: str, command: str = "") -> None:
    """Adds a row for data that an operator reads. `command`: empty: the permission of the request."""
    with operator_log.running(operator.operation(command)):
        async with site.transaction() as session:
            await operator_log.record(session, subject)


def csv_response(name: str, lines: AsyncGenerator[str]) -> Stream:
    """Returns a file to download. `name`: without its ending."""
    headers = {"Content-Disposition": f'attachment; filename="{name}.csv"', "Cache-Control": "no-store"}
    return Stream(lines, media_type="text/csv; charset=utf-8", headers=headers)
