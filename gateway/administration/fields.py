"""Fields of answers with a permission of their own: an operator without it gets null, or a mask, in their place.

A Struct names the permission where it declares the field: `amount: Annotated[int | None, Needs("money.read")]`. Any
other field belongs to the permission of its route. `routes` applies this to every answer.
"""

import typing
from collections.abc import Callable
from functools import cache
from typing import Any, Final, NamedTuple, cast

from msgspec import Struct

from gateway.administration.permissions import PERMISSIONS, Role


class Needs(NamedTuple):
    """`mask`: of the value that a role without the permission gets; None: null."""

    permission: str
    mask: Callable[[Any], Any] | None = None


NeedsMoney: Final = Needs("money.read")
NeedsPlayers: Final = Needs("players.read")


def may(role: Role, permission: str) -> bool:
    return role in PERMISSIONS[permission].roles


def visible(answer: Any, role: Role) -> Any:
    """Returns the answer with the fields that the role may see. Other objects than Structs, lists and dicts pass."""
    if isinstance(answer, Struct):
        values = {name: getattr(answer, name) for name in answer.__struct_fields__}
        needs = field_needs(type(answer))
        return type(answer)(**{name: _visible_field(value, needs.get(name), role) for name, value in values.items()})
    if isinstance(answer, list):
        return [visible(row, role) for row in cast("list[Any]", answer)]
    if isinstance(answer, dict):
        return {key: visible(value, role) for key, value in cast("dict[Any, Any]", answer).items()}
    return answer


def _visible_field(value: Any, need: Needs | None, role: Role) -> Any:
    if need is None or may(role, need.permission):
        return visible(value, role)
    return need.mask(value) if need.mask and value is not None else None


@cache
def field_needs(struct: type[Struct]) -> dict[str, Needs]:
    """Returns the fields of a Struct that have a permission of their own."""
    hints = typing.get_type_hints(struct, include_extras=True)
    return {
        name: need
        for name, hint in hints.items()
        for need in getattr(hint, "__metadata__", ())
        if isinstance(need, Needs)
    }
