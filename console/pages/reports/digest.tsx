import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { call, type OutputOf } from "../../api/operations.ts";
import { texts } from "../../texts/index.ts";
import { formatWhole } from "../../ui/format.ts";

const { reports: words } = texts;
export type Digest = OutputOf<"reports.certificate">;
const POLL_MILLISECONDS = 1_000;

export const isDigested = ({ digest_state }: Digest): boolean =>
  digest_state === "ready" || digest_state === "failed";

/** The progress of reading a report, polled until it is finished. */
export function useDigest(report_id: string): UseQueryResult<Digest> {
  return useQuery({
    queryKey: ["reports.certificate", { report_id }],
    queryFn: () => call("reports.certificate", { report_id }),
    enabled: report_id !== "",
    refetchInterval: ({ state: { data } }) => (data && !isDigested(data) ? POLL_MILLISECONDS : false),
  });
}

export function describeDigest(digest: Digest): string {
  const { digest_state, digest_reason, pages_done, page_count, certificate } = digest;
  if (digest_state === "failed") return digest_reason ?? words.states["failed"] ?? "";
  if (digest_state === "ready") return words.isReady;
  if (digest_state === "embedding")
    return words.indexing(formatWhole(certificate?.vectors ?? 0), formatWhole(certificate?.chunks ?? 0));
  if (page_count === null) return words.queued;
  return words.pagesRead(formatWhole(pages_done), formatWhole(page_count));
}

export function DigestProgress({ digest, label }: { digest: Digest; label: string }) {
  const { pages_done, page_count, certificate, digest_state } = digest;
  if (isDigested(digest)) return null;
  const isIndexing = digest_state === "embedding" && certificate !== null;
  const [done, total] = isIndexing ? [certificate.vectors, certificate.chunks] : [pages_done, page_count];
  return (
    <progress
      aria-label={label}
      className="mt-3 h-1 w-full accent-accent"
      max={total || 1}
      value={total === null ? undefined : done}
    />
  );
}
