import { type FormEvent, useState } from "react";
import type { InputOf } from "../../api/operations.ts";
import { useOperation } from "../../api/use-api.ts";
import { texts } from "../../texts/index.ts";
import { Button } from "../../ui/button.tsx";
import { Field, Select } from "../../ui/field.tsx";
import { QueryView } from "../../ui/query-view.tsx";
import { useSearch } from "../../ui/router.tsx";
import { Card, Empty, Page } from "../../ui/surface.tsx";
import { ArticleList } from "./article-list.tsx";
import { AskNews } from "./ask-news.tsx";

const { news: words } = texts;
const LANGUAGES = Object.entries(words.languages).map(([value, label]) => ({ value, label }));
const YEAR_MILLISECONDS = 365 * 86_400_000;
const SHOWN_MAX = 40;
const day = (time: number) => new Date(time).toISOString().slice(0, 10);

export type NewsQuery = Pick<InputOf<"news.search">, "keywords" | "start_date" | "end_date" | "language">;

function readQuery(search: URLSearchParams): NewsQuery {
  return {
    keywords: search.get("keywords") ?? "",
    start_date: search.get("start_date") ?? day(Date.now() - 2 * YEAR_MILLISECONDS),
    end_date: search.get("end_date") ?? day(Date.now()),
    language: search.get("language") ?? "en",
  };
}

export function NewsPage() {
  const [search, setSearch] = useSearch();
  const query = readQuery(search);
  const hasKeywords = query.keywords !== "";
  const found = useOperation("news.search", { ...query, limit: SHOWN_MAX }, { enabled: hasKeywords });
  const [formKey] = useState(() => search.toString());
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value).trim()]);
    setSearch(Object.fromEntries(given));
  };
  return (
    <Page title={words.title} about={words.about}>
      <form
        key={formKey}
        onSubmit={submit}
        className="mb-5 grid grid-cols-2 items-start gap-3 lg:grid-cols-12"
      >
        <Field
          label={words.keywords}
          hint={words.keywordsHint}
          name="keywords"
          type="search"
          required
          maxLength={500}
          defaultValue={query.keywords}
          className="col-span-2 lg:col-span-5"
        />
        <Field
          label={words.from}
          name="start_date"
          type="date"
          defaultValue={query.start_date}
          className="lg:col-span-2"
        />
        <Field
          label={words.to}
          name="end_date"
          type="date"
          defaultValue={query.end_date}
          className="lg:col-span-2"
        />
        <Select
          label={words.language}
          name="language"
          choices={LANGUAGES}
          defaultValue={query.language}
          className="lg:col-span-2"
        />
        <Button kind="first" type="submit" className="mt-6">
          {words.search}
        </Button>
      </form>
      {!hasKeywords ? (
        <Card>
          <Empty title={words.start}>{words.startHint}</Empty>
        </Card>
      ) : (
        <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-5">
          <Card className="min-h-96 lg:col-span-3">
            <QueryView
              query={found}
              rows={8}
              tall
              isEmpty={(rows) => rows.length === 0}
              empty={<Empty title={words.none}>{words.noneHint}</Empty>}
            >
              {(rows) => <ArticleList articles={rows} />}
            </QueryView>
          </Card>
          <div className="lg:sticky lg:top-6 lg:col-span-2">
            <AskNews query={query} />
          </div>
        </div>
      )}
    </Page>
  );
}
