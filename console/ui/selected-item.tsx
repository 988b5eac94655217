import { X } from "lucide-react";
import type { ReactNode } from "react";
import { texts } from "../texts/index.ts";

/** A selected item with a button to remove it. */
export function SelectedItem(props: { name: string; onRemove: () => void; children?: ReactNode }) {
  const { name, onRemove, children } = props;
  return (
    <span className="inline-flex min-h-9 max-w-full items-center gap-2 rounded-lg border border-line bg-card py-1 pr-1 pl-2">
      {children}
      <span className="min-w-0 truncate">{name}</span>
      <button
        type="button"
        aria-label={texts.ui.remove(name)}
        onClick={onRemove}
        className="shrink-0 rounded-md p-1 text-dim hover:bg-soft hover:text-ink"
      >
        <X size={15} aria-hidden />
      </button>
    </span>
  );
}
