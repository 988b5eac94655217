"""Sends calls: with retries that wait as long as the service asks, and never pay twice."""

from __future__ import annotations

import asyncio
import json
import random
import re
import time
import uuid
from pathlib import Path
from typing import Any, AsyncIterator, BinaryIO, Dict, Iterator, List, Mapping, Optional, Tuple, Union
from urllib.parse import quote

import httpx

from .errors import FlorinError
from .record import wrap

File = Union[str, Path, bytes, BinaryIO]

RETRIED = {408, 429, 502, 503, 504}
WAIT_MAX_SECONDS = 30.0


class Request:
    """One call as HTTP; repeated with the same idempotency key, it runs once."""

    def __init__(self, method: str, path: str, body: str, values: Mapping[str, Any]) -> None:
        given = {name: value for name, value in values.items() if value is not None}

        def fill(match: "re.Match[str]") -> str:
            return quote(str(given.pop(match.group(1))), safe="")

        self.method = method
        self.path = re.sub(r"\{(\w+)\}", fill, path)
        self.headers = {"idempotency-key": str(uuid.uuid4())}
        self.options: Dict[str, Any] = {}
        if body == "json":
            self.options["json"] = given
        elif body == "multipart":
            self.options["files"] = {"file": _open(given.pop("file"))} if "file" in given else None
            self.options["data"] = {name: _as_text(value) for name, value in given.items()}
        else:
            self.options["params"] = {name: _as_text(value) for name, value in given.items()}


def _open(file: File) -> Tuple[str, Any]:
    if isinstance(file, (str, Path)):
        return (Path(file).name, Path(file).read_bytes())
    if isinstance(file, bytes):
        return ("report.pdf", file)
    return (Path(getattr(file, "name", "report.pdf")).name, file.read())


def _as_text(value: Any) -> str:
    """As the service reads it in an address or a form: lists with commas, objects as JSON."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (list, tuple)):
        return ",".join(_as_text(item) for item in value)
    return json.dumps(value) if isinstance(value, dict) else str(value)


def read_answer(response: httpx.Response, is_raw: bool) -> Any:
    body = response.json()
    return wrap(body if is_raw else body["data"])


def refusal(response: httpx.Response) -> FlorinError:
    try:
        body = response.json()
    except ValueError:
        body = None
    return FlorinError(response.status_code, body if isinstance(body, dict) else {}, retry_after(response))


def retry_after(response: httpx.Response) -> Optional[float]:
    """How many seconds the service asks to wait; something in between may name a date, which counts as nothing."""
    asked = response.headers.get("retry-after", "")
    return float(asked) if asked.isascii() and asked.isdigit() else None


def seconds_to_wait(response: Optional[httpx.Response], attempt: int) -> float:
    """As long as the service asks; otherwise twice as long each time, with some chance in it."""
    asked = retry_after(response) if response is not None else None
    seconds: float = asked if asked is not None else 0.25 * 2**attempt * (0.5 + random.random())
    return min(seconds, WAIT_MAX_SECONDS)


def is_final(response: httpx.Response, attempt: int, retries: int) -> bool:
    return attempt == retries or response.status_code not in RETRIED


class EventReader:
    """Puts the lines of a stream together to events; ``[DONE]`` ends a chat completion."""

    def __init__(self) -> None:
        self._event = "message"
        self._data: List[str] = []

    def read(self, line: str) -> Optional[Tuple[str, Any]]:
        line = line.rstrip("\r\n")
        if line.startswith("event:"):
            self._event = line[6:].strip()
        elif line.startswith("data:"):
            self._data.append(line[5:].strip())
        if line != "" or not self._data:
            return None
        text, event = "\n".join(self._data), self._event
        self._event, self._data = "message", []
        return event, None if text == "[DONE]" else wrap(json.loads(text))


class Call:
    def __init__(self, client: httpx.Client, retries: int) -> None:
        self._client = client
        self._retries = retries

    def __call__(self, method: str, path: str, body: str, is_raw: bool, values: Mapping[str, Any]) -> Any:
        request = Request(method, path, body, values)
        for attempt in range(self._retries + 1):
            response: Optional[httpx.Response] = None
            try:
                response = self._client.request(
                    request.method, request.path, headers=request.headers, **request.options
                )
            except httpx.TransportError:
                if attempt == self._retries:
                    raise
            if response is not None and response.is_success:
                return read_answer(response, is_raw)
            if response is not None and is_final(response, attempt, self._retries):
                raise refusal(response)
            time.sleep(seconds_to_wait(response, attempt))
        raise AssertionError("unreachable")

    def stream(self, path: str, values: Mapping[str, Any]) -> Iterator[Tuple[str, Any]]:
        request = Request("POST", path, "json", values)
        headers = {**request.headers, "accept": "text/event-stream"}
        for attempt in range(self._retries + 1):
            with self._client.stream("POST", path, headers=headers, **request.options) as response:
                if response.is_success:
                    reader = EventReader()
                    for line in response.iter_lines():
                        event = reader.read(line)
                        if event is not None:
                            yield event
                    return
                response.read()
                if is_final(response, attempt, self._retries):
                    raise refusal(response)
            time.sleep(seconds_to_wait(response, attempt))


class AsyncCall:
    def __init__(self, client: httpx.AsyncClient, retries: int) -> None:
        self._client = client
        self._retries = retries

    async def __call__(
        self, method: str, path: str, body: str, is_raw: bool, values: Mapping[str, Any]
    ) -> Any:
        request = Request(method, path, body, values)
        for attempt in range(self._retries + 1):
            response: Optional[httpx.Response] = None
            try:
                response = await self._client.request(
                    request.method, request.path, headers=request.headers, **request.options
                )
            except httpx.TransportError:
                if attempt == self._retries:
                    raise
            if response is not None and response.is_success:
                return read_answer(response, is_raw)
            if response is not None and is_final(response, attempt, self._retries):
                raise refusal(response)
            await asyncio.sleep(seconds_to_wait(response, attempt))
        raise AssertionError("unreachable")

    async def stream(self, path: str, values: Mapping[str, Any]) -> AsyncIterator[Tuple[str, Any]]:
        request = Request("POST", path, "json", values)
        headers = {**request.headers, "accept": "text/event-stream"}
        for attempt in range(self._retries + 1):
            async with self._client.stream("POST", path, headers=headers, **request.options) as response:
                if response.is_success:
                    reader = EventReader()
                    async for line in response.aiter_lines():
                        event = reader.read(line)
                        if event is not None:
                            yield event
                    return
                await response.aread()
                if is_final(response, attempt, self._retries):
                    raise refusal(response)
            await asyncio.sleep(seconds_to_wait(response, attempt))
