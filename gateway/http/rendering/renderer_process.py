"""Client of the renderer process."""

from typing import Final

import msgspec

from gateway.http.rendering.helper_process import NICENESS, HelperLost, HelperProcess
from gateway.http.rendering.protocol import RenderRequest

_MODULE: Final = "gateway.http.rendering.renderer_main"


class RenderError(Exception):
    """A page was not rendered; the message gives the reason."""


class RendererLostError(RenderError):
    """The process did not answer or has ended; the next page starts another one."""


class RenderedPage(msgspec.Struct, frozen=True):
    html: str
    reads: list[str]
    """Addresses of the API that the page reads."""


class RendererProcess(HelperProcess):
    def __init__(self, script: str, niceness: int = NICENESS) -> None:
        """`script` defines `render`; it is the one of this process's build, also after the page was built again."""
        super().__init__(_MODULE, msgspec.json.encode(script), niceness)

    async def render(self, request: RenderRequest) -> RenderedPage:
        """Raises RenderError."""
        try:
            succeeded, answer = await self.ask(msgspec.json.encode(request))
        except HelperLost as error:
            raise RendererLostError(f"the renderer failed: {error}") from error
        if not succeeded:
            raise RenderError(answer.decode("utf-8", "replace")[:300])
        reads, is_page, html = answer.decode().partition("\n")
        if not is_page:
            raise RenderError("the script returned no page")
        return RenderedPage(html, reads.split())
