import { createAccount } from "../../src/features/accounts/index.ts";
import { grantCredits, openLedger } from "../../src/features/credits/index.ts";
import { withDatabase } from "../companies/bench-database.ts";
import { CONNECTIONS } from "./load.ts";
import { percentile } from "./statistics.ts";

export interface ChargeResult {
  accounts: number;
  chargesPerSecond: number;
  p99Milliseconds: number;
}

/** Durable charges per second of the ledger alone, from 64 callers, on one hot account and on many. */
export function measureCharges(seconds: number): Promise<ChargeResult[]> {
  return withDatabase(async (db) => {
    const ledger = openLedger(db);
    const results: ChargeResult[] = [];
    for (const accounts of [1, 1_000]) {
      const ids: string[] = [];
      for (let index = 0; index < accounts; index++) {
        const id = await createAccount(db, "Bench");
        await grantCredits(db, id, 100_000_000);
        ids.push(id);
      }
      const latencies: number[] = [];
      const endsAt = performance.now() + seconds * 1_000;
      const caller = async (start: number) => {
        for (let turn = start; performance.now() < endsAt; turn += CONNECTIONS) {
          const startedAt = performance.now();
          const accountId = ids[turn % ids.length] ?? "";
          await ledger.charge({ accountId, operationId: "bench.charge", keyId: null, budgeted: false }, 1);
          latencies.push(performance.now() - startedAt);
        }
      };
      await Promise.all(Array.from({ length: CONNECTIONS }, (_, index) => caller(index)));
      results.push({
        accounts,
        chargesPerSecond: Math.round(latencies.length / seconds),
        p99Milliseconds: percentile(latencies, 0.99),
      });
    }
    return results;
  });
}
