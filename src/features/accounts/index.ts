/**
 * Accounts: who pays, and their people: members, how they sign in, and their sessions. Owns `account`,
 * `member`, `member_session`, `member_link`, `member_identity`, `member_passkey`, `member_recovery_code`, `passkey_challenge`,
 * `sign_in_ticket` and `sign_in_attempts`.
 */
import {
  changeMemberRole,
  inviteAccountMember,
  listAccountMembers,
  type MemberTools,
  makeMemberResetLink,
} from "./members/operations.ts";
import { endOneSession, endOtherSessions, listSessions } from "./sessions/operations.ts";

export { createAccount, requireAccount } from "./accounts.ts";
export { eraseAccount } from "./data-rights/erase-account.ts";
export { keepFile } from "./data-rights/keep-file.ts";
export { queueFileRemoval } from "./data-rights/remove-files.ts";
export { requireLiveAccount } from "./data-rights/require-live-account.ts";
export { type ExportedRows, exportAccountRows, exportPersonRows } from "./data-rights/store.ts";
export { accountJobs } from "./jobs.ts";
export {
  choosePassword,
  makeLink,
  type OpenLink,
  offerSetUp,
  readLink,
  setUp,
} from "./members/links.ts";
export {
  changeRole,
  inviteMember,
  removeMember,
  requireOwnAccount,
  requireOwnerOf,
  requirePerson,
} from "./members/members.ts";
export { Email, PersonName } from "./members/operations.ts";
export { findMember, findMemberByEmail, keepMembers, listMembers, type Member } from "./members/store.ts";
export {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  PASSKEYS_MAX,
  signInWithPasskey,
} from "./passkeys/passkeys.ts";
export { deletePasskey, listPasskeys } from "./passkeys/store.ts";
export { beginTotp, endTotp, finishTotp, renewRecoveryCodes } from "./second-factor/second-factor.ts";
export { countRecoveryCodes } from "./second-factor/store.ts";
export {
  findSignedIn,
  openSession,
  SESSION_SECONDS_MAX,
  type SignedIn,
  signOut,
} from "./sessions/sessions.ts";
export { limitMail, limitRegistrations } from "./sign-in/attempts.ts";
export { openPasswords, Password, type Passwords } from "./sign-in/password.ts";
export { changePassword, type FirstStep, finishSignIn, signInWithPassword } from "./sign-in/sign-in.ts";
export { signInWithIdentity } from "./single-sign-on/sign-in-with-identity.ts";
export { findAccountByName, listAccounts, setLanguageModel, usesLanguageModel } from "./store.ts";

export const accountOperations = (tools: MemberTools) =>
  [
    listAccountMembers(tools),
    inviteAccountMember(tools),
    changeMemberRole(tools),
    makeMemberResetLink(tools),
    listSessions(tools.db),
    endOneSession(tools.db),
    endOtherSessions(tools.db),
  ] as const;
