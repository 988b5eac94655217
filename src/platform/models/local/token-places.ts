export interface TokenPlace {
  start: number;
  end: number;
}

/** How far ahead a token is looked for: one that the tokenizer does not know leaves a gap. */
const GAP_MAX = 40;

/** Where in the text each token is. Tokens are in small letters, without accents and in order. */
export function placeTokens(text: string, tokens: readonly string[]): TokenPlace[] {
  const { letters, places } = normalise(text);
  let from = 0;
  return tokens.map((token) => {
    const bare = token.startsWith("##") ? token.slice(2) : token;
    const at = letters.indexOf(bare, from);
    const start = places[from] ?? text.length;
    if (at < 0 || at - from > GAP_MAX) return { start, end: start };
    from = at + bare.length;
    return { start: places[at] ?? text.length, end: (places[from - 1] ?? text.length - 1) + 1 };
  });
}

/** The letters as the tokenizer sees them, each with the place it has in the text. */
function normalise(text: string): { letters: string; places: number[] } {
  let letters = "";
  const places: number[] = [];
  let at = 0;
  for (const character of text) {
    const bare = character
      .normalize("NFD")
      .replace(/[\p{M}\p{C}\s]/gu, "")
      .toLowerCase();
    for (const unit of bare.split("")) {
      letters += unit;
      places.push(at);
    }
    at += character.length;
  }
  return { letters, places };
}
