import { readFileSync } from "node:fs";
import path from "node:path";
import { ReportReader } from "../src/features/answers/index.ts";
import { FIGURES, labelKey } from "../src/features/reference/index.ts";
import type { ReportDigester } from "./digested-reports.ts";

export interface LanguageOutcome {
  report: string;
  asked: "in English" | "in its language" | "in other words" | "in another language";
  question: string;
  answer: string;
  verdict: "right" | "wrong" | "refused";
}

const LANGUAGES = ["de", "fr", "es", "it", "nl", "ja", "zh"] as const;
type Language = (typeof LANGUAGES)[number];

/** How a person asks for a row of the report in its language. */
const QUESTIONS: Record<Language, (label: string, year: string) => string> = {
  de: (label, year) => `Wie hoch war ${label} im Jahr ${year}?`,
  fr: (label, year) => `Quel est ${label} en ${year} ?`,
  es: (label, year) => `¿Cuál fue ${label} en ${year}?`,
  it: (label, year) => `Qual è stato ${label} nel ${year}?`,
  nl: (label, year) => `Wat was ${label} in ${year}?`,
  ja: (label, year) => `${year}年度の${label}はいくらですか?`,
  zh: (label, year) => `${year}年的${label}是多少？`,
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
  report: string;
  id: string;
  label: string;
  period: string;
  value: number | string;
  scale: keyof typeof SCALES;
  source: string;
}

/** Questions in a language, each in several wordings, with the figures of a report that answer them. */
interface Wordings {
  report: string;
  language: Language;
  year: string;
  questions: ({ wordings: string[] } & Expected)[];
}
type Expected = { figure: string } | { ratio: [string, string] } | { growth: string };

/** An amount in single units, or a percentage. */
interface TrueValue {
  value: number;
  tolerance: number;
}

/** Asks the reports that are not in English for the rows they are known to hold, in two languages and other words. */
export async function runDemoLanguages(folder: string, digester: ReportDigester): Promise<LanguageOutcome[]> {
  // All three files are the project's own.
  const reports = JSON.parse(readFileSync(path.join(folder, "reports.json"), "utf8")) as DemoReport[];
  const figures = JSON.parse(readFileSync(path.join(folder, "figures.json"), "utf8")) as DemoFigure[];
  const wordings = JSON.parse(
    readFileSync(path.join(import.meta.dirname, "demo-wordings.json"), "utf8"),
  ) as Wordings[];
  const outcomes: LanguageOutcome[] = [];
  for (const report of reports) {
    const language = LANGUAGES.find((one) => one === report.language);
    if (language === undefined || report.fiscal_period !== "FY") continue;
    const digested = await digester.digest(path.join(folder, report.file));
    const reader = new ReportReader({ ...digested, reportId: report.report_id, names: [report.title] });
    const own = figures.filter((one) => one.report_id === report.report_id && one.source === "table");
    const asked = wordings.find((one) => report.file.includes(one.report));
    for (const { question, expected, ...one } of [
      ...askRows(own, language),
      ...askInOtherWords(asked, own),
      ...askForeign(wordings, asked, own),
    ])
      outcomes.push({ report: report.title, ...one, question, ...judge(reader, question, expected) });
  }
  return outcomes;
}

interface Question {
  asked: LanguageOutcome["asked"];
  question: string;
  expected: TrueValue;
}

/** The rows whose labels the dictionary has. */
function* askRows(figures: readonly DemoFigure[], language: Language): Generator<Question> {
  for (const figure of figures) {
    const named = FIGURES.find(({ labels }) =>
      labels[language]?.some((label) => labelKey(label) === labelKey(figure.label)),
    );
    if (!named || !/^\d{4}$/.test(figure.period)) continue;
    const expected = amountOf(figure);
    const question = `What was the ${named.asked[0] ?? named.name} in ${figure.period}?`;
    // A part of a sum is not called as the sum is.
    if (!named.isSum) yield { asked: "in English", question, expected };
    yield { asked: "in its language", question: QUESTIONS[language](figure.label, figure.period), expected };
  }
}

function* askInOtherWords(own: Wordings | undefined, figures: readonly DemoFigure[]): Generator<Question> {
  for (const { wordings, ...wanted } of own?.questions ?? []) {
    const expected = trueValue(wanted, figures, own?.year ?? "");
    for (const question of wordings) yield { asked: "in other words", question, expected };
  }
}

/** What every report has, asked as readers of the other languages ask it. */
function* askForeign(
  wordings: readonly Wordings[],
  own: Wordings | undefined,
  figures: readonly DemoFigure[],
): Generator<Question> {
  for (const { language, year, questions } of wordings) {
    if (!own || language === own.language) continue;
    for (const [at, { wordings: all }] of questions.entries()) {
      const expected = own.questions[at];
      if (!expected || !isCommon(expected)) continue;
      const question = (all[0] ?? "").replace(year, own.year);
      yield { asked: "in another language", question, expected: trueValue(expected, figures, own.year) };
    }
  }
}

/** Segments and regions are called otherwise in every report. */
const isCommon = (expected: Expected) =>
  !("figure" in expected) || ["revenue", "net_profit", "total_assets"].includes(expected.figure);

const amountOf = ({ value, scale }: DemoFigure): TrueValue => ({
  value: Number(value) * SCALES[scale],
  tolerance: Math.abs(Number(value) * SCALES[scale]) * 1e-9,
});

function trueValue(expected: Expected, figures: readonly DemoFigure[], year: string): TrueValue {
  const find = (id: string, when: string) => {
    const figure = figures.find((one) => one.id === id && one.period === when);
    if (!figure) throw new Error(`no ${id} of ${when}`);
    return amountOf(figure).value;
  };
  if ("figure" in expected) {
    const value = find(expected.figure, year);
    return { value, tolerance: Math.abs(value) * 1e-9 };
  }
  if ("ratio" in expected) {
    const [part, whole] = expected.ratio;
    return { value: (100 * find(part, year)) / find(whole, year), tolerance: 0.051 };
  }
  const before = find(expected.growth, String(Number(year) - 1));
  return { value: 100 * (find(expected.growth, year) / before - 1), tolerance: 0.051 };
}

function judge(reader: ReportReader, question: string, { value, tolerance }: TrueValue) {
  const answer = reader.ask(question);
  if (!answer.figure) return { answer: answer.text, verdict: "refused" as const };
  const main = answer.claims.find((claim) => claim.value === answer.figure?.value) ?? answer.claims[0];
  const given = Math.abs(answer.figure.value) * SCALES[main?.scale ?? "one"];
  const isRight = Math.abs(given - Math.abs(value)) <= tolerance + 1e-9;
  return { answer: answer.text, verdict: isRight ? ("right" as const) : ("wrong" as const) };
}

export function reportLanguages(outcomes: readonly LanguageOutcome[], misses: boolean): void {
  console.log("\nDemo reports in other languages: figures of their statements, segments and regions");
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
