import { ChevronDown, ChevronUp, Crosshair, Maximize, RotateCw, ZoomIn, ZoomOut } from "lucide-react";
import type { FormEvent, KeyboardEvent } from "react";
import { texts } from "../../texts/index.ts";
import { Button } from "../../ui/button.tsx";
import { formatWhole } from "../../ui/format.ts";
import type { usePdfSearch } from "./use-pdf-search.ts";

const { reports: words } = texts;
const INPUT = "min-h-8 rounded-lg border border-edge/60 bg-card px-2 text-sm placeholder:text-dim";

/** Finds words in the report; Enter goes to the next match, Shift and Enter to the one before. */
export function FindBox({ search }: { search: ReturnType<typeof usePdfSearch> }) {
  const { typed, setTyped, matches, at, step, isDone } = search;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    step(event.shiftKey ? -1 : 1);
  };
  const count =
    matches.length === 0 ? words.noMatches : words.matchOf(formatWhole(at + 1), formatWhole(matches.length));
  return (
    <div className="flex items-center gap-1">
      <input
        type="search"
        aria-label={words.find}
        placeholder={words.find}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={onKeyDown}
        className={`${INPUT} w-44`}
      />
      <span role="status" className="whitespace-nowrap text-dim text-xs tabular-nums">
        {isDone ? count : ""}
      </span>
      {matches.length > 0 && (
        <>
          <Tool
            label={words.previousMatch}
            onClick={() => step(-1)}
            icon={<ChevronUp size={17} aria-hidden />}
          />
          <Tool
            label={words.nextMatch}
            onClick={() => step(1)}
            icon={<ChevronDown size={17} aria-hidden />}
          />
        </>
      )}
    </div>
  );
}

/** Goes to a page by its number. */
export function PageBox({
  current,
  count,
  onGo,
}: {
  current: number;
  count: number;
  onGo: (page: number) => void;
}) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const page = Number(new FormData(event.currentTarget).get("page"));
    if (page >= 1 && page <= count) onGo(page);
  };
  return (
    <form
      onSubmit={submit}
      className="flex items-center gap-1.5 whitespace-nowrap text-dim text-xs tabular-nums"
    >
      <input
        // Follows the scrolling, and can be typed into.
        key={current}
        name="page"
        type="number"
        min={1}
        max={count}
        aria-label={words.goToPage}
        defaultValue={current}
        className={`${INPUT} w-14 text-ink`}
      />
      <span aria-hidden>/ {formatWhole(count)}</span>
    </form>
  );
}

interface ZoomProps {
  onZoom: (direction: 1 | -1) => void;
  canZoomIn: boolean;
  canZoomOut: boolean;
  onFit: () => void;
  isPageFitted: boolean;
  onMark: (() => void) | null;
  onTurn: () => void;
}

export function ZoomTools(props: ZoomProps) {
  const { onZoom, canZoomIn, canZoomOut, onFit, isPageFitted, onMark, onTurn } = props;
  return (
    <div className="flex">
      {onMark && <Tool label={words.toMark} onClick={onMark} icon={<Crosshair size={17} aria-hidden />} />}
      <Tool
        label={isPageFitted ? words.fitWidth : words.fitPage}
        onClick={onFit}
        icon={<Maximize size={17} aria-hidden />}
      />
      <Tool
        label={words.zoomOut}
        disabled={!canZoomOut}
        onClick={() => onZoom(-1)}
        icon={<ZoomOut size={17} aria-hidden />}
      />
      <Tool
        label={words.zoomIn}
        disabled={!canZoomIn}
        onClick={() => onZoom(1)}
        icon={<ZoomIn size={17} aria-hidden />}
      />
      <Tool label={words.turn} onClick={onTurn} icon={<RotateCw size={17} aria-hidden />} />
    </div>
  );
}

export function Tool(props: {
  label: string;
  icon: React.ReactNode;
  disabled?: boolean;
  pressed?: boolean;
  onClick: () => void;
}) {
  const { label, icon, disabled = false, pressed, onClick } = props;
  return (
    <Button
      kind="bare"
      className="px-2!"
      aria-label={label}
      aria-pressed={pressed}
      title={label}
      disabled={disabled}
      // Keeps the text that is selected in the report.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClick}
    >
      {icon}
    </Button>
  );
}
