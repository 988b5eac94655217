import type { FormEvent } from "react";
import type { OutputOf } from "../../api/operations.ts";
import { PRICES } from "../../api/prices.ts";
import { setTabValue, useTabValue } from "../../api/tab-values.ts";
import { useQuestion } from "../../api/use-api.ts";
import { texts } from "../../texts/index.ts";
import { Button } from "../../ui/button.tsx";
import { TextArea } from "../../ui/field.tsx";
import { Price } from "../../ui/price.tsx";
import { submitOnEnter } from "../../ui/submit-on-enter.ts";
import { Alert, Card, Skeleton } from "../../ui/surface.tsx";
import { ArticleList } from "./article-list.tsx";
import type { NewsQuery } from "./news.tsx";

const { news: words } = texts;
type Answer = OutputOf<"news.chat"> & { question: string };

const keyOf = (query: NewsQuery): string => `news answer ${JSON.stringify(query)}`;

/** The answer is kept in this tab: it was paid for. */
export function AskNews({ query }: { query: NewsQuery }) {
  const answer = useTabValue<Answer>(keyOf(query));
  const ask = useQuestion("news.chat", keyOf(query), (reply, { searchQuestion: question, ...about }) =>
    setTabValue<Answer>(keyOf(about), { ...reply, question }),
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const searchQuestion = String(new FormData(event.currentTarget).get("question"));
    ask.mutate({ ...query, searchQuestion });
  };
  return (
    <Card title={words.ask}>
      <form className="space-y-3" onSubmit={submit}>
        <TextArea
          label={words.question}
          hint={words.questionHint}
          name="question"
          required
          maxLength={2_000}
          onKeyDown={submitOnEnter}
        />
        <Button kind="first" type="submit" busy={ask.isPending}>
          {words.askAction}
          <Price credits={PRICES["news.chat"]} />
        </Button>
      </form>
      <div aria-live="polite" className="mt-4">
        {ask.isPending && <Skeleton />}
        {ask.error && <Alert error={ask.error} />}
        {answer && !ask.isPending && (
          <div className="space-y-4">
            <h3 className="font-semibold">{answer.question}</h3>
            <p className="whitespace-pre-line leading-relaxed">{answer.answer}</p>
            {answer.sources.length > 0 && (
              <section aria-label={words.sources} className="border-line border-t pt-4">
                <ArticleList articles={answer.sources} numbered />
              </section>
            )}
          </div>
        )}
      </div>
    </Card>
  );
}
