import type { PageRecord } from "../../reports/index.ts";

const DOLLARS: readonly (readonly [RegExp, string])[] = [
  [/canadian|\bC(?:dn)?\$|\bCAD\b/i, "CAD"],
  [/australian|\bA\$|\bAUD\b/i, "AUD"],
  [/new zealand|\bNZD\b/i, "NZD"],
  [/singapore|\bSGD\b/i, "SGD"],
  [/hong kong|\bHKD\b/i, "HKD"],
];
const SAID = new RegExp(
  String.raw`\b(?:presented|presentation|expressed|reported|reporting currency|stated` +
    String.raw`|amounts (?:are )?in)\b[^.]{0,60}?((?:canadian|australian|new zealand|singapore|hong kong` +
    String.raw`|u\.?s\.?|united states) dollars?|\b(?:CAD|AUD|NZD|SGD|HKD|USD)\b)`,
  "gi",
);

/** What "$" means in a report: what it says its amounts are in, and the US dollar where it says nothing. */
export function dollarOf(pages: readonly PageRecord[]): string {
  const counts = new Map<string, number>();
  for (const { text } of pages) {
    if (!/dollar|CAD|AUD|NZD|SGD|HKD|USD/.test(text)) continue;
    for (const [, said = ""] of text.matchAll(SAID)) {
      const code = DOLLARS.find(([pattern]) => pattern.test(said))?.[1] ?? "USD";
      counts.set(code, (counts.get(code) ?? 0) + 1);
    }
  }
  const [most] = [...counts].sort((a, b) => b[1] - a[1]);
  return most?.[0] ?? "USD";
}
