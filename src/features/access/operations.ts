import { z } from "zod";
import { defineOperation } from "../../kernel/operation.ts";
import type { Database } from "../../platform/db/index.ts";
import { requireOwnAccount } from "../accounts/index.ts";
import { listAudit } from "./store.ts";

const AuditItem = z.object({
  at: z.iso.datetime(),
  request_id: z.string(),
  channel: z.string(),
  operation_id: z.string(),
  key_id: z.string().nullable(),
  user_id: z.string().nullable(),
  client_id: z.string().nullable(),
  address: z.string().nullable(),
  status: z.int(),
  error_code: z.string().nullable(),
  credits: z.int(),
  duration_ms: z.int(),
});

/** `listReads` names the operations that change nothing. */
export const showAudit = (db: Database, listReads: () => readonly string[]) =>
  defineOperation({
    id: "account.audit",
    summary: "Show the audit trail of the account's calls",
    guide:
      "Use to see who called what, when, from where and with what result, latest first. A call by key names the key; " +
      "a call by token names the person and the client. Only owners of the account, and the keys they created, may use it. Free of charge.",
    scope: "account:read",
    effect: "read",
    price: 0,
    perSecond: 5,
    rest: { method: "GET", path: "/v1/account/audit" },
    mcp: false,
    input: z.strictObject({
      operation_id: z.string().max(100).optional(),
      key_id: z.string().max(100).optional(),
      user_id: z.string().max(100).optional(),
      client_id: z.string().max(2_000).optional(),
      hide_page_reads: z.boolean().or(z.stringbool()).default(false),
      limit: z.coerce.number().int().min(1).max(100).default(20),
      offset: z.coerce.number().int().min(0).max(100_000).default(0),
    }),
    output: z.array(AuditItem),
    errors: ["owner_only"],
    examples: [{ title: "The latest calls", input: { limit: 5 } }],
    async run({ caller }, input) {
      await requireOwnAccount(db, caller);
      return listAudit(db, caller.accountId, {
        operationId: input.operation_id ?? null,
        keyId: input.key_id ?? null,
        userId: input.user_id ?? null,
        clientId: input.client_id ?? null,
        hiddenReads: input.hide_page_reads ? listReads() : [],
        limit: input.limit,
        offset: input.offset,
      });
    },
  });
