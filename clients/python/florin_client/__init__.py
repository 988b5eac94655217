"""Florin's API for Python.

>>> florin = Florin("http://localhost:8080", api_key="flr_live_…")
>>> florin.companies.search(isin="US0378331005")[0].name
'Apple Inc.'
"""

from __future__ import annotations

from typing import Dict, Optional

import httpx

from . import types
from .call import AsyncCall, Call
from .errors import FlorinError
from .operations import VERSION, AllGroups, AsyncAllGroups
from .record import Claim, Record, to_dataframe
from .surface import AsyncCompanies, AsyncEvents, AsyncReports, Companies, Events, Reports
from .webhooks import verify_webhook

__all__ = [
    "AsyncFlorin",
    "Claim",
    "Florin",
    "FlorinError",
    "Record",
    "VERSION",
    "to_dataframe",
    "types",
    "verify_webhook",
]


def _headers(api_key: Optional[str], token: Optional[str]) -> Dict[str, str]:
    headers = {"user-agent": f"florin-python/{VERSION}"}
    if api_key is not None:
        headers["x-api-key"] = api_key
    if token is not None:
        headers["authorization"] = f"Bearer {token}"
    return headers


class Florin(AllGroups):
    """The service, with one member for each group of operations."""

    def __init__(
        self,
        base_url: str = "http://localhost:8080",
        *,
        api_key: Optional[str] = None,
        token: Optional[str] = None,
        retries: int = 2,
        timeout: float = 70.0,
    ) -> None:
        self._client = httpx.Client(base_url=base_url, headers=_headers(api_key, token), timeout=timeout)
        call = Call(self._client, retries)
        super().__init__(call)
        self.companies = Companies(call)
        self.events = Events(call)
        self.reports = Reports(call)

    def close(self) -> None:
        self._client.close()

    def __enter__(self) -> "Florin":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class AsyncFlorin(AsyncAllGroups):
    """The same, to be awaited."""

    def __init__(
        self,
        base_url: str = "http://localhost:8080",
        *,
        api_key: Optional[str] = None,
        token: Optional[str] = None,
        retries: int = 2,
        timeout: float = 70.0,
    ) -> None:
        headers = _headers(api_key, token)
        self._client = httpx.AsyncClient(base_url=base_url, headers=headers, timeout=timeout)
        call = AsyncCall(self._client, retries)
        super().__init__(call)
        self.companies = AsyncCompanies(call)
        self.events = AsyncEvents(call)
        self.reports = AsyncReports(call)

    async def close(self) -> None:
        await self._client.aclose()

    async def __aenter__(self) -> "AsyncFlorin":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
