import { z } from "zod";
import { Failure } from "../../../kernel/errors.ts";
import { defineOperation } from "../../../kernel/operation.ts";
import type { Database } from "../../../platform/db/index.ts";
import { requirePerson } from "../members/members.ts";
import { listDevices } from "./sessions.ts";
import { endSession, endSessionsOf } from "./store.ts";

/** For people in the console: no key and no client can have the scopes. */
const common = { scope: "sessions:write", effect: "write", price: 0, perSecond: 2, mcp: false } as const;

const Session = z
  .object({
    session_id: z.string().describe("Identifies the session; not a secret"),
    is_current: z.boolean().describe("Whether this call was made with it"),
    methods: z.array(z.string()).describe("How the person signed in"),
    address: z.string().describe("Where it was last used from"),
    user_agent: z.string().describe("What the browser calls itself"),
    created_at: z.iso.datetime().describe("When the person signed in"),
    last_seen_at: z.iso.datetime().describe("When it was last used, to the minute"),
    expires_at: z.iso.datetime().describe("When the person has to sign in again"),
  })
  .meta({ id: "Session" });

export const listSessions = (db: Database) =>
  defineOperation({
    ...common,
    id: "sessions.list",
    summary: "List the devices that are signed in as you",
    guide: "Only your own sessions, the latest first.",
    scope: "sessions:read",
    effect: "read",
    perSecond: 5,
    rest: { method: "GET", path: "/v1/account/session/list" },
    input: z.strictObject({}),
    output: z.array(Session),
    examples: [{ title: "Your devices", input: {} }],
    run: async ({ caller }) =>
      (await listDevices(db, requirePerson(caller))).map(({ id, ...session }) => ({
        session_id: id,
        is_current: id === caller.sessionId,
        ...session,
      })),
  });

export const endOneSession = (db: Database) =>
  defineOperation({
    ...common,
    id: "sessions.end",
    summary: "Sign out one of your devices",
    guide: "Takes effect with the device's next request.",
    rest: { method: "POST", path: "/v1/account/session/end" },
    input: z.strictObject({ session_id: z.string().min(1).max(100).describe("From `sessions.list`") }),
    output: z.object({
      session_id: z.string().describe("As given"),
      ended: z.literal(true).describe("Always true: else the call fails"),
    }),
    errors: ["session_not_found"],
    examples: [{ title: "A lost laptop", input: { session_id: "ses_aaaaaaaaaaaaaaaa" } }],
    async run({ caller }, { session_id }) {
      if (!(await endSession(db, requirePerson(caller), session_id))) throw new Failure("session_not_found");
      return { session_id, ended: true as const };
    },
  });

export const endOtherSessions = (db: Database) =>
  defineOperation({
    ...common,
    id: "sessions.end_others",
    summary: "Sign out all of your other devices",
    guide: "The session of this call stays.",
    rest: { method: "POST", path: "/v1/account/session/end_others" },
    input: z.strictObject({}),
    output: z.object({ ended: z.int().describe("How many sessions were ended") }),
    examples: [{ title: "All but this one", input: {} }],
    run: async ({ caller }) => ({
      ended: await endSessionsOf(db, requirePerson(caller), caller.sessionId),
    }),
  });
