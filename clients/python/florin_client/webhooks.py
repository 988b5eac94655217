from __future__ import annotations

import base64
import hashlib
import hmac
import time
from typing import Mapping

TOLERANCE_SECONDS = 300


def verify_webhook(body: bytes, headers: Mapping[str, str], secret: str) -> bool:
    """Whether a webhook message comes from the service and is fresh. Header names are in lower case."""
    message_id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    if not message_id or not timestamp.isascii() or not timestamp.isdigit():
        return False
    if abs(time.time() - int(timestamp)) > TOLERANCE_SECONDS:
        return False
    key = base64.b64decode(secret[6:] if secret.startswith("whsec_") else secret)
    signed = f"{message_id}.{timestamp}.".encode() + body
    expected = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    # As bytes: text outside ASCII cannot be compared in constant time.
    signatures = headers.get("webhook-signature", "").encode().split(b" ")
    return any(hmac.compare_digest(expected, signature) for signature in signatures)
