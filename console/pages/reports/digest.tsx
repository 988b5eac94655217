import type { UseQueryResult } from "@tanstack/react-query";
import type { OutputOf } from "../../api/operations.ts";
import { useLiveOperation } from "../../api/use-api.ts";
import { texts } from "../../texts/index.ts";
import { formatWhole } from "../../ui/format.ts";

const { reports: words } = texts;
export type Digest = OutputOf<"reports.certificate">;

export const isDigested = ({ digest_state }: Digest): boolean =>
  digest_state === "ready" || digest_state === "failed";

/** The progress of reading a report, until it is finished. */
export function useDigest(report_id: string): UseQueryResult<Digest> {
  return useLiveOperation("reports.certificate", { report_id }, (digest) => !isDigested(digest), {
    enabled: report_id !== "",
  });
}

/** Why reading failed is written for programs first: "damaged_pdf: The file begins as …". */
const CODE = /^[a-z_]+: /;

export function describeDigest(digest: Digest): string {
  const { digest_state, digest_reason, pages_done, page_count, certificate } = digest;
  if (digest_state === "failed") return digest_reason?.replace(CODE, "") ?? words.states["failed"] ?? "";
  if (digest_state === "ready") return words.isReady;
  if (digest_state === "embedding")
    return words.indexing(formatWhole(certificate?.vectors ?? 0), formatWhole(certificate?.chunks ?? 0));
  // The number of pages is not known before the file was opened.
  if (!page_count) return words.queued;
  return words.pagesRead(formatWhole(pages_done), formatWhole(page_count));
}

export function DigestProgress({ digest, label }: { digest: Digest; label: string }) {
  const { pages_done, page_count, certificate, digest_state } = digest;
  if (isDigested(digest)) return null;
  const isIndexing = digest_state === "embedding" && certificate !== null;
  const [done, total] = isIndexing ? [certificate.vectors, certificate.chunks] : [pages_done, page_count];
  return (
    <progress aria-label={label} className="mt-3 w-full" max={total || 1} value={total ? done : undefined} />
  );
}
