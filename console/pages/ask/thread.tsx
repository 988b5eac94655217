import { Plus } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { RequestFailure } from "../../api/request.ts";
import { useOperation } from "../../api/use-api.ts";
import type { PageProps } from "../../shell/pages.tsx";
import { texts } from "../../texts/index.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Link } from "../../ui/router.tsx";
import { Alert, Empty, Page, Skeleton } from "../../ui/surface.tsx";
import { useKeys } from "../../ui/use-keys.ts";
import { useWide } from "../../ui/use-wide.ts";
import { MessageView } from "./message.tsx";
import { useNearestPages } from "./nearest-pages.tsx";
import { type Message, type Place, placesOf, reportsOf } from "./places.ts";
import { QuestionField } from "./question-field.tsx";
import { loadViewer, SourcePane } from "./source-pane.tsx";
import { type Thread, ThreadTools } from "./thread-tools.tsx";
import { useThreadQuestions } from "./use-thread-questions.ts";

const { ask: words } = texts;

const FIRST = { label: words.question, placeholder: words.placeholder, hint: words.price };
const NEXT = { label: words.followUp, placeholder: words.followUp, hint: words.followUpHint };

export function ThreadPage({ params }: PageProps) {
  const thread_id = params["id"] ?? "";
  const thread = useOperation("threads.get", { thread_id });
  const isWide = useWide();
  // While the thread is on its way: next to the answer its page is opened at once.
  useEffect(() => {
    if (isWide) void loadViewer();
  }, [isWide]);
  if (thread.data) return <OpenThread thread={thread.data} />;
  const isUnknown = thread.error instanceof RequestFailure && thread.error.status === 404;
  return (
    <Page title={isUnknown ? words.unknown : texts.shell.palette.thread}>
      {isUnknown && (
        <Empty title={words.unknownHint}>
          <Link to="/" className={buttonClass("first")}>
            {words.newThread}
          </Link>
        </Empty>
      )}
      {!isUnknown && (thread.error ? <Alert error={thread.error} /> : <Skeleton rows={10} tall />)}
    </Page>
  );
}

function OpenThread({ thread }: { thread: Thread & { message_list: Message[] } }) {
  const isWide = useWide();
  // The same places while the answers are the same: a new one would scroll its page back to the mark.
  const messages = useMemo(
    () => thread.message_list.map((message) => ({ message, places: placesOf(message) })),
    [thread.message_list],
  );
  const [chosen, setChosen] = useState<Place | null>(null);
  const { question, progress, error, followUp, isFirstPending, isEmpty, interrupted } = useThreadQuestions(
    thread,
    () => setChosen(null),
  );
  const last = messages.at(-1)?.message;
  const nearest = useNearestPages(last);
  const all = [...messages.flatMap(({ places }) => places), ...(nearest.data ?? [])];
  // Next to the conversation the first source of the latest answer is open; below it only what was chosen.
  const latest = isWide ? (messages.at(-1)?.places[0] ?? nearest.data?.[0]) : undefined;
  const current = chosen ?? latest;
  const index = all.findIndex(({ id }) => id === current?.id);
  const step = (by: number) => setChosen(all[Math.min(all.length - 1, Math.max(0, index + by))] ?? null);
  useKeys({ j: () => step(1), k: () => step(-1) });

  const pane = current && (
    <SourcePane place={current} index={Math.max(0, index)} count={Math.max(1, all.length)} onStep={step} />
  );
  // A page is on its way with the first answer, or with the pages nearest to a question. An answer without any has the
  // whole width.
  const hasPane = isWide && (pane !== undefined || isFirstPending || nearest.isLoading);
  return (
    <Page
      title={thread.title}
      actions={
        <>
          <Link to="/" className={buttonClass("bare")}>
            <Plus size={15} aria-hidden />
            {words.newThread}
          </Link>
          <ThreadTools thread={thread} messages={thread.message_list} />
        </>
      }
    >
      <div
        className={classNames(
          "grid grid-cols-1 gap-6",
          hasPane && "lg:grid-cols-[minmax(22rem,2fr)_minmax(0,3fr)]",
        )}
      >
        <div className="min-w-0 space-y-5">
          {messages.map(({ message, places }) => (
            <MessageView
              key={message.message_id}
              title={thread.title}
              message={message}
              places={places}
              current={current}
              onOpen={setChosen}
              onAsk={(next) => void followUp(next)}
            >
              {!isWide && current?.id.startsWith(message.message_id) && (
                <div className="mt-4 h-[70dvh]">{pane}</div>
              )}
            </MessageView>
          ))}
          {question !== null && <Pending question={question} progress={progress} />}
          {error && <Alert error={error} />}
          {question === null && (
            <FollowUps questions={last?.follow_ups ?? []} onAsk={(next) => void followUp(next)} />
          )}
          <QuestionField
            {...(isEmpty ? FIRST : NEXT)}
            busy={question !== null}
            initial={interrupted}
            onAsk={followUp}
          >
            <ScopeChips message={last} period={thread.scope?.period} />
          </QuestionField>
        </div>
        {hasPane && (
          <div className="sticky top-4 h-[calc(100dvh-8.5rem)]">{pane ?? <Skeleton rows={10} tall />}</div>
        )}
      </div>
    </Page>
  );
}

/** What a follow-up is about unless it names something else: companies, report and period of the last answer. */
function ScopeChips({
  message,
  period,
}: {
  message: Message | undefined;
  period: string | null | undefined;
}) {
  const read = message ? reportsOf(message) : [];
  // With companies, the reports of several are those that happened to be read.
  const reports = message?.companies.length === 0 || read.length === 1 ? read : [];
  return (
    <>
      {message?.companies.map(({ svc_entity_id, name }) => (
        <Link key={svc_entity_id} to={`/companies/${svc_entity_id}`} className={CHIP}>
          {name}
        </Link>
      ))}
      {reports.map(({ report_id, title }) => (
        <Link key={report_id} to={`/reports/${report_id}`} className={CHIP}>
          {title}
        </Link>
      ))}
      {period && <span className={classNames(CHIP, "hover:no-underline")}>{period}</span>}
    </>
  );
}

const CHIP =
  "max-w-56 truncate rounded-full bg-accent-soft px-2.5 py-0.5 font-medium text-accent-strong hover:underline";

/** The question being answered, and what the service is doing for it. */
function Pending({ question, progress }: { question: string; progress: string }) {
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    place.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <article ref={place} className="border-line border-b pb-5">
      <h2 className="font-semibold text-base">{question}</h2>
      <p role="status" className="mt-2 animate-[waiting_1.4s_infinite] text-dim">
        {progress || words.working}
      </p>
    </article>
  );
}

function FollowUps({
  questions,
  onAsk,
}: {
  questions: readonly string[];
  onAsk: (question: string) => void;
}) {
  if (questions.length === 0) return null;
  return (
    <ul aria-label={words.followUps} className="flex flex-wrap gap-2">
      {questions.map((question) => (
        <li key={question}>
          <Button className="text-left font-normal" onClick={() => onAsk(question)}>
            {question}
          </Button>
        </li>
      ))}
    </ul>
  );
}
