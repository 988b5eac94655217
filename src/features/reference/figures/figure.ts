/** The languages labels are known in. */
export type LabelLanguage = "en" | "de" | "fr" | "es" | "it" | "nl" | "ja" | "zh";

export type FigureStatement = "income" | "balance" | "cash_flow";

/** A line of financial statements that people ask for. */
export interface LineDefinition {
  id: string;
  /** As we call it. */
  name: string;
  statement: FigureStatement;
  /** `flow` runs over a period, `stock` is at its end. */
  kind: "flow" | "stock" | "per_share" | "shares";
  /** `cost`: positive when it reduces profit or cash, however it is printed. */
  sign: "natural" | "cost";
  /** What rows are called that hold it. Compared as `labelKey` has them. */
  labels: Partial<Record<LabelLanguage, readonly string[]>>;
  /** Words that make a row something else. */
  not?: readonly string[];
  /** What else people call it when they ask. */
  asked: readonly string[];
  /** Another statement in which a row of that name is the same figure. */
  alsoIn?: FigureStatement;
  /** The section a row must be in when its label alone is ambiguous. */
  section?: string;
  /** The section it must not be in. */
  notUnder?: string;
  /** Words that identify the row wherever they occur, in its label or its section; for labels that name the company. */
  everywhere?: { words: string; not: readonly string[] };
  /** Not every company has it: in a sum, a balance sheet without such a row counts as zero. */
  absentIsNil?: true;
  /** Its labels are also those of its parts, which are added up: only a row called a total is all of it. */
  isSum?: true;
  /** The stored figure that stands for it where companies are compared. */
  storedAs?: string;
  /** How to compute it when no row gives it, over other lines. */
  from?: readonly string[];
  /** What companies tag it with themselves. */
  tags?: FigureTags;
}

export interface FigureTags {
  usGaap: readonly string[];
  ifrs: readonly string[];
}

/** A line that every company has under one name or another: it is proven and stored with each report. */
export interface FigureDefinition extends LineDefinition {
  /** The total that this figure is part of. */
  under: string | null;
  tags: FigureTags;
}

/** A figure of no statement, which only tags give. */
export type TaggedFigure = Pick<FigureDefinition, "name" | "asked" | "tags">;
