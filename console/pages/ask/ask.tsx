import { useState } from "react";
import { call } from "../../api/operations.ts";
import { texts } from "../../texts/index.ts";
import { Button } from "../../ui/button.tsx";
import { navigate } from "../../ui/router.tsx";
import { SelectedItem } from "../../ui/selected-item.tsx";
import { Alert, Page } from "../../ui/surface.tsx";
import { Toggles } from "../../ui/toggles.tsx";
import { type Company, CompanySearch, SelectedCompany } from "../companies/company-search.tsx";
import { RecentArtifacts } from "../home/recent-artifacts.tsx";
import { type FoundReport, ReportSearch } from "../reports/report-search.tsx";
import { WatchlistUpdates } from "../watchlists/watchlist-updates.tsx";
import { FRONT_PAGE, handQuestion, useHanded } from "./hand-over.ts";
import { QuestionField } from "./question-field.tsx";
import { ThreadList } from "./thread-list.tsx";

const { ask: words } = texts;
const SCOPES = (["everything", "company", "report"] as const).map((value) => ({
  value,
  label: words.scopes[value],
}));
type Scope = (typeof SCOPES)[number]["value"];
/** Enough of a title to recognise the question by. */
const TITLE_LENGTH_MAX = 80;

/** The front door: one question over everything, and the threads of earlier ones. */
export function AskPage() {
  const [scope, setScope] = useState<Scope>("everything");
  const [company, setCompany] = useState<Company | null>(null);
  const [report, setReport] = useState<FoundReport | null>(null);
  const returned = useHanded(FRONT_PAGE);
  const [error, setError] = useState<Error | null>(returned?.error ?? null);
  const [isStarting, setIsStarting] = useState(false);
  const ask = async (question: string): Promise<boolean> => {
    if (isStarting) return false;
    if (scope === "report" && report) {
      handQuestion(report.report_id, question);
      navigate(`/reports/${report.report_id}`);
      return true;
    }
    setIsStarting(true);
    setError(null);
    try {
      const { thread_id } = await call("threads.create", { title: question.slice(0, TITLE_LENGTH_MAX) });
      const isAboutCompany = scope === "company" && company;
      handQuestion(thread_id, isAboutCompany ? words.ofCompany(company.name, question) : question);
      navigate(`/ask/${thread_id}`);
      return true;
    } catch (problem) {
      setError(problem as Error);
      setIsStarting(false);
      return false;
    }
  };
  return (
    <Page title={words.title} about={words.about} front>
      <QuestionField
        label={words.question}
        placeholder={words.placeholder}
        hint={words.price}
        busy={isStarting}
        initial={returned?.question ?? ""}
        onAsk={ask}
      />
      <div className="mt-3 flex flex-wrap items-start gap-3">
        <Toggles label={words.scope} choices={SCOPES} chosen={scope} onChoose={setScope} />
        <div className="min-w-60 grow">
          {scope === "company" &&
            (company ? (
              <SelectedCompany company={company} onRemove={() => setCompany(null)} />
            ) : (
              <CompanySearch label={words.company} onChoose={setCompany} />
            ))}
          {scope === "report" &&
            (report ? (
              <SelectedItem name={report.file_title} onRemove={() => setReport(null)} />
            ) : (
              <ReportSearch
                label={words.report}
                hint={words.reportHint}
                companyIds={[]}
                onChoose={setReport}
              />
            ))}
        </div>
      </div>
      {scope === "everything" && (
        <div className="mt-2 flex flex-wrap gap-2">
          {words.examples.map((example) => (
            <Button key={example} className="text-left font-normal" onClick={() => void ask(example)}>
              {example}
            </Button>
          ))}
        </div>
      )}
      {error && (
        <div className="mt-3">
          <Alert error={error} />
        </div>
      )}
      <div className="mt-6 grid grid-cols-1 items-start gap-4 lg:grid-cols-3">
        <div className="lg:col-span-2">
          <ThreadList />
        </div>
        <div className="space-y-4">
          <WatchlistUpdates />
          <RecentArtifacts />
        </div>
      </div>
    </Page>
  );
}
