/**
 * How exactly agent builders read statements: a builder with 25 common fields over the annual reports of the evaluation
 * data, by the built-in reader alone.
 *
 *   node bench/agents.ts [--sheet]
 *
 * Three measures that do not depend on each other:
 * - gold: values somebody else wrote down, for the part of the fields that have any (`agents/gold.ts` says whose);
 * - evidence: whether each box given holds the number it should, read again from the words of the page;
 * - agreement: sums that must add up, and the same figure in next year's report of the company, where a difference can
 *   also be a restatement.
 * `--sheet` prints every value with its row, for checking by hand.
 */
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { ReportDigester } from "../evals/digested-reports.ts";
import { type FieldMapping, listFields } from "../src/features/agents/builders/field-mapping.ts";
import { extractFields } from "../src/features/agents/extraction/extract-fields.ts";
import { openSource } from "../src/features/agents/extraction/field-source.ts";
import { type ReadableReport, ReportReader } from "../src/features/answers/index.ts";
import { checkSums, isEvidenced } from "./agents/check-evidence.ts";
import { type GoldValue, readGold } from "./agents/gold.ts";
import { compareYears, judge, type ReadDocument } from "./agents/judge.ts";
import { STATEMENT_FIELDS } from "./agents/statement-fields.ts";
import { readOptions } from "./service/options.ts";

const options = readOptions({ sheet: false });
const folder = path.join(import.meta.dirname, "..", "..", "shared", "data", "financebench");
const BARS = { exact: 0.75, wrong: 0.05, evidence: 1 };

if (!existsSync(folder)) {
  console.log(`Skipped: the evaluation data is not at ${folder}.`);
  process.exit(0);
}
const digester = new ReportDigester();
const read: ReadDocument[] = [];
for (const file of readdirSync(path.join(folder, "pdfs")).filter((name) => /_10K\.pdf$/.test(name)))
  read.push(await readDocument(path.join(folder, "pdfs", file)));
await digester.close();
report(read, readGold(path.join(folder, "questions.jsonl")));

async function readDocument(file: string): Promise<ReadDocument> {
  const { sha256, pages } = await digester.digest(file);
  const document = path.basename(file, ".pdf");
  const report: ReadableReport = { reportId: document, sha256, pages, names: [document.split("_")[0] ?? ""] };
  const about = { report_id: document, fiscal_period: "FY", fiscal_year: null };
  const source = openSource(new ReportReader(report), about);
  const extract = (mapping: FieldMapping) =>
    extractFields(mapping, [source], { signal: new AbortController().signal, ask: null });
  const { extract_json, evidence } = await extract(STATEMENT_FIELDS);
  const prior = (await extract(ofPriorYear(STATEMENT_FIELDS))).evidence;
  const before = new Map(
    prior.map(({ field, value }) => [field, typeof value === "number" ? value : null] as const),
  );
  return { document, report, evidence, sums: checkSums(extract_json), before };
}

function ofPriorYear(mapping: FieldMapping): FieldMapping {
  return Object.fromEntries(
    Object.entries(mapping).map(([group, fields]) => [
      group,
      Object.fromEntries(
        Object.entries(fields).map(([name, field]) => [name, { ...field, period: "prior_year" }]),
      ),
    ]),
  );
}

function report(documents: readonly ReadDocument[], gold: readonly GoldValue[]): void {
  const total = { fields: 0, given: 0, boxes: 0, sums: 0, sumsKept: 0 };
  for (const { document, report, evidence, sums } of documents) {
    const given = evidence.filter(({ value }) => value !== null);
    const faults = given.filter((one) => !isEvidenced(report, one));
    total.fields += listFields(STATEMENT_FIELDS).length;
    total.given += given.length;
    total.boxes += given.length - faults.length;
    total.sums += sums.length;
    total.sumsKept += sums.filter(Boolean).length;
    for (const { field } of faults) console.log(`box: ${document} ${field}`);
    if (!options.sheet) continue;
    for (const { field, value, page, quote, expression, period, reason } of evidence)
      console.log([document, field, value, page, quote ?? expression ?? reason, period].join(" | "));
  }
  const answers = judge(
    documents,
    gold.filter(({ kind }) => kind === "answer"),
  );
  const statements = judge(
    documents,
    gold.filter(({ kind }) => kind === "statement"),
  );
  const years = compareYears(documents, options.sheet);
  const share = (part: number, whole: number) => (whole === 0 ? "–" : (part / whole).toFixed(3));
  console.table({ "plain answers": answers, "statement pages": statements });
  const present = answers.present + statements.present;
  const exact = (answers.exact + statements.exact) / present;
  const wrong = (answers.wrong + statements.wrong) / present;
  const evidence = total.boxes / total.given;
  console.log(
    `${documents.length} reports, ${total.fields} fields: ${share(total.given, total.fields)} given, ` +
      `${present} have gold (${share(present, total.fields)})`,
  );
  console.log(
    `of gold: exact ${exact.toFixed(3)}, wrong ${wrong.toFixed(3)}; evidence box ${evidence.toFixed(3)}`,
  );
  console.log(
    `agreement: sums ${total.sumsKept} of ${total.sums}; next year's report says the same for ` +
      `${years.same} of ${years.both} figures of ${years.pairs} pairs of reports`,
  );
  const held = exact >= BARS.exact && wrong <= BARS.wrong && evidence >= BARS.evidence;
  console.log(held ? "the bars hold" : `below the bars: ${JSON.stringify(BARS)}`);
  if (!held) process.exitCode = 1;
}
