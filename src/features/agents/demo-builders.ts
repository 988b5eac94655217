import { readFile } from "node:fs/promises";
import { deriveId } from "../../kernel/ids.ts";
import { type Database, inTransaction } from "../../platform/db/index.ts";
import type { Storage } from "../../platform/storage/index.ts";
import type { Claim } from "../answers/index.ts";
import { saveClaims } from "../claims/index.ts";
import { makePublicWord } from "./artifacts/published-page.ts";
import { type ArtifactRow, insertArtifact } from "./artifacts/store.ts";
import { bindCompanies, insertBuilder } from "./builders/store.ts";
import { DEMO_BUILDERS, demoArtifactId } from "./data/demo-builders.ts";
import { ownershipOf } from "./owner.ts";
import { nextDue } from "./subscriptions/schedule.ts";
import { insertSubscription } from "./subscriptions/store.ts";

/**
 * What the demo builders' runs produced when the demo data was built; written by
 * `demo/fictional/build-agents.ts`.
 */
export interface DemoOutputs {
  artifacts: Omit<ArtifactRow, "created_at" | "run_id" | "public_word">[];
  claims: { report_id: string; claims: Claim[] }[];
  /** By content hash. */
  pages: Record<string, string>;
}

/** Creates the demo account's builders once; later starts do nothing. */
export async function loadDemoBuilders(
  { db, storage }: { db: Database; storage: Storage },
  accountId: string,
  file: string,
): Promise<void> {
  const ownership = ownershipOf({ accountId, userId: null });
  const added = await inTransaction(db, async (sql) => {
    const fresh: string[] = [];
    // Lists show the latest first, and the first of these should be at the top.
    for (const { companies, subscriptions, ...builder } of DEMO_BUILDERS.toReversed()) {
      if (!(await insertBuilder(sql, { ...builder, ...ownership }))) continue;
      fresh.push(builder.builder_id);
      await bindCompanies(sql, builder.builder_id, companies);
      for (const subscription of subscriptions) {
        const schedule = { expression: subscription.schedule_cron_expression, timeZone: "UTC" };
        await insertSubscription(sql, {
          ...subscription,
          subscription_id: deriveId("sub", `${builder.builder_id} ${subscription.subscription_name}`),
          builder_id: builder.builder_id,
          key_id: null,
          time_zone: schedule.timeZone,
          next_due_at: nextDue(schedule, new Date())?.toISOString() ?? null,
        });
      }
    }
    return fresh;
  });
  if (added.length > 0) await loadOutputs({ db, storage }, { file, builderIds: added });
}

async function loadOutputs(
  { db, storage }: { db: Database; storage: Storage },
  { file, builderIds }: { file: string; builderIds: readonly string[] },
): Promise<void> {
  // Our own file, generated from the service's output.
  const outputs = JSON.parse(await readFile(file, "utf8")) as DemoOutputs;
  for (const { report_id, claims } of outputs.claims) await saveClaims(db, report_id, claims);
  for (const page of Object.values(outputs.pages)) {
    const writer = await storage.openWriter({
      contentType: "text/html; charset=utf-8",
      contentEncoding: null,
    });
    await writer.write(Buffer.from(page));
    await writer.finish();
  }
  for (const artifact of outputs.artifacts) {
    if (!builderIds.includes(artifact.builder_id)) continue;
    // A word in a committed file would not be secret.
    const public_word = artifact.agent_type === "report" ? makePublicWord() : null;
    await insertArtifact(db, {
      ...artifact,
      artifact_id: demoArtifactId(artifact),
      run_id: null,
      public_word,
    });
  }
}
