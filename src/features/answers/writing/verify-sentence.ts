import { type PageRecord, readFigure } from "../../reports/index.ts";
import type { ReportAnswer } from "../answer.ts";
import { type Claim, claimId } from "../claims/claim.ts";
import { cellsOf, type Evidence } from "../claims/evidence.ts";
import type { ClaimSpan } from "../claims/quotation.ts";
import { numbersIn, plainNumber, rereads } from "../claims/verify.ts";
import { checkStatement, type StatementCheck } from "../claims/verify-statement.ts";
import { type Amount, amountsIn } from "../text/amounts.ts";
import { INSTRUCTIONS } from "./instructions.ts";
import type { CitedSentence } from "./read-sentences.ts";
import { BadReference, emptyClaim, type References } from "./references.ts";
import { type RenderedSentence, renderSentence } from "./render-sentence.ts";
import { findUnsupportedWords } from "./table-support.ts";
import { evidenceSentences } from "./word-support.ts";

export interface Verification {
  references: References;
  /** The built-in reader's answer, whose numbers may be repeated. */
  own: ReportAnswer;
  /** The pages that the model was given or read; it cannot cite others. */
  pagesSeen: ReadonlySet<number>;
}

export interface VerifiedSentence {
  text: string;
  claims: Claim[];
  /** Where the claims are in the text. */
  spans: ClaimSpan[];
  pages: number[];
}

export type SentenceVerdict = VerifiedSentence | { refused: string };

/** This many consecutive characters of the instructions are a leak, not an answer. */
const LEAK_LENGTH = 40;
const REFERENCED_PAGE = /\bp(\d{1,5})r\d+c\d+\b/g;

/** Computes and verifies every number and every other assertion of a sentence; or says why it is refused. */
export function verifySentence(sentence: CitedSentence, verification: Verification): SentenceVerdict {
  const { references, own, pagesSeen } = verification;
  if (isSuspicious(sentence.text)) return { refused: "links, markup and parts of the rules are not allowed" };
  const named = [...sentence.text.matchAll(REFERENCED_PAGE)].map(([, page]) => Number(page));
  const cited = [...new Set([...sentence.pages, ...named])];
  const unknown = cited.find((page) => !pagesSeen.has(page));
  if (unknown !== undefined) return { refused: `page ${unknown} was not read` };
  if (cited.length === 0 && !/\{\s*[fe]\d/.test(sentence.text)) return { refused: "it cites no page" };
  let rendered: RenderedSentence;
  try {
    rendered = renderSentence(sentence.text, references);
  } catch (error) {
    if (!(error instanceof BadReference)) throw error;
    return { refused: error.message };
  }
  const pages = cited.flatMap(
    (page) => references.reader.report.pages.find((one) => one.page === page) ?? [],
  );
  const unread = findUnreadNumber(rendered.statement, pages);
  if (unread !== null) return { refused: `${unread} is not printed on the cited pages` };
  const evidence: Evidence[] = [
    ...pageEvidence(pages, references.reader.dollar),
    ...(own.figure ? [{ kind: "text" as const, text: own.text }] : []),
  ];
  const check = checkStatement(rendered.statement, evidence, rendered.referred);
  if (check.unverified.length > 0) return { refused: explain(check.unverified) };
  const support = check.amounts.flatMap((one) => one.support);
  const missing = findUnsupportedWords(rendered.statement, {
    pages,
    support,
    cells: pages.flatMap((page) => cellsOf(page, references.reader.dollar)),
    names: references.reader.report.names,
    language: rendered.language,
    isDirectionShown: check.isDirectionShown,
  });
  if (missing) return { refused: `the cited pages do not say this: ${missing.join(", ")}` };
  return withClaims(rendered, check, { verification, pages });
}

/** Digits that are no amount, year or date, as in a name; they are copied from a page. */
function findUnreadNumber(statement: string, pages: readonly PageRecord[]): string | null {
  const read = amountsIn(statement);
  const isRead = (at: number) => read.some(({ start, end }) => at >= start && at < end);
  for (const { 0: digits, index } of statement.matchAll(/\p{Nd}+(?:[.,]\p{Nd}+)*/gu)) {
    const isPage = /\bpages?\s*$/i.test(statement.slice(0, index));
    if (!isRead(index) && !isPage && !pages.some(({ text }) => text.includes(digits))) return digits;
  }
  return null;
}

const explain = (unverified: readonly string[]): string =>
  unverified
    .map((part) =>
      /\d/.test(part)
        ? `${part} is not what the cited pages show for this row, year, scale, sign and unit`
        : `"${part}" is the wrong direction`,
    )
    .join("; ");

function pageEvidence(pages: readonly PageRecord[], currency: string): Evidence[] {
  return pages.flatMap((page): Evidence[] => [
    ...cellsOf(page, currency),
    ...evidenceSentences(page).map((text) => ({ kind: "text" as const, text })),
  ]);
}

export function isSuspicious(text: string): boolean {
  if (/https?:|www\.|!?\[[^\]]*\]\(|<\/?[a-z_]+[^>]*>|```/i.test(text)) return true;
  const folded = INSTRUCTIONS.replace(/\s+/g, " ").toLowerCase();
  const own = text.replace(/\s+/g, " ").toLowerCase();
  for (let at = 0; at + LEAK_LENGTH <= own.length; at++)
    if (folded.includes(own.slice(at, at + LEAK_LENGTH))) return true;
  return false;
}

/** Every number that the sentence has, referred to or copied, with its source. */
function withClaims(
  { text, statement, claims: referred, spans }: RenderedSentence,
  { amounts }: StatementCheck,
  { verification, pages }: { verification: Verification; pages: readonly PageRecord[] },
): VerifiedSentence {
  const claims = [...referred];
  const all = [...spans];
  for (const { amount, support } of amounts) {
    const start = text === statement ? amount.start : -1;
    const isReferred = spans.some((span) => start >= span.start && start < span.end);
    if (isReferred || (start < 0 && referred.length > 0)) continue;
    const claim = claimOf(amount, support, { verification, pages });
    if (!claim) continue;
    claims.push(claim);
    if (start >= 0) all.push({ start, end: amount.end, claim_id: claim.claim_id });
  }
  return {
    text,
    claims,
    spans: all.sort((a, b) => a.start - b.start),
    pages: pages.length > 0 ? pages.map(({ page }) => page) : verification.own.pages,
  };
}

function claimOf(
  amount: Amount,
  support: readonly Evidence[],
  { verification: { references, own }, pages }: { verification: Verification; pages: readonly PageRecord[] },
): Claim | null {
  const cell = support.find((one) => one.kind === "cell" && one.row >= 0);
  if (cell?.kind === "cell") {
    try {
      return references.require(`p${cell.page}r${cell.row + 1}c${cell.column + 1}`).claim;
    } catch (error) {
      if (!(error instanceof BadReference)) throw error;
    }
  }
  for (const page of pages) {
    const claim = claimOnPage(amount, page, references);
    if (claim) return claim;
  }
  return own.claims.find(({ value }) => value !== null && Math.abs(value) === amount.value) ?? null;
}

/** A number copied from a sentence of the page. */
function claimOnPage(
  { digits, unit, scale, kind }: Amount,
  page: PageRecord,
  { reader }: References,
): Claim | null {
  const [plain = ""] = numbersIn(digits).map(plainNumber);
  for (const { text, box } of page.words) {
    if (!numbersIn(text).map(plainNumber).includes(plain)) continue;
    const figure = readFigure(text.replace(/[.,;:]+$/, ""), ".");
    if (!figure || !rereads(page, box, figure.value)) continue;
    return {
      ...emptyClaim(reader.report.sha256),
      claim_id: claimId(reader.report, [page.page, box, text]),
      verdict: "found",
      value: figure.value,
      unit: kind === "percent" ? "%" : unit,
      scale,
      page: page.page,
      box,
      quote: lineAround(page, box) ?? text,
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
