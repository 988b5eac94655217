import { useEffect } from "react";
import type { OutputOf } from "../../api/operations.ts";
import { useOperation } from "../../api/use-api.ts";
import { texts } from "../../texts/index.ts";
import { QueryView } from "../../ui/query-view.tsx";
import { useWide } from "../../ui/use-wide.ts";
import { PlaceList } from "./place-list.tsx";
import type { Message, Place } from "./places.ts";

const { ask: words } = texts;
const SHOWN = 5;

/** When nothing was found: the pages closest to the question, free of charge. */
export function NearestPages(props: {
  message: Message;
  current: Place | undefined;
  onOpen: (place: Place) => void;
}) {
  const { message, current, onOpen } = props;
  const isWide = useWide();
  const ids = message.companies.map(({ svc_entity_id }) => svc_entity_id);
  const nearest = useOperation("search.passages", {
    query: message.question.slice(0, 500),
    mode: "meaning",
    limit: SHOWN,
    ...(ids.length > 0 && { svc_entity_id: ids }),
  });
  const [first] = nearest.data?.hits ?? [];
  // Next to the conversation there is room for a page, which nothing else takes.
  useEffect(() => {
    if (isWide && first && current === undefined) onOpen(placeOf(message, first));
  }, [isWide, first, current, message, onOpen]);
  return (
    <section aria-label={words.nearestTitle} className="mt-3">
      <h3 className="font-medium">{words.nearestTitle}</h3>
      <QueryView
        query={nearest}
        rows={SHOWN}
        tall
        isEmpty={({ hits }) => hits.length === 0}
        empty={<p className="text-dim">{words.noNearest}</p>}
      >
        {({ hits }) => (
          <PlaceList places={hits.map((hit) => placeOf(message, hit))} current={current} onOpen={onOpen} />
        )}
      </QueryView>
    </section>
  );
}

type Hit = OutputOf<"search.passages">["hits"][number];

const placeOf = (message: Message, hit: Hit): Place => ({
  id: `${message.message_id} ${hit.passage_id}`,
  claimId: null,
  reportId: hit.report_id,
  title: hit.title,
  label: hit.snippet,
  mark: { page: hit.page, box: hit.box, quote: hit.snippet },
});
