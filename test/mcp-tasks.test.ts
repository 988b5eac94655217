import { readFileSync, writeFileSync } from "node:fs";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { encode } from "gpt-tokenizer";
import { describe, expect, it } from "vitest";
import { startTestApp } from "./app.ts";
import { TASKS, type Task } from "./mcp-tasks.ts";

const PAGE = "docs/mcp-tasks.md";
/** `npm run tasks` writes the page; every other run holds the tasks to it. */
const isRecording = process.env["MODE"] === "record";
/** Texts of answers may grow a little without costing anyone much. */
const GROWTH_MAX = 1.1;
const GROWTH_TOKENS = 30;

const app = await startTestApp({ demo: true, rate_factor: 1_000 });
const { key } = await app.addAccount({ credits: 100_000 });
const client = new Client({ name: "tasks", version: "1" });
const requestInit = { headers: { "x-api-key": key } };
await client.connect(new StreamableHTTPClientTransport(new URL(`${app.baseUrl}/mcp`), { requestInit }));

interface Cost {
  calls: number;
  tokens: number;
  credits: number;
}

/** Makes the calls of a task as an agent would, and counts what it reads and pays. */
async function perform({ calls }: Task): Promise<Cost & { last: string }> {
  const answers: unknown[] = [];
  const cost = { calls: calls.length, tokens: 0, credits: 0, last: "" };
  for (const [name, input] of calls) {
    const args = typeof input === "function" ? input(answers) : input;
    const result = await client.callTool({ name, arguments: args });
    const structured = result.structuredContent as { data?: unknown } | undefined;
    answers.push(structured && "data" in structured ? structured.data : structured);
    cost.last = (result.content as { text?: string }[]).map(({ text = "" }) => text).join("\n");
    cost.tokens += encode(JSON.stringify({ name, arguments: args })).length + encode(cost.last).length;
    cost.credits += Number(result._meta?.["credits_charged"] ?? 0);
  }
  return cost;
}

const ROW = /^\| (find|compare|compute|refuse) \| (\D.+?) \| (\d+) \| ([\d,]+) \| (\d+) \|$/gm;
const published = new Map(
  [...readFileSync(PAGE, "utf8").matchAll(ROW)].map(([, , task = "", calls, tokens, credits]) => [
    task,
    { calls: Number(calls), tokens: Number(tokens?.replaceAll(",", "")), credits: Number(credits) },
  ]),
);

const measured = new Map<Task, Cost>();

describe("sixty tasks of research agents", () => {
  it("are sixty", () => {
    expect(TASKS).toHaveLength(60);
  });

  it.each(TASKS)("$kind: $task", async (task) => {
    const { last, ...cost } = await perform(task);
    measured.set(task, cost);
    expect(last).toMatch(task.expected);
    if (isRecording) return;
    const known = published.get(task.task) ?? { calls: 0, tokens: 0, credits: 0 };
    expect(cost.calls).toBeLessThanOrEqual(known.calls);
    expect(cost.credits).toBeLessThanOrEqual(known.credits);
    expect(cost.tokens).toBeLessThanOrEqual(known.tokens * GROWTH_MAX + GROWTH_TOKENS);
  });

  it("are published with what each costs", () => {
    if (isRecording) writeFileSync(PAGE, writePage());
    expect(readFileSync(PAGE, "utf8").match(ROW)).toHaveLength(TASKS.length);
  });
});

function writePage(): string {
  const rows = TASKS.map((task) => {
    const { calls, tokens, credits } = measured.get(task) ?? { calls: 0, tokens: 0, credits: 0 };
    return `| ${task.kind} | ${task.task} | ${calls} | ${tokens.toLocaleString("en-US")} | ${credits} |`;
  });
  const kinds = [...Map.groupBy(TASKS, ({ kind }) => kind)].map(([kind, tasks]) => {
    const costs = tasks.map((task) => measured.get(task)?.tokens ?? 0).sort((a, b) => a - b);
    const sum = (field: keyof Cost) =>
      tasks.reduce((all, task) => all + (measured.get(task)?.[field] ?? 0), 0);
    const median = costs[Math.floor(costs.length / 2)] ?? 0;
    return `| ${kind} | ${tasks.length} | ${sum("calls")} | ${median.toLocaleString("en-US")} | ${sum("credits")} |`;
  });
  return `# What sixty tasks cost over MCP

Each task is a plan of tool calls that a good agent makes, run with the demo data. Tokens \
are those of the calls and of the text of the answers (o200k), without the list of tools, which is read once: at \
most 4,500. \`npm run tasks\` measures again and writes this page; a test fails \
when a task needs more calls or credits, or a tenth more tokens.

| kind | tasks | calls | tokens of a task, median | credits |
| --- | --- | --- | --- | --- |
${kinds.join("\n")}

A task to refuse is one where the right answer is that there is none, or how to ask better. It is mostly free.

| kind | task | calls | tokens | credits |
| --- | --- | --- | --- | --- |
${rows.join("\n")}
`;
}
