"""The rules that a JSON body breaks, by the types of its form.

msgspec names the first one alone, in an English sentence.
"""

import re
from collections.abc import Mapping
from typing import Any, Final, cast, get_type_hints

import msgspec
from msgspec import inspect

from gateway.texts import Text, text

_SHOWN_NAME: Final = re.compile(r"\w{1,40}")


def broken_rules(body: object, form: type[msgspec.Struct]) -> dict[str, Text]:
    """Returns an error for each field that `form` refuses. A missing text is "", which the form's own rules refuse."""
    if not isinstance(body, dict):
        return {"body": text("fields.object")}
    values = cast("dict[str, object]", body)
    info, hints = inspect.type_info(form), get_type_hints(form, include_extras=True)
    assert isinstance(info, inspect.StructType)
    errors: dict[str, Text] = {}
    for field in info.fields:
        if field.encode_name not in values:
            if field.required:
                errors[field.encode_name] = text("fields.required.any")
        elif not _is_accepted(values[field.encode_name], hints[field.name]):
            errors[field.encode_name] = _broken_rule(values[field.encode_name], field.type)
    names = {field.encode_name for field in info.fields}
    if info.forbid_unknown_fields:
        unknown_names = [name for name in values if name not in names]
        shown_names = [name if _SHOWN_NAME.fullmatch(name) else "body" for name in unknown_names]
        errors |= dict.fromkeys(shown_names, text("fields.unknown_field"))
    return errors


def broken_limit(value: int | str, limits: Mapping[str, int | None]) -> Text | None:
    """`limits`: by the names of msgspec and the framework, such as `ge` and `max_length`."""
    size = len(value) if isinstance(value, str) else value
    for name, code, is_least in (
        ("ge", "min", True),
        ("le", "max", False),
        ("min_length", "min_length.text", True),
        ("max_length", "max_length.text", False),
    ):
        limit = limits.get(name)
        if limit is not None and (size < limit if is_least else size > limit):
            return text(f"fields.{code}", limit=limit)
    return None


def _is_accepted(value: object, hint: Any) -> bool:
    try:
        msgspec.convert(value, hint)
    except msgspec.ValidationError:
        return False
    return True


def _broken_rule(value: object, kind: inspect.Type) -> Text:
    match kind:
        case inspect.UnionType():
            kinds = [part for part in kind.types if not isinstance(part, inspect.NoneType)]
            return _broken_rule(value, kinds[0]) if len(kinds) == 1 else text("fields.invalid")
        case inspect.Metadata():
            return _broken_rule(value, kind.type)
        case inspect.IntType():
            if not isinstance(value, int) or isinstance(value, bool):
                return text("fields.whole_number")
            return broken_limit(value, {"ge": kind.ge, "le": kind.le}) or text("fields.whole_number")
        case inspect.StrType():
            if not isinstance(value, str):
                return text("fields.text")
            limits = {"min_length": kind.min_length, "max_length": kind.max_length}
            return broken_limit(value, limits) or text("fields.invalid")
        case inspect.BoolType():
            return text("fields.boolean")
        case inspect.StructType() | inspect.DictType() if not isinstance(value, dict):
            return text("fields.object")
        case _:
            return text("fields.invalid")
