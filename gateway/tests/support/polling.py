"""Repeated requests to a service that is still starting."""

import asyncio

import httpx


async def answered(http: httpx.AsyncClient, path: str, seconds: float = 60.0) -> httpx.Response:
    """The first answer that is a 200."""
    async with asyncio.timeout(seconds):
        while True:
            answer = await http.get(path)
            if answer.status_code == 200:
                return answer
            await asyncio.sleep(0.02)
