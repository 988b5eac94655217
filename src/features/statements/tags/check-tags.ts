import { FIGURES, type FigureDefinition } from "../../reference/index.ts";
import { daysBetween } from "../columns/calendar.ts";
import type { StatementFigure, StatementPeriod, TagCheck } from "../statement.ts";
import type { TaggedFact } from "./inline-tags.ts";

/** Tags name first days exactly; tables of whole weeks are a few days off. */
const START_DAYS_MAX = 12;
/** A figure that its own report contradicts is not given with confidence. */
const DIFFERS_CONFIDENCE = 0.5;
const MATCH_CONFIDENCE = 0.995;

const definitions = new Map(FIGURES.map((figure) => [figure.id, figure]));

/** Compares every figure with the tags of its report: what agrees is surer, what differs is marked. */
export function checkTags(
  figures: readonly StatementFigure[],
  facts: readonly TaggedFact[],
): StatementFigure[] {
  if (facts.length === 0) return [...figures];
  return figures.map((figure) => {
    const definition = definitions.get(figure.concept);
    const check = definition ? compare(figure, listFacts(definition, facts)) : null;
    if (!check) return figure;
    const confidence =
      check.verdict === "match"
        ? Math.max(figure.confidence, MATCH_CONFIDENCE)
        : Math.min(figure.confidence, DIFFERS_CONFIDENCE);
    return { ...figure, confidence, tagged: check };
  });
}

/** The facts whose tags are those of a figure, the most usual tag first. */
export function listFacts({ tags }: FigureDefinition, facts: readonly TaggedFact[]): TaggedFact[] {
  const names = [
    ...tags.usGaap.map((tag) => `us-gaap:${tag}`),
    ...tags.ifrs.map((tag) => `ifrs-full:${tag}`),
  ];
  return names.flatMap((name) => facts.filter(({ taxonomy, tag }) => `${taxonomy}:${tag}` === name));
}

function compare(figure: StatementFigure, facts: readonly TaggedFact[]): TagCheck | null {
  const own = facts.filter((fact) => isSamePeriod(figure.period, fact) && isSameUnit(figure, fact));
  const [first] = own;
  if (!first) return null;
  const match = own.find((fact) => isSameValue(figure, fact));
  const { taxonomy, tag, value } = match ?? first;
  return { verdict: match ? "match" : "differs", tag: `${taxonomy}:${tag}`, value };
}

export function isSamePeriod(period: StatementPeriod, { start, end }: TaggedFact): boolean {
  if (period.end !== end || (period.start === null) !== (start === null)) return false;
  return (
    period.start === null || start === null || Math.abs(daysBetween(period.start, start)) <= START_DAYS_MAX
  );
}

function isSameUnit({ unit, currency }: StatementFigure, fact: TaggedFact): boolean {
  if (fact.unit === null || unit === "shares") return true;
  return currency === null || fact.unit.split("/")[0] === currency;
}

/** Costs are tagged as their size, or as what they take away; both are the figure. */
function isSameValue({ concept, value, unit, cells }: StatementFigure, fact: TaggedFact): boolean {
  const printed = unit === "money" ? ((cells[0]?.scale ?? 1) * cells.length) / 2 : 0.005;
  const within = Math.max(printed, fact.tolerance) + Math.abs(value) * 1e-9;
  if (Math.abs(value - fact.value) <= within) return true;
  return definitions.get(concept)?.sign === "cost" && Math.abs(value + fact.value) <= within;
}
