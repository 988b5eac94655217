import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import type { ReportAnswer } from "../src/features/answers/answer.ts";
import { ReportReader } from "../src/features/answers/index.ts";
import { FlowReader } from "../src/features/reports/html/read-flow.ts";
import { Typesetter } from "../src/features/reports/html/typesetter.ts";
import { PageRecord } from "../src/features/reports/index.ts";
import { transformPage } from "../src/features/reports/layout/page-transform.ts";
import type { PdfPage } from "../src/platform/pdf/index.ts";
import { type ClaimCheck, checkClaims } from "./check-claims.ts";
import { halfOf } from "./halves.ts";

interface Question {
  question: string;
  rel_paragraphs: string[];
  answer: number | string | string[];
  answer_type: string;
  answer_from: string;
  scale: "" | "thousand" | "million" | "billion" | "percent";
}

export interface Passage {
  table: { uid: string; table: string[][] };
  paragraphs: { order: number; text: string }[];
  questions: Question[];
}

export interface TableOutcome {
  kind: "arithmetic" | "figure";
  /** By table; only what fails in the even half is looked at. */
  half: "even" | "odd";
  /** `unscaled`: the digits are right and the power of ten is not. */
  verdict: "right" | "unscaled" | "wrong" | "refused";
  question: string;
  expected: string;
  answer: string;
  claims: ClaimCheck;
}

const SCALES = { "": 1, one: 1, thousand: 1e3, million: 1e6, billion: 1e9, percent: 1 };

export function readPassages(file: string): Passage[] {
  // The shape is the file's own; a missing field would show as a question that is never answered.
  return JSON.parse(gunzipSync(readFileSync(file)).toString()) as Passage[];
}

/** Asks for the figures of tables that are set as pages of their own, with the paragraphs around them. */
export function runTatQa(file: string): TableOutcome[] {
  return readPassages(file).flatMap((passage) => {
    const figures = passage.questions.filter(isFigure);
    if (figures.length === 0) return [];
    const reader = makeReader(passage);
    return figures.map((question) => ask(reader, question));
  });
}

export const makeReader = (passage: Passage): ReportReader =>
  new ReportReader({
    reportId: passage.table.uid,
    sha256: passage.table.uid,
    pages: setPages(passage),
    names: [],
  });

/** One number, read off or computed; counts of rows and lists of words are another trade. */
function isFigure({ answer, answer_type, answer_from }: Question): boolean {
  if (answer_type === "arithmetic") return typeof answer === "number" || !Number.isNaN(Number(answer));
  return answer_type === "span" && answer_from !== "text" && readNumber(answer) !== null;
}

export function readNumber(answer: Question["answer"]): number | null {
  const text = String(Array.isArray(answer) ? (answer.length === 1 ? answer[0] : "") : answer);
  const digits = /^[($€£\s-]*\d[\d,]*(?:\.\d+)?[)%\s]*$/.test(text) ? text.replace(/[^\d.]/g, "") : "";
  if (digits === "" || /^(?:19|20)\d\d$/.test(text.trim())) return null;
  return /^[($\s]*-|^\s*\(|\(\d/.test(text) ? -Number(digits) : Number(digits);
}

function ask(reader: ReportReader, question: Question): TableOutcome {
  const answer = reader.ask(question.question);
  const expected = typeof question.answer === "number" ? question.answer : (readNumber(question.answer) ?? 0);
  const stated = statedNumber(answer);
  const [scale, isPercent] = [SCALES[question.scale], question.scale === "percent"];
  return {
    kind: question.answer_type === "arithmetic" ? "arithmetic" : "figure",
    half: halfOf(reader.report.reportId),
    verdict: stated ? judge(stated, { value: expected, scale, isPercent }) : "refused",
    question: question.question,
    expected: `${expected} ${question.scale}`,
    answer: answer.text,
    claims: checkClaims(reader.report, answer, question.question),
  };
}

interface Scaled {
  value: number;
  scale: number;
  isPercent: boolean;
}

const RATIO_ROUNDING = 0.005;

/** "0.18" is "18 %". */
function isSameRate(one: Scaled, other: Scaled): boolean {
  const [percent, ratio] = one.isPercent ? [one, other] : [other, one];
  const off = Math.abs(percent.value) / 100 - Math.abs(ratio.value);
  return one.isPercent !== other.isPercent && ratio.scale === 1 && Math.abs(off) <= RATIO_ROUNDING;
}

/** The number that is given as the answer: a figure, or the first claim before anything is quoted. */
function statedNumber({ figure, claims, spans, text }: ReportAnswer): Scaled | null {
  const quoted = text.indexOf("“");
  const first = spans?.find(({ start }) => quoted < 0 || start < quoted);
  const main = figure
    ? (claims.find(({ value }) => value === figure.value) ?? claims[0])
    : claims.find(({ claim_id }) => claim_id === first?.claim_id);
  const value = figure?.value ?? main?.value ?? null;
  const isPercent = (figure ? figure.unit : main?.unit) === "%";
  return value === null ? null : { value, scale: SCALES[main?.scale ?? "one"], isPercent };
}

/** Compared without the sign, which depends on how a difference is worded. */
function judge(given: Scaled, expected: Scaled): TableOutcome["verdict"] {
  if (isSameRate(given, expected)) return "right";
  const decimals = (String(expected.value).split(".")[1] ?? "").length;
  const off = Math.abs(Math.abs(given.value) - Math.abs(expected.value));
  // What is printed with fewer decimals than expected is the same number rounded.
  const same =
    off <= 0.051 * 10 ** -Math.min(decimals, 1) * (decimals > 1 ? 10 : 1) ||
    off < Math.abs(expected.value) * 1e-6;
  const scaled = Math.abs(given.value * given.scale) / Math.abs(expected.value * expected.scale || 1);
  if (Math.abs(scaled - 1) < 0.002 || (same && given.scale === expected.scale)) return "right";
  return same ? "unscaled" : "wrong";
}

const ANNOUNCES =
  /:\s*$|\bfollowing table\b|^\W*(?:(?:expressed |stated |dollars |amounts )?in )?(?:us )?[$€£]?\s?(?:thousands|millions|000['’]?s)\b|\((?:[^)]*\s)?in (?:thousands|millions)\b[^)]*\)\W*$/i;

function setPages({ table, paragraphs }: Passage): PageRecord[] {
  const pages: PdfPage[] = [];
  const setter = new Typesetter((page) => pages.push(page));
  const flow = new FlowReader((item) => setter.add(item), { xml: false });
  const rows = table.table.map(
    (cells) => `<tr>${cells.map((cell) => `<td>${escapeHtml(cell)}</td>`).join("")}</tr>`,
  );
  const texts = [...paragraphs].sort((a, b) => a.order - b.order);
  // The data does not say where the table was: it follows the paragraph that announces it or says its units.
  const announcing = texts.findLastIndex(({ text }) => ANNOUNCES.test(text));
  const paragraph = ({ text }: { text: string }) => `<p>${escapeHtml(text)}</p>`;
  const above = texts.slice(0, announcing + 1 || 1).map(paragraph);
  const below = texts.slice(announcing + 1 || 1).map(paragraph);
  flow.write(`<html><body>${above.join("")}<table>${rows.join("")}</table>${below.join("")}</body></html>`);
  flow.end();
  setter.endPage();
  let carry: unknown = null;
  return pages.map((page) => {
    const { body, carry: next } = transformPage(page, carry);
    carry = next;
    return PageRecord.parse(JSON.parse(Buffer.from(body).toString()));
  });
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
