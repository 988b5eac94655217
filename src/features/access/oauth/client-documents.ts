import { text } from "node:stream/consumers";
import type { Database } from "../../../platform/db/index.ts";
import type { GuardedFetch } from "../../../platform/fetch/index.ts";
import type { ClientDocument, FetchDocument } from "../../../platform/oauth/index.ts";
import { findRecord, isOfClientInUse, saveRecord } from "./store.ts";

const BYTES_MAX = 64 * 1_024;
const SECONDS_MAX = 3;
/** How long a client stays usable while its own site is unreachable. */
const RETENTION_SECONDS = 30 * 86_400;
const MODEL = "ClientDocument";
const UNKNOWN: ClientDocument = { status: 404, headers: {}, body: "" };

/**
 * Fetches a client's published metadata, through the guarded fetch and without following redirects. Only when
 * a signed-in person is about to decide on the client, or has authorised it before: no one else can make the
 * service send requests. The last good copy is kept: an outage of the client's site must not sign its users
 * out.
 */
export function makeDocumentFetch(db: Database, fetch: GuardedFetch): FetchDocument {
  return async (url, { isPersonThere }) => {
    if (!isPersonThere && !(await isOfClientInUse(db, url))) return UNKNOWN;
    const fresh = await fetchDocument(fetch, url).catch((error: unknown) => error as Error);
    if (!(fresh instanceof Error) && fresh.status < 500) {
      if (fresh.status === 200) await storeDocument(db, url, fresh);
      return fresh;
    }
    const known = await findRecord(db, MODEL, url);
    if (known) return { status: 200, headers: {}, body: JSON.stringify(known.payload) };
    if (fresh instanceof Error) throw fresh;
    return fresh;
  };
}

async function fetchDocument(fetch: GuardedFetch, url: string): Promise<ClientDocument> {
  const headers = { accept: "application/json" };
  const found = await fetch(url, { bytesMax: BYTES_MAX, secondsMax: SECONDS_MAX, redirectsMax: 0, headers });
  const { "cache-control": cacheControl, expires, "content-type": contentType } = found.headers;
  return {
    status: found.status,
    headers: Object.fromEntries(
      Object.entries({ "cache-control": cacheControl, expires, "content-type": contentType }).filter(
        (entry): entry is [string, string] => entry[1] !== undefined,
      ),
    ),
    body: await text(found.body),
  };
}

async function storeDocument(db: Database, url: string, { body }: ClientDocument): Promise<void> {
  const payload = parse(body);
  if (payload === null) return;
  const unowned = { grantId: null, uid: null, clientId: null, personId: null };
  await saveRecord(db, { model: MODEL, id: url, payload, ttlSeconds: RETENTION_SECONDS, ...unowned });
}

function parse(body: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body);
    // An object of unknown content; the library validates it on each use.
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
