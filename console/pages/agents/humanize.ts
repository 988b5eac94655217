/** `net_income` and `eps_basic` as people write them. */
export const humanize = (name: string): string =>
  name
    .replaceAll("_", " ")
    .replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())
    .replace(/\b(?:eps|ebitda?|roe|roa)\b/gi, (word) => word.toUpperCase());
