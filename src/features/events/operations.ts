import { z } from "zod";
import { type Context, defineOperation } from "../../kernel/operation.ts";
import type { Scope } from "../../kernel/scopes.ts";
import type { Database } from "../../platform/db/index.ts";
import { EXAMPLE_IDS, requireBuilder, viewerOf, viewing } from "../agents/index.ts";
import { feedPath } from "./feed.ts";
import { EVENT_TYPES, hitScopes } from "./record-event.ts";
import { type EventRow, listEvents } from "./store.ts";
import { type EventWatch, openEventWatch } from "./watch-events.ts";

export interface EventTools {
  db: Database;
  linkKey: Buffer;
}

const Event = z
  .object({
    event_id: z.string(),
    type: z.enum(EVENT_TYPES),
    agent_id: z.string().nullable(),
    created_at: z.string(),
    data: z.record(z.string(), z.unknown()),
    cursor: z.string().describe("Returns the events after it"),
  })
  .meta({ id: "Event" });

const CURSOR = /^\d{1,15}$/;
/** A stream ends after this time; its reader reconnects and continues from the last event. */
const STREAM_MILLISECONDS = 45_000;

export const showEvents = ({ db }: EventTools) => {
  const watch = openEventWatch(db);
  return defineOperation({
    ...viewing,
    id: "events.list",
    summary: "What happened: artifacts, changed fields, failed runs, new reports, hits of saved searches",
    guide:
      "Oldest first after the cursor. With Accept: text/event-stream new events are sent as they happen; a reader that " +
      "reconnects continues after the last one it saw.",
    rest: { method: "GET", path: "/v1/events" },
    streams: { style: "answer", resumesAt: "cursor" },
    input: z.strictObject({
      cursor: z.string().regex(CURSOR, "expected a cursor from an earlier answer").default("0"),
      limit: z.coerce.number().int().min(1).max(500).default(100),
      agent_id: z.string().min(1).max(60).optional(),
      type: z.enum(EVENT_TYPES).optional(),
    }),
    output: z.object({ events: z.array(Event), cursor: z.string(), has_more: z.boolean() }),
    examples: [{ title: "From the beginning", input: { limit: 10 } }],
    async run(context, { cursor, limit, agent_id, type }) {
      const sees = (scopes: readonly Scope[]) => scopes.every((scope) => context.caller.scopes.has(scope));
      const hits = { ofReports: sees(hitScopes(false)), ofArticles: sees(hitScopes(true)) };
      const query = { builderId: agent_id ?? null, types: type ? [type] : null, hits, limit };
      const read = async (after: number) => {
        const rows = await listEvents(db, viewerOf(context.caller), { ...query, after });
        return rows.map(describe);
      };
      if (context.isStreamed) return follow(context, { read, watch }, Number(cursor));
      const events = await read(Number(cursor));
      return { events, cursor: events.at(-1)?.cursor ?? cursor, has_more: events.length === limit };
    },
  });
};

type EventInput = z.input<typeof Event>;

async function follow(
  context: Context,
  { read, watch }: { read: (after: number) => Promise<EventInput[]>; watch: EventWatch },
  first: number,
): Promise<{ events: EventInput[]; cursor: string; has_more: boolean }> {
  let after = first;
  // The number of the newest event before the latest read, so that one that arrives during a read is not missed.
  let newest = 0;
  const ends = AbortSignal.any([context.signal, AbortSignal.timeout(STREAM_MILLISECONDS)]);
  context.emit("open", { cursor: String(after) });
  while (!ends.aborted) {
    const events = await read(after);
    for (const event of events) context.emit("event", event);
    after = Number(events.at(-1)?.cursor ?? after);
    if (events.length === 0) newest = await watch.newerThan(context.caller.accountId, newest, ends);
  }
  return { events: [], cursor: String(after), has_more: false };
}

function describe(row: EventRow): EventInput {
  const { event_id, builder_id: agent_id, created_at } = row;
  // Both were written by `recordEvent`, which accepts nothing else.
  const [type, data] = [row.type as EventInput["type"], row.data as EventInput["data"]];
  return { event_id, type, agent_id, created_at, data, cursor: String(row.event_no) };
}

export const showFeed = ({ db, linkKey }: EventTools) =>
  defineOperation({
    ...viewing,
    id: "events.feed",
    summary: "URL of the Atom feed of an agent builder",
    guide:
      "For feed readers, which have no credential: anyone with the URL can read the feed. It is tied to you: it ends " +
      "when you can no longer see the builder.",
    rest: { method: "GET", path: "/v1/agent_builder/feed" },
    input: z.strictObject({ agent_id: z.string().min(1).max(60) }),
    output: z.object({ url: z.string() }),
    errors: ["builder_not_found"],
    examples: [{ title: "Of a demo builder", input: { agent_id: EXAMPLE_IDS.builder } }],
    async run({ caller, baseUrl }, { agent_id }) {
      const viewer = viewerOf(caller);
      await requireBuilder(db, viewer, agent_id);
      return { url: `${baseUrl}${feedPath(linkKey, { builderId: agent_id, userId: viewer.userId })}` };
    },
  });
