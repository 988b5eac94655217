import { indexReport } from "../../src/features/search/indexing/index-report.ts";
import { fillVectorIndex } from "../../src/features/search/vectors/pgvector/index-search.ts";
import type { Database } from "../../src/platform/db/index.ts";
import { addReadyReport } from "../../test/made-up-reports.ts";
import { randomText } from "../service/made-up-text.ts";
import { madeUpVector } from "./made-up-vector.ts";
import { countPassages, makeIndexAgain } from "./store.ts";

const PER_REPORT = 200;
const WORDS_PER_PASSAGE = 120;
const WRITERS = 4;
/** The parts of a report, so that its passages are in as many sections as those of real ones. */
const HEADINGS = [
  "Business",
  "Risk factors",
  "Management's discussion",
  "Corporate governance",
  "Balance sheet",
  "Notes to the financial statements",
];
/** From this many on, making the index at the end is much faster than adding to it. */
const MANY = 50_000;
const noJobs = { send: async () => {}, start: async () => {}, stop: async () => {} };

/** Adds public reports until there are so many passages. */
export async function fillPassages(
  db: Database,
  { passages, model }: { passages: number; model: string },
): Promise<void> {
  const missing = passages - (await countPassages(db));
  let reports = Math.ceil(missing / PER_REPORT);
  const write = async () => {
    while (reports-- > 0) {
      const texts = Array.from({ length: PER_REPORT }, () => randomText(WORDS_PER_PASSAGE));
      const heading = texts.map(
        (_, passage) => HEADINGS[Math.floor((passage / PER_REPORT) * HEADINGS.length)] ?? "",
      );
      const report = { accountId: null, texts, heading, vectors: { model, of: madeUpVector } };
      await indexReport(db, await addReadyReport({ db, jobs: noJobs }, report));
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
  if (missing < MANY) await fillVectorIndex(db);
  else await makeIndexAgain(db, () => fillVectorIndex(db));
  await db`vacuum analyze`;
}
