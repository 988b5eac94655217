import type { ReactNode } from "react";
import { texts } from "../../texts/index.ts";
import { Button } from "../../ui/button.tsx";
import { formatDay, formatWhole } from "../../ui/format.ts";
import { List, ListRow } from "../../ui/list.tsx";
import { Badge } from "../../ui/surface.tsx";
import { AnswerText } from "../reports/answer-text.tsx";
import { formatModelUse } from "./model-use.ts";
import { NearestPages } from "./nearest-pages.tsx";
import { PlaceList } from "./place-list.tsx";
import type { Message, Place } from "./places.ts";

const { ask: words } = texts;

/** A question with its answer, the sources of the answer and what it cost. */
export function MessageView(props: {
  message: Message;
  /** The thread's title: a question that is the title is not shown again. */
  title: string;
  places: readonly Place[];
  current: Place | undefined;
  onOpen: (place: Place) => void;
  onAsk: (question: string) => void;
  children?: ReactNode;
}) {
  const { message, title, places, current, onOpen, onAsk, children } = props;
  const { question, outcome, did_you_mean } = message;
  return (
    <article className="border-line border-b pb-5">
      <h2 className={question === title ? "sr-only" : "font-semibold text-base"}>{question}</h2>
      {(outcome === "not_found" || outcome === "partly_answered") && (
        <p className="mt-2">
          <Badge tone="warn">{outcome === "not_found" ? words.notFound : words.partly}</Badge>
        </p>
      )}
      <AnswerText
        reply={message}
        current={current?.claimId ?? null}
        records={recordsOf(message)}
        onClaim={({ claim_id }) => {
          const place = places.find(({ claimId }) => claimId === claim_id);
          if (place) onOpen(place);
        }}
      />
      {did_you_mean
        .filter(({ companies }) => companies.length > 0)
        .map(({ name, companies }) => (
          <div key={name} className="mt-3 flex flex-wrap items-center gap-2">
            <span className="text-dim">{words.didYouMean(name)}</span>
            {companies.map(({ svc_entity_id, name: candidate }) => (
              <Button key={svc_entity_id} onClick={() => onAsk(question.replace(name, candidate))}>
                {candidate}
              </Button>
            ))}
          </div>
        ))}
      {outcome === "not_found" && <NearestPages message={message} current={current} onOpen={onOpen} />}
      <PlaceList places={places} current={current} onOpen={onOpen} />
      <OtherSources message={message} />
      {children}
      <Steps message={message} />
    </article>
  );
}

/** Prices of an answer are shown by the page of its company; of several companies the numbers do not say which. */
function recordsOf({ companies }: Message): { to: string; title: string } | undefined {
  const [company, ...others] = companies;
  if (!company || others.length > 0) return undefined;
  return { to: `/companies/${company.svc_entity_id}`, title: company.name };
}

/** News, prices and lists: sources that are not a page of a report. */
function OtherSources({ message }: { message: Message }) {
  const { sources } = message;
  const others = sources.filter(({ report_id }) => report_id === null);
  const records = recordsOf(message);
  if (others.length === 0) return null;
  return (
    <div className="mt-3">
      <List label={words.sources}>
        {others.map(({ title, link, date, kind }) => (
          <ListRow
            key={`${kind} ${title} ${link} ${date}`}
            title={kind === "price" && records ? `${records.title}, ${title}` : title}
            to={kind === "price" ? records?.to : undefined}
            href={link ?? undefined}
            about={date === null ? undefined : formatSourceDate(date)}
          />
        ))}
      </List>
    </div>
  );
}

/** News are dated in words: "June 27, 2025". */
function formatSourceDate(date: string): string {
  const time = Date.parse(/^\d{4}-/.test(date) ? date : `${date} UTC`);
  return Number.isNaN(time) ? date : formatDay(new Date(time).toISOString());
}

function Steps({ message: { steps, credits_used, engine, model, withheld } }: { message: Message }) {
  return (
    <details className="mt-3 text-dim text-xs">
      <summary className="w-fit rounded-md">
        {words.steps(formatWhole(steps.length), formatWhole(credits_used))}
      </summary>
      <ul className="mt-2 space-y-1">
        {steps.map(({ operation_id, about, credits, outcome, detail }, at) => (
          // A model may run the same step twice, and steps never change.
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is never reordered
          <li key={`${at} ${operation_id}`} className="flex justify-between gap-4">
            <span className="min-w-0">
              {[about, words.stepOutcomes[outcome], detail].filter(Boolean).join(" · ")}
            </span>
            <span className="shrink-0 tabular-nums">{texts.ui.credits(formatWhole(credits))}</span>
          </li>
        ))}
        <li>{words.engine(engine)}</li>
        {model && <li>{formatModelUse(model, withheld)}</li>}
      </ul>
    </details>
  );
}
