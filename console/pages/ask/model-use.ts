import { texts } from "../../texts/index.ts";
import { formatWhole } from "../../ui/format.ts";
import type { Message } from "./places.ts";

const { ask: words } = texts;

/** Which model was asked, where it runs, and what it was sent. */
export function formatModelUse(model: NonNullable<Message["model"]>, withheld: number | undefined): string {
  const { name, is_local, pages_sent } = model;
  return [
    words.model(name, is_local),
    pages_sent.length > 0 ? words.pagesSent(formatWhole(pages_sent.length)) : "",
    withheld ? words.withheld(formatWhole(withheld)) : "",
  ]
    .filter(Boolean)
    .join(" · ");
}
