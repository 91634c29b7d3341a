"""Roles of operators. What each may do stands in the permissions of the administration."""

from typing import Final, Literal, get_args

Role = Literal["owner", "finance", "support", "content"]
ROLES: Final[tuple[Role, ...]] = get_args(Role)
