import { openAsBlob } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { LaunchedService } from "../service/launch-service.ts";

/** Uploads files, and waits until none of them is being read any more. */
export async function digest({ url, key }: LaunchedService, files: readonly string[]): Promise<string[]> {
  const headers = { "x-api-key": key };
  const ids: string[] = [];
  for (const file of files) {
    const form = new FormData();
    form.set("file", await openAsBlob(file), path.basename(file));
    const reply = await fetch(`${url}/v1/company_report/upload`, { method: "POST", headers, body: form });
    const body = (await reply.json()) as { data?: { report_id?: string } };
    if (!reply.ok || !body.data?.report_id) throw new Error(`${file}: ${JSON.stringify(body)}`);
    ids.push(body.data.report_id);
  }
  for (const id of ids)
    for (let state = ""; state !== "ready" && state !== "failed"; await sleep(1_000)) {
      const reply = await fetch(`${url}/v1/company_report/certificate?report_id=${id}`, { headers });
      state = ((await reply.json()) as { data: { digest_state: string } }).data.digest_state;
    }
  return ids;
}

const SUBJECTS = ["revenue", "net income", "total assets", "operating income", "number of employees", "debt"];

export async function askQuestions(
  { url, key }: LaunchedService,
  reportIds: readonly string[],
  count: number,
): Promise<void> {
  const headers = { "x-api-key": key, "content-type": "application/json" };
  for (let turn = 0; turn < count; turn++) {
    const subject = SUBJECTS[turn % SUBJECTS.length];
    const question = `What was ${subject} in ${2_000 + (turn % 27)}?`;
    const body = JSON.stringify({ report_id: reportIds[turn % reportIds.length], question });
    const reply = await fetch(`${url}/v1/chat/chat_report`, { method: "POST", headers, body });
    if (!reply.ok) throw new Error(await reply.text());
    await reply.arrayBuffer();
  }
}
