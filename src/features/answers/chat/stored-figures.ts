import type { Context } from "../../../kernel/operation.ts";
import { viewerOf } from "../../../kernel/viewer.ts";
import type { Database } from "../../../platform/db/index.ts";
import { claimId, claimLink, listClaims } from "../../claims/index.ts";
import { findReportFacts } from "../../reports/index.ts";
import { isMeasure } from "../../statements/index.ts";
import type { Claim } from "../claims/claim.ts";
import { findConcept, findMeasure } from "../figures/lexicon.ts";
import { printMoney, printNumber, type Scale } from "../figures/units.ts";
import type { ChatSource } from "./chat-answer.ts";
import { sourceOf } from "./chat-answer.ts";

export interface ClaimTools {
  db: Database;
  /** Signs the links to claims on an account's own reports. */
  linkKey: Buffer;
}

/** A value of the stored statements: a printed figure, or one computed from several. */
export interface StoredValue {
  value: number;
  unit: "money" | "per_share" | "shares" | "number";
  currency: string | null;
  year: number;
  claimIds: readonly string[];
  /** How it was computed; null for a printed figure. */
  expression: string | null;
}

/** The id under which the stored statements have a figure of the questions' dictionary. */
export function statementFigure(id: string): string {
  return findConcept(id)?.storedAs ?? id;
}

export function isStatementFigure(id: string): boolean {
  return isMeasure(statementFigure(id));
}

/** The claims that stored values were read from, by id, with the reports they are in. */
export async function loadClaims(
  { db, linkKey }: ClaimTools,
  { baseUrl, caller }: Pick<Context, "baseUrl" | "caller">,
  claimIds: readonly string[],
): Promise<Map<string, { claim: Claim; source: ChatSource }>> {
  const rows = await listClaims(db, [...new Set(claimIds)]);
  const found = new Map<string, { claim: Claim; source: ChatSource }>();
  for (const [reportId, own] of Map.groupBy(rows, ({ report_id }) => report_id)) {
    const report = await findReportFacts(db, reportId);
    const isOwn = (report?.account_id ?? null) !== null;
    for (const { report_id, file_sha256, ...row } of own) {
      const link = claimLink(linkKey, { claimId: row.claim_id, viewer: isOwn ? viewerOf(caller) : null });
      const claim: Claim = {
        ...row,
        verdict: "found",
        document_sha256: file_sha256,
        expression: null,
        computed_from: [],
        link: `${baseUrl}${link}`,
      };
      const source = sourceOf("report", report?.file_title ?? "", {
        report_id,
        page: row.page,
        link: claim.link,
      });
      found.set(row.claim_id, { claim, source });
    }
  }
  return found;
}

/** The claim of a value: the cell it is printed in, or a computed one over the cells. */
export function claimOf(
  stored: StoredValue,
  label: string,
  known: ReadonlyMap<string, { claim: Claim }>,
): Claim | undefined {
  const cells = stored.claimIds.flatMap((id) => known.get(id)?.claim ?? []);
  const [first] = cells;
  if (!first) return undefined;
  if (cells.length === 1 && stored.expression === null) return first;
  const parts = [stored.expression, stored.year, ...stored.claimIds];
  const isShare = stored.unit === "number";
  return {
    claim_id: claimId({ reportId: "", sha256: first.document_sha256 }, parts),
    verdict: "computed",
    label,
    value: stored.value,
    unit: isShare ? null : stored.unit === "shares" ? "shares" : stored.currency,
    scale: "one",
    period: String(stored.year),
    page: null,
    box: null,
    quote: null,
    document_sha256: first.document_sha256,
    expression: stored.expression ?? label,
    computed_from: [...stored.claimIds],
    link: null,
  };
}

/** Whether a value is a share of another figure, given in per cent. */
export const isPercent = ({ unit }: Pick<StoredValue, "unit">, figureId: string): boolean =>
  unit === "number" && (findMeasure(figureId)?.unit ?? "percent") === "percent";

/** As people write it: a share of another figure in per cent, amounts with currency and scale. */
export function printValue(stored: StoredValue, figureId: string, isChange = false): string {
  const { value, unit, currency } = stored;
  if (unit === "number")
    return isChange || isPercent(stored, figureId)
      ? `${printNumber(value * 100, 1)} %`
      : printNumber(value, 2);
  if (unit === "shares") return printNumber(value, 0);
  const scale: Scale = unit === "money" && Math.abs(value) >= 1e6 ? 1_000_000 : 1;
  return printMoney(value, currency, scale);
}
