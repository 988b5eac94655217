import type { OutputOf } from "../../api/operations.ts";
import type { Claim } from "../reports/link-numbers.ts";
import type { Mark } from "../reports/mark.ts";

export type Message = OutputOf<"threads.get">["message_list"][number];
type Source = Message["sources"][number];

/** A source of an answer that can be opened: a page of a report, with the number marked. */
export interface Place {
  id: string;
  claimId: string | null;
  reportId: string;
  title: string;
  label: string;
  mark: Mark;
}

/** The sources of an answer in the order of its numbers; what a number was computed from takes its place. */
export function placesOf(message: Message): Place[] {
  const { claims, spans, sources, message_id } = message;
  const byId = new Map(claims.map((claim) => [claim.claim_id, claim]));
  const first = spans
    .toSorted((a, b) => a.start - b.start)
    .flatMap(({ claim_id }) => {
      const claim = byId.get(claim_id);
      return claim ? [claim, ...claim.computed_from.flatMap((id) => byId.get(id) ?? [])] : [];
    });
  const places = [...new Set([...first, ...claims])].flatMap((claim) => {
    const report = reportOf(claim, message);
    if (claim.page === null || !report?.report_id) return [];
    const { claim_id: claimId, page, box, quote } = claim;
    const label = quote ?? claim.label;
    const mark = { page, box, quote };
    const id = `${message_id} ${claimId}`;
    return [{ id, claimId, reportId: report.report_id, title: report.title, label, mark }];
  });
  const isListed = ({ report_id, page }: Source) =>
    places.some(({ reportId, mark }) => reportId === report_id && mark.page === page);
  const pages = sources.flatMap((source) => {
    const { report_id: reportId, page, title } = source;
    if (reportId === null || page === null || isListed(source)) return [];
    const mark = { page, box: null, quote: null };
    return [{ id: `${message_id} ${reportId} ${page}`, claimId: null, reportId, title, label: "", mark }];
  });
  return [...places, ...new Map(pages.map((place) => [place.id, place])).values()];
}

/** The report a claim was read from: by its link, by another claim of the same document, or by its page. */
function reportOf(claim: Claim, { claims, sources }: Message): Source | undefined {
  const reports = sources.filter(({ report_id }) => report_id !== null);
  const linked = ({ claim_id }: Claim) =>
    reports.find(({ link }) => link !== null && new URL(link).pathname === `/c/${claim_id}`);
  const sameDocument = claims.filter(({ document_sha256 }) => document_sha256 === claim.document_sha256);
  const byLink = [claim, ...sameDocument].map(linked).find((source) => source !== undefined);
  return byLink ?? reports.find(({ page }) => page === claim.page) ?? reports[0];
}

/** The reports that an answer was read from, each once. */
export const reportsOf = ({ sources }: Message): Source[] => [
  ...new Map(sources.flatMap((one) => (one.report_id === null ? [] : [[one.report_id, one]]))).values(),
];
