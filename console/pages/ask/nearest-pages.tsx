import { useMemo } from "react";
import type { OutputOf } from "../../api/operations.ts";
import { useOperation } from "../../api/use-api.ts";
import { texts } from "../../texts/index.ts";
import { QueryView } from "../../ui/query-view.tsx";
import { choosePages } from "./choose-pages.ts";
import { PlaceList } from "./place-list.tsx";
import type { Message, Place } from "./places.ts";

const { ask: words } = texts;
const SHOWN = 5;
/** Several passages may be on one page; as many as are free of charge. */
const READ = 12;

/** The pages closest to a question that was not answered, free of charge; nothing is asked for another. */
export function useNearestPages(message: Message | undefined) {
  const ids = message?.companies.map(({ svc_entity_id }) => svc_entity_id) ?? [];
  const found = useOperation(
    "search.passages",
    {
      query: (message?.question ?? "").slice(0, 500),
      mode: "meaning",
      limit: READ,
      ...(ids.length > 0 && { svc_entity_id: ids }),
    },
    { enabled: message?.outcome === "not_found" },
  );
  // The same places while the answer is the same: a new one would scroll its page back to the mark.
  const places = useMemo(
    () =>
      message &&
      found.data &&
      choosePages(
        found.data.hits,
        message.companies.map(({ name }) => name),
        SHOWN,
      ).map((hit) => placeOf(message, hit)),
    [message, found.data],
  );
  return { ...found, data: places };
}

/** Shown when nothing was found. */
export function NearestPages(props: {
  message: Message;
  current: Place | undefined;
  onOpen: (place: Place) => void;
}) {
  const { message, current, onOpen } = props;
  const nearest = useNearestPages(message);
  return (
    <section aria-label={words.nearestTitle} className="mt-3">
      <h3 className="font-medium">{words.nearestTitle}</h3>
      <QueryView
        query={nearest}
        rows={SHOWN}
        tall
        isEmpty={(places) => places.length === 0}
        empty={<p className="text-dim">{words.noNearest}</p>}
      >
        {(places) => <PlaceList places={places} current={current} onOpen={onOpen} />}
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
