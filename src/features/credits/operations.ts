import { z } from "zod";
import { Day } from "../../kernel/day.ts";
import { Failure } from "../../kernel/errors.ts";
import { defineOperation } from "../../kernel/operation.ts";
import type { Database } from "../../platform/db/index.ts";
import { findBalance, listUsage } from "./store.ts";

const USAGE_DAYS_MAX = 366;
const USAGE_ROWS_MAX = 5_000;
const DAY_MILLISECONDS = 86_400_000;

export const showBalance = (db: Database) =>
  defineOperation({
    id: "account.balance",
    summary: "Show the credit balance",
    guide: "Returns how many credits the account has available, held and spent.",
    scope: "account:read",
    effect: "read",
    price: 0,
    perSecond: 20,
    rest: { method: "GET", path: "/v1/account/balance" },
    mcp: { tool: "balance" },
    input: z.strictObject({}),
    output: z.object({
      available: z.int().describe("Credits that can be spent now"),
      held: z.int().describe("Credits held for calls in progress"),
      spent: z.int().describe("Credits spent since the account was opened"),
      granted: z.int().describe("Total credits granted: available + held + spent"),
    }),
    examples: [{ title: "How much is left", input: {} }],
    async run({ caller }) {
      return (await findBalance(db, caller.accountId)) ?? { available: 0, held: 0, spent: 0, granted: 0 };
    },
  });

const Usage = z.object({
  start_date: z.iso.date(),
  end_date: z.iso.date(),
  total_calls: z.int(),
  total_credits: z.int(),
  usage: z.array(
    z.object({
      day: z.iso.date(),
      key_id: z.string().nullable(),
      operation_id: z.string(),
      calls: z.int(),
      credits: z.int(),
    }),
  ),
});

export const showUsage = (db: Database) =>
  defineOperation({
    id: "account.usage",
    summary: "Show the credits spent, by day, key and operation",
    guide: "Use to see where credits went. Days are in UTC; without dates the last 30 days. Free of charge.",
    scope: "account:read",
    effect: "read",
    price: 0,
    perSecond: 5,
    rest: { method: "GET", path: "/v1/account/usage" },
    mcp: false,
    input: z.strictObject({
      start_date: Day.optional().describe("First day, YYYY-MM-DD; 30 days before the end when absent"),
      end_date: Day.optional().describe("Last day, YYYY-MM-DD; today when absent"),
    }),
    output: Usage,
    examples: [{ title: "The last 30 days", input: {} }],
    async run({ caller }, input) {
      const end = input.end_date ?? new Date().toISOString().slice(0, 10);
      const start =
        input.start_date ?? new Date(Date.parse(end) - 29 * DAY_MILLISECONDS).toISOString().slice(0, 10);
      if (start > end)
        throw new Failure("invalid_input", { detail: "start_date: must not be after end_date" });
      if (Date.parse(end) - Date.parse(start) >= USAGE_DAYS_MAX * DAY_MILLISECONDS) {
        throw new Failure("invalid_input", {
          detail: `start_date: at most ${USAGE_DAYS_MAX} days before end_date`,
        });
      }
      const usage = await listUsage(db, caller.accountId, { start, end, limit: USAGE_ROWS_MAX });
      return {
        start_date: start,
        end_date: end,
        total_calls: usage.reduce((sum, row) => sum + row.calls, 0),
        total_credits: usage.reduce((sum, row) => sum + row.credits, 0),
        usage,
      };
    },
  });
