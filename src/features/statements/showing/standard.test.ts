import { expect, it } from "vitest";
import type { FigureRow } from "../storing/store.ts";
import { listPeriods, showStandard } from "./standard.ts";

const figure = (over: Partial<FigureRow>): FigureRow => ({
  report_id: "rep_first",
  svc_entity_id: "ent_made",
  account_id: null,
  published: "2025-02-01",
  frequency: "annual",
  concept: "revenue",
  period_start: "2024-01-01",
  period_end: "2024-12-31",
  fiscal_year: 2024,
  value: 100,
  currency: "USD",
  unit: "money",
  scale: 1,
  confidence: 0.9,
  proof: "proven",
  printed: "100",
  page: 1,
  box: [0, 0, 1, 1],
  claim_ids: [],
  tagged: null,
  tag: null,
  tagged_value: null,
  ...over,
});

const show = (figures: readonly FigureRow[]) =>
  showStandard(figures, { kind: "income", periods: listPeriods(figures), linkOf: () => "" });

it("counts in each column the figures that sums prove", () => {
  const { columns } = show([
    figure({ concept: "revenue" }),
    figure({ concept: "net_income" }),
    figure({ concept: "cost_of_revenue", proof: "none" }),
    figure({ concept: "revenue", period_start: "2023-01-01", period_end: "2023-12-31", fiscal_year: 2023 }),
  ]);
  expect(columns.map(({ fiscal_year, sums_proven }) => [fiscal_year, sums_proven])).toEqual([
    [2024, 2],
    [2023, 1],
  ]);
});

it("shows of a period what the latest report says, and what it was restated from", () => {
  const { rows } = show([
    figure({}),
    figure({ report_id: "rep_later", published: "2026-02-01", value: 90, printed: "90" }),
  ]);
  const [cell] = rows[0]?.cells ?? [];
  expect([cell?.value, cell?.restated_from.map(({ value }) => value)]).toEqual([90, [100]]);
});
