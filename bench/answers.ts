/**
 * How long a question to a report takes through the door of a running service: cold (the report is opened for it),
 * warm, and against `pdftotext` and `grep` on the same file; by the clock, and by processor time, which other work on
 * the machine does not lengthen.
 *
 *   node bench/answers.ts FILE.pdf [FILE.pdf …]
 */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
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

const SECONDS = /(\d+)m([\d.]+)s/g;

function grep(file: string): { clock: number; cpu: number } {
  const startedAt = performance.now();
  const script = 'pdftotext -layout "$1" - | grep -ci revenue >&2 || true; times';
  const reported = execFileSync("bash", ["-c", script, "bash", file], {
    stdio: ["ignore", "pipe", "ignore"],
  }).toString();
  const clock = performance.now() - startedAt;
  const [, children = ""] = reported.trim().split("\n");
  const cpu = [...children.matchAll(SECONDS)].reduce((sum, [, m, s]) => sum + Number(m) * 60 + Number(s), 0);
  return { clock, cpu: cpu * 1_000 };
}

const TICK_MILLISECONDS = 10;

/** Processor time of the service and of every process it started, as Linux counts it. */
function cpuOfService(): number {
  const parents = new Map<number, number>();
  const ticks = new Map<number, number>();
  for (const name of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))) {
    try {
      const fields = readFileSync(`/proc/${name}/stat`, "utf8")
        .replace(/^.*\) /s, "")
        .split(" ");
      parents.set(Number(name), Number(fields[1]));
      ticks.set(Number(name), Number(fields[11]) + Number(fields[12]));
    } catch {
      // A process that ended while we looked.
    }
  }
  const belongs = (pid: number | undefined): boolean =>
    pid === service.process.pid || (pid !== undefined && pid > 1 && belongs(parents.get(pid)));
  let sum = 0;
  for (const [pid, own] of ticks) if (belongs(pid)) sum += own;
  return sum * TICK_MILLISECONDS;
}

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const lines = [];
for (const file of files) {
  const reportId = await upload(file);
  await untilReady(reportId);
  await sleep(2_000);
  const cpuBefore = cpuOfService();
  const cold = await ask(reportId, QUESTIONS[0] ?? "");
  const coldCpu = cpuOfService() - cpuBefore;
  const warm: number[] = [];
  const cpuWarm = cpuOfService();
  for (let round = 0; round < WARM_ROUNDS; round++) {
    for (const question of QUESTIONS) warm.push(await ask(reportId, question));
  }
  const warmCpu = (cpuOfService() - cpuWarm) / warm.length;
  const greps = [grep(file), grep(file), grep(file)];
  const baseline = median(greps.map(({ clock }) => clock));
  const baselineCpu = median(greps.map(({ cpu }) => cpu));
  lines.push({
    file: path.basename(file),
    cold_ms: Math.round(cold),
    warm_p50_ms: Math.round(median(warm)),
    warm_p95_ms: Math.round(warm[Math.floor(warm.length * 0.95)] ?? 0),
    pdftotext_grep_ms: Math.round(baseline),
    cold_ratio: Number((cold / baseline).toFixed(2)),
    warm_ratio: Number((median(warm) / baseline).toFixed(3)),
    cold_cpu_ms: Math.round(coldCpu),
    warm_cpu_ms: Number(warmCpu.toFixed(1)),
    pdftotext_grep_cpu_ms: Math.round(baselineCpu),
    cold_cpu_ratio: Number((coldCpu / baselineCpu).toFixed(2)),
    warm_cpu_ratio: Number((warmCpu / baselineCpu).toFixed(3)),
  });
}
await service.stop();
console.table(lines);
