import { afterAll, expect, it, onTestFinished, vi } from "vitest";
import { openLocalModels } from "./index.ts";
import { ModelProcess } from "./local/model-process.ts";

const { passageReader: reader, close } = openLocalModels({ threads: 1 });
afterAll(close);

const QUESTION = "What were sales of the wholesale segment in 2023?";
const TABLE = "Segment | 2023 | 2022\nRetail | 1,234 | 1,100\nWholesale | 560 | 610";
const SENTENCE = "At year end the group had 8,400 employees, of whom 1,873 work in Asia and 3,211 in Europe.";
const OTHER = "Litigation\nThe company is party to various legal proceedings; none is material.";

it("finds the passage that answers", async () => {
  const [table, other] = await reader.read(QUESTION, [TABLE, OTHER]);
  expect(table?.answers).toBeGreaterThan(0.5);
  expect(other?.answers).toBeLessThan(0.2);
});

it.each([
  ["How many people work in Asia?", "1,873"],
  ["How many people does the group employ?", "8,400"],
])("finds the words that answer: %s", async (question, answer) => {
  const [reading] = await reader.read(question, [SENTENCE]);
  const best = reading?.tokens.reduce((a, b) => (b.answer > a.answer ? b : a));
  const start = SENTENCE.indexOf(answer);
  expect(best?.start).toBeGreaterThanOrEqual(start);
  expect(best?.end).toBeLessThanOrEqual(start + answer.length);
});

it("reads a passage the same whatever else is read", async () => {
  const [alone] = await reader.read(QUESTION, [TABLE]);
  const together = await Promise.all([
    reader.read("Who is the auditor?", [OTHER]),
    reader.read(QUESTION, [OTHER, TABLE]),
  ]);
  expect(together[1][1]).toEqual(alone);
});

it("reads an empty passage, and one that is longer than it can read", async () => {
  const [empty, long] = await reader.read(QUESTION, ["", `${TABLE}\n`.repeat(200)]);
  expect(empty?.tokens).toEqual([]);
  expect(long?.tokens.length).toBeLessThan(384);
});

it("reads once what two callers ask at the same time, and goes on when one of them leaves", async () => {
  const compute = vi.spyOn(ModelProcess.prototype, "compute");
  onTestFinished(() => compute.mockRestore());
  const leaving = new AbortController();
  const first = expect(reader.read(QUESTION, [TABLE, OTHER], { signal: leaving.signal })).rejects.toThrow();
  const second = reader.read(QUESTION, [TABLE, OTHER]);
  leaving.abort();
  await first;
  expect(await second).toHaveLength(2);
  expect(compute).toHaveBeenCalledTimes(2);
});

it("refuses a reading without charge when its process does not answer", async () => {
  const program = new URL("./testing/failing-model.ts", import.meta.url);
  const models = openLocalModels({ threads: 1, secondsMax: 2, program });
  onTestFinished(models.close);
  await expect(models.embedder.embed(["hang"])).rejects.toMatchObject({ code: "overloaded" });
});
