import { useState } from "react";
import { call } from "../../api/operations.ts";
import { texts } from "../../texts/index.ts";
import { Button } from "../../ui/button.tsx";
import { navigate } from "../../ui/router.tsx";
import { Alert, Page } from "../../ui/surface.tsx";
import { RecentArtifacts } from "../home/recent-artifacts.tsx";
import { SearchAlerts } from "../search/search-alerts.tsx";
import { WatchlistUpdates } from "../watchlists/watchlist-updates.tsx";
import { FRONT_PAGE, handQuestion, useHanded } from "./hand-over.ts";
import { QuestionField } from "./question-field.tsx";
import { NOTHING_CHOSEN, ScopePicker } from "./scope-picker.tsx";
import { ThreadList } from "./thread-list.tsx";

const { ask: words } = texts;
/** Enough of a title to recognise the question by. */
const TITLE_LENGTH_MAX = 80;

/** The front door: one question over everything, and the threads of earlier ones. */
export function AskPage() {
  const returned = useHanded(FRONT_PAGE);
  const [chosen, setChosen] = useState(returned?.chosen ?? NOTHING_CHOSEN);
  const [error, setError] = useState<Error | null>(returned?.error ?? null);
  const [isStarting, setIsStarting] = useState(false);
  const ask = async (question: string): Promise<boolean> => {
    if (isStarting) return false;
    setIsStarting(true);
    setError(null);
    try {
      const { thread_id } = await call("threads.create", { title: question.slice(0, TITLE_LENGTH_MAX) });
      handQuestion(thread_id, question, { chosen });
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
      <ScopePicker chosen={chosen} onChange={setChosen} />
      {chosen === NOTHING_CHOSEN && (
        <div data-items className="mt-2 flex flex-wrap gap-2">
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
          <SearchAlerts />
          <WatchlistUpdates />
          <RecentArtifacts />
        </div>
      </div>
    </Page>
  );
}
