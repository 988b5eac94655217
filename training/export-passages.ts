/**
 * Reads reports with the service's own reader and writes their passages, for training:
 *
 *   node training/export-passages.ts OUT_FOLDER PDF...
 */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { ReportDigester } from "../evals/digested-reports.ts";

const [outFolder, ...files] = process.argv.slice(2);
if (outFolder === undefined || files.length === 0)
  throw new Error("usage: export-passages.ts OUT_FOLDER PDF...");
mkdirSync(outFolder, { recursive: true });
const digester = new ReportDigester();
for (const file of files) {
  const { name } = path.parse(file);
  const { chunks } = await digester.digest(file);
  const passages = chunks.map(({ page, heading, kind, text }) => ({ page, heading, kind, text }));
  writeFileSync(
    path.join(outFolder, `${name}.json.gz`),
    gzipSync(JSON.stringify({ name, chunks: passages })),
  );
  process.stdout.write(`${name}: ${chunks.length} passages\n`);
}
await digester.close();
