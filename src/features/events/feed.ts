import { createHmac, timingSafeEqual } from "node:crypto";
import { Failure } from "../../kernel/errors.ts";
import type { Database } from "../../platform/db/index.ts";
import { findAnyBuilder } from "../agents/index.ts";
import { type EventRow, listBuilderEvents } from "./store.ts";

const ENTRIES_MAX = 50;

function sign(key: Buffer, builderId: string): string {
  return createHmac("sha256", key)
    .update(JSON.stringify(["feed", builderId]))
    .digest("base64url");
}

export function feedPath(key: Buffer, builderId: string): string {
  return `/feeds/${builderId}/${sign(key, builderId)}`;
}

/** The events of a builder as Atom, for whoever has its address. */
export async function drawFeed(
  { db, linkKey }: { db: Database; linkKey: Buffer },
  { builderId, signature, baseUrl }: { builderId: string; signature: string; baseUrl: string },
): Promise<string> {
  const expected = Buffer.from(sign(linkKey, builderId));
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new Failure("link_invalid");
  const builder = await findAnyBuilder(db, builderId);
  if (!builder?.active) throw new Failure("builder_not_found");
  const events = await listBuilderEvents(db, builderId, ENTRIES_MAX);
  const self = `${baseUrl}${feedPath(linkKey, builderId)}`;
  const updated = events[0]?.created_at ?? builder.created_at;
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<title>${escapeXml(builder.name)}</title>
<id>${escapeXml(self)}</id>
<link rel="self" href="${escapeXml(self)}"/>
<updated>${updated}</updated>
<author><name>Florin</name></author>
${events.map((event) => printEntry(event, baseUrl)).join("\n")}
</feed>
`;
}

const TITLES: Readonly<Record<string, string>> = {
  "artifact.created": "New output",
  "field.changed": "A field changed",
  "run.failed": "A run failed",
  "report.added": "A report was added",
  "webhook.disabled": "A webhook was switched off",
};

function printEntry({ event_id, type, data, created_at }: EventRow, baseUrl: string): string {
  const facts = JSON.stringify(data);
  return `<entry>
<id>${escapeXml(`${baseUrl}/v1/events/${event_id}`)}</id>
<title>${escapeXml(TITLES[type] ?? type)}</title>
<updated>${created_at}</updated>
<category term="${escapeXml(type)}"/>
<content type="text">${escapeXml(facts)}</content>
</entry>`;
}

/** Also without the characters XML cannot hold. */
function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
