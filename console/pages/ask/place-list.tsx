import { texts } from "../../texts/index.ts";
import { classNames } from "../../ui/class-names.ts";
import { formatWhole } from "../../ui/format.ts";
import type { Place } from "./places.ts";

const { ask: words } = texts;

/** Pages to open, numbered as in the answer. */
export function PlaceList(props: {
  places: readonly Place[];
  current: Place | undefined;
  onOpen: (place: Place) => void;
}) {
  const { places, current, onOpen } = props;
  if (places.length === 0) return null;
  return (
    <ol aria-label={words.sources} className="mt-3 space-y-1">
      {places.map((place, index) => (
        <li key={place.id}>
          <button
            type="button"
            aria-current={place.id === current?.id ? "true" : undefined}
            onClick={() => onOpen(place)}
            className={classNames(
              "flex w-full items-baseline gap-3 rounded-lg px-2.5 py-1.5 text-left",
              place.id === current?.id ? "bg-accent-soft text-accent-strong" : "hover:bg-soft",
            )}
          >
            <span className="w-4 shrink-0 text-right text-xs tabular-nums">{index + 1}</span>
            <span className="min-w-0 grow">
              {place.label !== "" && <span className="line-clamp-2 font-medium">{place.label}</span>}
              <span
                className={classNames("block text-xs", place.id === current?.id ? undefined : "text-dim")}
              >
                {words.onPage(place.title, formatWhole(place.mark.page))}
              </span>
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}
