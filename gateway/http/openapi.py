"""The OpenAPI document and its HTML reference. The page loads nothing: the packaged viewers need scripts and styles
of a megabyte or more, or a CDN.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from html import escape
from http import HTTPStatus
from inspect import signature
from typing import Any

import msgspec
from litestar import Litestar, MediaType, Response
from litestar.di import Provide
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.config import OpenAPIConfig

from gateway.http.errors import (
    WITHOUT_FACTOR,
    BadRequest,
    FactorRequired,
    InternalError,
    NotAuthenticated,
    Problem,
    RequestTimeout,
    TooLarge,
    TooManyRequests,
    UnsupportedMediaType,
    ValidationFailed,
)
from gateway.http.response_cache import public
from gateway.http.routes import get
from gateway.http.security_headers import text_hash

PROBLEM = {"application/json": {"schema": {"$ref": "#/components/schemas/ProblemBody"}}}
BEARER = "token"
METHODS = ("get", "post", "put", "patch", "delete")
FRESH_SECONDS = 300

Json = dict[str, Any]


def document(
    routes: Sequence[HTTPRouteHandler],
    *,
    title: str = "Game server gateway",
    dependencies: Mapping[str, Provide] | None = None,
    security: Json | None = None,
    is_personal: Callable[[HTTPRouteHandler], bool] = lambda route: "caller" in signature(route.fn).parameters,
) -> Json:
    """Returns the OpenAPI document of the routes, sorted.

    `security`: the security scheme of personal routes: those with a parameter `caller`, which require a token.
    """
    schemes = security or {BEARER: {"type": "http", "scheme": "bearer", "bearerFormat": "JWT"}}
    spec = Litestar(
        routes,
        dependencies=dependencies or {"caller": Provide(_caller)},
        openapi_config=OpenAPIConfig(title=title, version="1"),
        logging_config=None,
    ).openapi_schema.to_schema()
    errors: Json = {}
    personal = {route.operation_id: route.opt for route in routes if is_personal(route)}
    for item in spec["paths"].values():
        for method in METHODS:
            if method in item:
                operation = item[method]
                operation_id = operation["operationId"]
                if operation_id in personal:
                    _add_error(operation["responses"], NotAuthenticated)
                    if security is None and WITHOUT_FACTOR not in personal[operation_id]:
                        _add_error(operation["responses"], FactorRequired)
                _add_errors(operation["responses"], method, has_form="requestBody" in operation)
                operation["responses"] = _share_errors(operation["responses"], errors)
                if operation_id in personal:
                    operation["security"] = [{name: list[str]() for name in schemes}]
    spec["paths"] = dict(sorted(spec["paths"].items()))
    spec["components"] = {
        "schemas": dict(sorted(spec["components"]["schemas"].items())),
        "responses": dict(sorted(errors.items())),
        "securitySchemes": schemes,
    }
    return spec


async def _caller() -> None:
    """Placeholder for the app's dependency, which is not part of the document."""


def _add_error(responses: Json, problem: type[Problem]) -> None:
    names = responses.setdefault(str(problem.status), {"description": ""})
    names["description"] = f"{names['description']}, {problem.error}".removeprefix(", ")


def _add_errors(responses: Json, method: str, *, has_form: bool) -> None:
    """Adds the errors that all handlers share, and the error format."""
    of_form = (BadRequest, TooLarge, UnsupportedMediaType) if has_form else ()
    of_body = (RequestTimeout,) if method != "get" else ()
    for problem in (*of_form, *of_body, TooManyRequests, InternalError):
        responses.setdefault(str(problem.status), {"description": problem.error})
    if responses.get("400", {}).get("description") == HTTPStatus.BAD_REQUEST.description:  # the framework's own text
        responses["400"]["description"] = ValidationFailed.error


def _share_errors(responses: Json, errors: Json) -> Json:
    """Returns the responses, sorted; those in the error format become references to `errors`, which collects them."""
    references: Json = {}
    for status, response in sorted(responses.items()):
        if int(status) >= 400 and "Ready" not in str(response.get("content")):
            codes = dict.fromkeys(response["description"].split(", "))
            name = ".".join((status, *codes))
            errors[name] = {"description": ", ".join(codes), "content": PROBLEM}
            references[status] = {"$ref": f"#/components/responses/{name}"}
        else:
            references[status] = response
    return references


def to_json(spec: Json) -> bytes:
    return msgspec.json.format(msgspec.json.encode(spec), indent=2) + b"\n"


def routes(api_routes: Sequence[HTTPRouteHandler]) -> list[HTTPRouteHandler]:
    """Returns the handlers of the document and of its page; both are built at the first request."""

    @get("/api/openapi.json", opt=public(max_age=FRESH_SECONDS))
    async def get_openapi() -> Response[bytes]:
        """This document."""
        return Response(json_text(), media_type=MediaType.JSON)

    @get("/api/docs", opt=public(max_age=FRESH_SECONDS))
    async def get_docs() -> Response[str]:
        """This page."""
        return Response(html(), media_type=MediaType.HTML, headers={"Content-Security-Policy": PAGE_POLICY})

    document_routes = [get_openapi, get_docs]

    @cache
    def json_text() -> bytes:
        return to_json(document([*api_routes, *document_routes]))

    @cache
    def html() -> str:
        return render_page(msgspec.json.decode(json_text()))

    return document_routes


STYLE = """
:root{color-scheme:dark light}body{font:16px/1.5 system-ui,sans-serif;max-width:62rem;margin:2rem auto;
padding:0 1rem;background:#0b0e14;color:#e9e4d8}a{color:#f0d79a}h1,h2{font-weight:600;color:#d4af6a}
details{border:1px solid #3a3523;border-radius:8px;padding:.5rem 1rem;margin:.5rem 0;background:#121826}
summary,pre{font-family:ui-monospace,monospace;overflow-wrap:anywhere}summary b{color:#5bb98c}pre{overflow-x:auto}
"""
PAGE_POLICY = f"default-src 'none'; style-src '{text_hash(STYLE.encode())}'; base-uri 'none'; frame-ancestors 'none'"
_REFERENCE = re.compile(r'"#/components/(?:schemas|responses)/([\w.]+)"')


def render_page(spec: Json) -> str:
    operations = "".join(
        _section(f"<b>{method.upper()}</b> {escape(path)}", item[method].get("summary", ""), item[method])
        for path, item in spec["paths"].items()
        for method in filter(item.__contains__, METHODS)
    )
    errors, schemas = (
        "".join(_section(escape(name), "", part, f' open id="{escape(name)}"') for name, part in parts.items())
        for parts in (spec["components"]["responses"], spec["components"]["schemas"])
    )
    title = escape(spec["info"]["title"])
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{STYLE}</style></head>'
        f'<body><main><h1>{title}</h1><p>Machine-readable: <a href="/api/openapi.json">openapi.json</a></p>'
        f"<h2>Operations</h2>{operations}<h2>Errors</h2>{errors}<h2>Schemas</h2>{schemas}</main></body></html>"
    )


def _section(title: str, text: str, content: Json, attributes: str = "") -> str:
    """Returns a foldable section with the content as JSON; references to schemas become links."""
    json = escape(msgspec.json.format(msgspec.json.encode(content), indent=2).decode(), quote=False)
    linked_json = _REFERENCE.sub(r'<a href="#\1">\1</a>', json)
    return (
        f'<details{attributes}><summary>{title} {escape(text)}</summary><pre tabindex="0">{linked_json}</pre></details>'
    )
