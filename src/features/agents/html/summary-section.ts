import { type Html, html } from "../../../kernel/html.ts";
import type { NamedField } from "../builders/field-mapping.ts";
import { type Point, sparkline } from "./charts.ts";
import { cite, evidenceFor, type PageCompany } from "./page-company.ts";
import { isNumeric, labelOf, printValue } from "./print-value.ts";
import { listSeries, pointsOf, type Series } from "./series.ts";

const TILES_PER_COMPANY = 4;

/** The first figures of each company, with their trend when an earlier value is known. */
export function summarySection(fields: readonly NamedField[], companies: readonly PageCompany[]): Html {
  const series = listSeries(fields);
  const total = companies.reduce((sum, { evidence }) => sum + evidence.length, 0);
  const given = companies.reduce(
    (sum, { evidence }) => sum + evidence.filter(({ value }) => value !== null).length,
    0,
  );
  const parts = companies.map((company) => {
    const tiles = tilesOf(fields, company, series);
    return tiles.length === 0
      ? html``
      : html`<h3>${company.company.name}</h3><ul class="tiles">${tiles}</ul>`;
  });
  return html`<section><h2>Summary</h2>
<p>${given} of ${total} values were found and verified.</p>
${parts}</section>`;
}

function tilesOf(fields: readonly NamedField[], company: PageCompany, series: readonly Series[]): Html[] {
  const shown = fields
    .filter(({ field }) => field.period !== "prior_year")
    .toSorted((a, b) => Number(b.field.required ?? false) - Number(a.field.required ?? false));
  const tiles: Html[] = [];
  for (const named of shown) {
    if (tiles.length === TILES_PER_COMPANY) break;
    const evidence = evidenceFor(company, named);
    if (!evidence || !isNumeric(evidence)) continue;
    const own = series.find((one) => one.fields.at(-1) === named);
    const points = own ? pointsOf(own, company) : [];
    tiles.push(html`<li><span class="name">${labelOf(named.field, named.name)}</span>
<span class="value">${printValue(evidence.value, named.field, evidence.unit)}</span>
${direction(points)}<span class="more">${cite(evidence)}</span>
${points.length > 1 ? sparkline(points) : null}</li>`);
  }
  return tiles;
}

function direction(points: readonly Point[]): Html | null {
  const [first, last] = [points.at(-2), points.at(-1)];
  if (!first || !last || first.value <= 0) return null;
  const change = (last.value / first.value - 1) * 100;
  const word = change >= 0 ? "up" : "down";
  const percent = Math.abs(change).toFixed(1);
  return html`<span class="more"><span class="${word}">${change >= 0 ? "▲" : "▼"} ${percent} %</span> year on year</span>`;
}
