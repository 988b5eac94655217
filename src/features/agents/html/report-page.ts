import { type Html, html, renderDocument, trustedHtml } from "../../../kernel/html.ts";
import type { Evidence, Provenance, Value } from "../artifacts/artifact.ts";
import { listFields, type NamedField } from "../builders/field-mapping.ts";
import { chartSection } from "./chart-section.ts";
import { cite, evidenceFor, type PageCompany } from "./page-company.ts";
import { labelOf, printValue, shorten } from "./print-value.ts";
import { STYLE } from "./style.ts";
import { summarySection } from "./summary-section.ts";

export interface PageContent {
  provenance: Provenance;
  companies: readonly PageCompany[];
}

const COLUMNS_MAX = 5;

/** The report as one file: no requests, no scripts, and all document text escaped. */
export function reportPage({ provenance, companies }: PageContent): string {
  const fields = listFields(provenance.field_mapping);
  const title = provenance.builder_name;
  const day = printDay(provenance.made_at);
  return renderDocument({
    title: `${title} · ${day}`,
    head: html`<meta name="robots" content="noindex">
<style>${trustedHtml(STYLE)}</style>`,
    body: html`<main>
<header>
<p class="kicker">Agent builder report</p>
<h1>${title}</h1>
<p class="soft">${day} · ${count(companies.length, "company", "companies")} · ${count(provenance.documents.length, "report", "reports")} read · each figure links to its page</p>
</header>
${summarySection(fields, companies)}
${chartSection(fields, companies)}
${tableSection(fields, companies)}
${quoteSection(fields, companies)}
${sourceSection(provenance, companies)}
${methodSection(provenance, companies)}
<footer>Made by Florin from the reports named above. Figures are as the companies reported them; this is no advice.</footer>
</main>`,
  });
}

const WORDS = new Set(["text", "list", "table"]);

function tableSection(fields: readonly NamedField[], companies: readonly PageCompany[]): Html {
  const shown = fields.filter(({ field }) => !WORDS.has(field.type));
  if (shown.length === 0) return html``;
  const parts: PageCompany[][] = [];
  for (let at = 0; at < companies.length; at += COLUMNS_MAX)
    parts.push(companies.slice(at, at + COLUMNS_MAX));
  return html`<section><h2>Figures</h2>
${parts.map((part) => figureTable(shown, part))}</section>`;
}

function figureTable(fields: readonly NamedField[], companies: readonly PageCompany[]): Html {
  const groups = [...new Set(fields.map(({ group }) => group))];
  const heads = companies.map(({ company }) => html`<th scope="col" class="number">${company.name}</th>`);
  const bodies = groups.map((group) => {
    const rows = fields
      .filter((field) => field.group === group)
      .map(
        (named) => html`<tr><th scope="row">${labelOf(named.field, named.name)}</th>
${companies.map((company) => figureCell(named, evidenceFor(company, named)))}</tr>`,
      );
    return html`<tbody><tr><th class="group" scope="rowgroup" colspan="${companies.length + 1}">${group}</th></tr>
${rows}</tbody>`;
  });
  return html`<div class="scroll" role="region" aria-label="Figures of ${companies.map(({ company }) => company.name).join(", ")}" tabindex="0"><table>
<caption>As reported; the small print leads to the page.</caption>
<thead><tr><th scope="col">Figure</th>${heads}</tr></thead>
${bodies}
</table></div>`;
}

function figureCell({ field }: NamedField, evidence: Evidence | undefined): Html {
  if (!evidence || evidence.value === null) return html`<td class="number none">not found</td>`;
  return html`<td class="number"><span class="figure">${printValue(evidence.value, field, evidence.unit)}</span><br>${cite(evidence)}</td>`;
}

function quoteSection(fields: readonly NamedField[], companies: readonly PageCompany[]): Html {
  const words = fields.filter(({ field }) => WORDS.has(field.type));
  const parts = companies.flatMap((company) => {
    const found = words.flatMap((named) => {
      const evidence = evidenceFor(company, named);
      return evidence && evidence.value !== null ? [quoteBlock(named, evidence)] : [];
    });
    return found.length === 0 ? [] : [html`<h3>${company.company.name}</h3>${found}`];
  });
  return parts.length === 0 ? html`` : html`<section><h2>In the companies’ own words</h2>${parts}</section>`;
}

function quoteBlock({ field, name }: NamedField, evidence: Evidence): Html {
  const label = labelOf(field, name);
  if (field.type === "table")
    return html`<p class="soft small">${label} (${cite(evidence)})</p>${rowTable(label, evidence.value)}`;
  if (Array.isArray(evidence.value)) {
    const items = evidence.value.map((item, at) => {
      const claim = evidence.claim_ids[at];
      const text = shorten(String(item));
      return html`<li>${claim ? html`<a href="/c/${claim}">${text}</a>` : text}</li>`;
    });
    return html`<blockquote><ul>${items}</ul><p class="soft small">${label} · ${cite(evidence)}</p></blockquote>`;
  }
  const text = shorten(evidence.quote ?? String(evidence.value));
  return html`<blockquote><p>${text}</p><p class="soft small">${label} · ${cite(evidence)}</p></blockquote>`;
}

function rowTable(label: string, value: Value): Html {
  const rows = Array.isArray(value) ? value.filter((row) => typeof row === "object") : [];
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return html`<div class="scroll" role="region" aria-label="${label}" tabindex="0"><table><caption>${label}</caption>
<thead><tr>${columns.map((column) => html`<th scope="col">${column === "label" ? "Row" : column}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${columns.map((column) => html`<td>${row[column] ?? ""}</td>`)}</tr>`)}</tbody></table></div>`;
}

function sourceSection({ documents }: Provenance, companies: readonly PageCompany[]): Html {
  const names = new Map(companies.map(({ company }) => [company.svc_entity_id, company.name]));
  const items = documents.map(
    (document) => html`<li>${document.title}, ${names.get(document.svc_entity_id ?? "") ?? ""}
<span class="soft">${document.publish_date ? `published ${document.publish_date}` : "undated"}</span><br>
<code>sha256 ${document.file_sha256}</code></li>`,
  );
  return html`<section><h2>Sources</h2><ol class="sources">${items}</ol></section>`;
}

function methodSection(provenance: Provenance, companies: readonly PageCompany[]): Html {
  const all = companies.flatMap(({ evidence }) => [...evidence]);
  const tally = (verdict: Evidence["verdict"]) => all.filter((one) => one.verdict === verdict).length;
  const versions = Object.entries(provenance.engine_versions).map(([part, version]) => `${part} ${version}`);
  return html`<section><h2>Method and provenance</h2>
<p>Each field was looked for in the newest report of the company that covers its period. Figures were found in the
statements or computed from them, and read again from the printed page before they were taken; sentences are quoted
word by word. What could not be verified was left out rather than guessed.</p>
<dl class="facts">
<dt>Found on a page</dt><dd>${tally("found")}</dd>
<dt>Computed from figures on a page</dt><dd>${tally("computed")}</dd>
<dt>Quoted</dt><dd>${tally("quoted")}</dd>
<dt>Not found or not verified</dt><dd>${tally("not_found") + tally("not_verified")}</dd>
<dt>Engine</dt><dd>${provenance.engine} (${versions.join(", ")})</dd>
<dt>Made</dt><dd>${provenance.made_at}</dd>
</dl></section>`;
}

function printDay(time: string): string {
  const date = new Date(time);
  const day = { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat("en-GB", day).format(date);
}

function count(amount: number, one: string, many: string): string {
  return `${amount} ${amount === 1 ? one : many}`;
}
