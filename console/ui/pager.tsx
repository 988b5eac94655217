import { texts } from "../texts/index.ts";
import { Button } from "./button.tsx";
import { formatWhole } from "./format.ts";

/** Which part of a long list is shown, with links to the previous and next part. */
export function Pager(props: {
  pagination: { total: number; limit: number; offset: number; has_more: boolean };
  onMove: (offset: number) => void;
}) {
  const { total, limit, offset, has_more } = props.pagination;
  const last = Math.min(total, offset + limit);
  return (
    <div className="flex items-center justify-between gap-3 border-line border-t px-5 py-3">
      <p className="text-dim text-xs tabular-nums">
        {texts.ui.range(formatWhole(Math.min(total, offset + 1)), formatWhole(last), formatWhole(total))}
      </p>
      <div className="flex gap-2">
        <Button disabled={offset === 0} onClick={() => props.onMove(Math.max(0, offset - limit))}>
          {texts.ui.previous}
        </Button>
        <Button disabled={!has_more} onClick={() => props.onMove(offset + limit)}>
          {texts.ui.next}
        </Button>
      </div>
    </div>
  );
}
