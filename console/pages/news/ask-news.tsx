import type { FormEvent } from "react";
import { PRICES } from "../../api/prices.ts";
import { useOperationMutation } from "../../api/use-api.ts";
import { texts } from "../../texts/index.ts";
import { Button } from "../../ui/button.tsx";
import { TextArea } from "../../ui/field.tsx";
import { Price } from "../../ui/price.tsx";
import { Alert, Card, Skeleton } from "../../ui/surface.tsx";
import { ArticleList } from "./article-list.tsx";
import type { NewsQuery } from "./news.tsx";

const { news: words } = texts;

export function AskNews({ query }: { query: NewsQuery }) {
  const ask = useOperationMutation("news.chat");
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
        />
        <Button kind="first" type="submit" busy={ask.isPending}>
          {words.askAction}
          <Price credits={PRICES["news.chat"]} />
        </Button>
      </form>
      <div aria-live="polite" className="mt-4">
        {ask.isPending && <Skeleton />}
        {ask.error && <Alert error={ask.error} />}
        {ask.data && (
          <div className="space-y-4">
            <p className="whitespace-pre-line leading-relaxed">{ask.data.answer}</p>
            {ask.data.sources.length > 0 && (
              <section aria-label={words.sources} className="border-line border-t pt-4">
                <ArticleList articles={ask.data.sources} numbered />
              </section>
            )}
          </div>
        )}
      </div>
    </Card>
  );
}
