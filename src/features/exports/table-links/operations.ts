import { hash, randomBytes } from "node:crypto";
import { z } from "zod";
import { Failure } from "../../../kernel/errors.ts";
import { type AnyOperation, defineOperation } from "../../../kernel/operation.ts";
import type { Database } from "../../../platform/db/index.ts";
import { insertTableLink, type TableLink, takeRead } from "./store.ts";

const HOURS_MAX = 168;
const READS_MAX = 1_000;

export const createTableLink = (db: Database, operations: () => readonly AnyOperation[]) =>
  defineOperation({
    id: "exports.table_link",
    summary:
      "A URL that answers one call as CSV, for IMPORTDATA and other programs that cannot send a header",
    guide:
      "Use for a spreadsheet that can only open a URL. Give an operation that answers as a table and its input. Every " +
      "read runs it for the key that created the link and costs its price; the link ends after `hours`, after " +
      "`reads_max` reads, or when the key is revoked. Creating it is free.",
    scope: "reference:read",
    effect: "write",
    price: 0,
    perSecond: 5,
    rest: { method: "POST", path: "/v1/export/table_link" },
    mcp: false,
    input: z.strictObject({
      operation: z.string().min(1).max(60),
      input: z.record(z.string().max(60), z.unknown()).default({}),
      hours: z.int().min(1).max(HOURS_MAX).default(24),
      reads_max: z.int().min(1).max(READS_MAX).default(50),
    }),
    output: z.object({
      url: z.string(),
      expires_at: z.string(),
      credits_per_read: z.int(),
      reads_max: z.int(),
      credits_max: z.int(),
    }),
    examples: [
      {
        title: "A year of prices, read at most once a day for a week",
        input: {
          operation: "prices.eod_price",
          input: { ticker: "OSTL", window: "1Y" },
          hours: HOURS_MAX,
          reads_max: 7,
        },
      },
    ],
    async run({ caller, baseUrl }, { operation: operation_id, input, hours, reads_max }) {
      const operation = operations().find(({ id }) => id === operation_id);
      const tables = operations().filter(({ asTable }) => asTable !== undefined);
      if (!operation?.asTable)
        throw new Failure("invalid_input", {
          detail: `operation: expected one of ${tables.map(({ id }) => id).join(", ")}`,
        });
      if (caller.keyId === null)
        throw new Failure("invalid_input", { detail: "A link belongs to an API key: create it with one." });
      if (!caller.scopes.has(operation.scope))
        throw new Failure("scope_missing", { detail: `Missing scope: ${operation.scope}` });
      const credits_per_read = priceOf(operation, input);
      const token = randomBytes(24).toString("base64url");
      const expires_at = new Date(Date.now() + hours * 3_600_000).toISOString();
      await insertTableLink(db, {
        token_hash: hash("sha256", token, "hex"),
        account_id: caller.accountId,
        key_id: caller.keyId,
        operation_id,
        input,
        reads_max,
        expires_at,
      });
      const url = `${baseUrl}/tables/${token}.csv`;
      return { url, expires_at, credits_per_read, reads_max, credits_max: credits_per_read * reads_max };
    },
  });

/** The most a read can cost. An input that the operation would refuse is refused now, not in the sheet. */
function priceOf({ input: schema, price }: AnyOperation, input: unknown): number {
  const parsed = (schema as z.ZodObject).safeParse(input);
  if (!parsed.success) {
    const issues = parsed.error.issues.map(({ path, message }) => `input.${path.join(".")}: ${message}`);
    throw new Failure("invalid_input", { detail: issues.join("; ").slice(0, 500) });
  }
  return typeof price === "number" ? price : price.most(parsed.data);
}

/** The call behind a link, counted as one read of it. Says nothing of why a link does not work. */
export async function openTableLink(db: Database, token: string): Promise<TableLink> {
  const link = await takeRead(db, hash("sha256", token, "hex"));
  if (!link) throw new Failure("link_invalid");
  return link;
}
