import type { Outcome } from "./financebench.ts";
import type { Refusal } from "./refusals.ts";
import type { Rephrasing } from "./rephrased.ts";
import type { TableOutcome } from "./tatqa.ts";

function percent(part: number, whole: number): string {
  return whole === 0 ? "–" : (part / whole).toFixed(3);
}

function formatRecall(name: string, outcomes: readonly Outcome[]) {
  const within = (most: number) => outcomes.filter(({ rank }) => rank !== null && rank <= most).length;
  const count = outcomes.length;
  return {
    questions: name,
    count,
    "recall@1": percent(within(1), count),
    "@3": percent(within(3), count),
    "@5": percent(within(5), count),
    "@10": percent(within(10), count),
  };
}

function figureLine(name: string, outcomes: readonly Outcome[]) {
  const judged = outcomes.filter(({ figure }) => figure !== null);
  const share = (verdict: string) =>
    percent(judged.filter(({ figure }) => figure === verdict).length, judged.length);
  return {
    questions: name,
    count: judged.length,
    right: share("right"),
    wrong: share("wrong"),
    refused: share("refused"),
  };
}

function claimLine(name: string, outcomes: readonly Outcome[]) {
  const numbers = outcomes.reduce((sum, { claims }) => sum + claims.numbers, 0);
  const unsupported = outcomes.reduce((sum, { claims }) => sum + claims.unsupported.length, 0);
  return { questions: name, numbers, "claim correctness": percent(numbers - unsupported, numbers) };
}

export function reportOutcomes(name: string, outcomes: readonly Outcome[], misses: boolean): void {
  console.log(`\n${name}`);
  const halves = (["even", "odd"] as const).map(
    (half) => [half, outcomes.filter((one) => one.half === half)] as const,
  );
  const types = [...new Set(outcomes.map(({ type }) => type))].map(
    (type) => [type, outcomes.filter((one) => one.type === type)] as const,
  );
  console.table([
    formatRecall("all", outcomes),
    ...[...halves, ...types].map(([key, part]) => formatRecall(key, part)),
  ]);
  console.table([
    figureLine("all figures", outcomes),
    ...halves.map(([half, part]) => figureLine(half, part)),
  ]);
  console.table([claimLine("all", outcomes), ...halves.map(([half, part]) => claimLine(half, part))]);
  const times = outcomes.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
  console.log(
    `an answer takes ${times[Math.floor(times.length / 2)]?.toFixed(1)} ms (median), report opened before`,
  );
  if (!misses) return;
  for (const one of outcomes.filter(
    ({ rank, figure, claims }) =>
      (rank ?? 99) > 5 || figure === "wrong" || figure === "refused" || claims.unsupported.length > 0,
  )) {
    console.log(
      `\n[${one.half} ${one.type}] rank ${one.rank} figure ${one.figure} ${one.claims.unsupported.join(",")}\n  ${one.question}\n  expected ${one.expected}\n  ${one.answer.slice(0, 400)}`,
    );
  }
}

function shares<Item>(items: readonly Item[], verdictOf: (item: Item) => string): Record<string, string> {
  const groups = Map.groupBy(items, verdictOf);
  return Object.fromEntries(
    [...groups].map(([verdict, list]) => [verdict, percent(list.length, items.length)]),
  );
}

export function reportRefusals(refusals: readonly Refusal[], misses: boolean): void {
  console.log("\nQuestions the report cannot answer: refused is right");
  const groups = [["all", refusals] as const, ...Map.groupBy(refusals, ({ kind }) => kind)];
  console.table(
    groups.map(([questions, list]) => ({
      questions,
      count: list.length,
      "refusal correctness": percent(list.filter(({ refused }) => refused).length, list.length),
    })),
  );
  if (!misses) return;
  for (const { question, answer, refused } of refusals)
    if (!refused) console.log(`\n  ${question}\n  ${answer.slice(0, 300)}`);
}

export function reportRephrasings(rephrasings: readonly Rephrasing[], misses: boolean): void {
  console.log("\nThe same figure asked for in other words");
  console.table([{ count: rephrasings.length, ...shares(rephrasings, ({ verdict }) => verdict) }]);
  if (!misses) return;
  for (const { question, answer, verdict } of rephrasings)
    if (verdict !== "same") console.log(`\n[${verdict}]  ${question}\n  ${answer.slice(0, 300)}`);
}

export function reportTables(outcomes: readonly TableOutcome[], misses: boolean): void {
  console.log("\nTAT-QA: single tables; of `unscaled` the digits are right and the scale is not");
  const groups = [
    ["all", outcomes] as const,
    ...Map.groupBy(outcomes, ({ kind }) => kind),
    ...Map.groupBy(outcomes, ({ kind, half }) => `${kind}, ${half} tables`),
  ];
  console.table(
    groups.map(([questions, list]) => ({
      questions,
      count: list.length,
      ...shares(list, ({ verdict }) => verdict),
    })),
  );
  const numbers = outcomes.reduce((sum, { claims }) => sum + claims.numbers, 0);
  const unsupported = outcomes.reduce((sum, { claims }) => sum + claims.unsupported.length, 0);
  console.log(`claim correctness ${percent(numbers - unsupported, numbers)} of ${numbers} numbers`);
  if (!misses) return;
  for (const { half, verdict, kind, question, expected, answer } of outcomes)
    if (half === "even" && verdict !== "right")
      console.log(`\n[${kind}, ${verdict}] ${question}\n  expected ${expected}\n  ${answer.slice(0, 300)}`);
}
