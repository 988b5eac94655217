import { Command } from "commander";
import {
  createKey,
  KEYS_MAX,
  listKeys,
  OVERLAP_SECONDS_MAX,
  revokeKey,
  rotateKey,
} from "../../features/access/index.ts";
import { findMemberByEmail, requireAccount } from "../../features/accounts/index.ts";
import { OperatorError } from "../../kernel/operator-error.ts";
import { COMMON_SCOPES, KEY_SCOPES, type Scope } from "../../kernel/scopes.ts";
import type { Database } from "../../platform/db/index.ts";
import type { CommandTools } from "./program.ts";
import { renderTable } from "./table.ts";

interface CreateOptions {
  account?: string;
  scopes?: string;
  expires?: string;
  budget?: string;
  allow?: string[];
  member?: string;
}

export function keysCommand({ onDatabase, print }: CommandTools): Command {
  const keys = new Command("keys").description("create, list, rotate and revoke API keys");

  keys
    .command("create <name>")
    .description("create a key; it is shown once")
    .option("--account <id or name>", "the account that pays (default: the only account)")
    .option(
      "--scopes <list>",
      `comma-separated, of ${KEY_SCOPES.join(", ")}; without it all but keys:read and keys:write`,
    )
    .option("--expires <date>", "expiry date, for example 2027-01-31")
    .option("--budget <credits>", "maximum credits it may spend in total")
    .option("--allow <network...>", "IP addresses or networks it may be used from")
    .option("--member <e-mail>", "the member it acts for, in operations that act for a person")
    .action((name: string, options: CreateOptions) =>
      onDatabase(async (db) => {
        const account = await requireAccount(db, options.account);
        const { keyId, key } = await createKey(db, {
          accountId: account.id,
          createdBy: await findCreator(db, account.id, options.member),
          name,
          scopes: readScopes(options.scopes),
          expiresAt: readDate(options.expires),
          budgetCredits: readBudget(options.budget),
          allowedNetworks: options.allow ?? [],
        });
        print(`${key}\n\n${keyId} "${name}". The key is shown only once; only its hash is stored.`);
      }),
    );

  keys
    .command("list")
    .description("list the account's keys")
    .option("--account <id or name>")
    .action((options: { account?: string }) =>
      onDatabase(async (db) => {
        const account = await requireAccount(db, options.account);
        const rows = await listKeys(db, account.id, KEYS_MAX);
        const shown = rows.map(showKey);
        print(renderTable(shown, "No keys yet: florin keys create <name>"));
      }),
    );

  keys
    .command("rotate <key-id>")
    .description("replace a key by a new one with the same permissions")
    .option("--account <id or name>")
    .option("--overlap <seconds>", "how long the old key keeps working", "86400")
    .action((keyId: string, options: { account?: string; overlap: string }) =>
      onDatabase(async (db) => {
        const account = await requireAccount(db, options.account);
        const overlapSeconds = readInteger(options.overlap, "--overlap");
        if (overlapSeconds > OVERLAP_SECONDS_MAX)
          throw new OperatorError(`--overlap: expected at most ${OVERLAP_SECONDS_MAX} seconds (30 days).`);
        const { key } = await rotateKey(db, { accountId: account.id, keyId, overlapSeconds });
        print(`${key}\n\nThe old key stops working in ${overlapSeconds} seconds.`);
      }),
    );

  keys
    .command("revoke <key-id>")
    .description("revoke a key; every node rejects it within 5 seconds")
    .option("--account <id or name>")
    .action((keyId: string, options: { account?: string }) =>
      onDatabase(async (db) => {
        const account = await requireAccount(db, options.account);
        if (!(await revokeKey(db, account.id, keyId)))
          throw new OperatorError(`Active key not found: ${keyId}.`);
        print(`${keyId} revoked.`);
      }),
    );

  return keys;
}

function showKey(key: Awaited<ReturnType<typeof listKeys>>[number]) {
  return {
    id: key.id,
    name: key.name,
    key: key.hint,
    member: key.created_by,
    state: key.revoked_at ? "revoked" : "live",
    budget: key.budget_credits,
    expires: key.expires_at?.slice(0, 16),
    last_used: key.last_used_at?.slice(0, 16),
  };
}

async function findCreator(
  db: Database,
  accountId: string,
  email: string | undefined,
): Promise<string | null> {
  if (email === undefined) return null;
  const member = await findMemberByEmail(db, email.toLowerCase());
  if (member?.account_id !== accountId) throw new OperatorError(`The account has no member ${email}.`);
  return member.id;
}

function readScopes(list: string | undefined): readonly Scope[] {
  if (list === undefined) return COMMON_SCOPES;
  const wanted = list.split(",").map((scope) => scope.trim());
  const unrecognised = wanted.filter((scope) => !KEY_SCOPES.includes(scope as Scope));
  if (unrecognised.length > 0)
    throw new OperatorError(`--scopes: ${unrecognised.join(", ")} is not a scope.`);
  return wanted as Scope[]; // each was just found in the list of scopes
}

function readDate(text: string | undefined): Date | null {
  if (text === undefined) return null;
  const date = new Date(text);
  if (Number.isNaN(date.getTime()) || date < new Date()) {
    throw new OperatorError(`--expires: "${text}" is not a date in the future.`);
  }
  return date;
}

function readBudget(text: string | undefined): number | null {
  return text === undefined ? null : readInteger(text, "--budget");
}

export function readInteger(text: string, option: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 0)
    throw new OperatorError(`${option}: "${text}" is not a whole number.`);
  return value;
}
