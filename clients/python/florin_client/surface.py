"""What is written by hand on top of the generated operations: questions, streams and whole lists."""

from __future__ import annotations

from typing import Any, AsyncIterator, Iterator, Optional, Tuple

from . import operations, types
from .call import AsyncCall, Call

CHAT_REPORT = "/v1/chat/chat_report"


class Reports(operations.Reports):
    def __init__(self, call: Call) -> None:
        super().__init__(call)
        self._answers = operations.Answers(call)

    def ask(self, report_id: str, question: str) -> types.AnswersChatReportAnswer:
        """Asks one report a question; every number of the answer is a claim with its place on the page."""
        return self._answers.chat_report(report_id=report_id, question=question)

    def ask_streaming(self, report_id: str, question: str) -> Iterator[Tuple[str, Any]]:
        """The same, with what is happening while you wait; the last event is ``answer``."""
        return self._call.stream(CHAT_REPORT, {"report_id": report_id, "question": question})

    def each(self, page_size: int = 50, **filters: Any) -> Iterator[types.Report]:
        """Every report that is found, page by page; the filters are those of ``search``."""
        offset = 0
        while True:
            found = self.search(limit=page_size, offset=offset, **filters).reports
            yield from found
            if len(found) < page_size:
                return
            offset += len(found)


class Companies(operations.Companies):
    def each(self, page_size: int = 100, **filters: Any) -> Iterator[types.Company]:
        """Every company of a screen, page by page; the filters are those of ``search_batch``."""
        offset = 0
        while True:
            found = self.search_batch(limit=page_size, offset=offset, **filters).companies
            yield from found
            if len(found) < page_size:
                return
            offset += len(found)


class Events(operations.Events):
    def each(self, **filters: Any) -> Iterator[types.Event]:
        """Every event so far, the oldest first."""
        cursor: Optional[str] = None
        while True:
            page = self.list(cursor=cursor, **filters)
            yield from page.events
            if not page.has_more or page.cursor == cursor:
                return
            cursor = page.cursor


class AsyncReports(operations.AsyncReports):
    def __init__(self, call: AsyncCall) -> None:
        super().__init__(call)
        self._answers = operations.AsyncAnswers(call)

    async def ask(self, report_id: str, question: str) -> types.AnswersChatReportAnswer:
        """Asks one report a question; every number of the answer is a claim with its place on the page."""
        return await self._answers.chat_report(report_id=report_id, question=question)

    def ask_streaming(self, report_id: str, question: str) -> AsyncIterator[Tuple[str, Any]]:
        """The same, with what is happening while you wait; the last event is ``answer``."""
        return self._call.stream(CHAT_REPORT, {"report_id": report_id, "question": question})

    async def each(self, page_size: int = 50, **filters: Any) -> AsyncIterator[types.Report]:
        """Every report that is found, page by page; the filters are those of ``search``."""
        offset = 0
        while True:
            found = (await self.search(limit=page_size, offset=offset, **filters)).reports
            for report in found:
                yield report
            if len(found) < page_size:
                return
            offset += len(found)


class AsyncCompanies(operations.AsyncCompanies):
    async def each(self, page_size: int = 100, **filters: Any) -> AsyncIterator[types.Company]:
        """Every company of a screen, page by page; the filters are those of ``search_batch``."""
        offset = 0
        while True:
            found = (await self.search_batch(limit=page_size, offset=offset, **filters)).companies
            for company in found:
                yield company
            if len(found) < page_size:
                return
            offset += len(found)


class AsyncEvents(operations.AsyncEvents):
    async def each(self, **filters: Any) -> AsyncIterator[types.Event]:
        """Every event so far, the oldest first."""
        cursor: Optional[str] = None
        while True:
            page = await self.list(cursor=cursor, **filters)
            for event in page.events:
                yield event
            if not page.has_more or page.cursor == cursor:
                return
            cursor = page.cursor
