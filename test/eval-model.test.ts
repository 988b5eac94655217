import { appendFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { openNamedModel, runModel, writeModelResults } from "../evals/model.ts";
import type { QuestionSource } from "../evals/model-questions.ts";
import { onTestFileEnd } from "./cleanup.ts";
import { READER } from "./model-cases/report.ts";
import { startScriptedModel } from "./scripted-model.ts";

const provider = await startScriptedModel();
const folder = mkdtempSync(path.join(os.tmpdir(), "florin-eval-"));
onTestFileEnd(() => rmSync(folder, { recursive: true, force: true }));
const file = path.join(folder, "results.jsonl");

async function* listOneReport(questions: readonly [string, number][]): AsyncGenerator<QuestionSource> {
  yield {
    reader: READER,
    questions: questions.map(([question, answer]) => {
      const gold = {
        doc: "a",
        company: "",
        kind: "value",
        question,
        answer,
        accept: [],
        unit: "million",
        pages: [],
        quote: "",
      };
      return { set: "Lanterns", doc: "a", question, gold };
    }),
    nearnessOf: () => Promise.resolve(null),
  };
}

it("asks a model each question once, also when the run is stopped, and writes JSON and a Markdown table", async () => {
  process.env["FLORIN_LANGUAGE_MODEL_URL"] = provider.url;
  const model = await openNamedModel("openai-compatible:scripted", 12_000);
  provider.script({ say: '{"sentence": "Europe had revenue of {p4r2c1} in 2024.", "pages": [4]}' });
  const europe: [string, number] = ["How large is the business in Europe?", 702];
  const asia: [string, number] = ["How large is the business in Asia?", 419];
  await runModel(model, listOneReport([europe]), file);
  const before = provider.requests.length;
  const outcomes = await runModel(model, listOneReport([europe, asia]), file);
  expect(provider.requests.length - before).toBe(1);
  expect(outcomes.map(({ judgement }) => judgement)).toEqual(["right", "wrong"]);
  writeModelResults(outcomes, file, 2);
  expect(JSON.parse(readFileSync(file.replace(".jsonl", ".json"), "utf8"))).toHaveLength(2);
  expect(readFileSync(file.replace(".jsonl", ".md"), "utf8")).toContain(
    "| Lanterns | 2 | 0.500 | 0.000 | 0.500 |",
  );
});

it("asks again what the provider did not answer or a stop cut off, and stops when it answers nothing", async () => {
  const model = await openNamedModel("openai-compatible:failing", 12_000);
  const failing = path.join(folder, "failing.jsonl");
  const questions = ["Europe", "Asia", "Africa", "America", "Oceania", "Antarctica"].map(
    (name): [string, number] => [`How large is the business in ${name}?`, 702],
  );
  provider.script({ status: 401 });
  await expect(runModel(model, listOneReport(questions), failing)).rejects.toThrow("does not answer");
  appendFileSync(failing, '{"model": "openai-compatible:failing", "given": "cut off {here}');
  provider.script({ say: '{"sentence": "Europe had revenue of {p4r2c1} in 2024.", "pages": [4]}' });
  const again = await openNamedModel("openai-compatible:failing", 12_000);
  const outcomes = await runModel(again, listOneReport(questions), failing);
  expect(outcomes.map(({ fallback }) => fallback)).toEqual(questions.map(() => null));
  const before = provider.requests.length;
  expect(await runModel(again, listOneReport(questions), failing)).toHaveLength(questions.length);
  expect(provider.requests.length).toBe(before);
});
