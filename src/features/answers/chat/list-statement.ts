import type { AnyOperation } from "../../../kernel/operation.ts";
import { ClaimedText } from "../claims/claimed-text.ts";
import { findPeriods } from "../figures/question-periods.ts";
import { readStatement } from "../text/answer-statement.ts";
import type { NamedCompany } from "./ask-reports.ts";
import { notFound, type ShapeAnswer } from "./chat-answer.ts";
import type { ChatRunner } from "./chat-runner.ts";
import { saysNothingElse } from "./find-figure.ts";
import { findStoredLines } from "./find-stored-values.ts";
import { type ChatRequest, figureName } from "./read-request.ts";
import { type ClaimTools, claimOf, loadClaims, printValue } from "./stored-figures.ts";

/** The lines that nearly every company has, of each statement and of them all. */
const STATEMENTS = {
  key: {
    name: "key figures",
    figureIds:
      "revenue operating_income net_income eps_diluted total_assets total_equity cash_from_operations".split(
        " ",
      ),
  },
  income: {
    name: "main lines of the income statement",
    figureIds:
      "revenue cost_of_revenue gross_profit operating_income pretax_income income_tax net_income eps_diluted".split(
        " ",
      ),
  },
  balance: {
    name: "main lines of the balance sheet",
    figureIds:
      "cash current_assets total_assets current_liabilities total_debt total_liabilities total_equity".split(
        " ",
      ),
  },
  cash_flow: {
    name: "main lines of the cash flow statement",
    figureIds:
      "cash_from_operations capex free_cash_flow cash_from_investing dividends_paid cash_from_financing".split(
        " ",
      ),
  },
};
const KEY_FIGURES =
  /\b(?:tell me (?:something )?about|(?:summary|overview) of|summari[sz]e|(?:key|main) figures|key financials)\b/i;

type AskedStatement = (typeof STATEMENTS)[keyof typeof STATEMENTS];

/** The statement a question asks to see; null where it asks about something in it. */
export function findStatement({
  question,
  names,
}: Pick<ChatRequest, "question" | "names">): AskedStatement | null {
  const unnamed = names.reduce((text, name) => text.replaceAll(name, " "), question);
  const periods = findPeriods(unnamed);
  // Those of a quarter are in the report about it.
  if (periods.some(({ last }) => last.span !== "year")) return null;
  const bare = periods
    .toReversed()
    .reduce((text, { start, end }) => text.slice(0, start) + text.slice(end), unnamed)
    .replace(/['’]s\b|[()]/g, " ")
    .replace(/\b(?:of|for|in)\b(?=\W*$)/i, " ")
    .trim();
  if (bare === "" && names.length > 0) return STATEMENTS.key;
  const kind = readStatement(bare);
  if (kind !== null && kind in STATEMENTS) return STATEMENTS[kind as keyof typeof STATEMENTS];
  return KEY_FIGURES.test(bare) && saysNothingElse(bare.replace(KEY_FIGURES, " ")) ? STATEMENTS.key : null;
}

/** The main lines of a statement of a company, from the stored statements. */
export async function listStatement(
  runner: ChatRunner,
  tools: ClaimTools & { showSeries: AnyOperation },
  { company, statement, question }: { company: NamedCompany; statement: AskedStatement; question: string },
): Promise<ShapeAnswer> {
  const year = findPeriods(question).at(-1)?.last.year ?? null;
  const { figureIds, name } = statement;
  const lines = await findStoredLines(runner, tools.showSeries, { company, figureIds, year });
  const [first] = lines;
  const when = year === null ? "" : ` for ${year}`;
  if (!first)
    return notFound(`No ${name} of ${company.name}${when} are available from reports you can read.`);
  const ids = lines.flatMap(({ value }) => value.claimIds);
  const known = await loadClaims(tools, runner.reader, ids);
  const text = new ClaimedText();
  text.add(`${company.name}: ${name}, FY${first.value.year}`);
  for (const [index, { figureId, value }] of lines.entries()) {
    text.add(`${index === 0 ? ": " : "; "}${figureName(figureId)} `);
    text.addClaimed(printValue(value, figureId), claimOf(value, figureName(figureId), known));
  }
  text.add(".");
  const sources = ids.flatMap((id) => known.get(id)?.source ?? []);
  return {
    answer: text.text,
    spans: text.spans,
    claims: lines.flatMap(({ figureId, value }) => [
      ...[claimOf(value, figureName(figureId), known)].filter((claim) => claim !== undefined),
      ...value.claimIds.flatMap((id) => known.get(id)?.claim ?? []),
    ]),
    sources,
    ...(sources[0]?.report_id ? { reportId: sources[0].report_id } : {}),
  };
}
