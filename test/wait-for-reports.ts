import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../src/platform/db/index.ts";

/** Far more than a slow machine needs: only something that hangs takes longer. */
const WAIT_MILLISECONDS_MAX = 300_000;
const LOOK_MILLISECONDS = 50;

/** Reading a report has a low priority: on a busy machine it takes many times as long as on a quiet one. */
export async function waitUntilDigested(
  { db }: { db: Database },
  reportId: string,
  wanted: "ready" | "failed" = "ready",
): Promise<void> {
  const done = ["ready", "failed"];
  const report = await waitFor(
    () => db<Report>`
      select digest_state, digest_reason, pages_done from report where report_id = ${reportId}`,
    ([found]) => found === undefined || done.includes(found.digest_state),
  );
  if (report[0]?.digest_state !== wanted) throw new Error(`${reportId}: ${JSON.stringify(report)}`);
}

interface Report {
  digest_state: string;
  digest_reason: string | null;
  pages_done: number;
}

/** Waits until nothing is queued or running, and nothing has failed. */
export async function waitUntilJobsAreDone(db: Database): Promise<void> {
  const jobs = await waitFor(
    () => db<{ name: string; state: string; output: unknown }>`
      select name, state::text, output from jobs.job where state <> 'completed'`,
    (open) => open.every(({ state }) => state === "failed"),
  );
  if (jobs.length > 0) throw new Error(`jobs have failed: ${JSON.stringify(jobs)}`);
}

async function waitFor<Found>(
  look: () => PromiseLike<Found>,
  isDone: (found: Found) => boolean,
): Promise<Found> {
  const endsAt = performance.now() + WAIT_MILLISECONDS_MAX;
  for (;;) {
    const found = await look();
    if (isDone(found)) return found;
    if (performance.now() > endsAt) throw new Error(`waited too long: ${JSON.stringify(found)}`);
    await sleep(LOOK_MILLISECONDS);
  }
}
