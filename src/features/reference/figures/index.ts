/** The dictionary: every figure of financial statements, in one place. One file per group of figures. */
import { ASSET_FIGURES } from "./assets.ts";
import { CASH_FLOW_FIGURES } from "./cash-flow.ts";
import { DEBT_FIGURES } from "./debt.ts";
import type { FigureDefinition } from "./figure.ts";
import { LIABILITY_FIGURES } from "./liabilities.ts";
import { NET_INCOME_FIGURES } from "./net-income.ts";
import { OPERATING_INCOME_FIGURES } from "./operating-income.ts";
import { OUTFLOW_FIGURES } from "./outflows.ts";
import { PER_SHARE_FIGURES } from "./per-share.ts";

export type { FigureDefinition, FigureStatement } from "./figure.ts";
export { labelKey } from "./label-key.ts";

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
