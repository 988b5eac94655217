"""Sends calls: with retries that wait as long as the service asks, and never pay twice."""

from __future__ import annotations

import asyncio
import json
import random
import re
import time
import uuid
from pathlib import Path
from typing import Any, BinaryIO, Dict, Iterator, Mapping, Optional, Tuple, Union
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
            self.options["data"] = {name: str(value) for name, value in given.items()}
        else:
            self.options["params"] = {name: _as_text(value) for name, value in given.items()}


def _open(file: File) -> Tuple[str, Any]:
    if isinstance(file, (str, Path)):
        return (Path(file).name, Path(file).read_bytes())
    if isinstance(file, bytes):
        return ("report.pdf", file)
    return (Path(getattr(file, "name", "report.pdf")).name, file.read())


def _as_text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def read_answer(response: httpx.Response, is_raw: bool) -> Any:
    body = response.json()
    return wrap(body if is_raw else body["data"])


def refusal(response: httpx.Response) -> FlorinError:
    try:
        body = response.json()
    except ValueError:
        body = {}
    after = response.headers.get("retry-after")
    return FlorinError(response.status_code, body, float(after) if after else None)


def seconds_to_wait(response: Optional[httpx.Response], attempt: int) -> float:
    """As long as the service asks; otherwise twice as long each time, with some chance in it."""
    asked = response.headers.get("retry-after") if response is not None else None
    seconds: float = float(asked) if asked else 0.25 * 2**attempt * (0.5 + random.random())
    return min(seconds, WAIT_MAX_SECONDS)


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
            if response is not None and (attempt == self._retries or response.status_code not in RETRIED):
                raise refusal(response)
            time.sleep(seconds_to_wait(response, attempt))
        raise AssertionError("unreachable")

    def stream(self, path: str, values: Mapping[str, Any]) -> Iterator[Tuple[str, Any]]:
        headers = {"accept": "text/event-stream", "idempotency-key": str(uuid.uuid4())}
        with self._client.stream("POST", path, json=dict(values), headers=headers) as response:
            if not response.is_success:
                response.read()
                raise refusal(response)
            event = "message"
            for line in response.iter_lines():
                line = line.rstrip("\r\n")
                if line.startswith("event:"):
                    event = line[6:].strip()
                elif line.startswith("data:"):
                    yield event, wrap(json.loads(line[5:]))


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
            if response is not None and (attempt == self._retries or response.status_code not in RETRIED):
                raise refusal(response)
            await asyncio.sleep(seconds_to_wait(response, attempt))
        raise AssertionError("unreachable")
