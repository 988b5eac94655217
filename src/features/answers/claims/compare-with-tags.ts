import type { Database } from "../../../platform/db/index.ts";
import { checkFigure, hasFacts } from "../../facts/index.ts";
import type { Claim } from "./claim.ts";

const YEAR = /\b(?:19|20)\d{2}\b/;

export type TagVerdict = NonNullable<Claim["tagged"]>;
type ReadNumber = Pick<Claim, "claim_id" | "label" | "value" | "unit" | "scale" | "period">;

/** By claim: what the company's XBRL tags say about a number read from a page. Empty when the company has no tags. */
export async function listTagVerdicts(
  db: Database,
  svcEntityId: string | null,
  claims: readonly ReadNumber[],
): Promise<Map<string, TagVerdict>> {
  const verdicts = new Map<string, TagVerdict>();
  const numbers = claims.filter(({ value, unit }) => value !== null && unit !== "%");
  if (svcEntityId === null || numbers.length === 0 || !(await hasFacts(db, svcEntityId))) return verdicts;
  for (const { claim_id, label, value, scale, period } of numbers) {
    const year = YEAR.exec(period ?? "")?.[0];
    const { verdict } = await checkFigure(db, {
      svc_entity_id: svcEntityId,
      value: value ?? 0,
      scale,
      label,
      fiscal_year: year === undefined ? undefined : Number(year),
    });
    verdicts.set(claim_id, verdict);
  }
  return verdicts;
}

/** Checks every number read from a page against the company's XBRL tags. */
export async function compareWithTags(
  db: Database,
  svcEntityId: string | null,
  claims: readonly Claim[],
): Promise<Claim[]> {
  const found = claims.filter(({ verdict }) => verdict === "found");
  const verdicts = await listTagVerdicts(db, svcEntityId, found);
  return claims.map((claim) => {
    const tagged = verdicts.get(claim.claim_id);
    return tagged === undefined ? claim : { ...claim, tagged };
  });
}
