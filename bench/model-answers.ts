/**
 * The time that the service adds to an answer of a language model: everything but what the model itself takes. The
 * model is a server that answers immediately; each answer takes three turns.
 *
 *   node bench/model-answers.ts FILE.pdf [FILE.pdf …]
 */
import os from "node:os";
import path from "node:path";
import { askReport, QUESTIONS, uploadReport } from "./answers/ask-report.ts";
import { startInstantModel } from "./answers/instant-model.ts";
import { cpuOf } from "./service/cpu-of.ts";
import { startFilledService } from "./service/service-under-load.ts";
import { median } from "./service/statistics.ts";

const ROUNDS = 5;
const CHARACTERS_PER_TOKEN = 3.5;

const files = process.argv.slice(2);
if (files.length === 0) throw new Error("name at least one PDF file");

const model = await startInstantModel();
process.env["FLORIN_LANGUAGE_MODEL"] = "instant";
process.env["FLORIN_LANGUAGE_MODEL_URL"] = model.url;
process.env["FLORIN_LANGUAGE_MODEL_TOKENS_PER_DAY"] = "1000000000";
const service = await startFilledService([]);

const lines = [];
for (const file of files) {
  const reportId = await uploadReport(service, file);
  await askReport(service, reportId, QUESTIONS[0] ?? "");
  const added: number[] = [];
  const tokens: number[] = [];
  let written = 0;
  const cpuBefore = cpuOf(service.process.pid);
  for (let round = 0; round < ROUNDS; round++) {
    for (const question of QUESTIONS) {
      const before = { ...model };
      const { milliseconds, engine } = await askReport(service, reportId, question);
      added.push(milliseconds - (model.spent - before.spent));
      tokens.push((model.received - before.received) / CHARACTERS_PER_TOKEN);
      if (engine.startsWith("openai-compatible")) written++;
    }
  }
  lines.push({
    file: path.basename(file),
    answers: added.length,
    written_by_model: written,
    added_p50_ms: Math.round(median(added)),
    added_p95_ms: Math.round(added.toSorted((a, b) => a - b)[Math.floor(added.length * 0.95)] ?? 0),
    added_cpu_ms: Math.round((cpuOf(service.process.pid) - cpuBefore) / added.length),
    tokens_sent_p50: Math.round(median(tokens)),
    load_average: Number(os.loadavg()[0]?.toFixed(1)),
  });
}
await service.stop();
model.stop();
console.table(lines);
