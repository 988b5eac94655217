import { labelKey } from "../../reference/index.ts";
import type { PageRecord } from "../../reports/index.ts";
import type { PrimaryKind } from "../statement.ts";
import type { Caption } from "./captions.ts";
import { countConcepts } from "./concept-labels.ts";
import { divideIntoSegments, type Segment } from "./segments.ts";

/** Pages that may be one of the primary statements. */
export interface Candidate {
  kind: PrimaryKind;
  caption: Caption;
  segments: Segment[];
  keys: string[];
  score: number;
}

const ROWS_MIN = 4;
const CONCEPTS_MIN = 2;
const CONCEPTS_POINTS_MAX = 8;
const GROUP_POINTS = 2;
const COMPANY_POINTS = -4;
const SECONDARY_POINTS = -4;
const COMPREHENSIVE_POINTS = -2;
const PAGES_OF_STATEMENT_MAX = 3;

/** Every statement that a caption names and whose rows are those of such a statement. */
export function findCandidates(pages: readonly PageRecord[]): Candidate[] {
  const byPage = pages.map(divideIntoSegments);
  const candidates: Candidate[] = [];
  for (const [at, segments] of byPage.entries()) {
    for (const segment of segments) {
      const kind = kindOf(segment.caption);
      if (!segment.caption || !kind) continue;
      const own = withContinuation({ kind, caption: segment.caption, first: segment }, byPage, at);
      const candidate = weigh(kind, segment.caption, own);
      if (candidate) candidates.push(candidate);
    }
  }
  const missing = KINDS.filter(
    (kind) => !candidates.some((one) => one.kind === kind && one.score >= SURE_SCORE),
  );
  return [...candidates, ...missing.flatMap((kind) => findUnnamed(kind, byPage))];
}

const KINDS: readonly PrimaryKind[] = ["income", "balance", "cash_flow"];
const SURE_SCORE = 5;
const UNNAMED_CONCEPTS_MIN = 5;
const UNNAMED_ROWS_MIN = 8;
const UNNAMED_POINTS = -2;

/** Statements without a title, or with one that says something else, known by the figures they have. */
function findUnnamed(kind: PrimaryKind, byPage: readonly Segment[][]): Candidate[] {
  return byPage.flat().flatMap((segment) => {
    if (kindOf(segment.caption) !== null || segment.rows.length < UNNAMED_ROWS_MIN) return [];
    if (segment.caption?.kind === "equity") return [];
    const keys = keysOf([segment]);
    const concepts = countConcepts(keys, kind);
    if (concepts < UNNAMED_CONCEPTS_MIN) return [];
    const caption: Caption = { kind, text: "", scope: "unknown", secondary: false, line: 0 };
    return [{ kind, caption, segments: [segment], keys, score: concepts + UNNAMED_POINTS }];
  });
}

function kindOf(caption: Caption | null): PrimaryKind | null {
  if (!caption || caption.kind === "equity" || caption.kind === "notes") return null;
  return caption.kind === "comprehensive" ? "income" : caption.kind;
}

function keysOf(segments: readonly Segment[]): string[] {
  return segments.flatMap(({ rows }) => rows.map(({ label }) => labelKey(label)));
}

function weigh(kind: PrimaryKind, caption: Caption, segments: Segment[]): Candidate | null {
  const keys = keysOf(segments);
  if (keys.length < ROWS_MIN) return null;
  const headings = segments.flatMap(({ rows }) => rows.map(({ section }) => section ?? ""));
  const paths = [...new Set(headings)].flatMap((section) => section.split(" > ").map(labelKey));
  const concepts = countConcepts([...keys, ...paths], kind);
  if (concepts < CONCEPTS_MIN && caption.kind !== "comprehensive") return null;
  const score =
    Math.min(concepts, CONCEPTS_POINTS_MAX) +
    (caption.scope === "group" ? GROUP_POINTS : caption.scope === "company" ? COMPANY_POINTS : 0) +
    (caption.secondary ? SECONDARY_POINTS : 0) +
    (caption.kind === "comprehensive" ? COMPREHENSIVE_POINTS : 0);
  return { kind, caption, segments, keys, score };
}

/** The segments of a statement: its first page and those it runs on to. */
function withContinuation(
  start: { kind: PrimaryKind; caption: Caption; first: Segment },
  byPage: readonly Segment[][],
  at: number,
): Segment[] {
  const segments = [start.first];
  if (byPage[at]?.at(-1) !== start.first) return segments;
  for (let next = at + 1; next < at + PAGES_OF_STATEMENT_MAX; next++) {
    const [segment] = byPage[next] ?? [];
    if (segment?.page.page !== start.first.page.page + (next - at)) break;
    if (!runsOn(start, keysOf(segments), segment)) break;
    segments.push(segment);
  }
  return segments;
}

/** A statement runs on where the next page carries its name again, or carries none while the statement has no end. */
function runsOn(
  { kind, caption }: { kind: PrimaryKind; caption: Caption },
  keys: readonly string[],
  next: Segment,
): boolean {
  const complete = isComplete(kind, keys);
  if (next.caption === null) return !complete;
  if (next.caption.kind !== caption.kind || next.caption.scope !== caption.scope) return false;
  // After its end a group's cash flow statement may go on with the reconciliation to net income.
  return !complete || (kind === "cash_flow" && caption.scope === "group");
}

/** Whether the rows reach the end that every statement of the kind has. */
function isComplete(kind: PrimaryKind, keys: readonly string[]): boolean {
  const has = (pattern: RegExp) => keys.some((key) => pattern.test(key));
  switch (kind) {
    case "balance":
      return has(
        /liability.*(equity|shareholder|capital|net asset)|equity liability|^(total )?equity$|^total shareholder/,
      );
    case "cash_flow":
      return (
        has(/financing activity|finanzierung|financement/) &&
        has(/\bend\b|year end|closing|schluss|cloture|^cash cash equivalent \d/)
      );
    case "income":
      return has(/^net income|income year|income period|per share|comprehensive|net asset/);
  }
}
