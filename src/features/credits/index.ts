/**
 * Credits: what an account may spend and what it spent. Owns `credit_balance`, `credit_entry`, `credit_hold`,
 * `credit_key_budget` and `credit_archive`; only `post_charges` and `post_credits` write the first four.
 */
import type { Database } from "../../platform/db/index.ts";
import { listLedger, verifyLedgerOfAccount } from "./ledger-operations.ts";
import { showBalance, showUsage } from "./operations.ts";

export { type ArchiveLine, readMonth, removeArchived } from "./archiving/archive-ledger.ts";
export { verifyArchive } from "./archiving/verify-archive.ts";
export { creditJobs } from "./jobs.ts";
export {
  grantCredits,
  type Hold,
  type Ledger,
  type LedgerOptions,
  openLedger,
  type Receipt,
  refundCall,
  type Spender,
} from "./ledger.ts";
export {
  type ChainEnd,
  findBalance,
  findBudgetLeft,
  findChainEnd,
  insertKeyBudget,
  isCallHeld,
  isCallPaid,
  lockBalance,
  shareKeyBudget,
  takeKeyBudget,
} from "./store.ts";
export { type LedgerReport, verifyAccountLedger, verifyLedger } from "./verify-ledger.ts";

export const creditOperations = (db: Database) =>
  [showBalance(db), showUsage(db), listLedger(db), verifyLedgerOfAccount(db)] as const;
