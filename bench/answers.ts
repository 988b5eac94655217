/**
 * How long a question to a report takes to a running service: cold (the report is opened for it),
 * warm, and against `pdftotext` and `grep` on the same file; by the clock, and by processor time, which other work on
 * the machine does not lengthen.
 *
 *   node bench/answers.ts FILE.pdf [FILE.pdf …]
 */
import { execFileSync } from "node:child_process";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { askReport, QUESTIONS, uploadReport } from "./answers/ask-report.ts";
import { cpuOf } from "./service/cpu-of.ts";
import { startFilledService } from "./service/service-under-load.ts";
import { median } from "./service/statistics.ts";

const WARM_ROUNDS = 5;

const files = process.argv.slice(2);
if (files.length === 0) throw new Error("name at least one PDF file");

const service = await startFilledService([]);
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

const lines = [];
for (const file of files) {
  const reportId = await uploadReport(service, file);
  await sleep(2_000);
  const cpuBefore = cpuOf(service.process.pid);
  const { milliseconds: cold } = await askReport(service, reportId, QUESTIONS[0] ?? "");
  const coldCpu = cpuOf(service.process.pid) - cpuBefore;
  const warm: number[] = [];
  const cpuWarm = cpuOf(service.process.pid);
  for (let round = 0; round < WARM_ROUNDS; round++) {
    for (const question of QUESTIONS) warm.push((await askReport(service, reportId, question)).milliseconds);
  }
  const warmCpu = (cpuOf(service.process.pid) - cpuWarm) / warm.length;
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
