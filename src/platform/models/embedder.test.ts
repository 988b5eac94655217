import { existsSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { openLocalModels } from "./index.ts";

const { embedder, close } = openLocalModels({ threads: 1 });
afterAll(close);

const TEXT = "Revenue grew by 12 % to 1,234 million euros.";
const OTHERS = ["x", "Net income per share, basic and diluted ".repeat(60), "決算短信", "0.1 -0.2 1e9"];

// With 8-bit weights a batch shares one scale: a vector would then depend on its neighbours.
it("gives the same text the same vector, whatever else is embedded with it", async () => {
  const [alone] = await embedder.embed([TEXT]);
  const together = await embedder.embed([...OTHERS, TEXT, ...OTHERS]);
  const [, concurrency] = await Promise.all([embedder.embed(OTHERS), embedder.embed([TEXT])]);
  expect(together[OTHERS.length]).toEqual(alone);
  expect(concurrency?.[0]).toEqual(alone);
  expect(Math.hypot(...(alone ?? []))).toBeCloseTo(1, 5);
});

it("runs without the telemetry of its runtime, which begins with a log file", async () => {
  await embedder.embed([TEXT]);
  expect(existsSync(path.join(os.tmpdir(), `mat-debug-${process.pid}.log`))).toBe(false);
});

// A text of a report takes longer than a question may wait for its vector.
it("embeds a question while a report is embedded, without waiting for the report's text", async () => {
  const passage = "Net income per share, basic and diluted, attributable to shareholders ".repeat(60);
  let passages = 0;
  let isDone = false;
  const report = (async () => {
    while (!isDone) {
      await embedder.embed([passage], { priority: "background" });
      passages += 1;
    }
  })();
  await embedder.embed([TEXT]);
  const passed: number[] = [];
  for (let question = 0; question < 9; question++) {
    const before = passages;
    await expect.poll(() => passages, { interval: 1 }).toBeGreaterThan(before);
    const begun = passages;
    await embedder.embed([`${TEXT} ${question}`]);
    passed.push(passages - begun);
  }
  isDone = true;
  await report;
  expect(passed.toSorted((a, b) => a - b)[4]).toBe(0);
});

it("gives the same vector at either priority", async () => {
  const [interactive] = await embedder.embed([TEXT]);
  const [background] = await embedder.embed([TEXT], { priority: "background" });
  expect(background).toEqual(interactive);
});
