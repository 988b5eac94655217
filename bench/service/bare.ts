import { spawn } from "node:child_process";
import path from "node:path";
import type { Load } from "./load.ts";

/** What a server sent: all of it but what the framework writes by itself. */
export interface SentAnswer {
  body: string;
  headers: Record<string, string>;
}

/** The baseline as a process of its own, sending the given bytes. */
export async function startBareServer({
  body,
  headers,
}: SentAnswer): Promise<{ url: string; stop: () => void }> {
  const script = path.join(import.meta.dirname, "bare-server.ts");
  const child = spawn(process.execPath, [script, body, JSON.stringify(headers)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = await new Promise<string>((resolve) => {
    child.stdout.once("data", (chunk: Buffer) => resolve(chunk.toString().trim()));
  });
  return { url, stop: () => child.kill() };
}

const WRITTEN_BY_FRAMEWORK = ["connection", "content-length", "date", "keep-alive", "transfer-encoding"];

export async function firstAnswer(load: Load): Promise<SentAnswer> {
  const headers = { "content-type": "application/json", ...load.headers };
  const reply = await fetch(load.url, { method: "POST", headers, body: load.nextBody() });
  if (reply.status !== 200) throw new Error(`${load.url}: ${reply.status} ${await reply.text()}`);
  const sent = [...reply.headers].filter(([name]) => !WRITTEN_BY_FRAMEWORK.includes(name));
  return { body: await reply.text(), headers: Object.fromEntries(sent) };
}
