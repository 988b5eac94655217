const TOLERANCE_SECONDS = 300;

export interface SignedMessage {
  /** The body exactly as it was received. */
  body: string;
  /** The request's headers, by lower-case name. */
  headers: Record<string, string | undefined>;
  /** The webhook's secret, beginning with `whsec_`. */
  secret: string;
}

/** Whether a webhook message comes from the service and is fresh. */
export async function verifyWebhook({ body, headers, secret }: SignedMessage): Promise<boolean> {
  const id = headers["webhook-id"];
  const timestamp = headers["webhook-timestamp"];
  const signatures = headers["webhook-signature"];
  if (!id || !timestamp || !signatures) return false;
  if (!(Math.abs(Date.now() / 1_000 - Number(timestamp)) <= TOLERANCE_SECONDS)) return false;
  const bytes = Uint8Array.from(atob(secret.replace(/^whsec_/, "")), (letter) => letter.charCodeAt(0));
  const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, [
    "verify",
  ]);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  for (const signature of signatures.split(" ")) {
    const [version, encoded = ""] = signature.split(",");
    if (version === "v1" && (await crypto.subtle.verify("HMAC", key, fromBase64(encoded), signed)))
      return true;
  }
  return false;
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
