import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { RunningService } from "../service/service-under-load.ts";

type Caller = Pick<RunningService, "url" | "key">;

/** Uploads a file and returns its report's id once it is ready, vectors included, so as not to measure them. */
export async function uploadReport({ url, key }: Caller, file: string): Promise<string> {
  const form = new FormData();
  form.set("title", path.basename(file));
  form.set("file", new Blob([readFileSync(file)]), path.basename(file));
  const headers = { "x-api-key": key };
  const reply = await fetch(`${url}/v1/company_report/upload`, { method: "POST", headers, body: form });
  const { data } = (await reply.json()) as { data: { report_id: string } };
  for (;;) {
    const query = `report_id=${data.report_id}`;
    const certificate = await fetch(`${url}/v1/company_report/certificate?${query}`, { headers });
    const { digest_state } = ((await certificate.json()) as { data: { digest_state: string } }).data;
    if (digest_state === "failed") throw new Error(`${file} could not be read`);
    if (digest_state === "ready") return data.report_id;
    await sleep(500);
  }
}

export interface TimedAnswer {
  milliseconds: number;
  engine: string;
  withheld?: number;
  model?: { tokens: number };
}

export async function askReport(
  { url, key }: Caller,
  report_id: string,
  question: string,
): Promise<TimedAnswer> {
  const startedAt = performance.now();
  const reply = await fetch(`${url}/v1/chat/chat_report`, {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "application/json" },
    body: JSON.stringify({ report_id, question }),
  });
  const text = await reply.text();
  const milliseconds = performance.now() - startedAt;
  if (reply.status !== 200) throw new Error(`${reply.status} ${text}`);
  return { ...(JSON.parse(text) as { data: Omit<TimedAnswer, "milliseconds"> }).data, milliseconds };
}

export const QUESTIONS = [
  "What is total revenue?",
  "What is the gross margin?",
  "What is the cash conversion cycle?",
  "What drove the change in operating income?",
  "What are the main risks of the business?",
  "How much capital expenditure was there?",
  "Which legal proceedings are reported?",
  "What is the inventory turnover?",
];
