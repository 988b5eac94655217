import { PRICES } from "../../api/prices.ts";
import { useOperationMutation } from "../../api/use-api.ts";
import { texts } from "../../texts/index.ts";
import { Button } from "../../ui/button.tsx";
import { formatWhole } from "../../ui/format.ts";
import { Alert } from "../../ui/surface.tsx";
import { PlaceList } from "./place-list.tsx";
import type { Message, Place } from "./places.ts";

const { ask: words } = texts;
const SHOWN = 5;

/** When nothing was found: the pages closest to the question, on request, since the search costs credits. */
export function NearestPages({ message, onOpen }: { message: Message; onOpen: (place: Place) => void }) {
  const search = useOperationMutation("search.passages");
  const ids = message.companies.map(({ svc_entity_id }) => svc_entity_id);
  const find = () =>
    search.mutate({
      query: message.question.slice(0, 500),
      mode: "meaning",
      limit: SHOWN,
      ...(ids.length > 0 && { svc_entity_id: ids }),
    });
  if (!search.data)
    return (
      <div className="mt-3 space-y-3">
        <Button busy={search.isPending} onClick={find}>
          {words.nearest(formatWhole(PRICES["search.passages"]))}
        </Button>
        {search.error && <Alert error={search.error} />}
      </div>
    );
  const places = search.data.hits.map(({ passage_id, report_id, title, page, box, snippet }) => ({
    id: `${message.message_id} ${passage_id}`,
    claimId: null,
    reportId: report_id,
    title,
    label: snippet,
    mark: { page, box, quote: snippet },
  }));
  return (
    <div className="mt-3">
      <h3 className="font-medium">{words.nearestTitle}</h3>
      {places.length === 0 && <p className="text-dim">{words.noNearest}</p>}
      <PlaceList places={places} current={undefined} onOpen={onOpen} />
    </div>
  );
}
