import { Failure } from "../../../kernel/errors.ts";
import { foldText, QUESTION_WORDS, readKeywords } from "../../news/index.ts";

/** A search as the caller wrote it, understood. */
export interface SearchQuery {
  /** In PostgreSQL's tsquery syntax; null when only titles are asked for. */
  words: string | null;
  /** The same with any of the words instead of all; null unless the query is plain words, two or more. */
  anyWord: string | null;
  /** All words wherever they are, to rank by: every distance of a NEAR would be looked for at every word of a passage. */
  ranking: string | null;
  /** What a match has to contain: for highlights and for ranking. */
  terms: readonly Term[];
  /** Words that the title of the report must have, or must not have. */
  titles: readonly { text: string; isExcluded: boolean }[];
  /** Plain words can also be searched by meaning; operators ask for exactly what they say. */
  isPlain: boolean;
}

export interface Term {
  /** As written, without case and accents. */
  text: string;
  lexemes: readonly string[];
  /** In PostgreSQL's tsquery syntax. */
  query: string;
}

/** Word forms are joined by the rules of English and German; reports in other languages have words as they are written. */
const LANGUAGES = ["en", "de", "und"];
const CLAUSES_MAX = 32;
const DISTANCE = { usual: 10, most: 20 };
const QUOTES = /[“”„«»＂]/g;
const CLAUSE = /(?<not>-)?(?<title>title:)?(?:"(?<phrase>[^"]*)"?|(?<word>[^\s"]+))/gi;
const NEAR = /^(?:NEAR|near(?=\/))(?:\/(\d{1,9}))?$/;

interface Clause {
  text: string;
  query: string;
  ranking: string;
  lexemes: string[];
  /** The last of the words that are near each other: the next NEAR is about this one. */
  last?: Clause;
}

/**
 * Reads `net sales "exact phrase" -word title:annual profit NEAR/5 margin`. All words must occur, in any order and
 * form; words of questions count only when there is nothing else.
 */
export function readQuery(text: string): SearchQuery {
  const found = [...text.replace(QUOTES, '"').matchAll(CLAUSE)].map(({ groups = {} }) => groups);
  const titles = found.flatMap(({ title, phrase, word, not }) =>
    title === undefined ? [] : [{ text: phrase ?? word ?? "", isExcluded: not !== undefined }],
  );
  const rest = found.filter(({ title }) => title === undefined);
  const isPlain =
    titles.length === 0 &&
    rest.every(({ not, phrase, word = "" }) => !not && phrase === undefined && !NEAR.test(word));
  // Of a long text the first words do; operators ask for exactly what they say.
  if (!isPlain && rest.length > CLAUSES_MAX)
    throw new Failure("invalid_input", {
      detail: `query: at most ${CLAUSES_MAX} words and phrases with operators.`,
    });
  const { required, excluded } = readClauses(rest.slice(0, CLAUSES_MAX));
  if (required.length === 0 && !titles.some(({ isExcluded }) => !isExcluded))
    throw new Failure("invalid_input", { detail: "query: enter at least one word to look for." });
  const content = isPlain ? withoutQuestionWords(required) : required;
  const all = [...content.map(({ query }) => query), ...excluded.map(({ query }) => `!(${query})`)];
  return {
    words: all.length === 0 ? null : all.join(" & "),
    anyWord: isPlain && content.length > 1 ? content.map(({ query }) => query).join(" | ") : null,
    ranking: content.length === 0 ? null : content.map(({ ranking }) => ranking).join(" & "),
    terms: content.map(({ text, lexemes, query }) => ({ text, lexemes, query })),
    titles,
    isPlain,
  };
}

type Groups = Record<string, string | undefined>;

function readClauses(groups: readonly Groups[]): { required: Clause[]; excluded: Clause[] } {
  const required: Clause[] = [];
  const excluded: Clause[] = [];
  let distance: number | null = null;
  for (const group of groups) {
    const before = required.at(-1);
    const asked: number | null | undefined = before && distance === null ? readDistance(group) : null;
    if (typeof asked === "number") {
      distance = asked;
      continue;
    }
    const clause = readClause(group);
    if (!clause) continue;
    const isExcluded = group["not"] !== undefined;
    if (distance !== null && before && !isExcluded)
      required.splice(-1, 1, joinNear(before, clause, distance));
    else (isExcluded ? excluded : required).push(clause);
    distance = null;
  }
  return { required, excluded };
}

/** Of `NEAR` and `near/5`; null for anything else. */
function readDistance({ phrase, word = "" }: Groups): number | null {
  const near = phrase === undefined ? NEAR.exec(word) : null;
  return near && Number(near[1] ?? DISTANCE.usual);
}

/** A word in any of its forms, or a phrase in exactly this form; null for what has no letters. */
function readClause({ phrase, word }: Groups): Clause | null {
  const text = (phrase ?? word ?? "")
    // 1,204 is one number.
    .replaceAll(/(?<=\d),(?=\d)/g, ".")
    .replaceAll(/[,，、"]/g, " ")
    .trim();
  const ways = LANGUAGES.flatMap((language) => {
    const [keyword] = readKeywords(phrase === undefined ? text : `"${text}"`, language) ?? [];
    return keyword ? [keyword] : [];
  });
  if (ways.length === 0) return null;
  const queries = [...new Set(ways.map(({ query }) => query))];
  const query =
    queries.length === 1 ? `(${queries[0]})` : `(${queries.map((one) => `(${one})`).join(" | ")})`;
  return {
    text: foldText(text),
    query,
    ranking: query,
    lexemes: [...new Set(ways.flatMap(({ lexemes }) => lexemes))],
  };
}

/**
 * Within so many words of each other, in either order. In a chain each word is near the one before it: near the whole
 * chain, every link would multiply the length of the query.
 */
function joinNear(before: Clause, other: Clause, distance: number): Clause {
  const one = before.last ?? before;
  const most = Math.min(Math.max(distance, 1), DISTANCE.most);
  const steps = Array.from({ length: most }, (_, index) => index + 1);
  const ways = steps.flatMap((step) => [
    `(${one.query} <${step}> ${other.query})`,
    `(${other.query} <${step}> ${one.query})`,
  ]);
  const near = `(${ways.join(" | ")})`;
  return {
    text: `${before.text} ${other.text}`,
    query: before.last ? `${before.query} & ${near}` : near,
    ranking: `${before.ranking} & ${other.ranking}`,
    lexemes: [...before.lexemes, ...other.lexemes],
    last: other,
  };
}

function withoutQuestionWords(clauses: Clause[]): Clause[] {
  const content = clauses.filter(({ text }) => !QUESTION_WORDS.has(text.replace(/\P{L}+$/u, "")));
  return content.length === 0 ? clauses : content;
}
