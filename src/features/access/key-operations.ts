import { z } from "zod";
import { defineOperation } from "../../kernel/operation.ts";
import { KEY_SCOPES } from "../../kernel/scopes.ts";
import type { Database } from "../../platform/db/index.ts";
import { OVERLAP_SECONDS_MAX } from "./keys.ts";
import { createKeyFor, listKeysFor, revokeKeyFor, rotateKeyFor } from "./manage-keys.ts";

/** Not for MCP: what a model reads must not make it hand out access. */
const common = { scope: "keys:write", effect: "write", price: 0, perSecond: 2, mcp: false } as const;

const KeyId = z.string().min(1).max(100).describe("From `keys.list`");
const Moment = z.iso.datetime().nullable();
const Key = z
  .object({
    key_id: z.string().describe("Identifies the key; not a secret"),
    name: z.string().describe("What its creator called it"),
    hint: z.string().describe("Its first and last characters"),
    scopes: z.array(z.string()).describe("Its permissions"),
    allowed_networks: z.array(z.string()).describe("Where it may be used from; empty for anywhere"),
    budget_credits: z.int().nullable().describe("The most it may spend in total; null without a limit"),
    created_by: z.string().nullable().describe("The member it acts for; null for the account itself"),
    created_by_key: z.string().nullable().describe("The key that created it, and with which it is revoked"),
    created_at: z.iso.datetime().describe("When it was created"),
    expires_at: Moment.describe("When it stops working; null for never"),
    revoked_at: Moment.describe("When it was revoked; null while it was not"),
    last_used_at: Moment.describe("When it was last used; null for never"),
  })
  .meta({ id: "ApiKey" });
const NewKey = z
  .object({
    key_id: z.string().describe("Identifies the key; not a secret"),
    key: z.string().nullable().describe("The key. Shown once: null when an Idempotency-Key is repeated"),
  })
  .meta({ id: "NewApiKey" });
const withoutSecret = ({ key_id }: z.output<typeof NewKey>) => ({ key_id, key: null });

export const listApiKeys = (db: Database) =>
  defineOperation({
    ...common,
    id: "keys.list",
    summary: "List the account's API keys",
    guide: "Live keys first. Owners, and keys of owners, see every key; members see the ones they created.",
    scope: "keys:read",
    effect: "read",
    perSecond: 5,
    rest: { method: "GET", path: "/v1/account/key/list" },
    input: z.strictObject({}),
    output: z.array(Key),
    errors: ["owner_only"],
    examples: [{ title: "Every key", input: {} }],
    run: async ({ caller }) =>
      (await listKeysFor(db, caller)).map(({ id, account_id: _account, ...key }) => ({ key_id: id, ...key })),
  });

export const createApiKey = (db: Database) =>
  defineOperation({
    ...common,
    id: "keys.create",
    summary: "Create an API key; it is shown only once",
    guide:
      "The key acts for the person who creates it. Only owners give `keys:read` and `keys:write` to a key. A key that " +
      "creates keys gives none of them a scope, a time, a network or a budget beyond its own: a budget is " +
      "taken from its own. They are revoked with it.",
    rest: { method: "POST", path: "/v1/account/key/create" },
    input: z.strictObject({
      name: z.string().trim().min(1).max(100).describe("What you will recognise it by"),
      scopes: z
        .array(z.enum(KEY_SCOPES))
        .min(1)
        .optional()
        .describe("Its permissions; when absent, everything but managing the account and its keys"),
      expires_at: z.iso.datetime().optional().describe("When it stops working; never when absent"),
      allowed_networks: z
        .array(z.string().max(60))
        .max(50)
        .optional()
        .describe("Addresses or networks it may be used from; anywhere when absent"),
      budget_credits: z.int().min(0).optional().describe("The most it may spend in total"),
    }),
    output: NewKey,
    withoutSecret,
    errors: ["owner_only", "key_limits_exceeded"],
    examples: [
      {
        title: "For one purpose",
        input: { name: "Nightly import", scopes: ["companies:read"], budget_credits: 1_000 },
      },
    ],
    async run({ caller }, input) {
      const { keyId, key } = await createKeyFor(db, caller, input);
      return { key_id: keyId, key };
    },
  });

export const rotateApiKey = (db: Database) =>
  defineOperation({
    ...common,
    id: "keys.rotate",
    summary: "Replace an API key by a new one with the same permissions",
    guide:
      "The old key keeps working for the overlap, so that no caller is cut off. The new one acts for the person who " +
      "rotates it. A key rotates only keys that it created.",
    rest: { method: "POST", path: "/v1/account/key/rotate" },
    input: z.strictObject({
      key_id: KeyId,
      overlap_seconds: z
        .int()
        .min(0)
        .max(OVERLAP_SECONDS_MAX)
        .default(86_400)
        .describe("How long the old key keeps working"),
    }),
    output: NewKey,
    withoutSecret,
    errors: ["owner_only", "key_not_found"],
    examples: [
      { title: "With an hour of overlap", input: { key_id: "key_aaaaaaaaaaaaaaaa", overlap_seconds: 3_600 } },
    ],
    async run({ caller }, { key_id, overlap_seconds }) {
      const { keyId, key } = await rotateKeyFor(db, caller, {
        keyId: key_id,
        overlapSeconds: overlap_seconds,
      });
      return { key_id: keyId, key };
    },
  });

export const revokeApiKey = (db: Database) =>
  defineOperation({
    ...common,
    id: "keys.revoke",
    summary: "Revoke an API key and the keys it created",
    guide:
      "Every node refuses it within 5 seconds. A key revokes only keys that it created. This cannot be undone.",
    rest: { method: "POST", path: "/v1/account/key/revoke" },
    input: z.strictObject({ key_id: KeyId }),
    output: z.object({
      key_id: z.string().describe("As given"),
      revoked: z.literal(true).describe("Always true: else the call fails"),
    }),
    errors: ["owner_only", "key_not_found"],
    examples: [{ title: "A key that is not needed any more", input: { key_id: "key_aaaaaaaaaaaaaaaa" } }],
    async run({ caller }, { key_id }) {
      await revokeKeyFor(db, caller, key_id);
      return { key_id, revoked: true as const };
    },
  });
