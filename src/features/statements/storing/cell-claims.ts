import { type ClaimedDocument, type ClaimScale, claimId, type NewClaim } from "../../claims/index.ts";
import type { CellUnit, Scale, Statement, StatementCell } from "../statement.ts";

/** The claim of one cell: the same id as for anyone else who cites this number in this place. */
export function cellClaimId(
  document: ClaimedDocument,
  { page, box, text }: Pick<StatementCell, "page" | "box" | "text">,
): string {
  return claimId(document, [page, box, text]);
}

const SCALES: Readonly<Record<Scale, ClaimScale>> = {
  1: "one",
  1000: "thousand",
  1000000: "million",
  1000000000: "billion",
};

/** The claims of every cell of a statement. A number whose scale is not known is claimed as text only. */
export function claimsOf(statement: Statement, document: ClaimedDocument): NewClaim[] {
  return statement.rows.flatMap(({ label, cells }) =>
    cells.map((cell) => {
      const column = statement.columns[cell.column];
      const scale = cell.unit === "money" ? (column?.scale ?? null) : 1;
      return {
        claim_id: cellClaimId(document, cell),
        document_sha256: document.sha256,
        page: cell.page,
        box: cell.box,
        label,
        value: scale === null ? null : cell.printed,
        unit: unitName(cell.unit, column?.currency ?? null),
        scale: scale === null ? "one" : SCALES[scale],
        // The head of a component of equity is no period.
        period: (column?.member == null ? column?.head : column.period.end) ?? null,
        quote: `${label} ${cell.text}`.trim(),
      };
    }),
  );
}

function unitName(unit: CellUnit, currency: string | null): string | null {
  if (unit === "shares") return "shares";
  if (unit === "percent") return "%";
  return unit === "per_share" ? `${currency ?? ""}/share` : currency;
}
