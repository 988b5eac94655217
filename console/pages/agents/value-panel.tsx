import { X } from "lucide-react";
import { useOperation } from "../../api/use-api.ts";
import { texts } from "../../texts/index.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { formatDay, formatMoment, formatWhole } from "../../ui/format.ts";
import { QueryView } from "../../ui/query-view.tsx";
import { Link } from "../../ui/router.tsx";
import { useWide } from "../../ui/use-wide.ts";
import { type Mark, placePath } from "../reports/mark.ts";
import { PagePlace } from "../reports/page-place.tsx";
import { TagBadge } from "../reports/tag-badge.tsx";
import type { Artifact } from "./changes.ts";
import { VerdictBadge } from "./evidence-item.tsx";
import { formatCell } from "./grid-cell.tsx";
import { fieldValue, namesOf } from "./grid-rows.ts";
import { humanize } from "./humanize.ts";
import { type Evidence, fieldKey } from "./use-evidence.ts";

const { artifacts: words } = texts.agents;

interface PanelProps {
  /** The artifact the value is from. */
  id: string;
  field: string;
  /** The artifacts of the same companies, the newest first. */
  history: readonly Artifact[];
  onOpen: (id: string, field?: string) => void;
  onClose: () => void;
}

/** One value of the grid: its source on the page, and what earlier runs found. Next to the grid, or over it. */
export function ValuePanel(props: PanelProps) {
  const isWide = useWide();
  const shown = props.history.find(({ id }) => id === props.id);
  const title = shown ? namesOf(shown) : words.evidence;
  if (!isWide)
    return (
      <Dialog title={title} onClose={props.onClose} wide>
        <Details {...props} />
      </Dialog>
    );
  return (
    <aside
      aria-label={words.evidence}
      className="sticky top-4 max-h-[calc(100dvh-2rem)] overflow-y-auto rounded-xl border border-line bg-card p-5 shadow-xs"
    >
      <div className="mb-3 flex items-start justify-between gap-2">
        <h2 className="min-w-0 break-words font-semibold">{title}</h2>
        <Button kind="bare" onClick={props.onClose} aria-label={texts.ui.close} className="-mt-1.5 -mr-2">
          <X size={17} aria-hidden />
        </Button>
      </div>
      <Details {...props} />
    </aside>
  );
}

function Details({ id, field, history, onOpen }: PanelProps) {
  const artifact = useOperation("agents.artifact", { artifact_id: id });
  return (
    <QueryView query={artifact} rows={8}>
      {({ evidence }) => {
        const one = evidence.find(({ group, field: name }) => fieldKey(group, name) === field);
        if (!one) return <p className="text-dim">{words.verdicts.not_found}</p>;
        return (
          <div className="space-y-4">
            <Source evidence={one} />
            <History evidence={one} shownId={id} history={history} onOpen={(other) => onOpen(other, field)} />
            <Button onClick={() => onOpen(id)}>{words.allSources}</Button>
          </div>
        );
      }}
    </QueryView>
  );
}

function Source({ evidence }: { evidence: Evidence }) {
  const { group, field, value, unit, verdict, tagged, quote, expression, reason } = evidence;
  const { report_id, page, box } = evidence;
  const mark: Mark | null = page === null ? null : { page, box, quote };
  const said = quote ?? expression ?? reason;
  return (
    <>
      <div>
        <p className="text-dim">
          {group} / {humanize(field)}
        </p>
        <p className="mt-1 flex flex-wrap items-center gap-2">
          <span className="font-semibold text-lg tabular-nums">{formatCell(value, unit)}</span>
          <VerdictBadge verdict={verdict} />
          <TagBadge tagged={tagged} />
        </p>
        {said && <p className="mt-1 break-words text-dim">{said}</p>}
      </div>
      {report_id !== null && mark && (
        <div className="space-y-2">
          <p className="flex flex-wrap items-center justify-between gap-2">
            <span>{words.onPage(formatWhole(mark.page))}</span>
            <Link to={placePath(report_id, mark)} target="_blank" className={buttonClass("bare")}>
              {words.openReport}
            </Link>
          </p>
          <PagePlace key={`${report_id} ${field}`} reportId={report_id} mark={mark} />
        </div>
      )}
    </>
  );
}

function History(props: {
  evidence: Evidence;
  shownId: string;
  history: readonly Artifact[];
  onOpen: (id: string) => void;
}) {
  const { evidence, shownId, history, onOpen } = props;
  const { group, field: name, unit } = evidence;
  return (
    <section aria-label={words.history}>
      <h3 className="font-medium">{words.history}</h3>
      <ul className="mt-1 divide-y divide-line">
        {history.map((artifact) => (
          <li key={artifact.id}>
            <button
              type="button"
              aria-current={artifact.id === shownId}
              title={formatMoment(artifact.created_at)}
              onClick={() => onOpen(artifact.id)}
              className={classNames(
                "flex h-9 w-full items-center justify-between gap-3 rounded-md px-1.5 tabular-nums hover:bg-soft",
                artifact.id === shownId && "bg-accent-soft text-accent-strong",
              )}
            >
              <span className="shrink-0">{formatDay(artifact.publish_date)}</span>
              <span className="truncate">{formatCell(fieldValue(artifact, { group, name }), unit)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
