import { setTimeout as sleep } from "node:timers/promises";
import type { AnyOperation } from "../src/kernel/operation.ts";
import type { TestApp } from "./app.ts";
import { type Channel, channelsOf, makeCall, type Outcome } from "./money-call.ts";
import { openOperationInputs } from "./operation-inputs.ts";
import type { PostgresProxy } from "./postgres-proxy.ts";

export const FAULTS = ["payment reply lost", "statement reply lost", "caller hangs up"] as const;
export type FaultName = (typeof FAULTS)[number];

export interface MoneyCase {
  operation: AnyOperation;
  channel: Channel;
  keyed: boolean;
  fault: FaultName;
  /** Decides which statement, or which moment. */
  chance: number;
}

export interface CaseResult extends Omit<MoneyCase, "operation" | "chance"> {
  operation: string;
  reported: Outcome["reported"];
  price: number;
  spent: number;
  problems: string[];
}

/** A node whose database can be broken, and a sound one on the same database. */
export interface Bench {
  sound: TestApp;
  fragile: TestApp;
  proxy: PostgresProxy;
  outageMilliseconds: number;
  /** What a call of this operation costs when nothing goes wrong. */
  priceOf: (operation: AnyOperation) => Promise<number>;
}

const SETTLE_MILLISECONDS_MAX = 300_000;

/** Every priced operation, on every channel it has, with and without a key. */
export function listCases(operations: readonly AnyOperation[]): Omit<MoneyCase, "fault" | "chance">[] {
  return operations
    .filter(({ price }) => price !== 0)
    .flatMap((operation) =>
      channelsOf(operation).flatMap((channel) =>
        [false, true].map((keyed) => ({ operation, channel, keyed })),
      ),
    );
}

/** What an operation that notes its payment delivers is made for this call alone: the next one would be free. */
const toPrepare = (operation: AnyOperation): AnyOperation =>
  operation.afterSettle ? { ...operation, effect: "write" } : operation;

export async function measurePrice(app: TestApp, operation: AnyOperation): Promise<number> {
  const account = await app.addAccount();
  const input = await openOperationInputs(app, account).prepare(toPrepare(operation));
  const call = { operation, channel: "rest" as const, input, key: account.key, idempotencyKey: null };
  const { reported, charged, detail } = await makeCall(app, call);
  if (reported !== "success" || !charged)
    throw new Error(`${operation.id}: ${reported}, ${charged} credits, ${detail}`);
  return charged;
}

/** One call under a fault, then what the guarantees say about it. */
export async function runCase(
  bench: Bench,
  { operation, channel, keyed, fault, chance }: MoneyCase,
): Promise<CaseResult> {
  const { sound, fragile } = bench;
  const price = await bench.priceOf(operation);
  const account = await sound.addAccount();
  const input = await openOperationInputs(sound, account).prepare(toPrepare(operation));
  const before = await readSpent(sound, account.accountId, operation);
  const spent = async () => (await readSpent(sound, account.accountId, operation)) - before;
  const idempotencyKey = keyed ? `money-${chance}` : null;
  const call = { operation, channel, input, key: account.key, idempotencyKey };
  const problems: string[] = [];

  const first = await makeFaulty(bench, { fault, chance }, (signal) =>
    makeCall(fragile, { ...call, ...(signal ? { signal } : {}) }),
  );
  if (first.reported === "error" && first.charged !== 0)
    problems.push(`an error says ${first.charged} credits`);
  if (first.reported === "success" && ![null, price].includes(first.charged))
    problems.push(`a success says ${first.charged} credits`);
  const allowed = { success: [price], error: [0], nothing: [0, price] }[first.reported];
  const settled = await waitFor(async () => allowed.includes(await spent()));
  if (!settled) problems.push(`reported ${first.reported}, spent ${await spent()}: ${first.detail}`);

  if (keyed) {
    const delivered = first.reported === "success" ? first : await retryUntilDelivered(fragile, call);
    if (delivered.reported !== "success")
      problems.push(`a retry reported ${delivered.reported}: ${delivered.detail}`);
    const again = await retryUntilDelivered(fragile, call);
    if (again.answer !== delivered.answer) problems.push("a repeated key is answered with other bytes");
    if (!(await waitFor(async () => (await spent()) === price)))
      problems.push(`one key spent ${await spent()}`);
  }
  const { reported } = first;
  return { operation: operation.id, channel, keyed, fault, reported, price, spent: await spent(), problems };
}

async function makeFaulty(
  { proxy, outageMilliseconds }: Bench,
  { fault, chance }: Pick<MoneyCase, "fault" | "chance">,
  make: (signal?: AbortSignal) => Promise<Outcome>,
): Promise<Outcome> {
  if (fault === "caller hangs up") return make(AbortSignal.timeout(1 + (chance % 60)));
  const isPayment = fault === "payment reply lost";
  const armed = proxy.loseReply({
    statement: isPayment ? /post_c(redits|harges)/ : /./,
    nth: 1 + (chance % (isPayment ? 2 : 8)),
    outageMilliseconds,
  });
  try {
    return await make();
  } finally {
    armed.cancel();
  }
}

async function retryUntilDelivered(app: TestApp, call: Parameters<typeof makeCall>[1]): Promise<Outcome> {
  const deadline = Date.now() + SETTLE_MILLISECONDS_MAX;
  for (;;) {
    const outcome = await makeCall(app, call);
    if (outcome.reported === "success" || Date.now() > deadline) return outcome;
    await sleep(250);
  }
}

async function waitFor(isSo: () => Promise<boolean>): Promise<boolean> {
  const deadline = Date.now() + SETTLE_MILLISECONDS_MAX;
  while (!(await isSo())) {
    if (Date.now() > deadline) return false;
    await sleep(100);
  }
  return true;
}

/** What the ledger says an account has spent on an operation. */
async function readSpent({ db }: TestApp, accountId: string, { id }: AnyOperation): Promise<number> {
  const [row] = await db<{ spent: number }>`
    select coalesce(sum(case kind when 'refund' then -credits else credits end), 0)::bigint as spent
    from credit_entry
    where account_id = ${accountId} and operation_id = ${id} and kind in ('charge', 'settle', 'refund')`;
  return row?.spent ?? 0;
}
