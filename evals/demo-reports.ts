import { readFileSync } from "node:fs";
import path from "node:path";
import { ReportReader } from "../src/features/answers/index.ts";
import { checkClaims } from "./check-claims.ts";
import type { ReportDigester } from "./digested-reports.ts";
import type { Outcome } from "./financebench.ts";
import { halfOf } from "./halves.ts";

interface TrueFigure {
  report_id: string;
  label: string;
  period: string;
  value: number | string;
  unit: string;
  scale: "one" | "thousand" | "million" | "billion";
  source: "table" | "text";
  page: number;
}

interface DemoReport {
  report_id: string;
  file: string;
  title: string;
  language: string;
  fiscal_period: string;
}

const SCALES = { one: 1, thousand: 1e3, million: 1e6, billion: 1e9 };

/** Asks every annual report in English for the figures its tables are known to hold. */
export async function runDemoReports(folder: string, digester: ReportDigester): Promise<Outcome[]> {
  // Both files are written by the demo's own scripts.
  const reports = JSON.parse(readFileSync(path.join(folder, "reports.json"), "utf8")) as DemoReport[];
  const figures = JSON.parse(readFileSync(path.join(folder, "figures.json"), "utf8")) as TrueFigure[];
  const outcomes: Outcome[] = [];
  for (const report of reports.filter(
    ({ language, fiscal_period }) => language === "en" && fiscal_period === "FY",
  )) {
    const digested = await digester.digest(path.join(folder, report.file));
    const reader = new ReportReader({ ...digested, reportId: report.report_id, names: [report.title] });
    const own = figures.filter((one) => one.report_id === report.report_id && isPlain(one));
    for (const figure of withoutDuplicates(own)) outcomes.push(ask(reader, report, figure));
  }
  return outcomes;
}

/** A table's figure for a whole year. */
function isPlain({ source, value, period }: TrueFigure): boolean {
  return source === "table" && typeof value === "number" && /^\d{4}$/.test(period);
}

/** A label that stands for two figures of one period cannot be asked for by its label alone. */
function withoutDuplicates(figures: readonly TrueFigure[]): TrueFigure[] {
  return figures.filter(
    (one) =>
      !figures.some(
        (other) =>
          other !== one &&
          other.label === one.label &&
          other.period === one.period &&
          other.value !== one.value,
      ),
  );
}

function ask(reader: ReportReader, report: DemoReport, figure: TrueFigure): Outcome {
  const question = `What is ${figure.label} for FY${figure.period}?`;
  const startedAt = performance.now();
  const answer = reader.ask(question);
  const milliseconds = performance.now() - startedAt;
  const rank = answer.pagesConsidered.indexOf(figure.page);
  const main = answer.claims.find((claim) => claim.value === answer.figure?.value) ?? answer.claims[0];
  const value = answer.figure ? answer.figure.value * SCALES[main?.scale ?? "one"] : null;
  const expected = Number(figure.value) * SCALES[figure.scale];
  return {
    document: report.title,
    half: halfOf(report.title),
    type: "label",
    question,
    rank: rank < 0 ? null : rank + 1,
    figure:
      value === null
        ? "refused"
        : Math.abs(Math.abs(value) - Math.abs(expected)) < Math.abs(expected) * 1e-9 + 1e-9
          ? "right"
          : "wrong",
    expected: `${figure.value} ${figure.unit} ${figure.scale}`,
    answer: answer.text,
    confidence: answer.confidence,
    claims: checkClaims(reader.report, answer, question),
    milliseconds,
  };
}
