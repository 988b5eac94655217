import { z } from "zod";
import { Failure } from "../../kernel/errors.ts";
import { defineOperation } from "../../kernel/operation.ts";
import { viewerOf } from "../../kernel/viewer.ts";
import {
  eraseAccount,
  exportAccountRows,
  exportPersonRows,
  findMember,
  requireOwnerOf,
  requirePerson,
} from "../accounts/index.ts";
import { type EndedWithMember, type RightsTools, removePerson } from "./remove-person.ts";

/** Not for MCP: what a model reads must not make it erase something. */
const common = { scope: "account:write", price: 0, perSecond: 1, mcp: false } as const;

const Exported = z
  .object({
    exported_at: z.iso.datetime().describe("When the rows were read"),
    tables: z
      .record(z.string(), z.array(z.record(z.string(), z.unknown())))
      .describe("By table: its rows without secrets, of long tables the latest 10,000"),
  })
  .meta({ id: "ExportedData" });

type Tables = z.input<typeof Exported>["tables"];
const exportedNow = (tables: object): z.input<typeof Exported> => ({
  exported_at: new Date().toISOString(),
  // Each row is a JSON object, as the database makes it.
  tables: tables as Tables,
});

export const exportPerson = ({ db }: RightsTools) =>
  defineOperation({
    ...common,
    id: "account.export_person",
    summary: "Export everything that is stored about you",
    guide:
      "For the person who signed in or created the key: profile, keys, sessions, threads, searches, uploads.",
    effect: "read",
    rest: { method: "GET", path: "/v1/account/person/export" },
    input: z.strictObject({}),
    output: Exported,
    examples: [{ title: "What is stored about you", input: {} }],
    async run({ caller }) {
      const userId = requirePerson(caller);
      return exportedNow(await exportPersonRows(db, { accountId: caller.accountId, userId }));
    },
  });

export const exportAccount = ({ db }: RightsTools) =>
  defineOperation({
    ...common,
    id: "account.export",
    summary: "Export what the account has stored",
    guide:
      "For owners. What is private to other members is left out; answers and results from reports that are not shared " +
      "with you are listed without content.",
    effect: "read",
    rest: { method: "GET", path: "/v1/account/export" },
    input: z.strictObject({}),
    output: Exported,
    errors: ["owner_only"],
    examples: [{ title: "What the account has stored", input: {} }],
    async run({ caller }) {
      await requireOwnerOf(db, caller);
      return exportedNow(await exportAccountRows(db, caller.accountId, viewerOf(caller)));
    },
  });

export interface Retention {
  audit_days: number | null;
  news_days: number | null;
}

export const showRetention = ({ retention }: { retention: Retention }) =>
  defineOperation({
    ...common,
    id: "account.retention",
    summary: "Show how long the installation keeps the audit trail and news",
    guide: "Your administrator sets it. Everything else is kept until it is deleted.",
    scope: "account:read",
    effect: "read",
    perSecond: 5,
    rest: { method: "GET", path: "/v1/account/retention" },
    input: z.strictObject({}),
    output: z.object({
      audit_days: z.int().nullable().describe("Days that the audit trail is kept; null for ever"),
      news_days: z.int().nullable().describe("Days that news are kept; null for ever"),
    }),
    examples: [{ title: "How long", input: {} }],
    run: async () => retention,
  });

const NOTHING_ENDED: EndedWithMember = {
  keys_ended: 0,
  builders_ended: 0,
  webhooks_ended: 0,
  searches_ended: 0,
  threads_deleted: 0,
  watchlists_deleted: 0,
};

export const removeOneMember = (tools: RightsTools) =>
  defineOperation({
    ...common,
    id: "account.remove_member",
    summary: "Remove a member and erase who they were",
    guide:
      "For owners, and for members who leave. Ends sessions, keys and programs of the person, deletes what only they " +
      "could see, and forgets name and e-mail address. The last owner stays. This cannot be undone.",
    scope: "members:write",
    effect: "write",
    rest: { method: "POST", path: "/v1/account/member/remove" },
    input: z.strictObject({
      member_id: z.string().min(1).max(60).describe("From `members.list`"),
    }),
    output: z.object({
      member_id: z.string().describe("As given"),
      removed: z.boolean().describe("False when the account has no such member any more"),
      keys_ended: z.int().describe("How many keys of theirs were revoked"),
      builders_ended: z.int().describe("How many private agent builders were deactivated"),
      webhooks_ended: z.int().describe("How many private webhooks were deactivated"),
      searches_ended: z.int().describe("How many private saved searches were deactivated"),
      threads_deleted: z.int().describe("How many private threads were deleted"),
      watchlists_deleted: z.int().describe("How many private watchlists were deleted"),
    }),
    errors: ["owner_only"],
    examples: [{ title: "A member who left", input: { member_id: "usr_aaaaaaaaaaaaaaaa" } }],
    async run({ caller }, { member_id }) {
      const { accountId } = caller;
      if (caller.userId !== member_id) await requireOwnerOf(tools.db, caller);
      const member = await findMember(tools.db, member_id);
      if (member?.account_id !== accountId) return { member_id, removed: false, ...NOTHING_ENDED };
      const ended = await removePerson(tools, { accountId, memberId: member_id });
      return { member_id, removed: true, ...ended };
    },
  });

export const eraseOwnAccount = (tools: RightsTools) =>
  defineOperation({
    ...common,
    id: "account.erase",
    summary: "Erase the account with everything it stored",
    guide:
      "For owners. Deletes members, keys, uploads, threads and all else; ledger and audit trail remain without names. " +
      "This cannot be undone; afterwards the credential is refused.",
    effect: "write",
    rest: { method: "POST", path: "/v1/account/erase" },
    input: z.strictObject({
      account_id: z
        .string()
        .min(1)
        .max(60)
        .describe("The id of your account, to confirm; `account.export` has it"),
    }),
    output: z.object({
      account_id: z.string().describe("What remains under this id are the ledger and the audit trail"),
      erased: z.literal(true).describe("Always true: else the call fails"),
    }),
    errors: ["owner_only"],
    examples: [{ title: "The id of your account", input: { account_id: "acc_aaaaaaaaaaaaaaaa" } }],
    async run({ caller: { accountId, ...caller } }, { account_id }) {
      await requireOwnerOf(tools.db, { accountId, ...caller });
      if (account_id !== accountId)
        throw new Failure("invalid_input", {
          detail: "account_id: enter the id of your own account to confirm",
        });
      return { account_id, erased: true as const };
    },
    // Last of all: it also deletes what the call itself has stored for being repeated.
    async afterSettle({ caller }) {
      await eraseAccount(tools, caller.accountId);
      return "charged";
    },
  });
