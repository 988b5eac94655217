import { texts } from "../../texts/index.ts";
import { formatNumber } from "../../ui/format.ts";

const { artifacts: words } = texts.agents;

/** Formats an artifact value for display. */
export function showValue(value: unknown): string {
  if (value === null || value === undefined) return words.empty;
  if (typeof value === "number") return formatNumber(value);
  if (Array.isArray(value))
    return value.map((one) => (typeof one === "string" ? one : JSON.stringify(one))).join(", ");
  return String(value);
}
