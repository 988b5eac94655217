import { z } from "zod";
import {
  beginPasskeySignIn,
  Email,
  finishSignIn,
  type Member,
  signInWithPasskey,
  signInWithPassword,
} from "../../features/accounts/index.ts";
import { PasskeyResponse } from "../../platform/passkeys/index.ts";
import { addCookies, endBrowserSession, startSession } from "../browser-session.ts";
import { readCookie, TICKET_COOKIE, writeCookie } from "../cookies.ts";
import { requestReset } from "../oauth/links.ts";
import { defineAction } from "./action.ts";

const TICKET_SECONDS_MAX = 300;

/** A member as the console shows it. */
export function showMember(member: Member) {
  const { id, account_id, account_name, email, name, role, has_password, has_joined, has_totp, created_at } =
    member;
  return { id, account_id, account_name, email, name, role, has_password, has_joined, has_totp, created_at };
}

export const signInActions = [
  defineAction({
    id: "sign_in",
    summary: "Sign in with e-mail and password",
    method: "POST",
    path: "/sign_in",
    access: "anyone",
    input: z.strictObject({ email: z.string().max(254), password: z.string().max(200) }),
    async run({ tools, request, reply }, input) {
      const given = { ...input, address: request.ip };
      const { member, ticket } = await signInWithPassword(tools.db, tools.passwords, given);
      if (ticket !== null) {
        addCookies(reply, [writeCookie(TICKET_COOKIE, ticket, TICKET_SECONDS_MAX)]);
        return { step: "code" as const, member: null };
      }
      const who = { memberId: member.id, methods: ["pwd"] };
      return {
        step: "done" as const,
        member: showMember(await startSession(tools, { request, reply }, who)),
      };
    },
  }),
  defineAction({
    id: "sign_in_code",
    summary: "Complete a sign-in with a one-time or recovery code",
    method: "POST",
    path: "/sign_in/code",
    access: "anyone",
    input: z.strictObject({ code: z.string().min(6).max(40) }),
    async run({ tools, request, reply }, { code }) {
      const ticket = readCookie(request.headers.cookie, TICKET_COOKIE) ?? "";
      const { memberId, method } = await finishSignIn(tools.db, { ticket, code });
      const who = { memberId, methods: ["pwd", method] };
      return { member: showMember(await startSession(tools, { request, reply }, who)) };
    },
  }),
  defineAction({
    id: "passkey_sign_in_options",
    summary: "Options for signing in with a passkey in the browser",
    method: "POST",
    path: "/passkeys/sign_in_options",
    access: "anyone",
    input: z.strictObject({}),
    run: ({ tools, site }) => beginPasskeySignIn(tools.db, site),
  }),
  defineAction({
    id: "passkey_sign_in",
    summary: "Sign in with a passkey",
    method: "POST",
    path: "/passkeys/sign_in",
    access: "anyone",
    input: z.strictObject({ response: PasskeyResponse }),
    async run({ tools, request, reply, site }, { response }) {
      const memberId = await signInWithPasskey(tools.db, site, response);
      const who = { memberId, methods: ["passkey"] };
      return { member: showMember(await startSession(tools, { request, reply }, who)) };
    },
  }),
  defineAction({
    id: "sign_out",
    summary: "Sign out",
    method: "POST",
    path: "/sign_out",
    access: "anyone",
    input: z.strictObject({}),
    async run({ tools, request, reply }) {
      await endBrowserSession(tools, { request, reply });
      return {};
    },
  }),
  defineAction({
    id: "request_password_reset",
    summary: "Send a password reset link, if the address is a member's and e-mail is configured",
    method: "POST",
    path: "/password_reset",
    access: "anyone",
    input: z.strictObject({ email: Email }),
    async run({ tools, request }, { email }) {
      await requestReset(tools, email, request.ip);
      return { mail: tools.mailer !== null };
    },
  }),
] as const;
