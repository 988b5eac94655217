import type { OutputOf } from "../../api/operations.ts";
import { texts } from "../../texts/index.ts";
import { formatWhole } from "../../ui/format.ts";

const { reports: words } = texts;
export type Digest = OutputOf<"reports.certificate">;

/** How far the reading of a report has come, in words. */
export function describeDigest({ digest_state, digest_reason, pages_done, certificate }: Digest): string {
  if (digest_state === "failed") return digest_reason ?? words.states["failed"] ?? "";
  if (digest_state === "ready") return words.isReady;
  if (digest_state === "waiting" && pages_done === 0) return words.queued;
  if (digest_state === "embedding") return words.states["embedding"] ?? "";
  if (!certificate) return words.pagesReadSoFar(formatWhole(pages_done));
  return words.pagesRead(formatWhole(pages_done), formatWhole(certificate.page_count));
}
