import { texts } from "../../texts/index.ts";
import { classNames } from "../../ui/class-names.ts";
import { formatFigure, formatPercentFigure, formatPerShare } from "../../ui/format.ts";
import {
  CELL_STATES,
  type CellState,
  type FieldName,
  fieldValue,
  type GridRow,
  stateOf,
} from "./grid-rows.ts";
import { showValue } from "./show-value.ts";
import type { Evidence } from "./use-evidence.ts";

const { artifacts: words } = texts.agents;
const CURRENCY = /^[A-Z]{3}$/;
const COLOURS: Record<CellState, string> = {
  found: "bg-good-soft text-good",
  computed: "bg-accent-soft text-accent-strong",
  changed: "bg-warn-soft text-warn",
  missing: "bg-soft text-dim",
  unverified: "bg-bad-soft text-bad",
};

/** An amount in its currency, as short as possible without losing a digit. */
export function formatCell(value: unknown, unit: string | null): string {
  if (typeof value !== "number" || unit === null) return showValue(value);
  if (CURRENCY.test(unit)) return formatFigure(value, unit);
  if (unit === "%") return formatPercentFigure(value);
  return `${unit.endsWith("/share") ? formatPerShare(value) : showValue(value)} ${unit}`;
}

/** A value in the colour of its state; a click opens its source and history. */
export function GridCell(props: {
  row: GridRow;
  field: FieldName;
  evidence: Evidence | undefined;
  isOpen: boolean;
  onOpen: () => void;
}) {
  const { row, field, evidence, isOpen, onOpen } = props;
  const value = fieldValue(row.artifact, field);
  const [before] = row.earlier;
  const state = stateOf(row, field, evidence);
  const unit = evidence?.unit ?? null;
  const was = state === "changed" && before ? words.changed(formatCell(fieldValue(before, field), unit)) : "";
  return (
    <button
      type="button"
      title={was || words.states[state]}
      data-state={state}
      aria-pressed={isOpen}
      onClick={onOpen}
      className={classNames(
        "max-w-64 truncate rounded-md px-1.5 py-0.5 align-middle hover:underline aria-pressed:outline-2 aria-pressed:outline-accent",
        COLOURS[state],
      )}
    >
      {formatCell(value, unit)}
      <span className="sr-only"> {was || words.states[state]}</span>
    </button>
  );
}

/** What the colours mean. */
export function Legend() {
  return (
    <ul aria-label={words.colours} className="flex flex-wrap gap-1.5 text-xs">
      {CELL_STATES.map((state) => (
        <li key={state} className={classNames("rounded-md px-1.5 py-0.5", COLOURS[state])}>
          {words.states[state]}
        </li>
      ))}
    </ul>
  );
}
