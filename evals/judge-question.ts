import type { ReportAnswer } from "../src/features/answers/answer.ts";

export interface GoldQuestion {
  doc: string;
  company: string;
  kind: string;
  question: string;
  answer: number | string | boolean;
  accept: (number | string)[];
  unit: string | null;
  pages: number[];
  quote: string;
}

export type Judgement = "right" | "partly" | "wrong" | "refused";

/**
 * The strict key. Right: the answer is stated as the answer, in what is said before the first quotation, with its unit
 * and scale. Partly: it is given, but only in a quotation, or half of what was asked. A refusal is right only where the
 * report has no answer.
 */
export function judgeAnswer(gold: GoldQuestion, answer: ReportAnswer): Judgement {
  if (gold.kind === "not_there") return answer.kind === "not_found" ? "right" : "wrong";
  if (answer.kind === "not_found") return "refused";
  if (gold.kind === "summary") return judgeSummary(gold, answer);
  if (gold.kind === "change") return judgeChange(gold, answer);
  const matches = typeof gold.answer === "boolean" ? saysVerdict : hasAnswer;
  if (matches(gold, headline(answer.text))) return "right";
  return hasAnswer(gold, answer.text) ? "partly" : "wrong";
}

/** What is said before anything is quoted or sourced. */
function headline(text: string): string {
  return text.split(/[“]|\b(?:Source|Computed from|Sources):/)[0] ?? "";
}

function saysVerdict({ answer }: GoldQuestion, text: string): boolean {
  return (answer === true ? /^yes\b/i : /^no\b/i).test(text);
}

function hasAnswer(gold: GoldQuestion, text: string): boolean {
  if (typeof gold.answer === "boolean") return false;
  const named = [gold.answer, ...gold.accept].filter((one) => typeof one === "string");
  if (named.some((one) => fold(text).includes(fold(one)))) return true;
  const amounts = [gold.answer, ...gold.accept].filter((one) => typeof one === "number");
  return amounts.some((one) => hasAmount(text, one, gold.unit ?? ""));
}

const SCALES: Record<string, number> = {
  thousand: 1e3,
  k: 1e3,
  million: 1e6,
  m: 1e6,
  mm: 1e6,
  billion: 1e9,
  bn: 1e9,
  b: 1e9,
};
const AMOUNT =
  /(\d[\d,]*(?:\.\d+)?)\s?(%|percent|per cent|thousand|million|billion|bn|mm|m|k|b)?(?![\p{L}\d])/giu;

/** The number with its scale: "12.0" for 12.0 million is not the answer. */
function hasAmount(text: string, amount: number, unit: string): boolean {
  const scale = SCALES[/thousand|million|billion/i.exec(unit)?.[0]?.toLowerCase() ?? ""] ?? 1;
  const wantsPercent = unit.includes("%");
  return [...text.matchAll(AMOUNT)].some(([, digits = "", word = ""]) => {
    const isPercent = /^(?:%|per)/i.test(word);
    if (wantsPercent !== isPercent && isPercent) return false;
    if (wantsPercent && !isPercent) return false;
    const value = Number(digits.replaceAll(",", "")) * (SCALES[word.toLowerCase()] ?? 1);
    const wanted = Math.abs(amount) * scale;
    return Math.abs(value - wanted) <= Math.max(wanted * 0.006, 1e-9);
  });
}

/** Of what the gold says, the share of telling words that the answer has. */
const SUMMARY_RIGHT = 0.45;
const SUMMARY_PARTLY = 0.25;
const REASON_MIN = 0.3;

function judgeSummary(gold: GoldQuestion, { text, pages }: ReportAnswer): Judgement {
  const share = sharedWords(String(gold.answer), text);
  const onPage = pages.some((page) => gold.pages.includes(page));
  if (share >= SUMMARY_RIGHT && onPage) return "right";
  return share >= SUMMARY_PARTLY || onPage ? "partly" : "wrong";
}

/** How much it changed, and why: both, or only one of them. The numbers may be those the change is between. */
function judgeChange(gold: GoldQuestion, { text, pages }: ReportAnswer): Judgement {
  const strings = gold.accept.filter((one) => typeof one === "string");
  const amounts = gold.accept.filter((one) => typeof one === "number");
  const units = [gold.unit ?? "", "%"];
  const change =
    amounts.some((one) => units.some((unit) => hasAmount(text, one, unit))) ||
    strings.some((one) => {
      const number = Number(/\d[\d,]*(?:\.\d+)?/.exec(one)?.[0].replaceAll(",", ""));
      return hasAmount(text, number, one.includes("%") ? "%" : (gold.unit ?? ""));
    });
  const asksWhy = /\b(?:why|behind|drove|driver|reason|cause)/i.test(gold.question);
  const reason = sharedWords(String(gold.answer), text) >= REASON_MIN;
  if (change && (reason || !asksWhy)) return "right";
  return change || reason || pages.some((page) => gold.pages.includes(page)) ? "partly" : "wrong";
}

function sharedWords(gold: string, text: string): number {
  const has = new Set(words(text));
  const wanted = [...new Set(words(gold))];
  return wanted.filter((word) => has.has(word)).length / Math.max(1, wanted.length);
}

const SMALL = new Set(
  "with that this from have were their which into more than also about over only".split(" "),
);

function words(text: string): string[] {
  const all = fold(text).match(/[a-z]{4,}|\d[\d.,]*\d|\d/g) ?? [];
  return all.filter((word) => !SMALL.has(word)).map((word) => word.replace(/(?:ing|ed|es|s)$/, ""));
}

function fold(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}
