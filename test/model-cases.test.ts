import { describe, expect, it } from "vitest";
import { writeAnswer } from "../src/features/answers/writing/write-answer.ts";
import { openLanguageModel } from "../src/platform/models/index.ts";
import { falseCases } from "./model-cases/false-cases.ts";
import { QUESTION, READER } from "./model-cases/report.ts";
import { type ModelCase, trueCases } from "./model-cases/true-cases.ts";
import { startScriptedModel } from "./scripted-model.ts";

const CASES_PER_KIND_MIN = 20;
const PASSING_MIN = 0.98;
/** Turns of a conversation, with one for what is sent back. */
const REQUESTS_MAX = 10;
/** Much shorter than in production: twenty cases wait for it. */
const SECONDS_MAX = 0.4;

const provider = await startScriptedModel();
const own = READER.ask(QUESTION);

const openModel = (secondsMax: number) =>
  openLanguageModel({
    provider: "openai-compatible",
    model: "scripted",
    url: provider.url,
    apiKey: "key-of-the-test",
    secondsMax,
    tokensMax: 600,
    contextTokensMax: 12_000,
    tokensPerDay: 1_000_000_000,
  });

interface Outcome extends ModelCase {
  text: string;
  streamed: string;
  withheld: number;
  fallback: string | null;
  requests: number;
}

/** Replays one conversation; a fresh model each time, so that failures of one case do not open the breaker of the next. */
async function replay(one: ModelCase): Promise<Outcome> {
  const model = await openModel(one.kind === "time-out" ? SECONDS_MAX : 20);
  const before = provider.requests.length;
  provider.script(...one.steps);
  const parts: string[] = [];
  const { answer, withheld, fallback } = await writeAnswer(model, READER, {
    question: QUESTION,
    own,
    nearness: null,
    signal: new AbortController().signal,
    onSentence: (text) => parts.push(text),
  });
  const requests = provider.requests.length - before;
  return { ...one, text: answer.text, streamed: parts.join(" "), withheld, fallback, requests };
}

async function replayAll(cases: readonly ModelCase[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const one of cases) outcomes.push(await replay(one));
  return outcomes;
}

const byKind = (cases: readonly ModelCase[]) => [...Map.groupBy(cases, ({ kind }) => kind)];
const describeFailure = ({ kind, steps, text, fallback }: Outcome) =>
  `${kind}: ${JSON.stringify(steps.at(-1))} → ${text} (${fallback})`;

describe("what a model says rightly", () => {
  it.each(byKind(trueCases()))("is answered: %s", async (_, cases) => {
    expect(cases.length).toBeGreaterThanOrEqual(CASES_PER_KIND_MIN);
    const outcomes = await replayAll(cases);
    const refused = outcomes.filter(
      ({ says, withholds, text, fallback }) =>
        fallback !== null ||
        !says.every((part) => text.includes(part)) ||
        withholds.some((part) => text.includes(part)),
    );
    expect(
      1 - refused.length / outcomes.length,
      refused.map(describeFailure).join("\n"),
    ).toBeGreaterThanOrEqual(PASSING_MIN);
  });
});

describe("what a model says wrongly, or not to the end", () => {
  it.each(byKind(falseCases()))("is withheld, and the built-in answer is given: %s", async (_, cases) => {
    expect(cases.length).toBeGreaterThanOrEqual(CASES_PER_KIND_MIN);
    const outcomes = await replayAll(cases);
    const leaked = outcomes.filter(
      ({ withholds, text, streamed }) =>
        text !== own.text || withholds.some((part) => `${text} ${streamed}`.includes(part)),
    );
    expect(leaked.map(describeFailure)).toEqual([]);
    for (const { fallback, requests } of outcomes) {
      expect(fallback).not.toBeNull();
      expect(requests).toBeLessThanOrEqual(REQUESTS_MAX);
    }
  });
});
