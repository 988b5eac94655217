import type { Database } from "../../../platform/db/index.ts";
import { checkFigure, hasFacts } from "../../facts/index.ts";
import type { Claim } from "./claim.ts";

const YEAR = /\b(?:19|20)\d{2}\b/;

/** Says of every number read from a page whether the company's own tags agree, where it has tagged anything at all. */
export async function compareWithTags(
  db: Database,
  svcEntityId: string | null,
  claims: readonly Claim[],
): Promise<Claim[]> {
  const isRead = ({ verdict, value, unit }: Claim) => verdict === "found" && value !== null && unit !== "%";
  if (svcEntityId === null || !claims.some(isRead) || !(await hasFacts(db, svcEntityId))) return [...claims];
  return Promise.all(
    claims.map(async (claim) => {
      if (!isRead(claim) || claim.value === null) return claim;
      const year = YEAR.exec(claim.period ?? "")?.[0];
      const { verdict } = await checkFigure(db, {
        svc_entity_id: svcEntityId,
        value: claim.value,
        scale: claim.scale,
        label: claim.label,
        fiscal_year: year === undefined ? undefined : Number(year),
      });
      return { ...claim, tagged: verdict };
    }),
  );
}
