import { texts } from "../../../texts/index.ts";
import { classNames } from "../../../ui/class-names.ts";
import { formatChange, formatPrice } from "../../../ui/format.ts";
import { SelectedItem } from "../../../ui/selected-item.tsx";
import { CompanySearch } from "../company-search.tsx";
import { barsOf, changeOf, EVENT_KINDS, type EventKind, type Prices } from "./chart-view.ts";

const { companies: words } = texts;
const COMPARED_MAX = 4;
const COLOURS = ["text-series-1", "text-series-2", "text-series-3", "text-series-4"];

/** Which kinds of events are drawn. */
export function EventChoice(props: {
  shown: ReadonlySet<EventKind>;
  onChange: (shown: ReadonlySet<EventKind>) => void;
}) {
  const { shown, onChange } = props;
  const toggle = (kind: EventKind) => {
    const next = new Set(shown);
    if (!next.delete(kind)) next.add(kind);
    onChange(next);
  };
  return (
    <fieldset data-items className="flex flex-wrap gap-0.5 text-xs">
      <legend className="sr-only">{words.events}</legend>
      {EVENT_KINDS.map((kind) => (
        <button
          key={kind}
          type="button"
          aria-pressed={shown.has(kind)}
          onClick={() => toggle(kind)}
          className={classNames(
            "min-h-7 rounded-md px-2 font-medium",
            shown.has(kind) ? "bg-accent-soft text-accent-strong" : "text-dim hover:bg-soft",
          )}
        >
          {words.eventKinds[kind]}
        </button>
      ))}
    </fieldset>
  );
}

/** The compared companies in the colours of their lines, with their change up to the day that is read. */
export function Compared(props: {
  ids: readonly string[];
  compared: readonly Prices[];
  failed: readonly string[];
  day: string;
  onChange: (ids: readonly string[]) => void;
}) {
  const { ids, compared, failed, day, onChange } = props;
  const without = (id: string) => onChange(ids.filter((one) => one !== id));
  return (
    <div className="flex flex-wrap items-end gap-2">
      {compared.map((prices, index) => (
        <SelectedItem
          key={prices.svc_entity_id}
          name={`${prices.name} ${changeUntil(prices, day)}`}
          onRemove={() => without(prices.svc_entity_id)}
        >
          <span aria-hidden className={classNames("font-bold", COLOURS[index])}>
            —
          </span>
        </SelectedItem>
      ))}
      {failed.map((id) => (
        <SelectedItem key={id} name={words.notCompared(id)} onRemove={() => without(id)} />
      ))}
      {ids.length < COMPARED_MAX && (
        <div className="w-64 max-w-full">
          <CompanySearch
            label={words.compare}
            onChoose={({ svc_entity_id }) => onChange([...new Set([...ids, svc_entity_id])])}
          />
        </div>
      )}
    </div>
  );
}

function changeUntil(prices: Prices, day: string): string {
  const bars = barsOf(prices);
  const [first] = bars;
  const last = bars.findLast(({ date }) => date <= day);
  if (!first || !last) return "";
  return `${formatPrice(last.close, prices.currency)}, ${formatChange(changeOf(first.close, last.close))}`;
}
