import { type Keyword, readKeywords } from "../search/read-keywords.ts";
import type { NewsQuery } from "../search/search-articles.ts";
import { readSubject } from "./question-subject.ts";

const KEYWORDS_MAX = 10;

/** Searches for the names and words of the question too, so that the articles that may answer it come first. */
export function widenQuery(query: NewsQuery, question: string): NewsQuery {
  const { names, measure, terms } = readSubject(question, query.language);
  const words = [...names.map(({ text }) => text), ...measure, ...terms].map((word) =>
    word.replaceAll(/[",，、]/g, " "),
  );
  const known = new Set(query.keywords.map((keyword) => keyword.query));
  const added: Keyword[] = [];
  for (const word of new Set(words)) {
    const [keyword] = readKeywords(word, query.language) ?? [];
    if (keyword && !known.has(keyword.query)) added.push(keyword);
    if (keyword) known.add(keyword.query);
  }
  return { ...query, keywords: [...query.keywords, ...added].slice(0, KEYWORDS_MAX) };
}
