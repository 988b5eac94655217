import type { Claim } from "../claims/claim.ts";
import { findPeriods } from "../figures/question-periods.ts";
import { printNumber } from "../figures/units.ts";
import {
  askCompany,
  CONFIDENT,
  type CompanyAnswer,
  type NamedCompany,
  type ReportOperations,
  type ReportReply,
  sourcesOf,
} from "./ask-reports.ts";
import { plainAnswer, type ShapeAnswer } from "./chat-answer.ts";
import type { ChatRunner } from "./chat-runner.ts";

const SCALES = { one: 1, thousand: 1e3, million: 1e6, billion: 1e9 };

export interface Comparison {
  companies: readonly NamedCompany[];
  figure: string | null;
  question: string;
}

/** The same figure for each company; ranked only when the units are equal. */
export async function compareCompanies(
  runner: ChatRunner,
  operations: ReportOperations,
  { companies, figure, question }: Comparison,
): Promise<ShapeAnswer> {
  if (figure === null)
    return plainAnswer("Say which figure to compare, such as revenue or operating margin.");
  const [period] = findPeriods(question);
  const when = period ? ` for ${question.slice(period.start, period.end)}` : "";
  const answers: CompanyAnswer[] = [];
  for (const company of companies) {
    const query = `What is the ${figure} of ${company.name}${when}?`;
    answers.push(await askCompany(runner, operations, { company, question: query }));
  }
  const lines = answers.map((answer) => formatLine(answer));
  return {
    answer: [...lines, rank(answers, figure)].filter(Boolean).join(" "),
    claims: answers.flatMap(({ reply }) => (reply && mainClaim(reply) ? reply.claims : [])),
    sources: answers.flatMap(({ reply, report }) => (reply && report ? sourcesOf(reply, report) : [])),
    ...(answers[0]?.reply ? { engine: answers[0].reply.engine } : {}),
  };
}

function formatLine({ company, reply, reason }: CompanyAnswer): string {
  if (!reply) return reason ?? "";
  return mainClaim(reply)
    ? `${company.name}: ${reply.answer}`
    : `${company.name}: the figure was not found in its report.`;
}

/** The requested number comes first among the claims; those of nearby passages are other numbers. */
function mainClaim({ claims, confidence }: ReportReply): Claim | null {
  const [first] = claims;
  if (confidence < CONFIDENT) return null;
  return first && first.value !== null && first.verdict !== "not_found" ? first : null;
}

function rank(answers: readonly CompanyAnswer[], figure: string): string {
  const found = answers.flatMap(({ company, reply }) => {
    const claim = reply && mainClaim(reply);
    return claim && claim.value !== null
      ? [{ company, claim, value: claim.value * SCALES[claim.scale] }]
      : [];
  });
  if (found.length < 2) return "";
  if (new Set(found.map(({ claim }) => claim.unit)).size > 1)
    return `The figures are in different units (${found.map(({ claim }) => claim.unit ?? "a plain ratio").join(", ")}) and are not ranked.`;
  const [best, ...others] = found.toSorted((a, b) => b.value - a.value);
  return best
    ? `Highest ${figure}: ${best.company.name}, followed by ${others.map(({ company }) => company.name).join(", ")}.`
    : "";
}

export function printUsd(value: number): string {
  const scale = value >= 1e9 ? 1e9 : value >= 1e6 ? 1e6 : 1;
  const word = scale === 1e9 ? " billion" : scale === 1e6 ? " million" : "";
  return `$${printNumber(value / scale, scale === 1 ? 0 : 1)}${word}`;
}
