/**
 * Reports: what our embedder costs over the bare runtime, and whether 10,000 reports are found as fast as 100.
 *
 *   node bench/reports.ts [--rounds 5] [--seconds 2] [--json FILE]
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { compareEmbedding } from "./reports/embedding.ts";
import { compareSizes, SIZES } from "./reports/metadata.ts";
import { readOptions, saveJson } from "./service/options.ts";

const RATIO_MIN = 0.8;
const P99_RATIO_MAX = 2;
const TEXTS = 60;

const options = readOptions({ rounds: 5, seconds: 2, json: "" });
const { rounds } = options;

/** Passages of about the size our chunks have, from a text that is at hand. */
function sampleTexts(): string[] {
  const text = readFileSync(path.join(import.meta.dirname, "../docs/operating.md"), "utf8");
  const words = text.split(/\s+/).filter((word) => /\w/.test(word));
  return Array.from({ length: TEXTS }, (_, at) => {
    const from = (at * 17) % Math.max(1, words.length - 120);
    return words.slice(from, from + 60 + ((at * 13) % 60)).join(" ");
  });
}

const folder = mkdtempSync(path.join(os.tmpdir(), "florin-bench-model-"));
const embedding = await compareEmbedding(sampleTexts(), rounds);
rmSync(folder, { recursive: true, force: true });
console.log(`Embedding, one thread each, in turn (bar: ratio at least ${RATIO_MIN}):`);
console.table([embedding]);

const metadata = await compareSizes({ rounds, seconds: options.seconds });
console.log(`${SIZES.few} against ${SIZES.many} reports (bar: p99 within ${P99_RATIO_MAX} times):`);
console.table(metadata);

saveJson(options.json, { embedding, metadata });
const missed = [
  ...(embedding.ratio < RATIO_MIN ? ["embedding"] : []),
  ...metadata.filter((line) => line.p99_ratio > P99_RATIO_MAX || line.failures > 0).map(({ call }) => call),
];
if (missed.length > 0) {
  console.log(`NOT MET: ${missed.join("; ")}`);
  process.exitCode = 1;
}
