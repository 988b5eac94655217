import type { AnyOperation } from "../../../kernel/operation.ts";
import { ClaimedText } from "../claims/claimed-text.ts";
import { findPeriods } from "../figures/question-periods.ts";
import type { NamedCompany } from "./ask-reports.ts";
import { notFound, type ShapeAnswer } from "./chat-answer.ts";
import type { ChatRunner } from "./chat-runner.ts";
import { saysNothingElse } from "./find-figure.ts";
import { findStoredLines } from "./find-stored-values.ts";
import { type ChatRequest, figureName } from "./read-request.ts";
import { type ClaimTools, claimOf, loadClaims, printValue } from "./stored-figures.ts";

const KEY_FIGURES = "key figures";

/** The statements people ask for as a whole, with the lines that nearly every company has. */
const STATEMENTS = [
  {
    name: KEY_FIGURES,
    asked:
      /\b(?:tell me (?:something )?about|(?:summary|overview) of|summari[sz]e|(?:key|main) figures|key financials)\b/i,
    figureIds:
      "revenue operating_income net_income eps_diluted total_assets total_equity cash_from_operations".split(
        " ",
      ),
  },
  {
    name: "income statement",
    asked:
      /\b(?:income statement|statement of (?:income|operations|profit or loss)|profit and loss(?: account| statement)?|p&l)\b/i,
    figureIds:
      "revenue cost_of_revenue gross_profit operating_income pretax_income income_tax net_income eps_diluted".split(
        " ",
      ),
  },
  {
    name: "balance sheet",
    asked: /\b(?:balance sheet|statement of financial position)\b/i,
    figureIds:
      "cash current_assets total_assets current_liabilities total_debt total_liabilities total_equity".split(
        " ",
      ),
  },
  {
    name: "cash flow statement",
    asked: /\b(?:cash[- ]flow statement|statement of cash flows?)\b/i,
    figureIds:
      "cash_from_operations capex free_cash_flow cash_from_investing dividends_paid cash_from_financing".split(
        " ",
      ),
  },
];
type AskedStatement = (typeof STATEMENTS)[number];

/** The statement a question asks to see; null where it asks about something in it. */
export function findStatement({
  question,
  names,
}: Pick<ChatRequest, "question" | "names">): AskedStatement | null {
  const found = STATEMENTS.find(({ asked }) => asked.test(question));
  if (!found) return null;
  const unnamed = names.reduce((text, name) => text.replaceAll(name, " "), question);
  return saysNothingElse(unnamed.replace(found.asked, " ")) ? found : null;
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
  if (!first) return notFound(`No ${name} of ${company.name}${when} was found in its reports.`);
  const ids = lines.flatMap(({ value }) => value.claimIds);
  const known = await loadClaims(tools, runner.reader, ids);
  const text = new ClaimedText();
  const lead = name === KEY_FIGURES ? name : `main lines of the ${name}`;
  text.add(`${company.name}: ${lead}, FY${first.value.year}`);
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
