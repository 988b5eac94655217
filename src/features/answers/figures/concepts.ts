import { COMPUTED_MEASURES, LINES, type LineDefinition } from "../../reference/index.ts";
import type { StatementKind } from "./statements.ts";

/** A line of the dictionary as the reader looks for it on a page. */
export interface Concept
  extends Pick<
    LineDefinition,
    "id" | "not" | "section" | "notUnder" | "everywhere" | "absentIsNil" | "storedAs" | "from"
  > {
  /** Names used in questions, ours first. */
  names: readonly string[];
  statement: StatementKind;
  alsoIn: StatementKind | null;
  /** Labels of rows in all languages, the most distinctive first. Compared word by word in the singular. */
  labels: readonly string[];
  /** `flow` is over a period, `stock` is at its end. */
  nature: "flow" | "stock";
  unit: "money" | "per_share" | "shares";
  /** Outflows are printed with or without brackets: the magnitude is meant. */
  magnitude: boolean;
}

export const CONCEPTS: readonly Concept[] = LINES.map(toConcept);

function toConcept({ name, asked, labels, kind, sign, alsoIn, isSum, ...line }: LineDefinition): Concept {
  return {
    ...line,
    names: [name.toLowerCase(), ...asked],
    alsoIn: alsoIn ?? null,
    labels: Object.values(labels)
      .flatMap((own) => own.map(withoutAccents))
      .filter((label) => !isSum || /\btotal\b/.test(label)),
    nature: kind === "stock" ? "stock" : "flow",
    unit: kind === "per_share" || kind === "shares" ? kind : "money",
    magnitude: sign === "cost",
  };
}

function withoutAccents(label: string): string {
  return label
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase();
}

/** A measure computed from rows, with the names questions use for it. */
export interface Measure {
  id: string;
  names: readonly string[];
  formula: string;
  unit: "money" | "percent" | "ratio" | "days" | "per_share";
}

export const MEASURES: readonly Measure[] = COMPUTED_MEASURES.map(({ name, asked, ...measure }) => ({
  ...measure,
  names: [name.toLowerCase(), ...asked],
}));
