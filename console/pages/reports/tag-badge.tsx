import { texts } from "../../texts/index.ts";
import { Badge } from "../../ui/surface.tsx";

type Tagged = "match" | "differs" | "not_tagged";

/**
 * Whether the company's XBRL tags agree with a number. A difference is a reason to look, not a verdict;
 * without a tag, shows nothing.
 */
export function TagBadge({ tagged }: { tagged?: Tagged | undefined }) {
  if (tagged === undefined || tagged === "not_tagged") return null;
  return <Badge tone={tagged === "match" ? "good" : "warn"}>{texts.reports.tagged[tagged]}</Badge>;
}
