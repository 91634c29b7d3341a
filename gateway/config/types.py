"""What the values of settings can be, for every section."""

from typing import Annotated

from msgspec import Meta

Port = Annotated[int, Meta(ge=0, le=65535)]
Count = Annotated[int, Meta(ge=1)]
Milliseconds = Annotated[int, Meta(ge=1, le=600_000)]
Seconds = Annotated[int, Meta(ge=1, le=86_400)]


class Secret:
    """Marks a setting that is never shown."""
