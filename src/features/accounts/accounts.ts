import { makeId } from "../../kernel/ids.ts";
import { OperatorError } from "../../kernel/operator-error.ts";
import type { Database } from "../../platform/db/index.ts";
import { type AccountRow, insertAccount, listAccounts } from "./store.ts";

const NAME_LENGTH_MAX = 200;
const ACCOUNTS_SHOWN_MAX = 1_000;

export async function createAccount(db: Database, name: string): Promise<string> {
  if (name.trim() === "" || name.length > NAME_LENGTH_MAX)
    throw new OperatorError(`An account needs a name of 1 to ${NAME_LENGTH_MAX} characters.`);
  const id = makeId("acc");
  await insertAccount(db, { id, name });
  return id;
}

/** The account a command refers to: the named one, or the only one. */
export async function requireAccount(db: Database, idOrName: string | undefined): Promise<AccountRow> {
  const accounts = await listAccounts(db, ACCOUNTS_SHOWN_MAX);
  if (idOrName === undefined) {
    const [only, ...others] = accounts;
    if (!only)
      throw new OperatorError("There is no account yet: start the service once with `florin serve`.");
    if (others.length > 0)
      throw new OperatorError(`There are ${accounts.length} accounts: choose one with --account.`);
    return only;
  }
  const found = accounts.filter((account) => account.id === idOrName || account.name === idOrName);
  if (found.length !== 1 || !found[0]) {
    throw new OperatorError(
      `${found.length === 0 ? "No" : "More than one"} account is called "${idOrName}".`,
    );
  }
  return found[0];
}
