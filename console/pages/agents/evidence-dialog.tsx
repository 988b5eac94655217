import type { OutputOf } from "../../api/operations.ts";
import { useOperation } from "../../api/use-api.ts";
import { texts } from "../../texts/index.ts";
import { Answered } from "../../ui/answer.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { formatDay } from "../../ui/format.ts";
import { Link } from "../../ui/router.tsx";
import { Badge, type Tone } from "../../ui/surface.tsx";
import { showValue } from "./show-value.ts";

const { artifacts: words } = texts.agents;
type Artifact = OutputOf<"agents.artifact">;
const TONES: Record<string, Tone> = {
  found: "good",
  computed: "good",
  quoted: "good",
  not_found: "plain",
  not_verified: "warn",
};

/** Where each value of an artifact stands, why others are missing, and what changed since the one before. */
export function EvidenceDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const artifact = useOperation("agents.artifact", { artifact_id: id });
  return (
    <Dialog title={words.evidence} onClose={onClose}>
      <Answered asked={artifact} rows={8}>
        {(data) => (
          <>
            <p className="mb-3 text-dim">
              {data.company_list.map(({ name }) => name).join(", ")} · {formatDay(data.publish_date)}
            </p>
            <EvidenceList artifact={data} />
          </>
        )}
      </Answered>
    </Dialog>
  );
}

function EvidenceList({ artifact: { evidence, difference } }: { artifact: Artifact }) {
  const changed = new Map(difference?.map((one) => [`${one.group} ${one.field}`, one.old]));
  return (
    <ul className="divide-y divide-line">
      {evidence.map((one) => {
        const key = `${one.group} ${one.field}`;
        return (
          <li key={key} className="py-3">
            <p className="flex flex-wrap items-center gap-2">
              <span className="grow">
                <span className="text-dim">{one.group} / </span>
                {one.field}
              </span>
              <span className="font-medium tabular-nums">
                {showValue(one.value)} {one.value === null ? "" : one.unit}
              </span>
              <Badge tone={TONES[one.verdict] ?? "plain"}>{words.verdicts[one.verdict]}</Badge>
            </p>
            {changed.has(key) && (
              <p className="mt-1">
                <Badge tone="warn">{words.changed(showValue(changed.get(key)))}</Badge>
              </p>
            )}
            {(one.quote ?? one.expression ?? one.reason) && (
              <p className="mt-1 text-dim">{one.quote ?? one.expression ?? one.reason}</p>
            )}
            {one.report_id !== null && one.page !== null && (
              <Link to={placeOf(one)} className="mt-1 inline-block text-accent underline underline-offset-2">
                {words.page(String(one.page))}
              </Link>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** The report, opened at the page with the number marked. */
function placeOf({ report_id, page, box }: Artifact["evidence"][number]): string {
  const mark = box === null ? "" : `&box=${box.join(",")}`;
  return `/reports/${report_id}?page=${page}${mark}`;
}
