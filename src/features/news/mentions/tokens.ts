/** A word of a text with its position. */
export interface Token {
  text: string;
  from: number;
  to: number;
  /** The text between the previous word and this one. */
  gap: string;
  isCapital: boolean;
}

const TOKEN = /[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}]|[&.'’-](?=[\p{L}\p{N}]))*/gu;

export function listTokens(text: string): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  for (const found of text.matchAll(TOKEN)) {
    // A possessive is not part of a name.
    const word = found[0].replace(/['’]s?$/u, "");
    tokens.push({
      text: word,
      from: found.index,
      to: found.index + word.length,
      gap: text.slice(end, found.index),
      isCapital: /^\p{Lu}|^\p{Ll}\p{Lu}|^\d+\p{Lu}/u.test(word),
    });
    end = found.index + found[0].length;
  }
  return tokens;
}

/** How a text uses capitals, which decides whether a capital is informative. */
export type Casing = "sentence" | "title" | "capitals";

export function casingOf(tokens: readonly Token[]): Casing {
  const words = tokens.filter(({ text }) => /^\p{L}{4,}/u.test(text));
  if (words.length === 0) return "title";
  const allCaps = words.filter(({ text }) => text === text.toUpperCase()).length;
  if (words.length > 1 && allCaps > 0.7 * words.length) return "capitals";
  const capital = words.filter(({ isCapital }) => isCapital).length;
  return capital > 0.6 * words.length ? "title" : "sentence";
}
