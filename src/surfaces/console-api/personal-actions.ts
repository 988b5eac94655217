import { z } from "zod";
import {
  addPasskey,
  beginPasskey,
  beginTotp,
  changePassword,
  countRecoveryCodes,
  deletePasskey,
  endTotp,
  finishTotp,
  listPasskeys,
  PASSKEYS_MAX,
  Password,
  renewRecoveryCodes,
} from "../../features/accounts/index.ts";
import { Failure } from "../../kernel/errors.ts";
import { NewPasskeyResponse } from "../../platform/passkeys/index.ts";
import { defineAction } from "./action.ts";
import { showMember } from "./sign-in-actions.ts";

const Code = z.string().min(6).max(40);

/** What all people manage for themselves: password, second factor, passkeys. */
export const personalActions = [
  defineAction({
    id: "me",
    summary: "The signed-in person",
    method: "GET",
    path: "/me",
    access: "member",
    input: z.strictObject({}),
    run: async ({ tools, person }) => ({
      member: showMember(person.member),
      session_id: person.sessionId,
      recovery_codes_left: await countRecoveryCodes(tools.db, person.member.id),
    }),
  }),
  defineAction({
    id: "change_password",
    summary: "Change the password; signs out other devices and, unless declined, disconnects applications",
    method: "POST",
    path: "/password",
    access: "member",
    input: z.strictObject({
      current_password: z.string().max(200),
      new_password: Password,
      disconnect_applications: z.boolean().default(true),
    }),
    async run({ tools, person, request }, input) {
      await changePassword(tools.db, tools.passwords, {
        member: person.member,
        current: input.current_password,
        next: input.new_password,
        address: request.ip,
        keepSessionId: person.sessionId,
      });
      const disconnected = input.disconnect_applications ? await tools.grants.endAll(person.member.id) : 0;
      return { applications_disconnected: disconnected };
    },
  }),
  defineAction({
    id: "begin_totp",
    summary: "Create a secret for an authenticator app; it takes effect once a code is confirmed",
    method: "POST",
    path: "/totp",
    access: "member",
    input: z.strictObject({}),
    run: ({ tools, person }) => beginTotp(tools.db, person.member),
  }),
  defineAction({
    id: "confirm_totp",
    summary: "Enable one-time codes; returns the recovery codes, once",
    method: "POST",
    path: "/totp/confirm",
    access: "member",
    input: z.strictObject({ code: Code }),
    run: async ({ tools, person }, { code }) => ({
      recovery_codes: await finishTotp(tools.db, person.member.id, code),
    }),
  }),
  defineAction({
    id: "end_totp",
    summary: "Disable one-time codes",
    method: "POST",
    path: "/totp/end",
    access: "member",
    input: z.strictObject({ code: Code }),
    async run({ tools, person }, { code }) {
      await endTotp(tools.db, person.member.id, code);
      return {};
    },
  }),
  defineAction({
    id: "renew_recovery_codes",
    summary: "Replace the recovery codes",
    method: "POST",
    path: "/recovery_codes",
    access: "member",
    input: z.strictObject({ code: Code }),
    run: async ({ tools, person }, { code }) => ({
      recovery_codes: await renewRecoveryCodes(tools.db, person.member.id, code),
    }),
  }),
  defineAction({
    id: "list_passkeys",
    summary: "This person's passkeys",
    method: "GET",
    path: "/passkeys",
    access: "member",
    input: z.strictObject({}),
    run: ({ tools, person }) => listPasskeys(tools.db, person.member.id, PASSKEYS_MAX),
  }),
  defineAction({
    id: "passkey_options",
    summary: "Options for creating a passkey in the browser",
    method: "POST",
    path: "/passkeys/options",
    access: "member",
    input: z.strictObject({}),
    run: ({ tools, person, site }) => beginPasskey(tools.db, site, person.member),
  }),
  defineAction({
    id: "add_passkey",
    summary: "Add a passkey created by the browser",
    method: "POST",
    path: "/passkeys",
    access: "member",
    input: z.strictObject({ name: z.string().trim().min(1).max(100), response: NewPasskeyResponse }),
    run: async ({ tools, person, site }, { name, response }) => ({
      id: await addPasskey(tools.db, site, { memberId: person.member.id, name, answer: response }),
    }),
  }),
  defineAction({
    id: "delete_passkey",
    summary: "Remove a passkey",
    method: "DELETE",
    path: "/passkeys/:passkey_id",
    access: "member",
    input: z.strictObject({ passkey_id: z.string().max(2_000) }),
    async run({ tools, person }, { passkey_id }) {
      if (!(await deletePasskey(tools.db, person.member.id, passkey_id)))
        throw new Failure("passkey_not_found");
      return {};
    },
  }),
] as const;
