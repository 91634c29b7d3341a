"""The OpenAPI document, and a page that shows it to people: written here, so it loads nothing from elsewhere."""

import base64
from collections.abc import Callable, Sequence
from functools import cache
from hashlib import sha256
from html import escape
from inspect import signature
from typing import Any

import msgspec
from litestar import Litestar, MediaType, Response, get
from litestar.di import Provide
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.config import OpenAPIConfig

from gateway.http.errors import BadRequest, InternalError, TooLarge, TooManyRequests, UnsupportedMediaType
from gateway.http.response_cache import POLICY
from gateway.http.security_headers import docs_headers

PROBLEM = {"application/json": {"schema": {"$ref": "#/components/schemas/ProblemBody"}}}
BEARER = "token"
METHODS = ("get", "post", "put", "patch", "delete")

Json = dict[str, Any]


def document(routes: Sequence[HTTPRouteHandler], name: str) -> Json:
    """Returns the OpenAPI document of the routes, sorted. A parameter `caller` means that a token is needed."""
    described = Litestar(
        routes,
        dependencies={"caller": Provide(_caller)},
        openapi_config=OpenAPIConfig(title=f"{name} gateway", version="1"),
        logging_config=None,
    ).openapi_schema.to_schema()
    public = {path for route in routes if POLICY in route.opt for path in route.paths}
    personal = {route.operation_id for route in routes if "caller" in signature(route.fn).parameters}
    for path, item in described["paths"].items():
        for method in METHODS:
            if method in item:
                operation = item[method]
                _complete(operation["responses"], is_public=path in public, is_sent="requestBody" in operation)
                if operation["operationId"] in personal:
                    operation["security"] = [{BEARER: []}]
    described["paths"] = dict(sorted(described["paths"].items()))
    schemas = described["components"]["schemas"]
    described["components"]["schemas"] = dict(sorted(schemas.items()))
    described["components"]["securitySchemes"] = {BEARER: {"type": "http", "scheme": "bearer", "bearerFormat": "JWT"}}
    return described


async def _caller() -> None:
    """Stands in for the app's own dependency, which is no part of a document."""


def _complete(responses: Json, *, is_public: bool, is_sent: bool) -> None:
    """The one error shape wherever something is refused, and what no handler needs to say of itself."""
    if is_public:
        responses.setdefault("429", {"description": TooManyRequests.error})
    for problem in (BadRequest, TooLarge, UnsupportedMediaType) if is_sent else ():
        responses.setdefault(str(problem.status), {"description": problem.error})
    responses.setdefault("500", {"description": InternalError.error})
    for status, response in responses.items():
        if int(status) >= 400 and "Ready" not in str(response.get("content")):
            response["content"] = PROBLEM
    for status in sorted(responses):
        responses[status] = responses.pop(status)


def encoded(described: Json) -> bytes:
    return msgspec.json.format(msgspec.json.encode(described), indent=2) + b"\n"


def routes(others: Sequence[HTTPRouteHandler], name: str, public_url: str) -> list[HTTPRouteHandler]:
    """The handlers of the document and of its page; both are made when first asked for."""

    @get(
        "/api/openapi.json",
        operation_id="getOpenapi",
        summary="This document",
        tags=["operators"],
        sync_to_thread=False,
    )
    def openapi() -> Response[bytes]:
        headers = {"Cache-Control": "public, max-age=300"}
        return Response(json_text(), media_type=MediaType.JSON, headers=headers)

    @get("/api/docs", operation_id="getDocs", summary="This page", tags=["operators"])
    async def reference() -> Response[bytes]:
        page, style = html()
        headers = {key.decode(): value.decode() for key, value in docs_headers(public_url, style)}
        return Response(page, media_type=MediaType.HTML, headers={**headers, "Cache-Control": "no-cache"})

    own = [openapi, reference]

    @cache
    def json_text() -> bytes:
        return encoded(document([*others, *own], name))

    @cache
    def html() -> tuple[bytes, str]:
        return page_of(msgspec.json.decode(json_text()))

    return own


STYLE = """
:root{color-scheme:dark light;--gold:#d4af6a}body{font:16px/1.5 system-ui,sans-serif;max-width:62rem;margin:2rem auto;
padding:0 1rem;background:#0b0e14;color:#e9e4d8}a{color:#f0d79a}h1,h2{font-weight:600;color:var(--gold)}
section{border:1px solid #3a3523;border-radius:8px;padding:.2rem 1.2rem 1rem;margin:1rem 0;background:#121826}
h3{font-family:ui-monospace,monospace;font-size:1rem;overflow-wrap:anywhere}h3 b{color:#5bb98c;margin-right:.6rem}
.scroll{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:.9rem}caption,th,td{text-align:left;
padding:.3rem .8rem .3rem 0;vertical-align:top}caption{color:#a9a392}th{font-weight:600;color:#a9a392}
tr+tr td{border-top:1px solid #262c3a}code{font-family:ui-monospace,monospace}
"""


def page_of(described: Json) -> tuple[bytes, str]:
    """The page, and the hash of its style sheet for the content security policy."""
    hashed = base64.b64encode(sha256(STYLE.encode()).digest()).decode()
    tags: dict[str, list[str]] = {}
    for path, item in described["paths"].items():
        for method in filter(item.__contains__, METHODS):
            tags.setdefault(item[method].get("tags", ["more"])[0], []).append(_operation(path, method, item[method]))
    groups = "".join(f"<h2>{escape(tag)}</h2>{''.join(parts)}" for tag, parts in sorted(tags.items()))
    schemas = "".join(_schema(name, each) for name, each in described["components"]["schemas"].items())
    title = escape(described["info"]["title"])
    page = (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{STYLE}</style></head>'
        f'<body><main><h1>{title}</h1><p>The same for machines: <a href="/api/openapi.json">openapi.json</a>.</p>'
        f"{groups}<h2>Shapes</h2>{schemas}</main></body></html>"
    )
    return page.encode(), f"'sha256-{hashed}'"


def _operation(path: str, method: str, operation: Json) -> str:
    parameters = [
        (each["name"], each["in"], _type(each["schema"]), _rules(each["schema"]))
        for each in operation.get("parameters", [])
    ]
    answers = [
        (status, _body(response), response["description"]) for status, response in operation["responses"].items()
    ]
    return (
        f"<section><h3><b>{method.upper()}</b>{escape(path)}</h3><p>{escape(operation.get('summary', ''))}</p>"
        f"{_table('Parameters', ('name', 'in', 'type', 'rules'), parameters)}"
        f"{_table('Answers', ('status', 'shape', 'meaning'), answers)}</section>"
    )


def _schema(name: str, schema: Json) -> str:
    fields = [(field, _type(each), _rules(each)) for field, each in schema.get("properties", {}).items()]
    table = _table("", ("field", "type", "rules"), fields)
    return f'<section id="{escape(name)}"><h3>{escape(name)}</h3>{table}</section>'


def _table(caption: str, head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    if not rows:
        return ""
    titles = "".join(f'<th scope="col">{each}</th>' for each in head)
    cells = "".join("<tr>" + "".join(f"<td>{_cell(each)}</td>" for each in row) + "</tr>" for row in rows)
    shown = f"<caption>{caption}</caption>" if caption else ""
    return f'<div class="scroll" tabindex="0"><table>{shown}<tr>{titles}</tr>{cells}</table></div>'


def _cell(text: str) -> str:
    before, mark, name = text.partition("#")
    shown = escape(text) if not mark else f'{escape(before)}<a href="#{escape(name)}">{escape(name)}</a>'
    return f"<code>{shown}</code>"


def _body(response: Json) -> str:
    content = response.get("content", {})
    return next((_type(each["schema"]) for each in content.values() if "schema" in each), "")


def _type(schema: Json) -> str:
    """A short name; `#Name` becomes a link."""
    if "$ref" in schema:
        return f"#{schema['$ref'].rsplit('/', 1)[-1]}"
    options = schema.get("oneOf") or schema.get("anyOf")
    if options:
        return " | ".join(sorted(map(_type, options), key=lambda name: "#" in name))
    if schema.get("type") == "array":
        return f"list of {_type(schema['items'])}"
    kind: str | list[str] = schema.get("type", "any")
    return kind if isinstance(kind, str) else " | ".join(kind)


_RULES: dict[str, Callable[[Any], str]] = {
    "minimum": "from {}".format,
    "maximum": "to {}".format,
    "minLength": "at least {} characters".format,
    "maxLength": "at most {} characters".format,
    "format": str,
    "default": "default {}".format,
    "enum": lambda values: ", ".join(str(each) for each in values if each is not None),
}


def _rules(schema: Json) -> str:
    found = [text(schema[rule]) for rule, text in _RULES.items() if schema.get(rule) is not None]
    nested = [_rules(each) for each in schema.get("oneOf", ())]
    return "; ".join(filter(None, [*found, *nested]))
