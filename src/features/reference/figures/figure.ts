/** The languages labels are known in. */
export type LabelLanguage = "en" | "de" | "fr" | "es" | "it" | "nl" | "ja" | "zh";

export type FigureStatement = "income" | "balance" | "cash_flow";

/** One figure of financial statements, as every company has it under one name or another. */
export interface FigureDefinition {
  id: string;
  /** As we call it. */
  name: string;
  statement: FigureStatement;
  /** `flow` runs over a period, `stock` is at its end. */
  kind: "flow" | "stock" | "per_share" | "shares";
  /** `cost`: positive when it reduces profit or cash, however it is printed. */
  sign: "natural" | "cost";
  /** The total that this figure is part of. */
  under: string | null;
  /** What rows are called that hold it. Compared as `labelKey` has them. */
  labels: Partial<Record<LabelLanguage, readonly string[]>>;
  /** Words that make a row something else. */
  not?: readonly string[];
  tags: { usGaap: readonly string[]; ifrs: readonly string[] };
  /** What people call it when they ask. */
  asked: readonly string[];
}
