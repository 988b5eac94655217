import { z } from "zod";
import { Failure } from "../../../kernel/errors.ts";
import { type Context, defineOperation } from "../../../kernel/operation.ts";
import type { Database } from "../../../platform/db/index.ts";
import type { Mail } from "../../../platform/mail/index.ts";
import { makeLink } from "./links.ts";
import { changeRole, inviteMember, requireOwnerOf } from "./members.ts";
import { findMember, listMembers } from "./store.ts";

export interface MemberTools {
  db: Database;
  /** Sends in the background; does nothing without a mail server. */
  mail: (mail: Mail) => void;
}

const MEMBERS_SHOWN_MAX = 500;

/** For people in the console: no key and no client can have the scopes. */
const common = { scope: "members:write", effect: "write", price: 0, perSecond: 2, mcp: false } as const;

export const Email = z
  .email()
  .max(254)
  .transform((email) => email.toLowerCase());
export const PersonName = z.string().trim().min(1).max(200);
const Role = z.enum(["owner", "member"]).describe("Owners also manage members, all keys and the account");
const MemberId = z.string().min(1).max(100).describe("From `members.list`");
const Link = z.string().nullable().describe("Shown once: null when an Idempotency-Key is repeated");
const Member = z
  .object({
    member_id: z.string().describe("Identifies the person"),
    name: z.string().describe("Their name"),
    email: z.string().describe("Where they get links, and what they sign in with"),
    role: Role,
    has_joined: z.boolean().describe("Whether they can sign in: they followed their invitation"),
    has_password: z.boolean().describe("Whether they have a password"),
    has_totp: z.boolean().describe("Whether signing in also takes a one-time code"),
    created_at: z.iso.datetime().describe("When they were invited"),
  })
  .meta({ id: "Member" });

export const listAccountMembers = ({ db }: MemberTools) =>
  defineOperation({
    ...common,
    id: "members.list",
    summary: "List the account's members",
    guide: "Everyone who belongs to the account, and those who were invited.",
    scope: "members:read",
    effect: "read",
    perSecond: 5,
    rest: { method: "GET", path: "/v1/account/member/list" },
    input: z.strictObject({}),
    output: z.array(Member),
    examples: [{ title: "Everyone", input: {} }],
    run: async ({ caller }) =>
      (await listMembers(db, caller.accountId, MEMBERS_SHOWN_MAX)).map(
        ({ id, account_id: _account, account_name: _name, ...member }) => ({ member_id: id, ...member }),
      ),
  });

export const inviteAccountMember = ({ db, mail }: MemberTools) =>
  defineOperation({
    ...common,
    id: "members.invite",
    summary: "Invite a person to the account",
    guide:
      "For owners. Returns the link to share, and sends it if e-mail is configured. It works once, within a week.",
    rest: { method: "POST", path: "/v1/account/member/invite" },
    input: z.strictObject({
      email: Email.describe("Where the invitation is sent"),
      name: PersonName.describe("How they are called"),
      role: Role.default("member"),
    }),
    output: z.object({ member_id: z.string().describe("Identifies the person"), link: Link }),
    withoutSecret: ({ member_id }) => ({ member_id, link: null }),
    errors: ["owner_only", "email_taken"],
    examples: [{ title: "A colleague", input: { email: "new@example.com", name: "Noor" } }],
    async run({ caller, baseUrl }, input) {
      const inviter = await requireOwnerOf(db, caller);
      const { memberId, secret } = await inviteMember(db, { accountId: caller.accountId, ...input });
      const link = `${baseUrl}/join/${secret}`;
      const text = `${inviter.name} invites you to the account "${inviter.account_name}" on Florin.\n\nChoose your password within a week here:\n${link}\n`;
      mail({ to: input.email, subject: "Your invitation to Florin", text });
      return { member_id: memberId, link };
    },
  });

export const changeMemberRole = ({ db }: MemberTools) =>
  defineOperation({
    ...common,
    id: "members.change_role",
    summary: "Make a member an owner, or an owner a member",
    guide: "For owners. Takes effect with the person's next call. An account keeps at least one owner.",
    rest: { method: "POST", path: "/v1/account/member/role" },
    input: z.strictObject({ member_id: MemberId, role: Role }),
    output: z.object({ member_id: z.string().describe("As given"), role: Role }),
    errors: ["owner_only", "member_not_found"],
    examples: [{ title: "A second owner", input: { member_id: "usr_aaaaaaaaaaaaaaaa", role: "owner" } }],
    async run({ caller }, { member_id, role }) {
      await requireOwnerOf(db, caller);
      await changeRole(db, { accountId: caller.accountId, memberId: member_id, role });
      return { member_id, role };
    },
  });

export const makeMemberResetLink = ({ db }: MemberTools) =>
  defineOperation({
    ...common,
    id: "members.reset_link",
    summary: "Create a link with which a member chooses a new password",
    guide:
      "For owners, when a person cannot sign in and e-mail is not configured. It works once, within an hour.",
    rest: { method: "POST", path: "/v1/account/member/reset_link" },
    input: z.strictObject({ member_id: MemberId }),
    output: z.object({ member_id: z.string().describe("As given"), link: Link }),
    withoutSecret: ({ member_id }) => ({ member_id, link: null }),
    errors: ["owner_only", "member_not_found"],
    examples: [{ title: "Someone who forgot it", input: { member_id: "usr_aaaaaaaaaaaaaaaa" } }],
    async run({ caller, baseUrl }: Context, { member_id }) {
      await requireOwnerOf(db, caller);
      const member = await findMember(db, member_id);
      if (member?.account_id !== caller.accountId) throw new Failure("member_not_found");
      return { member_id, link: `${baseUrl}/reset/${await makeLink(db, "reset", member_id)}` };
    },
  });
