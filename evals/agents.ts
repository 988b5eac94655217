/**
 * How well agent builders read statements: a builder with 25 common fields over the annual reports of the evaluation data.
 *
 *   node evals/agents.ts [--sheet] [--gold FILE]
 *
 * `--sheet` prints every value with its row, for checking by hand. FILE holds {document: {field: value or null}} in single
 * units, null where the report has no such figure; with it values are counted as exact, wrong or missed. Without it only
 * what needs no outside knowledge is counted: values given, boxes that hold what they should, and sums that add up.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import type { Evidence, ExtractJson } from "../src/features/agents/artifacts/artifact.ts";
import { type FieldMapping, listFields } from "../src/features/agents/builders/field-mapping.ts";
import { extractFields } from "../src/features/agents/extraction/extract-fields.ts";
import { type ReadableReport, ReportReader } from "../src/features/answers/index.ts";
import { readFigure } from "../src/features/reports/index.ts";
import { ReportDigester } from "./digested-reports.ts";

const { values } = parseArgs({
  options: { sheet: { type: "boolean", default: false }, gold: { type: "string" } },
});
const folder = path.join(import.meta.dirname, "..", "..", "shared", "data", "financebench", "pdfs");

const money = (label: string) => ({ label, type: "money" as const });
const MAPPING: FieldMapping = {
  Income: {
    revenue: money("Total revenue"),
    cost_of_revenue: money("Cost of revenue"),
    gross_profit: money("Gross profit"),
    operating_income: money("Operating income"),
    interest_expense: money("Interest expense"),
    pretax_income: money("Income before income tax"),
    income_tax: money("Income tax expense"),
    net_income: money("Net income"),
    eps_diluted: { label: "Diluted earnings per share", type: "number" },
  },
  Balance: {
    cash: money("Cash and cash equivalents"),
    receivables: money("Accounts receivable"),
    inventory: money("Inventory"),
    current_assets: money("Total current assets"),
    property: money("Property, plant and equipment, net"),
    goodwill: money("Goodwill"),
    total_assets: money("Total assets"),
    accounts_payable: money("Accounts payable"),
    current_liabilities: money("Total current liabilities"),
    long_term_debt: money("Long-term debt"),
    total_liabilities: money("Total liabilities"),
    retained_earnings: money("Retained earnings"),
    total_equity: money("Total equity"),
  },
  "Cash flow": {
    operating_cash_flow: money("Net cash provided by operating activities"),
    capex: money("Capital expenditure"),
    depreciation: money("Depreciation and amortization"),
  },
};

const EDGE_POINTS = 2;

/** Reads the box again from the words of the page, without asking the reader: each number in it, by its digits. */
function boxHolds(
  report: ReadableReport,
  page: number | null,
  box: readonly number[] | null,
  value: number,
): boolean {
  const record = report.pages.find((one) => one.page === page);
  if (!record || !box) return false;
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = box;
  const inside = record.words.filter(({ box: [a, b, c, d] }) => {
    const [x, y] = [(a + c) / 2, (b + d) / 2];
    return x >= x0 - EDGE_POINTS && x <= x1 + EDGE_POINTS && y >= y0 - EDGE_POINTS && y <= y1 + EDGE_POINTS;
  });
  const texts = inside.map(({ text }) => text);
  const figure =
    readFigure(texts.join(""), ".") ?? readFigure(texts.join(" "), ".") ?? readFigure(texts[0] ?? "", ".");
  if (!figure) return value === 0;
  return [1, 1e3, 1e6, 1e9].some(
    (scale) => Math.abs(Math.abs(figure.value * scale) - Math.abs(value)) <= Math.abs(value) * 1e-9,
  );
}

/** Of a computed value every operand is looked at. */
function isEvidenced(report: ReadableReport, one: Evidence): boolean {
  if (one.verdict === "computed")
    return (
      one.operands.length > 0 &&
      one.operands.every(({ page, box, value }) => boxHolds(report, page, box, value))
    );
  return boxHolds(report, one.page, one.box, Number(one.value));
}

const number = (extract: ExtractJson, group: string, field: string) => {
  const value = extract[group]?.[field];
  return typeof value === "number" ? value : null;
};

/** Sums that hold in every set of statements, told as kept and broken. */
function checkSums(extract: ExtractJson): boolean[] {
  const near = (a: number, b: number) => Math.abs(a - b) <= Math.max(Math.abs(a), Math.abs(b)) * 0.03;
  const [revenue, cost, gross] = ["revenue", "cost_of_revenue", "gross_profit"].map((f) =>
    number(extract, "Income", f),
  );
  const [assets, liabilities, equity] = ["total_assets", "total_liabilities", "total_equity"].map((f) =>
    number(extract, "Balance", f),
  );
  const sums: boolean[] = [];
  if (revenue != null && cost != null && gross != null) sums.push(near(revenue - cost, gross));
  if (assets != null && liabilities != null && equity != null) sums.push(near(assets, liabilities + equity));
  return sums;
}

type Gold = Record<string, Record<string, number | null>>;

function judge(gold: Record<string, number | null>, evidence: readonly Evidence[]) {
  const tally = { present: 0, exact: 0, wrong: 0, missed: 0 };
  for (const { field, value } of evidence) {
    const truth = gold[field];
    if (truth === undefined) continue;
    if (truth !== null) tally.present++;
    if (value === null) tally.missed += truth === null ? 0 : 1;
    else if (truth !== null && Math.abs(Number(value) - truth) <= Math.abs(truth) * 1e-6) tally.exact++;
    else tally.wrong++;
  }
  return tally;
}

if (!existsSync(folder)) {
  console.log(`Skipped: the evaluation data is not at ${folder}.`);
  process.exit(0);
}
// A file the operator names, in the shape described above.
const gold: Gold = values.gold ? (JSON.parse(readFileSync(values.gold, "utf8")) as Gold) : {};
const digester = new ReportDigester();
const total = { documents: 0, fields: 0, given: 0, evidenced: 0, sums: 0, sumsKept: 0 };
const judged = { present: 0, exact: 0, wrong: 0, missed: 0 };
for (const file of readdirSync(folder).filter((name) => /_10K\.pdf$/.test(name))) {
  const { sha256, pages } = await digester.digest(path.join(folder, file));
  const document = path.basename(file, ".pdf");
  const report: ReadableReport = { reportId: document, sha256, pages, names: [document.split("_")[0] ?? ""] };
  const source = { reader: new ReportReader(report), reportId: document, fiscalPeriod: "FY" };
  const { extract_json, evidence } = extractFields(MAPPING, [source]);
  const given = evidence.filter(({ value }) => value !== null);
  const faults = given.filter((one) => !isEvidenced(report, one));
  total.documents++;
  total.fields += listFields(MAPPING).length;
  total.given += given.length;
  total.evidenced += given.length - faults.length;
  const sums = checkSums(extract_json);
  total.sums += sums.length;
  total.sumsKept += sums.filter(Boolean).length;
  const verdict = judge(gold[document] ?? {}, evidence);
  for (const key of ["present", "exact", "wrong", "missed"] as const) judged[key] += verdict[key];
  if (faults.length > 0 || sums.includes(false))
    console.log(
      document,
      faults.map(({ field }) => `box ${field}`).join(", "),
      sums.includes(false) ? "sum broken" : "",
    );
  if (!values.sheet) continue;
  for (const { field, value, page, quote, expression, period, reason } of evidence)
    console.log([document, field, value, page, quote ?? expression ?? reason, period].join(" | "));
}
await digester.close();
console.table([total]);
console.log(
  `values given ${(total.given / total.fields).toFixed(3)}, evidence box correct ${(total.evidenced / total.given).toFixed(3)}`,
);
if (judged.present > 0) {
  const share = (part: number) => (part / judged.present).toFixed(3);
  console.log(
    `checked ${judged.present}: exact ${share(judged.exact)}, wrong ${share(judged.wrong)}, missed ${share(judged.missed)}`,
  );
}
