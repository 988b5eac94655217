import { type FocusEvent, type ReactNode, useState } from "react";
import { texts } from "../texts/index.ts";
import { Field } from "./field.tsx";
import { Alert, Skeleton } from "./surface.tsx";

interface QueryState<T> {
  isPending: boolean;
  error: Error | null;
  rows: readonly T[];
}

/**
 * A field that suggests matches while typing. The list overlays the content below, so the layout does not
 * shift.
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
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) =>
    setIsOpen(relatedTarget instanceof Node && currentTarget.contains(relatedTarget));
  return (
    <fieldset
      className="relative"
      onFocus={() => setIsOpen(true)}
      onBlur={leave}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !isOpen) return;
        event.stopPropagation();
        setIsOpen(false);
      }}
    >
      <Field
        label={label}
        hint={hint}
        type="search"
        value={typed}
        onChange={(event) => {
          setIsOpen(true);
          onType(event.target.value);
        }}
        autoComplete="off"
      />
      {isOpen && query && (
        <div className="absolute inset-x-0 top-full z-20 mt-1 max-h-80 overflow-y-auto rounded-xl border border-line bg-card p-2 shadow-lg">
          {query.isPending && <Skeleton rows={3} />}
          {query.error && <Alert error={query.error} />}
          {!query.isPending && !query.error && query.rows.length === 0 && (
            <p className="px-2 py-1 text-dim">{none}</p>
          )}
          <ul aria-label={texts.ui.suggestions}>
            {query.rows.map((row) => (
              <li key={rowKey(row)}>
                <button
                  type="button"
                  onClick={() => onChoose(row)}
                  className="flex w-full flex-wrap items-center gap-x-3 rounded-lg px-2 py-2 text-left hover:bg-soft"
                >
                  {children(row)}
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </fieldset>
  );
}
