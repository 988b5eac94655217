import { type FormEvent, useRef, useState } from "react";
import type { OutputOf } from "../../api/operations.ts";
import { useOperationMutation } from "../../api/use-api.ts";
import { texts } from "../../texts/index.ts";
import { Button } from "../../ui/button.tsx";
import { TextArea } from "../../ui/field.tsx";
import { Alert, Badge, Card, Skeleton } from "../../ui/surface.tsx";
import { ClaimList, claimMark } from "./claim-list.tsx";
import { linkNumbers } from "./link-numbers.ts";
import type { Mark } from "./mark.ts";

const { reports: words } = texts;
const percent = new Intl.NumberFormat(undefined, { style: "percent", maximumFractionDigits: 0 });
type Reply = OutputOf<"answers.chat_report">;

export function AskReport({ reportId, onMark }: { reportId: string; onMark: (mark: Mark) => void }) {
  const [replies, setReplies] = useState<(Reply & { id: string })[]>([]);
  const field = useRef<HTMLFormElement>(null);
  const ask = useOperationMutation("answers.chat_report");
  const put = (question: string) => {
    if (question.trim() === "") return;
    ask.mutate(
      { report_id: reportId, question },
      {
        onSuccess: (reply) => {
          setReplies([{ ...reply, id: crypto.randomUUID() }, ...replies]);
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
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.shiftKey) return;
            event.preventDefault();
            field.current?.requestSubmit();
          }}
        />
        <div className="flex flex-wrap gap-2">
          <Button kind="first" type="submit" busy={ask.isPending}>
            {words.askAction}
          </Button>
          {replies.length === 0 &&
            words.examples.map((example) => (
              <Button key={example} kind="bare" disabled={ask.isPending} onClick={() => put(example)}>
                {example}
              </Button>
            ))}
        </div>
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

function Answer({ reply, onMark }: { reply: Reply; onMark: (mark: Mark) => void }) {
  return (
    <article className="mt-5 border-line border-t pt-4">
      <h3 className="font-semibold">{reply.request_params.question}</h3>
      <p className="mt-2 whitespace-pre-line leading-relaxed">
        {linkNumbers(reply.answer, reply.claims).map(({ text, claim, at }) => {
          const mark = claim && claimMark(claim);
          return mark ? (
            <button
              key={at}
              type="button"
              title={words.onPage(String(mark.page))}
              onClick={() => onMark(mark)}
              className="rounded-sm bg-accent-soft px-0.5 font-medium text-accent-strong underline underline-offset-2"
            >
              {text}
            </button>
          ) : (
            text
          );
        })}
      </p>
      <p className="mt-2 flex flex-wrap gap-1.5">
        <Badge>{words.confidence(percent.format(reply.confidence))}</Badge>
        <Badge>{reply.engine}</Badge>
        <PageLinks reply={reply} onMark={onMark} />
      </p>
      <ClaimList claims={reply.claims} onMark={onMark} />
    </article>
  );
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
