/** Accounts: who pays. An account has one credit balance and its members' keys. Owns the table `account`. */
export { createAccount, requireAccount } from "./accounts.ts";
export { findAccountByName, listAccounts } from "./store.ts";
