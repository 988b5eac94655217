import { z } from "zod";
import { defineOperation } from "../../kernel/operation.ts";
import type { Database } from "../../platform/db/index.ts";
import { requireOwnAccount } from "../accounts/index.ts";
import { listLatestEntries } from "./store.ts";
import { verifyAccountLedger } from "./verify-ledger.ts";

const ENTRIES_MAX = 200;

const common = { scope: "account:read", effect: "read", price: 0, mcp: false } as const;

export const listLedger = (db: Database) =>
  defineOperation({
    ...common,
    id: "account.ledger",
    summary: "List the account's ledger entries",
    guide: "Where each credit came from and went, the latest first. Only owners, and the keys they created.",
    perSecond: 5,
    rest: { method: "GET", path: "/v1/account/ledger" },
    input: z.strictObject({
      before: z.coerce.number().int().min(1).optional().describe("Entries before this sequence number"),
      limit: z.coerce.number().int().min(1).max(ENTRIES_MAX).default(50),
    }),
    output: z.array(
      z.object({
        sequence: z.int().describe("The place of the entry in the account's chain"),
        kind: z
          .enum(["grant", "hold", "settle", "void", "charge", "refund"])
          .describe("What moved the credits"),
        credits: z.int().describe("How many credits"),
        call_id: z.string().describe("The call it belongs to"),
        operation_id: z.string().nullable().describe("What was called"),
        key_id: z.string().nullable().describe("The key it was called with"),
        created_at: z.iso.datetime().describe("When it was posted"),
      }),
    ),
    errors: ["owner_only"],
    examples: [{ title: "The latest entries", input: { limit: 5 } }],
    async run({ caller }, { before, limit }) {
      await requireOwnAccount(db, caller);
      return listLatestEntries(db, caller.accountId, { before: before ?? null, limit });
    },
  });

export const verifyLedgerOfAccount = (db: Database) =>
  defineOperation({
    ...common,
    id: "account.verify_ledger",
    summary: "Verify the account's ledger",
    guide: "Recomputes the chain of entries and the balance. Only owners, and the keys they created.",
    perSecond: 1,
    rest: { method: "POST", path: "/v1/account/ledger/verify" },
    input: z.strictObject({}),
    output: z.object({
      entries: z.int().describe("How many entries were verified"),
      faults: z
        .array(
          z.object({
            sequence: z.int().describe("The entry"),
            fault: z.string().describe("What is wrong with it"),
          }),
        )
        .describe("Empty when the ledger is sound"),
    }),
    errors: ["owner_only"],
    examples: [{ title: "The whole chain", input: {} }],
    async run({ caller }) {
      await requireOwnAccount(db, caller);
      const { entries, faults } = await verifyAccountLedger(db, caller.accountId);
      return { entries, faults: faults.map(({ sequence, fault }) => ({ sequence, fault })) };
    },
  });
