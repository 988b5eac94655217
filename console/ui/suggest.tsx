import { type FocusEvent, type KeyboardEvent, type ReactNode, useId, useState } from "react";
import { texts } from "../texts/index.ts";
import { classNames } from "./class-names.ts";
import { Field } from "./field.tsx";
import { Alert, Skeleton } from "./surface.tsx";

interface QueryState<T> {
  isPending: boolean;
  error: Error | null;
  rows: readonly T[];
}

/**
 * A field that suggests matches while typing: a combobox, so the arrow keys move in the list while the focus stays in
 * the field, and Enter chooses. The list overlays the content below, so the layout does not shift.
 */
export function Suggest<T>(props: {
  label: string;
  hint?: string;
  typed: string;
  onType: (typed: string) => void;
  /** Null while there is nothing to suggest yet. */
  query: QueryState<T> | null;
  none: string;
  rowKey: (row: T) => string;
  onChoose: (row: T) => void;
  children: (row: T) => ReactNode;
}) {
  const { label, hint, typed, onType, query, none, rowKey, onChoose, children } = props;
  const [isOpen, setIsOpen] = useState(false);
  const [chosen, setChosen] = useState(0);
  const listId = useId();
  const rows = query?.rows ?? [];
  const isListed = isOpen && query !== null;
  const current = Math.min(chosen, rows.length - 1);
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) =>
    setIsOpen(relatedTarget instanceof Node && currentTarget.contains(relatedTarget));
  const choose = (row: T) => {
    setChosen(0);
    onChoose(row);
  };
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const row = rows[current];
    if (event.nativeEvent.isComposing || !isListed) {
      if (step !== undefined) setIsOpen(true);
      return;
    }
    if (event.key === "Escape") {
      event.stopPropagation();
      setIsOpen(false);
    } else if (event.key === "Enter" && row) choose(row);
    else if (step !== undefined && row) setChosen((current + step + rows.length) % rows.length);
    else return;
    event.preventDefault();
  };
  return (
    <fieldset className="relative" onFocus={() => setIsOpen(true)} onBlur={leave}>
      <Field
        label={label}
        hint={hint}
        type="search"
        role="combobox"
        aria-expanded={isListed}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={isListed && rows.length > 0 ? `${listId}-${current}` : undefined}
        value={typed}
        onChange={(event) => {
          setIsOpen(true);
          setChosen(0);
          onType(event.target.value);
        }}
        onKeyDown={move}
        autoComplete="off"
      />
      <div
        hidden={!isListed}
        className="absolute inset-x-0 top-full z-20 mt-1 max-h-80 overflow-y-auto rounded-xl border border-line bg-card p-2 shadow-lg"
      >
        {query?.isPending && <Skeleton rows={3} />}
        {query?.error && <Alert error={query.error} />}
        {query && !query.isPending && !query.error && rows.length === 0 && (
          <p role="status" className="px-2 py-1 text-dim">
            {none}
          </p>
        )}
        <div id={listId} role="listbox" aria-label={texts.ui.suggestions}>
          {rows.map((row, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled where the focus is, in the field
            <div
              key={rowKey(row)}
              id={`${listId}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === current}
              onClick={() => choose(row)}
              onPointerMove={() => setChosen(index)}
              ref={index === current && isListed ? keepInView : undefined}
              className={classNames(
                "flex w-full cursor-pointer flex-wrap items-center gap-x-3 rounded-lg px-2 py-2 text-left",
                index === current && "bg-accent-soft",
              )}
            >
              {children(row)}
            </div>
          ))}
        </div>
      </div>
    </fieldset>
  );
}

const keepInView = (option: HTMLElement | null) => option?.scrollIntoView({ block: "nearest" });
