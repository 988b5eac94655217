import { useOperation } from "../../api/use-api.ts";
import { texts } from "../../texts/index.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { formatDay } from "../../ui/format.ts";
import { QueryView } from "../../ui/query-view.tsx";
import { EvidenceItem } from "./evidence-item.tsx";
import { showValue } from "./show-value.ts";
import { fieldKey } from "./use-evidence.ts";

const { artifacts: words } = texts.agents;

/**
 * The source of each value of an artifact, why others are missing, and what changed since the previous one.
 */
export function EvidenceDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const artifact = useOperation("agents.artifact", { artifact_id: id });
  return (
    <Dialog title={words.evidence} onClose={onClose} wide>
      <QueryView query={artifact} rows={8}>
        {({ company_list, publish_date, evidence, difference }) => {
          const before = new Map(
            difference?.map(({ group, field: name, old }) => [fieldKey(group, name), showValue(old)]),
          );
          return (
            <>
              <p className="mb-3 text-dim">
                {company_list.map(({ name }) => name).join(", ")} · {formatDay(publish_date)}
              </p>
              <ul className="divide-y divide-line">
                {evidence.map((one) => {
                  const key = fieldKey(one.group, one.field);
                  return (
                    <li key={key} className="py-3">
                      <EvidenceItem evidence={one} previous={before.get(key)} />
                    </li>
                  );
                })}
              </ul>
            </>
          );
        }}
      </QueryView>
    </Dialog>
  );
}
