import { z } from "zod";
import { Failure } from "../../../kernel/errors.ts";
import { makeId } from "../../../kernel/ids.ts";
import { type Caller, defineOperation } from "../../../kernel/operation.ts";
import { type Database, inTransaction, type Sql } from "../../../platform/db/index.ts";
import { mayBePublicHost } from "../../../platform/fetch/index.ts";
import {
  managing,
  ownershipOf,
  requireMayChange,
  VISIBILITIES,
  type Viewer,
  viewerOf,
  viewing,
} from "../../agents/index.ts";
import { EVENT_TYPES, hitScopes, WEBHOOKS_MAX } from "../record-event.ts";
import { makeSecret } from "./sign.ts";
import {
  countWebhooks,
  deleteWebhook,
  findWebhook,
  insertWebhook,
  listDeliveries,
  listWebhooks,
  repeatDelivery,
  rotateSecret,
  updateWebhook,
  type WebhookRow,
} from "./store.ts";

const READ_BY_HITS = hitScopes(true);
const OLD_SECRET_MILLISECONDS = 86_400_000;

const Webhook = z
  .object({
    webhook_id: z.string(),
    url: z.string(),
    description: z.string().nullable(),
    event_types: z.array(z.string()).describe("Empty for all of them"),
    visibility: z
      .enum(VISIBILITIES)
      .describe("`private`: events of your own and of shared builders; `shared`: of shared builders"),
    active: z.boolean(),
    failing_since: z.string().nullable().describe("When deliveries started to fail"),
    disabled_at: z
      .string()
      .nullable()
      .describe("When the service disabled it: after five days of failures, or a 410 response"),
    disabled_reason: z.string().nullable(),
    old_secret_until: z.string().nullable(),
    created_at: z.string(),
  })
  .meta({ id: "Webhook" });

const WithSecret = Webhook.extend({ secret: z.string().describe("Shown only once") });

/** Use the ids that `events.webhook_create` and `events.deliveries` returned. */
const WEBHOOK_ID = "whk_aaaaaaaaaaaaaaaa";
const DELIVERY_ID = "dlv_aaaaaaaaaaaaaaaa";

const webhookId = z.string().min(1).max(60);
const url = z.string().min(1).max(2_000);
const description = z.string().max(500).nullable();
const visibility = z
  .enum(VISIBILITIES)
  .describe(
    "`private`: yours, with events of all builders you can see; `shared`: the account's, with events of shared builders",
  );
const types = z
  .array(z.enum(EVENT_TYPES))
  .max(EVENT_TYPES.length)
  .refine((names) => new Set(names).size === names.length, "contains a duplicate type");

function describe({
  account_id: _,
  owner_id: __,
  secret: ___,
  old_secret: ____,
  may_read: _____,
  ...row
}: WebhookRow): z.input<typeof Webhook> {
  return row;
}

/** Checks what the URL alone shows; the rest is decided when a connection is opened. */
function checkUrl(text: string): string {
  const refuse = (why: string): never => {
    throw new Failure("invalid_input", { detail: `url: ${why}` });
  };
  const parsed = URL.parse(text);
  if (!parsed || !/^https?:$/.test(parsed.protocol)) return refuse("expected an http(s) URL");
  if (parsed.username !== "" || parsed.password !== "") refuse("must not contain a user name or password");
  if (!mayBePublicHost(parsed.hostname)) refuse(`${parsed.hostname} is not a public address`);
  return parsed.href;
}

/** Deliveries that wait, or are repeated, go to the new URL: who sets it must be able to read them. */
function requireScopesOf({ may_read }: WebhookRow, { scopes }: Caller): void {
  const missing = may_read.filter((scope) => READ_BY_HITS.includes(scope) && !scopes.has(scope));
  if (missing.length === 0) return;
  throw new Failure("scope_missing", {
    detail: `Missing scope: ${missing.join(", ")}, for the url of this webhook`,
    scopes: [...scopes, ...missing],
  });
}

async function requireWebhook(sql: Sql, viewer: Viewer, id: string, options?: { lock: boolean }) {
  const row = await findWebhook(sql, viewer, id, options);
  if (!row) throw new Failure("webhook_not_found");
  return row;
}

export const createWebhook = (db: Database) =>
  defineOperation({
    ...managing,
    id: "events.webhook_create",
    summary: "Receive events at your URL",
    guide:
      "Signed and retried according to Standard Webhooks. The secret is in the response and cannot be read again.",
    rest: { method: "POST", path: "/v1/webhook/create" },
    input: z.strictObject({
      url,
      description: description.default(null),
      event_types: types.default([]),
      visibility: visibility.optional(),
    }),
    output: WithSecret,
    errors: ["fetch_refused", "builder_not_found"],
    examples: [
      {
        title: "New artifacts only",
        input: { url: "https://hooks.example.com/florin", event_types: ["artifact.created"] },
      },
    ],
    async run({ caller }, { visibility, ...input }) {
      const viewer = viewerOf(caller);
      if ((await countWebhooks(db, viewer.accountId)) >= WEBHOOKS_MAX)
        throw new Failure("invalid_input", {
          detail: `url: the account already has ${WEBHOOKS_MAX} webhooks`,
        });
      const webhook_id = makeId("whk");
      const secret = makeSecret();
      await insertWebhook(db, {
        ...input,
        ...ownershipOf(viewer, visibility),
        url: checkUrl(input.url),
        may_read: [...caller.scopes],
        webhook_id,
        secret,
      });
      return { ...describe(await requireWebhook(db, viewer, webhook_id)), secret };
    },
  });

export const showWebhooks = (db: Database) =>
  defineOperation({
    ...viewing,
    id: "events.webhooks",
    summary: "Your webhooks",
    guide: "Oldest first, without their secrets.",
    rest: { method: "GET", path: "/v1/webhook/list" },
    input: z.strictObject({}),
    output: z.object({ webhooks: z.array(Webhook) }),
    examples: [{ title: "All of them", input: {} }],
    async run({ caller }) {
      return { webhooks: (await listWebhooks(db, viewerOf(caller), WEBHOOKS_MAX)).map(describe) };
    },
  });

export const changeWebhook = (db: Database) =>
  defineOperation({
    ...managing,
    id: "events.webhook_update",
    summary: "Change, enable or disable a webhook",
    guide: "Changes only the given fields.",
    rest: { method: "POST", path: "/v1/webhook/update" },
    input: z.strictObject({
      webhook_id: webhookId,
      url: url.optional(),
      description: description.optional(),
      event_types: types.optional(),
      visibility: visibility.optional(),
      active: z.boolean().optional(),
    }),
    output: Webhook,
    errors: ["webhook_not_found", "fetch_refused", "builder_not_found", "scope_missing"],
    examples: [{ title: "Disable it", input: { webhook_id: WEBHOOK_ID, active: false } }],
    async run({ caller }, { webhook_id, ...change }) {
      const viewer = viewerOf(caller);
      const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
      await inTransaction(db, async (sql) => {
        const before = await requireWebhook(sql, viewer, webhook_id, { lock: true });
        requireMayChange(viewer, before, change.visibility);
        const row: WebhookRow = { ...before, ...given };
        if (change.url !== undefined) {
          requireScopesOf(before, caller);
          row.url = checkUrl(change.url);
          row.may_read = [...caller.scopes];
        }
        await updateWebhook(sql, row);
      });
      return describe(await requireWebhook(db, viewer, webhook_id));
    },
  });

export const renewSecret = (db: Database) =>
  defineOperation({
    ...managing,
    id: "events.webhook_rotate",
    summary: "Give a webhook a new secret",
    guide: "For a day the old secret signs too, so that nothing is rejected while the receiver switches.",
    rest: { method: "POST", path: "/v1/webhook/rotate" },
    input: z.strictObject({ webhook_id: webhookId }),
    output: WithSecret,
    errors: ["webhook_not_found"],
    examples: [{ title: "The webhook_id of events.webhook_create", input: { webhook_id: WEBHOOK_ID } }],
    async run({ caller }, { webhook_id }) {
      const viewer = viewerOf(caller);
      await requireWebhook(db, viewer, webhook_id);
      const secret = makeSecret();
      const oldUntil = new Date(Date.now() + OLD_SECRET_MILLISECONDS).toISOString();
      await rotateSecret(db, webhook_id, { secret, oldUntil });
      return { ...describe(await requireWebhook(db, viewer, webhook_id)), secret };
    },
  });

export const removeWebhook = (db: Database) =>
  defineOperation({
    ...managing,
    id: "events.webhook_delete",
    summary: "Delete a webhook",
    guide: "Its deliveries are deleted too.",
    rest: { method: "POST", path: "/v1/webhook/delete" },
    input: z.strictObject({ webhook_id: webhookId }),
    output: z.object({ webhook_id: z.string(), deleted: z.literal(true) }),
    errors: ["webhook_not_found"],
    examples: [{ title: "The webhook_id of events.webhook_create", input: { webhook_id: WEBHOOK_ID } }],
    async run({ caller }, { webhook_id }) {
      if (!(await deleteWebhook(db, viewerOf(caller), webhook_id))) throw new Failure("webhook_not_found");
      return { webhook_id, deleted: true as const };
    },
  });

export const showDeliveries = (db: Database) =>
  defineOperation({
    ...viewing,
    id: "events.deliveries",
    summary: "Deliveries of a webhook, including failed ones",
    guide: "Latest first, with attempts, the receiver's status and the time of the next attempt.",
    rest: { method: "GET", path: "/v1/webhook/deliveries" },
    input: z.strictObject({
      webhook_id: webhookId,
      limit: z.coerce.number().int().min(1).max(100).default(50),
      offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
    }),
    output: z.object({
      deliveries: z.array(
        z.object({
          delivery_id: z.string(),
          webhook_id: z.string(),
          event_id: z.string(),
          type: z.string(),
          state: z.enum(["waiting", "delivered", "failed"]),
          attempts: z.int(),
          next_attempt_at: z.string(),
          response_status: z.int().nullable(),
          reason: z.string().nullable(),
          last_attempt_at: z.string().nullable(),
          created_at: z.string(),
        }),
      ),
    }),
    errors: ["webhook_not_found"],
    examples: [{ title: "The latest ten", input: { webhook_id: WEBHOOK_ID, limit: 10 } }],
    async run({ caller }, { webhook_id, limit, offset }) {
      const viewer = viewerOf(caller);
      await requireWebhook(db, viewer, webhook_id);
      return { deliveries: await listDeliveries(db, viewer, { webhookId: webhook_id, limit, offset }) };
    },
  });

export const repeat = (db: Database) =>
  defineOperation({
    ...managing,
    id: "events.redeliver",
    summary: "Deliver an event to a webhook again",
    guide: "Uses the same webhook-id, so that the receiver can detect duplicates.",
    rest: { method: "POST", path: "/v1/webhook/redeliver" },
    input: z.strictObject({ delivery_id: z.string().min(1).max(60) }),
    output: z.object({ delivery_id: z.string(), state: z.literal("waiting") }),
    errors: ["delivery_not_found", "webhook_not_found"],
    examples: [{ title: "The delivery_id of events.deliveries", input: { delivery_id: DELIVERY_ID } }],
    async run({ caller }, { delivery_id }) {
      if (!(await repeatDelivery(db, viewerOf(caller), delivery_id))) throw new Failure("delivery_not_found");
      return { delivery_id, state: "waiting" as const };
    },
  });
