import { texts } from "../texts/index.ts";
import { formatWhole } from "./format.ts";

/** What a button costs. The hint next to the button says it to screen readers, so that its name stays short. */
export function Price({ credits, from = false }: { credits: number; from?: boolean }) {
  const text = texts.ui.credits(formatWhole(credits));
  return (
    <span aria-hidden className="whitespace-nowrap font-normal text-xs">
      {from ? texts.ui.from(text) : text}
    </span>
  );
}
