import { z } from "zod";
import { eraseAccount, exportAccountRows, exportPersonRows } from "../../features/accounts/index.ts";
import { Failure } from "../../kernel/errors.ts";
import { defineAction } from "./action.ts";

/** What a person or an account has stored: to take along, or to erase. */
export const dataActions = [
  defineAction({
    id: "export_person",
    summary: "Everything that is stored about you, as JSON",
    method: "GET",
    path: "/me/export",
    access: "member",
    input: z.strictObject({}),
    async run({ tools, person: { member } }) {
      const viewer = { accountId: member.account_id, userId: member.id };
      return { exported_at: new Date().toISOString(), tables: await exportPersonRows(tools.db, viewer) };
    },
  }),
  defineAction({
    id: "export_account",
    summary: "Everything that the account has stored, as JSON",
    method: "GET",
    path: "/account/export",
    access: "owner",
    input: z.strictObject({}),
    async run({ tools, person: { member } }) {
      const viewer = { accountId: member.account_id, userId: member.id };
      const tables = await exportAccountRows(tools.db, member.account_id, viewer);
      return { exported_at: new Date().toISOString(), tables };
    },
  }),
  defineAction({
    id: "show_retention",
    summary: "How many days the installation keeps the audit trail and news; null for ever",
    method: "GET",
    path: "/retention",
    access: "member",
    input: z.strictObject({}),
    run: async ({ tools }) => tools.retention,
  }),
  defineAction({
    id: "erase_account",
    summary: "Erase the account with everything it stored; cannot be undone",
    method: "DELETE",
    path: "/account",
    access: "owner",
    input: z.strictObject({ email: z.string().max(254).describe("Your own e-mail address, to confirm") }),
    run({ tools, person }, { email }) {
      if (email.toLowerCase() !== person.member.email)
        throw new Failure("invalid_input", { detail: "email: enter your own e-mail address to confirm" });
      return eraseAccount(tools, person.member.account_id);
    },
  }),
] as const;
