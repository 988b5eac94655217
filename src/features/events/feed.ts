import { createHmac, timingSafeEqual } from "node:crypto";
import { Failure } from "../../kernel/errors.ts";
import { escapeHtml } from "../../kernel/html.ts";
import type { Database } from "../../platform/db/index.ts";
import { findMember } from "../accounts/index.ts";
import { type BuilderRow, findAnyBuilder, requireBuilder } from "../agents/index.ts";
import { type EventRow, listBuilderEvents } from "./store.ts";

const ENTRIES_MAX = 50;

/** Represents the account when a key that no person created requested the URL. */
const ACCOUNT = "account";

/** The reader of a feed: it shows what that person may currently see. */
interface FeedAddress {
  builderId: string;
  userId: string | null;
}

function sign(key: Buffer, { builderId, userId }: FeedAddress): string {
  const signature = createHmac("sha256", key)
    .update(JSON.stringify(["feed", builderId, userId]))
    .digest("base64url");
  return `${userId ?? ACCOUNT}.${signature}`;
}

export function feedPath(key: Buffer, address: FeedAddress): string {
  return `/feeds/${address.builderId}/${sign(key, address)}`;
}

/** Whose feed URL it is; rejects a URL the service did not issue. */
function readAddress(key: Buffer, builderId: string, signature: string): FeedAddress {
  const [reader = ""] = signature.split(".", 1);
  const address = { builderId, userId: reader === ACCOUNT ? null : reader };
  const expected = Buffer.from(sign(key, address));
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new Failure("link_invalid");
  return address;
}

/** The feed's reader must still see the builder: a member of its account, and the builder is theirs or shared. */
async function requireVisibleBuilder(db: Database, { builderId, userId }: FeedAddress): Promise<BuilderRow> {
  const accountId = (await findAnyBuilder(db, builderId))?.account_id;
  const isMember = userId === null || (await findMember(db, userId))?.account_id === accountId;
  if (accountId === undefined || !isMember) throw new Failure("builder_not_found");
  return requireBuilder(db, { accountId, userId }, builderId);
}

/** The events of a builder as Atom, for anyone who has the URL. */
export async function renderFeed(
  { db, linkKey }: { db: Database; linkKey: Buffer },
  { builderId, signature, baseUrl }: { builderId: string; signature: string; baseUrl: string },
): Promise<string> {
  const address = readAddress(linkKey, builderId, signature);
  const builder = await requireVisibleBuilder(db, address);
  const viewer = { accountId: builder.account_id, userId: address.userId };
  const events = await listBuilderEvents(db, viewer, { builderId, limit: ENTRIES_MAX });
  const self = `${baseUrl}${feedPath(linkKey, address)}`;
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
  "webhook.disabled": "A webhook was disabled",
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

/** Without the characters that XML cannot contain. */
function escapeXml(text: string): string {
  return escapeHtml(text.replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, ""));
}
