import { Command } from "commander";
import {
  findMemberByEmail,
  inviteMember,
  listMembers,
  makeLink,
  offerSetUp,
  requireAccount,
} from "../../features/accounts/index.ts";
import { removePerson } from "../../features/rights/index.ts";
import { OperatorError } from "../../kernel/operator-error.ts";
import type { CommandTools } from "./program.ts";
import { renderTable } from "./table.ts";

const MEMBERS_SHOWN_MAX = 1_000;

interface InviteOptions {
  account?: string;
  name?: string;
  owner?: boolean;
}

export function membersCommand({ onDatabase, withJobs, print, baseUrl }: CommandTools): Command {
  const members = new Command("members").description("list and invite members, reset their passwords");

  members
    .command("list")
    .description("list the account's members")
    .option("--account <id or name>")
    .action((options: { account?: string }) =>
      onDatabase(async (db) => {
        const account = await requireAccount(db, options.account);
        const rows = (await listMembers(db, account.id, MEMBERS_SHOWN_MAX)).map((member) => ({
          id: member.id,
          email: member.email,
          name: member.name,
          role: member.role,
          password: member.has_password ? "set" : "not yet",
          codes: member.has_totp ? "on" : "off",
        }));
        print(renderTable(rows, "No members yet: florin members set-up-link"));
      }),
    );

  members
    .command("invite <email>")
    .description("add a member; prints the link to choose a password")
    .option("--account <id or name>", "the account they act for (default: the only account)")
    .option("--name <name>", "name (default: the e-mail address)")
    .option("--owner", "may manage members, keys and the audit trail")
    .action((email: string, options: InviteOptions) =>
      onDatabase(async (db) => {
        const account = await requireAccount(db, options.account);
        const { secret } = await inviteMember(db, {
          accountId: account.id,
          email: readEmail(email),
          name: options.name ?? email,
          role: options.owner ? "owner" : "member",
        });
        print(`${await baseUrl(db)}/join/${secret}\n\nWorks once, within a week.`);
      }),
    );

  members
    .command("reset-link <email>")
    .description("print a password reset link")
    .action((email: string) =>
      onDatabase(async (db) => {
        const member = await requireMember(findMemberByEmail(db, readEmail(email)), email);
        const secret = await makeLink(db, "reset", member.id);
        print(`${await baseUrl(db)}/reset/${secret}\n\nWorks once, within an hour.`);
      }),
    );

  members.addCommand(removeCommand({ onDatabase, withJobs, print }));

  members
    .command("set-up-link")
    .description("print the link for the first owner, while there is none")
    .action(() =>
      onDatabase(async (db) => {
        const secret = await offerSetUp(db);
        if (secret === null)
          throw new OperatorError("There are already members: use `florin members invite`.");
        print(`${await baseUrl(db)}/set-up/${secret}\n\nWorks once, within a day.`);
      }),
    );

  return members;
}

function removeCommand({
  onDatabase,
  withJobs,
  print,
}: Pick<CommandTools, "onDatabase" | "withJobs" | "print">): Command {
  return new Command("remove")
    .argument("<email>")
    .description("remove a member with their sessions, tokens, keys and private builders")
    .action((email: string) =>
      onDatabase(async (db) => {
        const member = await requireMember(findMemberByEmail(db, readEmail(email)), email);
        const target = { accountId: member.account_id, memberId: member.id };
        const { keys_ended, builders_ended } = await withJobs(db, (jobs) =>
          removePerson({ db, jobs }, target),
        );
        print(`${member.email} removed.`);
        print(`API keys revoked: ${keys_ended}. Private builders deactivated: ${builders_ended}.`);
      }),
    );
}

function readEmail(email: string): string {
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new OperatorError(`"${email}" is not an e-mail address.`);
  return email.toLowerCase();
}

async function requireMember<M>(found: Promise<M | undefined>, email: string): Promise<M> {
  const member = await found;
  if (!member) throw new OperatorError(`Member not found: ${email}.`);
  return member;
}
