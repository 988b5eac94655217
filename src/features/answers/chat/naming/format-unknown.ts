import type { UnknownName } from "./recognise-companies.ts";

/** "I could not find a company called X. Did you mean Y?" */
export function formatUnknown(unknown: readonly UnknownName[]): string {
  return unknown
    .map(({ text, candidates }) => {
      const names = candidates.map(({ name }) => name);
      const suggestion = names.length > 0 ? ` Did you mean ${formatChoice(names)}?` : "";
      return `I could not find a company called ${text}.${suggestion}`;
    })
    .join(" ");
}

function formatChoice(names: readonly string[]): string {
  return names.length === 1 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
}
