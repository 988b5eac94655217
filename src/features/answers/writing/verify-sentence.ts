import { type PageRecord, readFigure } from "../../reports/index.ts";
import { type Claim, type ClaimedDocument, claimId } from "../claims/claim.ts";
import { cellsOf, type Evidence } from "../claims/evidence.ts";
import { numbersIn, plainNumber, rereads } from "../claims/verify.ts";
import { findUnverified } from "../claims/verify-statement.ts";
import { roundHalfUp } from "../figures/units.ts";
import { sentencesOf } from "../passages/sentences.ts";
import { contentTermsOf } from "../text/terms.ts";
import type { WritingPassage } from "./instructions.ts";
import { INSTRUCTIONS } from "./instructions.ts";
import type { CitedSentence } from "./read-sentences.ts";

export interface Verification {
  document: ClaimedDocument;
  question: string;
  passages: readonly WritingPassage[];
  findPage: (page: number) => PageRecord | undefined;
  /** The report's currency, for tables that do not say theirs. */
  currency: string;
  /** Claims that were computed and verified before, whose numbers may be repeated. */
  computed: readonly Claim[];
}

export interface VerifiedSentence {
  text: string;
  claims: Claim[];
  pages: number[];
}

/** The share of a sentence's distinctive words that must occur in the passages it cites. */
const SUPPORT_MIN = 0.5;
const REMOVED = "[number not found in the report]";
/** This many consecutive characters of the instructions are a leak, not an answer. */
const LEAK_LENGTH = 40;
/** A standalone number: "3M", "Q4" and "10-K" are names. */
const NUMBER =
  /(?<![\p{L}\d.,]|\p{L}-)(\d+(?:[.,'’]\d+)*)(?![\p{L}\d]|-\p{L})(\s?%|\s+(?:percent|per cent|thousand|million|billion|trillion)\b)?/gu;

/** Verifies every number of a sentence on the pages it cites; null when the sentence must be dropped. */
export function verifySentence(sentence: CitedSentence, verification: Verification): VerifiedSentence | null {
  const cited = sentence.passages.flatMap((number) => verification.passages[number - 1] ?? []);
  if (cited.length === 0 || isSuspicious(sentence.text) || !isSupported(sentence.text, cited)) return null;
  const failed = findFailed(sentence.text, cited, verification);
  if (failed.some((part) => !/\d/.test(part))) return null;
  const claims: Claim[] = [];
  const text = sentence.text.replace(
    NUMBER,
    (whole, digits: string, unit: string | undefined, at: number) => {
      if (namesPage(sentence.text.slice(0, at), digits, cited)) return whole;
      const written = { digits, unit: readUnit(unit), sentence: sentence.text };
      const found = findClaim(written, cited, verification);
      if (found === "asked") return whole;
      const isContradicted = found.verdict === "found" && failed.some((part) => part.includes(whole.trim()));
      const claim = isContradicted ? notFound(written, verification.document) : found;
      claims.push(claim);
      return claim.verdict === "not_found" ? REMOVED : whole;
    },
  );
  return { text, claims, pages: [...new Set(cited.map(({ page }) => page))] };
}

/** What of a sentence the tables and sentences of the cited pages do not support. */
function findFailed(
  text: string,
  cited: readonly WritingPassage[],
  { findPage, currency }: Verification,
): string[] {
  const pages = [...new Set(cited.map(({ page }) => page))].flatMap((page) => findPage(page) ?? []);
  const evidence: Evidence[] = [
    ...pages.flatMap((page) => cellsOf(page, currency)),
    ...pages.flatMap((page) =>
      sentencesOf(page).flatMap(({ kind, text: own }) => (kind === "text" ? { kind, text: own } : [])),
    ),
    // What was computed before is handed over as a passage of one line.
    ...cited.flatMap(({ text: own }) => (own.includes("\n") ? [] : [{ kind: "text" as const, text: own }])),
  ];
  return findUnverified(text, evidence);
}

/** "page 12" about a passage from page 12 refers to its own page. */
function namesPage(before: string, digits: string, cited: readonly WritingPassage[]): boolean {
  return /\bpages?\s$/i.test(before) && cited.some(({ page }) => String(page) === digits);
}

function isSuspicious(text: string): boolean {
  if (/https?:|www\.|!?\[[^\]]*\]\(|<\/?[a-z]+[^>]*>|```/i.test(text)) return true;
  const folded = INSTRUCTIONS.replace(/\s+/g, " ").toLowerCase();
  const own = text.replace(/\s+/g, " ").toLowerCase();
  for (let at = 0; at + LEAK_LENGTH <= own.length; at++)
    if (folded.includes(own.slice(at, at + LEAK_LENGTH))) return true;
  return false;
}

function isSupported(text: string, cited: readonly WritingPassage[]): boolean {
  const terms = contentTermsOf(text).filter((term) => !/\d/.test(term));
  if (terms.length === 0) return true;
  const present = new Set(cited.flatMap((passage) => contentTermsOf(passage.text)));
  return terms.filter((term) => present.has(term)).length / terms.length >= SUPPORT_MIN;
}

type NumberUnit = "%" | "thousand" | "million" | "billion" | "trillion" | null;

function readUnit(unit: string | undefined): NumberUnit {
  const word = unit?.trim().toLowerCase() ?? "";
  if (word === "") return null;
  return word === "%" || word.startsWith("per") ? "%" : (word as NumberUnit);
}

interface WrittenNumber {
  digits: string;
  unit: NumberUnit;
  sentence: string;
}

function findClaim(
  query: WrittenNumber,
  cited: readonly WritingPassage[],
  { document, question, findPage, computed }: Verification,
): Claim | "asked" {
  const [plain = ""] = numbersIn(query.digits).map(plainNumber);
  for (const { page: number, text } of cited) {
    const page = findPage(number);
    if (!page || !occursIn(text, plain, query.unit)) continue;
    const claim = claimOnPage({ ...query, digits: plain }, page, document);
    if (claim) return claim;
  }
  const known = computed.find(
    ({ value, unit, scale }) =>
      value !== null &&
      isRounding(plain, Math.abs(value)) &&
      query.unit === (unit === "%" ? "%" : scale === "one" ? null : scale),
  );
  if (known) return known;
  // A year or an amount from the question adds nothing new.
  if (query.unit === null && numbersIn(question).map(plainNumber).includes(plain)) return "asked";
  return notFound(query, document);
}

/** The number with the same unit: "5" of "5 million" does not match "5 billion" or "5%". */
function occursIn(text: string, plain: string, unit: NumberUnit): boolean {
  for (const [, digits = "", own] of text.matchAll(NUMBER)) {
    if (!numbersIn(digits).map(plainNumber).includes(plain)) continue;
    const ownUnit = readUnit(own);
    if (ownUnit === unit) return true;
    // A table states its scale in its header: there the bare number is checked by the table.
    if (ownUnit === null && unit !== "%" && /\b(?:thousands|millions|billions)\b/i.test(text)) return true;
  }
  return false;
}

function claimOnPage(
  { digits, unit }: WrittenNumber,
  page: PageRecord,
  document: ClaimedDocument,
): Claim | null {
  for (const { text, box } of page.words) {
    if (!numbersIn(text).map(plainNumber).includes(digits)) continue;
    const figure = readFigure(text.replace(/[.,;:]+$/, ""), ".");
    if (!figure || !rereads(page, box, figure.value)) continue;
    return {
      ...emptyClaim(document, lineAround(page, box) ?? text),
      claim_id: claimId(document, [page.page, box, text]),
      verdict: "found",
      value: figure.value,
      unit: figure.percent || unit === "%" ? "%" : null,
      scale: unit === "%" || unit === null || unit === "trillion" ? "one" : unit,
      page: page.page,
      box,
    };
  }
  return null;
}

/** The printed line that contains a word. */
function lineAround(page: PageRecord, box: readonly number[]): string | undefined {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = box;
  const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2];
  return page.lines.find(({ box: line }) => x >= line[0] && x <= line[2] && y >= line[1] && y <= line[3])
    ?.text;
}

function notFound({ digits, unit, sentence }: WrittenNumber, document: ClaimedDocument): Claim {
  return {
    ...emptyClaim(document, sentence.replaceAll(digits, "…")),
    claim_id: claimId(document, ["not found", sentence, digits]),
    verdict: "not_found",
    unit: unit === "%" ? "%" : null,
  };
}

function emptyClaim(document: ClaimedDocument, quote: string): Omit<Claim, "claim_id" | "verdict"> {
  return {
    label: "",
    value: null,
    unit: null,
    scale: "one",
    period: null,
    page: null,
    box: null,
    quote,
    document_sha256: document.sha256,
    expression: null,
    computed_from: [],
    link: null,
  };
}

function isRounding(plain: string, value: number): boolean {
  const decimals = (plain.split(".")[1] ?? "").length;
  return Number(plain) === roundHalfUp(value, decimals);
}
