import { type FormEvent, useRef } from "react";
import type { OutputOf } from "../../api/operations.ts";
import { PRICES } from "../../api/prices.ts";
import { getTabValue, setTabValue, useTabValue } from "../../api/tab-values.ts";
import { useOperation, useQuestion } from "../../api/use-api.ts";
import { texts } from "../../texts/index.ts";
import { Button } from "../../ui/button.tsx";
import { TextArea } from "../../ui/field.tsx";
import { formatWholePercent } from "../../ui/format.ts";
import { Price } from "../../ui/price.tsx";
import { submitOnEnter } from "../../ui/submit-on-enter.ts";
import { Alert, Badge, Card, Skeleton } from "../../ui/surface.tsx";
import { formatModelUse } from "../ask/model-use.ts";
import { AnswerText } from "./answer-text.tsx";
import { ClaimList, claimMark } from "./claim-list.tsx";
import { listExampleFigures } from "./example-figures.ts";
import type { Claim } from "./link-numbers.ts";
import type { Mark } from "./mark.ts";

const { reports: words } = texts;
type Reply = OutputOf<"answers.chat_report">;
type KeptReply = Reply & { id: string };
const REPLIES_MAX = 20;

/** Answers are kept in this tab: they were paid for. */
export function AskReport({ reportId, onMark }: { reportId: string; onMark: (mark: Mark) => void }) {
  const key = `answers ${reportId}`;
  const replies = useTabValue<KeptReply[]>(key) ?? [];
  const field = useRef<HTMLFormElement>(null);
  const ask = useQuestion("answers.chat_report", reportId, (reply) => {
    const kept = [{ ...reply, id: crypto.randomUUID() }, ...(getTabValue<KeptReply[]>(key) ?? [])];
    setTabValue(key, kept.slice(0, REPLIES_MAX));
  });
  const put = (question: string) => {
    if (question.trim() === "") return;
    ask.mutate(
      { report_id: reportId, question },
      {
        onSuccess: (reply) => {
          const first = reply.claims.map(claimMark).find((mark) => mark !== null);
          if (first) onMark(first);
          // A question that was not answered stays in the field, to be asked again.
          field.current?.reset();
        },
      },
    );
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    put(String(new FormData(event.currentTarget).get("question")));
  };
  return (
    <Card title={words.ask} aside={words.clickHint}>
      <form ref={field} className="space-y-3" onSubmit={submit}>
        <TextArea
          label={words.question}
          hint={words.questionHint}
          name="question"
          rows={2}
          required
          maxLength={2_000}
          onKeyDown={submitOnEnter}
        />
        <Button kind="first" type="submit" busy={ask.isPending}>
          {words.askAction}
          <Price credits={PRICES["answers.chat_report"]} />
        </Button>
        {replies.length === 0 && <Examples reportId={reportId} isAsking={ask.isPending} onAsk={put} />}
      </form>
      <div aria-live="polite" className="space-y-5">
        {ask.isPending && (
          <div className="mt-4">
            <Skeleton rows={3} />
          </div>
        )}
        {ask.error && (
          <div className="mt-4">
            <Alert error={ask.error} />
          </div>
        )}
        {replies.map((reply) => (
          <Answer key={reply.id} reply={reply} onMark={onMark} />
        ))}
      </div>
    </Card>
  );
}

const EXAMPLES_MAX = 3;

/** Questions for figures that the statements of this report have. */
function Examples(props: { reportId: string; isAsking: boolean; onAsk: (question: string) => void }) {
  const { reportId, isAsking, onAsk } = props;
  const statements = useOperation("financials.statements", { report_id: reportId, view: "standard" });
  const figures = listExampleFigures(statements.data?.statements ?? []);
  const known = Object.entries(words.examples).filter(([figure]) => figures.has(figure));
  if (known.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {known.slice(0, EXAMPLES_MAX).map(([figure, question]) => (
        <Button key={figure} className="font-normal" disabled={isAsking} onClick={() => onAsk(question)}>
          {question}
        </Button>
      ))}
    </div>
  );
}

function Answer({ reply, onMark }: { reply: Reply; onMark: (mark: Mark) => void }) {
  return (
    <article className="mt-5 border-line border-t pt-4">
      <h3 className="font-semibold">{reply.request_params.question}</h3>
      <AnswerText reply={reply} onClaim={(claim) => openClaim(claim, onMark)} />
      <p className="mt-2 flex flex-wrap gap-1.5">
        {reply.reference.length > 0 && (
          <Badge>{words.confidence(formatWholePercent(reply.confidence))}</Badge>
        )}
        <Badge>{reply.engine}</Badge>
        {reply.model && <Badge>{formatModelUse(reply.model, reply.withheld)}</Badge>}
        <PageLinks reply={reply} onMark={onMark} />
      </p>
      <ClaimList claims={reply.claims} onMark={onMark} />
    </article>
  );
}

function openClaim(claim: Claim, onMark: (mark: Mark) => void): void {
  const mark = claimMark(claim);
  if (mark) onMark(mark);
}

const PAGES_SHOWN = 3;

/** The pages that support the answer or, without one, the pages closest to the question. */
function PageLinks({ reply, onMark }: { reply: Reply; onMark: (mark: Mark) => void }) {
  const { reference, pages_considered } = reply;
  const isSupported = reference.length > 0;
  const print = isSupported ? words.onPage : words.nearestPage;
  return (isSupported ? reference : pages_considered).slice(0, PAGES_SHOWN).map(({ page }) => (
    <button
      key={page}
      type="button"
      onClick={() => onMark({ page, box: null, quote: null })}
      className="rounded-md"
    >
      <Badge tone={isSupported ? "accent" : "plain"}>{print(String(page))}</Badge>
    </button>
  ));
}
