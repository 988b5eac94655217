/**
 * The dictionary: every figure of financial statements and every measure computed from them, in one place. Statements,
 * answers, tagged facts, screening and agents' templates take names, labels and formulas from here.
 */
import { ASSET_LINES } from "./asset-lines.ts";
import { ASSET_FIGURES } from "./assets.ts";
import { CASH_FLOW_FIGURES } from "./cash-flow.ts";
import { CASH_FLOW_LINES } from "./cash-flow-lines.ts";
import { DEBT_FIGURES } from "./debt.ts";
import { DEBT_LINES } from "./debt-lines.ts";
import type { FigureDefinition, LineDefinition, TaggedFigure } from "./figure.ts";
import { INCOME_LINES } from "./income-lines.ts";
import { LIABILITY_FIGURES } from "./liabilities.ts";
import { LIABILITY_LINES } from "./liability-lines.ts";
import { NET_INCOME_FIGURES } from "./net-income.ts";
import { OPERATING_INCOME_FIGURES } from "./operating-income.ts";
import { OUTFLOW_FIGURES } from "./outflows.ts";
import { PER_SHARE_FIGURES } from "./per-share.ts";

export { COMPUTED_MEASURES, type ComputedMeasure } from "./computed-measures.ts";
export type { FigureDefinition, FigureStatement, LineDefinition } from "./figure.ts";
export { labelKey } from "./label-key.ts";

/** What is stored with each report. */
export const FIGURES: readonly FigureDefinition[] = [
  ...OPERATING_INCOME_FIGURES,
  ...NET_INCOME_FIGURES,
  ...PER_SHARE_FIGURES,
  ...ASSET_FIGURES,
  ...LIABILITY_FIGURES,
  ...DEBT_FIGURES,
  ...CASH_FLOW_FIGURES,
  ...OUTFLOW_FIGURES,
];

/** Every line that people ask for: the stored figures, and lines that are read when they are asked for. */
export const LINES: readonly LineDefinition[] = [
  ...FIGURES,
  ...INCOME_LINES,
  ...ASSET_LINES,
  ...LIABILITY_LINES,
  ...DEBT_LINES,
  ...CASH_FLOW_LINES,
];

/** What people ask for, companies tag and no statement has. */
export const TAGGED_FIGURES: readonly TaggedFigure[] = [
  {
    name: "Shares outstanding",
    asked: ["shares outstanding"],
    tags: { usGaap: ["EntityCommonStockSharesOutstanding", "CommonStockSharesOutstanding"], ifrs: [] },
  },
];
