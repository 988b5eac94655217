import { FlaskConical } from "lucide-react";
import { useState } from "react";
import { useOperationMutation } from "../../api/use-api.ts";
import { texts } from "../../texts/index.ts";
import { Button } from "../../ui/button.tsx";
import { formatWhole } from "../../ui/format.ts";
import { SelectedItem } from "../../ui/selected-item.tsx";
import { Alert } from "../../ui/surface.tsx";
import type { Company } from "../companies/company-search.tsx";
import { type FoundReport, ReportSearch } from "../reports/report-search.tsx";
import { type Row, toMapping } from "./mapping.ts";
import { readTrialResults, type TrialResults } from "./trial-results.ts";

const { tryOut: words } = texts.agents;
const FIELDS_PER_CREDIT = 10;

/** Reads one report for the current fields, before anything is saved. */
export function TryFields(props: {
  rows: readonly Row[];
  canTry: boolean;
  /** The fields cannot be tried yet: the form says why. */
  onNotReady: () => void;
  companies: readonly Company[];
  onTrialResults: (trialResults: TrialResults) => void;
}) {
  const { rows, canTry, onNotReady, companies, onTrialResults } = props;
  const [isOpen, setIsOpen] = useState(false);
  const [report, setReport] = useState<FoundReport | null>(null);
  const attempt = useOperationMutation("agents.try");
  const credits = Math.ceil(rows.length / FIELDS_PER_CREDIT);
  const run = (report_id: string) =>
    attempt.mutate(
      { report_id, field_mapping: toMapping(rows) },
      { onSuccess: (found) => onTrialResults(readTrialResults(rows, found)) },
    );
  if (!isOpen)
    return (
      <Button onClick={() => setIsOpen(true)}>
        <FlaskConical size={15} aria-hidden />
        {words.open}
      </Button>
    );
  return (
    <section aria-label={words.open} className="space-y-3">
      {report ? (
        <>
          <p className="font-medium">{words.report}</p>
          <SelectedItem name={report.file_title} onRemove={() => setReport(null)} />
        </>
      ) : (
        <div className="max-w-2xl">
          <ReportSearch
            label={words.report}
            hint={words.reportHint}
            companyIds={companies.map(({ svc_entity_id }) => svc_entity_id)}
            onChoose={setReport}
          />
        </div>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          kind="first"
          busy={attempt.isPending}
          disabled={report === null}
          onClick={() => (canTry && report ? run(report.report_id) : onNotReady())}
        >
          {words.run(formatWhole(credits))}
        </Button>
        <p className="text-dim" aria-live="polite">
          {attempt.isPending ? words.reading : attempt.data ? words.done : words.about}
        </p>
      </div>
      {attempt.error && <Alert error={attempt.error} />}
    </section>
  );
}
