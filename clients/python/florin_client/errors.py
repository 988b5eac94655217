from __future__ import annotations

from typing import Any, Dict, Optional


class FlorinError(Exception):
    """A call that the service refused. It costs nothing."""

    def __init__(self, status: int, body: Dict[str, Any], retry_after: Optional[float]) -> None:
        message = body.get("message") or f"HTTP {status}"
        detail = body.get("detail")
        super().__init__(f"{message}: {detail}" if detail else message)
        self.status = status
        #: Stable, for programs; "unknown" when something between you and the service answered.
        self.code: str = body.get("code", "unknown")
        #: What is wrong, field by field.
        self.detail: Optional[str] = detail
        #: Quote it when you contact support.
        self.request_id: Optional[str] = body.get("request_id")
        self.retry_after = retry_after
