import { type Amount, amountsIn } from "./amounts.ts";

/** What a sentence says of one of its numbers: from the number before it to the next. */
export function stretchOf(text: string, span: Amount): string {
  const [before, after] = sidesOf(text, span);
  return `${before}${text.slice(span.start, span.end)}${after}`;
}

/** The same, no farther than the next comma or bracket. */
export function clauseOf(text: string, span: Amount): readonly [before: string, after: string] {
  const [before, after] = sidesOf(text, span);
  return [before.replace(/^.*[,;()]/, ""), /^[^,;()]*/.exec(after)?.[0] ?? ""];
}

function sidesOf(text: string, span: Amount): readonly [string, string] {
  const others = amountsIn(text).filter(({ kind }) => kind !== "date" && kind !== "year");
  const from = Math.max(0, ...others.flatMap(({ end }) => (end <= span.start ? [end] : [])));
  const to = Math.min(text.length, ...others.flatMap(({ start }) => (start >= span.end ? [start] : [])));
  return [text.slice(from, span.start), text.slice(span.end, to)];
}
