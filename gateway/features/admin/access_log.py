"""Files of the administration. Each request for one is a row of the operator log."""

from collections.abc import AsyncGenerator

from litestar.response import Stream

from gateway.database.database import Database
from gateway.features.admin.sessions import OperatorIdentity
from gateway.features.operators import operator_log
from gateway.features.operators.operator_log import Operation


async def record_access(site: Database, operator: OperatorIdentity, subject: str) -> None:
    """Adds a row for the permission of the request."""
    operation = Operation(operator.name, operator.permission, "", "admin", operator.address)
    with operator_log.running(operation):
        async with site.transaction() as session:
            await operator_log.record(session, subject)


def csv_response(name: str, lines: AsyncGenerator[str]) -> Stream:
    """`name`: of the file, without its ending."""
    headers = {"Content-Disposition": f'attachment; filename="{name}.csv"', "Cache-Control": "no-store"}
    return Stream(lines, media_type="text/csv; charset=utf-8", headers=headers)
