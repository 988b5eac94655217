import { describe, expect, it } from "vitest";
import type { IngestProgress } from "../../features/ingest/index.ts";
import { describeProgress } from "./ingest-summary.ts";

const progress = (run: Partial<IngestProgress>) =>
  describeProgress({ position: 500, total_units: 1_000, done_units: 500, ...run } as IngestProgress);

describe("ingest progress", () => {
  it("estimates how long it will take", () => {
    expect(progress({ seconds: 10, sinceStart: 500 })).toMatch(/ 50 % 500 rows, 50\/s, 10\.0 s left$/);
    expect(progress({ seconds: 3_000, sinceStart: 500 })).toMatch(/ 50 min 0 s left$/);
    expect(progress({ seconds: 119.7, sinceStart: 500 })).toMatch(/ 2 min 0 s left$/);
  });

  it("does not count the work of an earlier start", () => {
    expect(progress({ seconds: 10, sinceStart: 50 })).toMatch(/ 50 % 500 rows, 5\/s, 1 min 40 s left$/);
  });
});
