import { readFileSync } from "node:fs";
import path from "node:path";
import { ReportReader } from "../src/features/answers/index.ts";
import { FIGURES, labelKey } from "../src/features/reference/index.ts";
import type { ReportDigester } from "./digested-reports.ts";

export interface LanguageOutcome {
  report: string;
  asked: "in English" | "in its language";
  question: string;
  answer: string;
  verdict: "right" | "wrong" | "refused";
}

type Language = "de" | "fr" | "ja";

/** How a person asks for a row of the report in its language. */
const QUESTIONS: Record<Language, (label: string, year: string) => string> = {
  de: (label, year) => `Wie hoch war ${label} im Jahr ${year}?`,
  fr: (label, year) => `Quel est ${label} en ${year} ?`,
  ja: (label, year) => `${year}年度の${label}はいくらですか?`,
};
const SCALES = { one: 1, thousand: 1e3, million: 1e6, billion: 1e9 };

interface DemoReport {
  report_id: string;
  file: string;
  title: string;
  language: string;
  fiscal_period: string;
}

interface DemoFigure {
  report_id: string;
  label: string;
  period: string;
  value: number | string;
  scale: keyof typeof SCALES;
  source: string;
}

/** Asks the reports that are not in English for the statement rows they are known to hold, in two languages. */
export async function runDemoLanguages(folder: string, digester: ReportDigester): Promise<LanguageOutcome[]> {
  // Both files are written by the demo's own scripts.
  const reports = JSON.parse(readFileSync(path.join(folder, "reports.json"), "utf8")) as DemoReport[];
  const figures = JSON.parse(readFileSync(path.join(folder, "figures.json"), "utf8")) as DemoFigure[];
  const outcomes: LanguageOutcome[] = [];
  for (const report of reports) {
    const language = (["de", "fr", "ja"] as const).find((one) => one === report.language);
    if (language === undefined || report.fiscal_period !== "FY") continue;
    const digested = await digester.digest(path.join(folder, report.file));
    const reader = new ReportReader({ ...digested, reportId: report.report_id, names: [report.title] });
    for (const figure of figures.filter((one) => one.report_id === report.report_id)) {
      const named = FIGURES.find(({ labels }) =>
        labels[language]?.some((label) => labelKey(label) === labelKey(figure.label)),
      );
      if (!named || figure.source !== "table" || !/^\d{4}$/.test(figure.period)) continue;
      const ask = (asked: LanguageOutcome["asked"], question: string) =>
        outcomes.push({ report: report.title, asked, question, ...judge(reader, question, figure) });
      ask("in English", `What was the ${named.asked[0] ?? named.name} in ${figure.period}?`);
      ask("in its language", QUESTIONS[language](figure.label, figure.period));
    }
  }
  return outcomes;
}

function judge(reader: ReportReader, question: string, { value, scale }: DemoFigure) {
  const answer = reader.ask(question);
  if (!answer.figure) return { answer: answer.text, verdict: "refused" as const };
  const main = answer.claims.find((claim) => claim.value === answer.figure?.value) ?? answer.claims[0];
  const given = Math.abs(answer.figure.value) * SCALES[main?.scale ?? "one"];
  const expected = Math.abs(Number(value)) * SCALES[scale];
  const isRight = Math.abs(given - expected) <= expected * 1e-9 + 1e-9;
  return { answer: answer.text, verdict: isRight ? ("right" as const) : ("wrong" as const) };
}

export function reportLanguages(outcomes: readonly LanguageOutcome[], misses: boolean): void {
  console.log("\nDemo reports in other languages: figures of their statements");
  const groups = Map.groupBy(outcomes, ({ report, asked }) => `${report}, ${asked}`);
  const share = (list: readonly LanguageOutcome[], verdict: LanguageOutcome["verdict"]) =>
    (list.filter((one) => one.verdict === verdict).length / list.length).toFixed(3);
  console.table(
    [...groups].map(([questions, list]) => ({
      questions,
      count: list.length,
      right: share(list, "right"),
      wrong: share(list, "wrong"),
      refused: share(list, "refused"),
    })),
  );
  if (!misses) return;
  for (const { question, answer, verdict } of outcomes)
    if (verdict !== "right") console.log(`\n[${verdict}]  ${question}\n  ${answer.slice(0, 300)}`);
}
