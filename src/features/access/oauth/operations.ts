import { z } from "zod";
import { defineOperation } from "../../../kernel/operation.ts";
import type { Database } from "../../../platform/db/index.ts";
import { requirePerson } from "../../accounts/index.ts";
import type { Grants } from "./grants.ts";
import { listGrants } from "./store.ts";

const CLIENTS_SHOWN_MAX = 200;

/** For people in the console: no key and no client can have the scopes. */
const common = { price: 0, mcp: false } as const;

const Client = z
  .object({
    grant_id: z.string().describe("Identifies what you allowed"),
    client_id: z.string().describe("Identifies the application"),
    client_name: z.string().nullable().describe("What the application calls itself"),
    scopes: z.array(z.string()).describe("Its permissions"),
    created_at: z.iso.datetime().describe("When you allowed it"),
    last_used_at: z.iso.datetime().nullable().describe("When it last got a token"),
  })
  .meta({ id: "ConnectedApplication" });

export const listClients = (db: Database) =>
  defineOperation({
    ...common,
    id: "clients.list",
    summary: "List the applications that act for you",
    guide: "Only those that you allowed yourself.",
    scope: "clients:read",
    effect: "read",
    perSecond: 5,
    rest: { method: "GET", path: "/v1/account/client/list" },
    input: z.strictObject({}),
    output: z.array(Client),
    examples: [{ title: "Your applications", input: {} }],
    run: async ({ caller }) =>
      (await listGrants(db, requirePerson(caller), CLIENTS_SHOWN_MAX)).map(({ id, ...grant }) => ({
        grant_id: id,
        ...grant,
      })),
  });

export const disconnectClient = (grants: Grants) =>
  defineOperation({
    ...common,
    id: "clients.disconnect",
    summary: "Disconnect an application that acts for you",
    guide: "Its tokens are refused at once by this node, and within 3 seconds by every other.",
    scope: "clients:write",
    effect: "write",
    perSecond: 2,
    rest: { method: "POST", path: "/v1/account/client/disconnect" },
    input: z.strictObject({ grant_id: z.string().min(1).max(100).describe("From `clients.list`") }),
    output: z.object({
      grant_id: z.string().describe("As given"),
      disconnected: z.literal(true).describe("Always true: else the call fails"),
    }),
    errors: ["grant_not_found"],
    examples: [{ title: "One that is not needed any more", input: { grant_id: "grant_aaaaaaaaaaaaaaaa" } }],
    async run({ caller }, { grant_id }) {
      await grants.end(requirePerson(caller), grant_id);
      return { grant_id, disconnected: true as const };
    },
  });
