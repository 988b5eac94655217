import { type Html, html } from "../../../kernel/html.ts";
import type { NamedField } from "../builders/field-mapping.ts";
import { barChart, lineChart, type Point } from "./charts.ts";
import { evidenceFor, type PageCompany } from "./page-company.ts";
import { currencyOf, isNumeric, labelOf, printValue } from "./print-value.ts";
import { listSeries, pointsOf } from "./series.ts";

const CHARTS_MAX = 6;
const LINES_MAX = 4;

/** Bars to compare companies, lines where a figure is known for more than one period. */
export function chartSection(fields: readonly NamedField[], companies: readonly PageCompany[]): Html {
  const bars = fields.flatMap((named) => barsFor(named, companies)).slice(0, CHARTS_MAX);
  const lines = listSeries(fields)
    .flatMap((series) =>
      companies.map((company) => ({
        title: `${series.label}, ${company.company.name}`,
        points: pointsOf(series, company),
      })),
    )
    .filter(({ points }) => points.length > 1)
    .slice(0, LINES_MAX);
  if (bars.length + lines.length === 0) return html``;
  return html`<section><h2>Side by side</h2><div class="charts">
${bars.map(({ title, points }) => figure(title, barChart(title, points)))}
${lines.map(({ title, points }) => figure(title, lineChart(title, points)))}
</div></section>`;
}

function figure(title: string, chart: Html): Html {
  return html`<figure><figcaption><strong>${title}</strong></figcaption>${chart}</figure>`;
}

/** Amounts in different currencies are not compared. */
function barsFor(named: NamedField, companies: readonly PageCompany[]): { title: string; points: Point[] }[] {
  if (named.field.period === "prior_year") return [];
  const byUnit = new Map<string, Point[]>();
  for (const company of companies) {
    const evidence = evidenceFor(company, named);
    if (!evidence || !isNumeric(evidence)) continue;
    const unit = currencyOf(evidence.unit) ?? "";
    const printed = printValue(evidence.value, named.field, evidence.unit);
    byUnit.set(unit, [
      ...(byUnit.get(unit) ?? []),
      { label: company.company.name, value: evidence.value, printed },
    ]);
  }
  return [...byUnit]
    .filter(([, points]) => points.length > 1)
    .map(([unit, points]) => ({
      title: [labelOf(named.field, named.name), unit].filter(Boolean).join(", "),
      points: points.toSorted((a, b) => b.value - a.value),
    }));
}
