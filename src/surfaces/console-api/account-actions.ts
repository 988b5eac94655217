import { z } from "zod";
import { countLiveKeys } from "../../features/access/index.ts";
import {
  changeRole,
  findMember,
  inviteMember,
  listMembers,
  makeLink,
} from "../../features/accounts/index.ts";
import { removePerson } from "../../features/rights/index.ts";
import { Failure } from "../../kernel/errors.ts";
import type { IdentityTools } from "../oauth/index.ts";
import { Email, PersonName } from "../oauth/links.ts";
import { defineAction } from "./action.ts";
import { showMember } from "./sign-in-actions.ts";

const MEMBERS_SHOWN_MAX = 500;
const Role = z.enum(["owner", "member"]);

/** The account's members. */
export const accountActions = [
  defineAction({
    id: "list_members",
    summary: "The account's members",
    method: "GET",
    path: "/members",
    access: "member",
    input: z.strictObject({}),
    async run({ tools, person }) {
      const { account_id } = person.member;
      const keys = await countLiveKeys(tools.db, account_id);
      const members = await listMembers(tools.db, account_id, MEMBERS_SHOWN_MAX);
      return members.map((member) => ({ ...showMember(member), live_keys: keys.get(member.id) ?? 0 }));
    },
  }),
  defineAction({
    id: "invite_member",
    summary: "Add a member; returns the link to share, and e-mails it if e-mail is configured",
    method: "POST",
    path: "/members",
    access: "owner",
    input: z.strictObject({ email: Email, name: PersonName, role: Role.default("member") }),
    async run({ tools, person }, options) {
      const { account_id: accountId, account_name } = person.member;
      const { memberId, secret } = await inviteMember(tools.db, { accountId, ...options });
      const link = `${tools.baseUrl()}/join/${secret}`;
      const text = `${person.member.name} invites you to the account "${account_name}" on Florin.\n\nChoose your password within a week here:\n${link}\n`;
      sendMail(tools, { to: options.email, subject: "Your invitation to Florin", text });
      return { member_id: memberId, link };
    },
  }),
  defineAction({
    id: "change_role",
    summary: "Make a member an owner, or an owner a member",
    method: "POST",
    path: "/members/:member_id/role",
    access: "owner",
    input: z.strictObject({ member_id: z.string().max(100), role: Role }),
    async run({ tools, person }, { member_id, role }) {
      await changeRole(tools.db, { accountId: person.member.account_id, memberId: member_id, role });
      return {};
    },
  }),
  defineAction({
    id: "make_reset_link",
    summary: "Create a password reset link for a member",
    method: "POST",
    path: "/members/:member_id/reset_link",
    access: "owner",
    input: z.strictObject({ member_id: z.string().max(100) }),
    async run({ tools, person }, { member_id }) {
      const member = await findMember(tools.db, member_id);
      if (member?.account_id !== person.member.account_id) throw new Failure("member_not_found");
      return { link: `${tools.baseUrl()}/reset/${await makeLink(tools.db, "reset", member_id)}` };
    },
  }),
  defineAction({
    id: "remove_member",
    summary: "Remove a member with their sessions, tokens, keys and private builders",
    method: "DELETE",
    path: "/members/:member_id",
    access: "owner",
    input: z.strictObject({ member_id: z.string().max(100) }),
    run({ tools, person }, { member_id }) {
      return removePerson(tools, { accountId: person.member.account_id, memberId: member_id });
    },
  }),
] as const;

function sendMail({ mailer, log }: IdentityTools, mail: { to: string; subject: string; text: string }): void {
  mailer?.send(mail).catch((error: unknown) => log.error({ err: error }, "mail not sent"));
}
