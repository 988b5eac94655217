import { Failure } from "../../kernel/errors.ts";
import { makeCallId } from "../../kernel/ids.ts";
import type { Database } from "../../platform/db/index.ts";
import { startGroupCommit } from "./group-commit.ts";
import { postCredits } from "./post-credits.ts";
import type { Posting, PostingResult } from "./store.ts";

/** Who pays for what. */
export interface Spender {
  accountId: string;
  operationId: string;
  keyId: string | null;
  /** The key has a budget of its own, which the charge must fit too. */
  budgeted: boolean;
  /** Given for a call that may be tried again after a crash: under the same id it is charged once. */
  callId?: string | undefined;
}

export interface Receipt {
  charged: number;
  remaining: number;
}

export interface Hold {
  /** Charges what the call really used and gives the rest back; zero gives all of it back. */
  settle: (credits: number) => Promise<Receipt>;
  /** Gives all of it back. */
  release: () => Promise<void>;
}

export interface Ledger {
  /** Hold and settlement in one, for a call that is done and has a fixed price. */
  charge: (spender: Spender, credits: number) => Promise<Receipt>;
  /** Sets credits aside for a call whose cost is known only when it is done. */
  hold: (spender: Spender, credits: number, holdSeconds: number) => Promise<Hold>;
  /** Makes sure that a call is not charged, whatever was posted under its id. */
  undo: (accountId: string, callId: string) => Promise<void>;
}

export function openLedger(db: Database): Ledger {
  const post = startGroupCommit(db);

  return {
    async charge(spender, credits) {
      const result = await post(spending("charge", spender, { credits, holdSeconds: 0 }));
      return { charged: credits, remaining: accepted(result) };
    },
    async hold(spender, credits, holdSeconds) {
      const posting = spending("hold", spender, { credits, holdSeconds });
      accepted(await post(posting));
      return {
        async settle(used) {
          const result = await post({ ...posting, kind: "settle", credits: used });
          // The hold outlived its time and was released: the account was not charged, so neither is it now.
          const charged = result.outcome === "no_hold" ? 0 : used;
          return { charged, remaining: result.available };
        },
        async release() {
          await post({ ...posting, kind: "settle", credits: 0 });
        },
      };
    },
    async undo(accountId, callId) {
      await refundCall(db, accountId, callId);
    },
  };
}

/** Gives an account credits to spend. */
export async function grantCredits(db: Database, accountId: string, credits: number): Promise<number> {
  const posting: Posting = {
    account: accountId,
    call: makeCallId(),
    kind: "grant",
    credits,
    operation: null,
    key: null,
    budgeted: false,
    hold_seconds: 0,
    again: false,
  };
  const {
    results: [result],
  } = await postCredits(db, [posting]);
  return accepted(result);
}

/** Gives a charged call its credits back; says whether there was anything to give back. */
export async function refundCall(db: Database, accountId: string, callId: string): Promise<boolean> {
  const spender = { accountId, operationId: "", keyId: null, budgeted: false, callId };
  const posting = spending("refund", spender, { credits: 0, holdSeconds: 0 });
  const {
    results: [result],
  } = await postCredits(db, [posting]);
  return result?.outcome === "posted";
}

/** Gives back what calls set aside that died before they could settle. */
export async function releaseHold(
  db: Database,
  hold: { call_id: string; account_id: string },
): Promise<void> {
  const spender = {
    accountId: hold.account_id,
    operationId: "",
    keyId: null,
    budgeted: false,
    callId: hold.call_id,
  };
  const posting = spending("settle", spender, { credits: 0, holdSeconds: 0 });
  await postCredits(db, [posting]);
}

function spending(
  kind: "charge" | "hold" | "settle" | "refund",
  spender: Spender,
  amount: { credits: number; holdSeconds: number },
): Posting {
  return {
    account: spender.accountId,
    call: spender.callId ?? makeCallId(),
    kind,
    credits: amount.credits,
    operation: spender.operationId,
    key: spender.keyId,
    budgeted: spender.budgeted,
    hold_seconds: amount.holdSeconds,
    again: spender.callId !== undefined,
  };
}

function accepted(result: PostingResult | undefined): number {
  if (result?.outcome === "insufficient") throw new Failure("insufficient_balance");
  if (result?.outcome === "over_budget") {
    throw new Failure("key_budget_exhausted", { detail: "The budget of this API key is used up." });
  }
  if (result?.outcome !== "posted" && result?.outcome !== "repeated") {
    throw new Error(`credits: unexpected outcome ${result?.outcome}`);
  }
  return result.available;
}
