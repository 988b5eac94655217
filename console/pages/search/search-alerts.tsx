import { useEffect, useState } from "react";
import type { OutputOf } from "../../api/operations.ts";
import { useOperation } from "../../api/use-api.ts";
import { texts } from "../../texts/index.ts";
import { formatSince } from "../../ui/format.ts";
import { List, ListRow } from "../../ui/list.tsx";
import { Card } from "../../ui/surface.tsx";
import { placePath } from "../reports/mark.ts";

const { search: words } = texts;
const KEY = "florin_alerts_read";
const READ = 100;
const SHOWN = 10;
type SearchEvent = OutputOf<"events.list">["events"][number];

/** What saved searches found in new reports and news since the person last marked it as read; nothing without any. */
export function SearchAlerts() {
  const [cursor, setCursor] = useCursor();
  const found = useOperation("events.list", { type: "search.hit", cursor, limit: READ });
  if (!found.data || found.data.events.length === 0) return null;
  const { events, cursor: last } = found.data;
  return (
    <Card
      title={words.alerts}
      aside={
        <button type="button" className="text-accent hover:underline" onClick={() => setCursor(last)}>
          {words.markRead}
        </button>
      }
      flush
    >
      <List label={words.alerts}>
        {events
          .toReversed()
          .slice(0, SHOWN)
          .map((event) => {
            const { title, ...place } = readHit(event);
            const { name } = event.data;
            return (
              <ListRow
                key={event.event_id}
                title={title}
                {...place}
                about={[name, formatSince(event.created_at)].join(" · ")}
              />
            );
          })}
      </List>
    </Card>
  );
}

/** Events up to this one were read in this browser, in whichever tab. */
function useCursor(): [string, (cursor: string) => void] {
  const read = () => localStorage.getItem(KEY) ?? "0";
  const [cursor, setCursor] = useState(read);
  useEffect(() => {
    const follow = () => setCursor(read());
    addEventListener("storage", follow);
    return () => removeEventListener("storage", follow);
  });
  const keep = (last: string) => {
    localStorage.setItem(KEY, last);
    setCursor(last);
  };
  return [cursor, keep];
}

/** The page of a report with the first passage, or an article at its publisher. */
function readHit({ data }: SearchEvent): { title: string; to?: string; href?: string } {
  // Written by the service for events of this type.
  const hit = data as { title: string; report_id?: string; link?: string | null; hits?: { page: number }[] };
  const { title, report_id, link, hits: [first] = [] } = hit;
  if (report_id !== undefined)
    return { title, to: placePath(report_id, { page: first?.page ?? 1, box: null, quote: null }) };
  return { title, ...(link && { href: link }) };
}
