/** The dictionary: every figure of financial statements, in one place. One file per group of figures. */
import { BALANCE_FIGURES } from "./balance.ts";
import { CASH_FLOW_FIGURES } from "./cash-flow.ts";
import { DEBT_FIGURES } from "./debt.ts";
import type { FigureDefinition } from "./figure.ts";
import { INCOME_FIGURES } from "./income.ts";
import { PER_SHARE_FIGURES } from "./per-share.ts";

export type { FigureDefinition, FigureStatement } from "./figure.ts";
export { labelKey } from "./label-key.ts";

export const FIGURES: readonly FigureDefinition[] = [
  ...INCOME_FIGURES,
  ...PER_SHARE_FIGURES,
  ...BALANCE_FIGURES,
  ...DEBT_FIGURES,
  ...CASH_FLOW_FIGURES,
];
