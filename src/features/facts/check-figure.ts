import type { Sql } from "../../platform/db/index.ts";
import { listConceptsNamed } from "./figure-names.ts";
import { type Fact, findConcepts, listFacts, listFactsWorth } from "./store.ts";

const SCALES = { one: 1, thousand: 1e3, million: 1e6, billion: 1e9 } as const;
export type Scale = keyof typeof SCALES;

export interface Figure {
  svc_entity_id: string;
  /** As printed: 394.3 with the scale billion. */
  value: number;
  scale?: Scale | undefined;
  /** Its name, or the XBRL concept. */
  label?: string | undefined;
  concept?: string | undefined;
  /** Currency, or shares. */
  unit?: string | undefined;
  fiscal_year?: number | undefined;
  period_end?: string | undefined;
  /** Compare with what had been filed by then; with everything when absent. */
  as_of?: string | null | undefined;
}

export interface FigureCheck {
  /** `differs` only means that the tag has another value: scope, restatement or rounding may be the reason. */
  verdict: "match" | "differs" | "not_tagged";
  facts: Fact[];
}

const FACTS_MAX = 200;
const SHOWN_MAX = 5;

/**
 * Compares a figure with the company's XBRL tags: equal, different, or not tagged. It never says that a figure is
 * wrong.
 */
export async function checkFigure(sql: Sql, figure: Figure): Promise<FigureCheck> {
  const { svc_entity_id, unit, fiscal_year, period_end, as_of, label, concept } = figure;
  const place = { svc_entity_id, unit, fiscal_year, period_end, as_of, limit: FACTS_MAX };
  const { from, to } = boundsOf(figure);
  const matches = ({ value }: Fact) => Math.abs(value) >= from && Math.abs(value) <= to;
  if (concept === undefined && label === undefined) {
    const facts = await listFactsWorth(sql, { ...place, from, to });
    return { verdict: facts.length > 0 ? "match" : "not_tagged", facts: facts.slice(0, SHOWN_MAX) };
  }
  const concepts = concept === undefined ? await listConcepts(sql, svc_entity_id, label ?? "") : [concept];
  const facts = concepts.length > 0 ? await listFacts(sql, { ...place, concepts }) : [];
  if (facts.length === 0) return { verdict: "not_tagged", facts: [] };
  const matching = facts.filter(matches);
  if (matching.length > 0) return { verdict: "match", facts: matching.slice(0, SHOWN_MAX) };
  return { verdict: "differs", facts: facts.slice(0, SHOWN_MAX) };
}

async function listConcepts(sql: Sql, svcEntityId: string, label: string): Promise<readonly string[]> {
  const named = listConceptsNamed(label);
  return named.length > 0 ? named : findConcepts(sql, svcEntityId, label);
}

/**
 * A printed figure represents every value that rounds to it. Signs depend on where a figure is printed, so they are
 * ignored.
 */
function boundsOf({ value, scale = "one" }: Figure): { from: number; to: number } {
  const [, decimals = ""] = String(value).split(".");
  const half = (0.5 * SCALES[scale]) / 10 ** decimals.length;
  const exact = Math.abs(value) * SCALES[scale];
  if (scale === "one" && decimals === "") return { from: exact, to: exact };
  const slack = half + exact * 1e-12;
  return { from: Math.max(0, exact - slack), to: exact + slack };
}
