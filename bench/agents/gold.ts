/** Values that somebody else wrote down: answers to plain questions, and statement pages as another program read them. */
import { readFileSync } from "node:fs";
import { z } from "zod";

/** What a field of a document holds; more than one value where the page has more than one row of that name. */
export interface GoldValue {
  document: string;
  field: string;
  kind: "answer" | "statement";
  /** In single units. */
  values: number[];
  /** How far off a rounded answer may be. */
  tolerance: number;
}

const Question = z.object({
  doc_name: z.string(),
  question: z.string(),
  answer: z.string(),
  question_reasoning: z.string().nullable(),
  evidence: z.array(z.object({ doc_name: z.string(), text: z.string() })),
});
type Question = z.infer<typeof Question>;

interface Row {
  field: string;
  /** The statement the row is looked for on. */
  on: "income" | "balance" | "cash";
  name: RegExp;
}

/** Rows as statements commonly call them; a page that calls them otherwise gives no gold. */
const ROWS: readonly Row[] = [
  {
    field: "revenue",
    on: "income",
    name: /^(?:total )?(?:net )?(?:operating )?(?:revenues?|sales)$|^total net revenues?$/,
  },
  {
    field: "cost_of_revenue",
    on: "income",
    name: /^(?:total )?costs? of (?:goods sold|sales|revenues?|products sold)$/,
  },
  { field: "gross_profit", on: "income", name: /^gross (?:profit|margin)$/ },
  {
    field: "operating_income",
    on: "income",
    name: /^(?:operating (?:income|profit)|income from operations)(?: \(loss\))?$|^operating loss$/,
  },
  {
    field: "pretax_income",
    on: "income",
    name: /^(?:income|earnings)(?: \(loss\))? before (?:provision for )?(?:income )?taxes$|^income before income taxes?$/,
  },
  {
    field: "income_tax",
    on: "income",
    name: /^(?:provision for )?income tax(?:es)?(?: expense| provision)?$/,
  },
  { field: "net_income", on: "income", name: /^net (?:income|earnings|loss)(?: \(loss\))?$/ },
  { field: "cash", on: "balance", name: /^cash and cash equivalents$/ },
  {
    field: "receivables",
    on: "balance",
    name: /^(?:accounts |trade )?receivables?(?:,? net|, less allowances?.*| — net.*)?$|^accounts and notes receivable, net$/,
  },
  { field: "inventory", on: "balance", name: /^(?:merchandise |total )?inventor(?:y|ies)(?:, net)?$/ },
  { field: "current_assets", on: "balance", name: /^total current assets$/ },
  {
    field: "property",
    on: "balance",
    name: /^(?:property, plant and equipment|property and equipment)(?:,| [—–-]) ?net$|^net property(?:, plant)? and equipment$/,
  },
  { field: "goodwill", on: "balance", name: /^goodwill(?:, net)?$/ },
  { field: "total_assets", on: "balance", name: /^total assets$/ },
  { field: "accounts_payable", on: "balance", name: /^(?:trade )?accounts payable$/ },
  { field: "current_liabilities", on: "balance", name: /^total current liabilities$/ },
  { field: "total_liabilities", on: "balance", name: /^total liabilities$/ },
  { field: "retained_earnings", on: "balance", name: /^retained earnings$/ },
  { field: "total_equity", on: "balance", name: /^total (?:(?:stock|share)holders['’] )?equity$/ },
  {
    field: "operating_cash_flow",
    on: "cash",
    name: /^net cash provided by (?:\(used (?:in|for)\) )?operat(?:ions|ing activities)$/,
  },
  {
    field: "capex",
    on: "cash",
    name: /^(?:purchases? of|additions to|payments for) (?:property|land|fixed assets).*|^capital (?:expenditures|spending).*$/,
  },
  {
    field: "depreciation",
    on: "cash",
    name: /^depreciation(?:, amortization and other| and amortization)?$/,
  },
];

/** Which field a plain question asks for. */
const ASKED: readonly [RegExp, string][] = [
  [/capital expenditure amount/i, "capex"],
  [/net PP(?:N|&)E/i, "property"],
  [/total amount of inventories/i, "inventory"],
  [/amount of accounts payable/i, "accounts_payable"],
  [/total current liabilities/i, "current_liabilities"],
  [/total current assets/i, "current_assets"],
  [/cash flow from operating activities/i, "operating_cash_flow"],
];

export function readGold(file: string): GoldValue[] {
  const questions = readFileSync(file, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => Question.parse(JSON.parse(line)));
  const pages = new Map<string, { document: string; text: string }>();
  for (const { doc_name, text } of questions.flatMap(({ evidence }) => evidence))
    pages.set(`${doc_name} ${text}`, { document: doc_name, text });
  return [
    ...questions.flatMap(readAnswer),
    ...[...pages.values()].flatMap(({ document, text }) => readStatement(document, text)),
  ];
}

function readAnswer({ doc_name, question, answer, question_reasoning }: Question): GoldValue[] {
  const field = ASKED.find(([pattern]) => pattern.test(question))?.[1];
  const scale = /USD billions/i.test(question) ? 1e9 : /USD millions/i.test(question) ? 1e6 : null;
  const value = Number(/-?[\d,]+(?:\.\d+)?/.exec(answer)?.[0].replaceAll(",", ""));
  if (!field || scale === null || question_reasoning !== "Information extraction") return [];
  // Billions are given to one decimal, millions to none, whatever zeros follow.
  const tolerance = scale === 1e9 ? 0.05e9 : 0.5e6;
  return [{ document: doc_name, field, kind: "answer", values: [value * scale], tolerance }];
}

const NUMBER = /^\(?\$? ?\(?([\d,]+(?:\.\d+)?)\)?$/;

function readStatement(document: string, text: string): GoldValue[] {
  const on = statementOf(text);
  const scale = /\bmillions\b/i.test(text) ? 1e6 : /\bthousands\b/i.test(text) ? 1e3 : null;
  if (on === null || scale === null) return [];
  const lines = text.split(/\n/).map((line) => line.replace(/\s+/g, " ").trim());
  const parts = lines.filter((line) => line !== "" && !/^[$%)(]$/.test(line));
  const found = new Map<string, { name: string; value: number }[]>();
  for (const [at, line] of parts.entries()) {
    const name = line.toLowerCase().replace(/ ?\(note.*\)$/, "");
    const row = ROWS.find((one) => one.on === on && one.name.test(name));
    const numbers = row ? numbersAfter(parts, at) : [];
    const newest = isAscending(text) ? numbers.at(-1) : numbers[0];
    if (!row || newest === undefined) continue;
    found.set(row.field, [...(found.get(row.field) ?? []), { name, value: newest * scale }]);
  }
  return [...found].map(([field, rows]) => {
    // "Net sales" and "total revenues" on one page: the total is meant.
    const totals = rows.filter(({ name }) => name.startsWith("total "));
    const values = (totals.length > 0 ? totals : rows).map(({ value }) => value);
    return { document, field, kind: "statement", values, tolerance: 0 };
  });
}

function statementOf(text: string): Row["on"] | null {
  if (/investing activities/i.test(text) && /operating activities|operations/i.test(text)) return "cash";
  if (/total current assets|total assets/i.test(text)) return "balance";
  return /per share/i.test(text) && /income taxes|tax/i.test(text) ? "income" : null;
}

function numbersAfter(parts: readonly string[], at: number): number[] {
  const numbers: number[] = [];
  for (const part of parts.slice(at + 1)) {
    const digits = NUMBER.exec(part)?.[1];
    if (digits === undefined) break;
    numbers.push(Number(digits.replaceAll(",", "")));
  }
  return numbers;
}

/** Some statements print the oldest year first. */
function isAscending(text: string): boolean {
  const [first = 0, second = 0] = (text.match(/\b20[012]\d\b/g) ?? []).map(Number);
  return first === second - 1;
}
