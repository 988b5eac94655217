/**
 * How long a question to a report takes through the door of a running service: cold (the report is opened for it),
 * warm, and against `pdftotext` and `grep` on the same file.
 *
 *   node bench/answers.ts FILE.pdf [FILE.pdf …]
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startFilledService } from "./service/service-under-load.ts";

const QUESTIONS = [
  "What is total revenue?",
  "What is the gross margin?",
  "What is the cash conversion cycle?",
  "What drove the change in operating income?",
  "What are the main risks of the business?",
  "How much capital expenditure was there?",
  "Which legal proceedings are reported?",
  "What is the inventory turnover?",
];
const WARM_ROUNDS = 5;

const files = process.argv.slice(2);
if (files.length === 0) throw new Error("name at least one PDF file");

const service = await startFilledService([]);
const headers = { "x-api-key": service.key };

async function upload(file: string): Promise<string> {
  const form = new FormData();
  form.set("title", path.basename(file));
  form.set("file", new Blob([readFileSync(file)]), path.basename(file));
  const reply = await fetch(`${service.url}/v1/company_report/upload`, {
    method: "POST",
    headers,
    body: form,
  });
  const { data } = (await reply.json()) as { data: { report_id: string } };
  return data.report_id;
}

/** Text is there before vectors are; a question needs only the text. Vectors are waited for, so as not to measure them. */
async function untilReady(reportId: string): Promise<void> {
  for (;;) {
    const reply = await fetch(`${service.url}/v1/company_report/certificate?report_id=${reportId}`, {
      headers,
    });
    const { data } = (await reply.json()) as { data: { digest_state: string } };
    if (data.digest_state === "failed") throw new Error(`${reportId} could not be read`);
    if (data.digest_state === "ready") return;
    await sleep(500);
  }
}

async function ask(reportId: string, question: string): Promise<number> {
  const startedAt = performance.now();
  const reply = await fetch(`${service.url}/v1/chat/chat_report`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({ report_id: reportId, question }),
  });
  if (reply.status !== 200) throw new Error(`${reply.status} ${await reply.text()}`);
  await reply.text();
  return performance.now() - startedAt;
}

function grep(file: string): number {
  const startedAt = performance.now();
  execFileSync("sh", ["-c", 'pdftotext -layout "$1" - | grep -ci revenue || true', "sh", file]);
  return performance.now() - startedAt;
}

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const lines = [];
for (const file of files) {
  const reportId = await upload(file);
  await untilReady(reportId);
  const cold = await ask(reportId, QUESTIONS[0] ?? "");
  const warm: number[] = [];
  for (let round = 0; round < WARM_ROUNDS; round++) {
    for (const question of QUESTIONS) warm.push(await ask(reportId, question));
  }
  const baseline = median([grep(file), grep(file), grep(file)]);
  lines.push({
    file: path.basename(file),
    cold_ms: Math.round(cold),
    warm_p50_ms: Math.round(median(warm)),
    warm_p95_ms: Math.round(warm[Math.floor(warm.length * 0.95)] ?? 0),
    pdftotext_grep_ms: Math.round(baseline),
    cold_ratio: Number((cold / baseline).toFixed(2)),
    warm_ratio: Number((median(warm) / baseline).toFixed(3)),
  });
}
await service.stop();
console.table(lines);
