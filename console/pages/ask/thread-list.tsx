import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../api/operations.ts";
import { texts } from "../../texts/index.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/field.tsx";
import { formatSince, formatWhole } from "../../ui/format.ts";
import { List, ListRow } from "../../ui/list.tsx";
import { QueryView } from "../../ui/query-view.tsx";
import { Badge, Card, Empty } from "../../ui/surface.tsx";
import { useDebounced } from "../../ui/use-debounced.ts";

const { ask: words } = texts;
const DEBOUNCE_MILLISECONDS = 300;
const SHOWN = 15;

/** Earlier threads, the latest first, found by words of their titles, questions and answers. */
export function ThreadList() {
  const [typed, setTyped] = useState("");
  const [includeShared, setIncludeShared] = useState(true);
  const [limit, setLimit] = useState(SHOWN);
  const query = useDebounced(typed.trim(), DEBOUNCE_MILLISECONDS);
  const input = { include_shared: includeShared, limit, ...(query !== "" && { query }) };
  const threads = useQuery({
    queryKey: ["threads.list", input],
    queryFn: ({ signal }) => call("threads.list", input, signal),
    placeholderData: keepPreviousData,
  });
  return (
    <Card title={words.threads} flush className="min-h-64">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 pb-3">
        <input
          type="search"
          aria-label={words.searchThreads}
          placeholder={words.searchThreads}
          className="min-h-9 min-w-40 grow rounded-lg border border-edge/60 bg-card px-3 placeholder:text-dim"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Checkbox
          label={words.includeShared}
          checked={includeShared}
          onChange={(event) => setIncludeShared(event.target.checked)}
        />
      </div>
      <QueryView
        query={threads}
        rows={5}
        isEmpty={(data) => data.threads.length === 0}
        empty={
          query === "" ? (
            <Empty title={words.noThreads}>{words.noThreadsHint}</Empty>
          ) : (
            <Empty title={words.noneFound} />
          )
        }
      >
        {(data) => (
          <>
            <List>
              {data.threads.map(({ thread_id, title, messages, updated_at, visibility }) => (
                <ListRow key={thread_id} to={`/ask/${thread_id}`} title={title}>
                  {visibility === "shared" && <Badge>{words.shared}</Badge>}
                  <span className="hidden text-dim text-xs sm:inline">
                    {words.messages(formatWhole(messages))}
                  </span>
                  <span className="w-20 text-right text-dim text-xs">{formatSince(updated_at)}</span>
                </ListRow>
              ))}
            </List>
            {data.has_more && limit < 100 && (
              <div className="px-5 py-3">
                <Button onClick={() => setLimit(Math.min(100, limit + 2 * SHOWN))}>{texts.ui.more}</Button>
              </div>
            )}
          </>
        )}
      </QueryView>
    </Card>
  );
}
