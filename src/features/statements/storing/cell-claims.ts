import { type ClaimedDocument, type ClaimScale, claimId, type NewClaim } from "../../claims/index.ts";
import type { CellUnit, Scale, Statement, StatementCell, StatementColumn } from "../statement.ts";

/** The claim of one cell: the same id as for anyone else who cites this number in this place. */
export function cellClaimId(
  document: ClaimedDocument,
  { page, box, text }: Pick<StatementCell, "page" | "box" | "text">,
): string {
  return claimId(document, [page, box, text]);
}

/** What is printed in another scale, such as crores, is claimed in single units. */
const SCALES: Readonly<Partial<Record<Scale, ClaimScale>>> = {
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
      const name = scaleName(cell, column);
      return {
        claim_id: cellClaimId(document, cell),
        document_sha256: document.sha256,
        page: cell.page,
        box: cell.box,
        label,
        value: name === undefined ? cell.value : cell.printed,
        unit: unitName(cell.unit, column?.currency ?? null),
        scale: name ?? "one",
        // The head of a component of equity is no period.
        period: (column?.member == null ? column?.head : column.period.end) ?? null,
        quote: `${label} ${cell.text}`.trim(),
      };
    }),
  );
}

/** Shares and amounts per share are claimed in single units: pence as pounds. */
function scaleName({ unit }: StatementCell, column: StatementColumn | undefined): ClaimScale | undefined {
  const scale = column?.scale ?? null;
  return unit !== "money" || scale === null ? undefined : SCALES[scale];
}

function unitName(unit: CellUnit, currency: string | null): string | null {
  if (unit === "shares") return "shares";
  if (unit === "percent") return "%";
  return unit === "per_share" ? `${currency ?? ""}/share` : currency;
}
