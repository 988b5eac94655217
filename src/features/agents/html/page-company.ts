import { type Html, html } from "../../../kernel/html.ts";
import type { Evidence } from "../artifacts/artifact.ts";
import type { NamedField } from "../builders/field-mapping.ts";
import type { CompanyReference } from "../company-reference.ts";

/** A company of the page, with what was read about it. */
export interface PageCompany {
  company: CompanyReference;
  evidence: readonly Evidence[];
}

export function evidenceFor({ evidence }: PageCompany, { group, name }: NamedField): Evidence | undefined {
  return evidence.find((one) => one.group === group && one.field === name);
}

/** A link to the page of the report with the source marked. */
export function cite(evidence: Evidence): Html | null {
  const [claim] = evidence.claim_ids;
  if (evidence.page === null) return null;
  const text = evidence.verdict === "computed" ? `computed, p. ${evidence.page}` : `p. ${evidence.page}`;
  return claim === undefined ? html`${text}` : html`<a class="cite" href="/c/${claim}">${text}</a>`;
}
