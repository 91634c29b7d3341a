"""GET /api/admin/openapi.json: the administration's own OpenAPI document; the public one does not name its routes."""

from collections.abc import Sequence
from functools import cache
from inspect import signature

from litestar import MediaType, Response
from litestar.di import Provide
from litestar.handlers import HTTPRouteHandler

from gateway.administration.changes import DryRun, IdempotencyKey
from gateway.administration.origin import COOKIE
from gateway.administration.routes import get
from gateway.administration.sessions import Operator
from gateway.http import openapi
from gateway.http.openapi import Json


async def _operator() -> None:
    """Placeholder for the app's dependency, which is not part of the document."""


async def _change(operator: Operator, idempotency_key: IdempotencyKey = None, dry_run: DryRun = False) -> None:
    """Placeholder with the parameters of a change."""


def document(routes: Sequence[HTTPRouteHandler]) -> Json:
    return openapi.document(
        routes,
        title="Administration",
        dependencies={"operator": Provide(_operator), "change": Provide(_change)},
        security={"session": {"type": "apiKey", "in": "cookie", "name": COOKIE}},
        is_personal=lambda route: bool({"operator", "change"} & signature(route.fn).parameters.keys()),
    )


def routes(documented_routes: Sequence[HTTPRouteHandler]) -> list[HTTPRouteHandler]:
    @get("/api/admin/openapi.json", permission="session")
    async def get_admin_openapi(operator: Operator) -> Response[bytes]:
        """This document."""
        return Response(json_text(), media_type=MediaType.JSON)

    document_routes = [get_admin_openapi]

    @cache
    def json_text() -> bytes:
        return openapi.to_json(document([*documented_routes, *document_routes]))

    return document_routes
