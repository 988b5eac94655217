import { ScanSearch } from "lucide-react";
import { useState } from "react";
import type { OutputOf } from "../../api/operations.ts";
import { texts } from "../../texts/index.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Link } from "../../ui/router.tsx";
import { Badge, type Tone } from "../../ui/surface.tsx";
import { type Mark, placePath } from "../reports/mark.ts";
import { PagePlace } from "../reports/page-place.tsx";
import { TagBadge } from "../reports/tag-badge.tsx";
import { humanize } from "./humanize.ts";
import { showValue } from "./show-value.ts";

const { artifacts: words } = texts.agents;
export type Evidence = OutputOf<"agents.artifact">["evidence"][number];
const TONES: Record<Evidence["verdict"], Tone> = {
  found: "good",
  computed: "good",
  quoted: "good",
  not_found: "plain",
  not_verified: "warn",
};

export function VerdictBadge({ verdict }: { verdict: Evidence["verdict"] }) {
  return <Badge tone={TONES[verdict]}>{words.verdicts[verdict]}</Badge>;
}

/** A value with its unit, formatted for display. */
export const showEvidenceValue = ({ value, unit }: Evidence): string =>
  value === null ? showValue(value) : [showValue(value), unit].filter(Boolean).join(" ");

/** One value: what was found, the quoted text and, on click, the page with the source marked. */
export function EvidenceItem(props: { evidence: Evidence; previous?: string | undefined; isOpen?: boolean }) {
  const { evidence, previous } = props;
  const { group, field, quote, expression, reason, report_id, page, box } = evidence;
  const [isOpen, setIsOpen] = useState(props.isOpen ?? false);
  const mark: Mark | null = page === null ? null : { page, box, quote };
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <span className="grow">
          <span className="text-dim">{group} / </span>
          {humanize(field)}
        </span>
        <span className="font-medium tabular-nums">{showEvidenceValue(evidence)}</span>
        <VerdictBadge verdict={evidence.verdict} />
        <TagBadge tagged={evidence.tagged} />
      </p>
      {previous !== undefined && (
        <p className="mt-1">
          <Badge tone="warn">{words.changed(previous)}</Badge>
        </p>
      )}
      {(quote ?? expression ?? reason) && (
        <p className="mt-1 break-words text-dim">{quote ?? expression ?? reason}</p>
      )}
      {report_id !== null && mark && (
        <>
          <p className="mt-2 flex flex-wrap gap-2">
            <Button aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
              <ScanSearch size={15} aria-hidden />
              {isOpen ? words.hidePlace : words.showPlace(String(mark.page))}
            </Button>
            <Link to={placePath(report_id, mark)} target="_blank" className={buttonClass("bare")}>
              {words.openReport}
            </Link>
          </p>
          {isOpen && (
            <div className="mt-3">
              <PagePlace reportId={report_id} mark={mark} />
            </div>
          )}
        </>
      )}
    </>
  );
}
