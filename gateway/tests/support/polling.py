"""Repeated requests to a service that is still starting."""

import asyncio

import httpx


async def wait_for_answer(http: httpx.AsyncClient, path: str, seconds: float = 60.0) -> httpx.Response:
    """Returns the first answer that is a 200."""
    async with asyncio.timeout(seconds):
        while True:
            answer = await http.get(path)
            if answer.status_code == 200:
                return answer
            await asyncio.sleep(0.02)
