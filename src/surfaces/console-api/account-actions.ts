import { z } from "zod";
import {
  countLiveKeys,
  createKey,
  listKeys,
  OVERLAP_SECONDS_MAX,
  requireKey,
  revokeKey,
  rotateKey,
} from "../../features/access/index.ts";
import {
  changeRole,
  findMember,
  inviteMember,
  listMembers,
  makeLink,
} from "../../features/accounts/index.ts";
import { removePerson } from "../../features/rights/index.ts";
import { Failure } from "../../kernel/errors.ts";
import { ALL_SCOPES } from "../../kernel/scopes.ts";
import type { Database } from "../../platform/db/index.ts";
import type { IdentityTools } from "../oauth/index.ts";
import { Email, PersonName } from "../oauth/links.ts";
import { defineAction, type Person } from "./action.ts";
import { showMember } from "./sign-in-actions.ts";

const MEMBERS_SHOWN_MAX = 500;
const KEYS_SHOWN_MAX = 500;
const Role = z.enum(["owner", "member"]);
const KeyId = z.strictObject({ key_id: z.string().max(100) });

/** The account's members and API keys. Members manage the keys they created, owners all of them. */
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
  defineAction({
    id: "list_keys",
    summary: "The account's API keys; members see the ones they created",
    method: "GET",
    path: "/keys",
    access: "member",
    input: z.strictObject({}),
    run: async ({ tools, person: { member } }) => {
      const keys = await listKeys(tools.db, member.account_id, KEYS_SHOWN_MAX);
      return keys.filter(({ created_by }) => member.role === "owner" || created_by === member.id);
    },
  }),
  defineAction({
    id: "create_key",
    summary: "Create an API key; it is shown only once",
    method: "POST",
    path: "/keys",
    access: "member",
    input: z.strictObject({
      name: z.string().trim().min(1).max(100),
      scopes: z
        .array(z.enum(ALL_SCOPES as [string, ...string[]]))
        .min(1)
        .optional(),
      expires_at: z.iso.datetime().optional(),
      allowed_networks: z.array(z.string().max(60)).max(50).optional(),
      budget_credits: z.int().min(0).optional(),
    }),
    async run({ tools, person: { member } }, options) {
      const scopes = ALL_SCOPES.filter(
        (scope) => options.scopes?.includes(scope) ?? scope !== "account:write",
      );
      const { keyId, key } = await createKey(tools.db, {
        accountId: member.account_id,
        createdBy: member.id,
        name: options.name,
        scopes,
        expiresAt: options.expires_at === undefined ? null : new Date(options.expires_at),
        allowedNetworks: options.allowed_networks ?? [],
        budgetCredits: options.budget_credits ?? null,
      });
      return { key_id: keyId, key };
    },
  }),
  defineAction({
    id: "rotate_key",
    summary:
      "Replace a key by a new one with the same permissions; the old one keeps working for the overlap",
    method: "POST",
    path: "/keys/:key_id/rotate",
    access: "member",
    input: KeyId.extend({ overlap_seconds: z.int().min(0).max(OVERLAP_SECONDS_MAX).default(86_400) }),
    async run({ tools, person }, { key_id, overlap_seconds }) {
      await requireOwnKey(tools.db, person, key_id);
      const { account_id: accountId } = person.member;
      // It acts for the person who sees it: rotating another person's key does not let anyone act for them.
      const target = {
        accountId,
        keyId: key_id,
        overlapSeconds: overlap_seconds,
        createdBy: person.member.id,
      };
      const { keyId, key } = await rotateKey(tools.db, target);
      return { key_id: keyId, key };
    },
  }),
  defineAction({
    id: "revoke_key",
    summary: "Revoke a key; every node rejects it within 5 seconds",
    method: "DELETE",
    path: "/keys/:key_id",
    access: "member",
    input: KeyId,
    async run({ tools, person }, { key_id }) {
      await requireOwnKey(tools.db, person, key_id);
      await revokeKey(tools.db, person.member.account_id, key_id);
      return {};
    },
  }),
] as const;

async function requireOwnKey(db: Database, { member }: Person, keyId: string): Promise<void> {
  const key = await requireKey(db, member.account_id, keyId);
  if (member.role !== "owner" && key.created_by !== member.id) throw new Failure("key_not_found");
}

function sendMail({ mailer, log }: IdentityTools, mail: { to: string; subject: string; text: string }): void {
  mailer?.send(mail).catch((error: unknown) => log.error({ err: error }, "mail not sent"));
}
