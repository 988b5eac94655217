"""Florin's API for Python.

>>> florin = Florin("http://localhost:8080", api_key="flr_live_…")
>>> florin.companies.search(isin="US0378331005")[0].name
'Apple Inc.'
"""

from __future__ import annotations

from typing import Any, Dict, Iterator, Optional, Tuple

import httpx

from . import types
from .call import AsyncCall, Call
from .errors import FlorinError
from .operations import VERSION, AllGroups, AsyncAllGroups
from .record import Claim, Record, to_dataframe
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
        self._send = Call(self._client, retries)
        super().__init__(self._send)

    def ask(self, report_id: str, question: str) -> types.AnswersChatReportAnswer:
        """Asks one report a question; every number of the answer is a claim with its place on the page."""
        return self.answers.chat_report(report_id=report_id, question=question)

    def ask_streaming(self, report_id: str, question: str) -> Iterator[Tuple[str, Any]]:
        """The same, with what is happening while you wait; the last event is ``answer``."""
        return self._send.stream("/v1/chat/chat_report", {"report_id": report_id, "question": question})

    def each_report(self, svc_entity_id: str, page_size: int = 50) -> Iterator[types.Report]:
        """Every report of a company, page by page."""
        offset = 0
        while True:
            found = self.reports.search(svc_entity_id=svc_entity_id, limit=page_size, offset=offset).reports
            yield from found
            if len(found) < page_size:
                return
            offset += len(found)

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
        super().__init__(AsyncCall(self._client, retries))

    async def ask(self, report_id: str, question: str) -> types.AnswersChatReportAnswer:
        """Asks one report a question; every number of the answer is a claim with its place on the page."""
        return await self.answers.chat_report(report_id=report_id, question=question)

    async def close(self) -> None:
        await self._client.aclose()

    async def __aenter__(self) -> "AsyncFlorin":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
