import { Failure } from "../../../kernel/errors.ts";
import type { Sql } from "../../../platform/db/index.ts";
import { SECTION_KINDS } from "../indexing/section-kind.ts";
import type { PassageKey, SearchScope } from "../store.ts";
import { holdsWithoutWords, listLexemes, readWords, type WordCondition } from "./read-words.ts";
import { type FacetCount, selectMatches } from "./store.ts";

export interface Matches {
  /** How many passages: in all (facet `all`), and by the most frequent values of each kind of filter. */
  facets: FacetCount[];
  /** Those of the latest reports, at most as many as were asked for. */
  latest: PassageKey[];
}

/** The mark of sections among the words, see `index_passage_words`. */
const sectionWord = (section: string): WordCondition => ({ kind: "word", lexeme: `§${section}` });
const anySection = (sections: readonly string[]): WordCondition => ({
  kind: "any",
  of: sections.map(sectionWord),
});
const EVERY_PASSAGE = anySection(SECTION_KINDS);

/** What one search may cost, in microseconds of a slow processor: looking a passage up, and each place of its words. */
const CHECKING = { all: 8_000_000, passage: 12, distance: 0.2 };

/** In how many passages words may be looked for next to or near each other. */
function checkedMaxOf(words: string): number {
  const distances = words.match(/<(?:-|\d+)>/g)?.length ?? 0;
  return Math.floor(CHECKING.all / (CHECKING.passage + CHECKING.distance * distances));
}

/** Counts the passages with these words, and lists the latest. Without words, all passages of the scope. */
export async function findMatches(
  sql: Sql,
  scope: SearchScope,
  { words, limit }: { words: string | null; limit: number },
): Promise<Matches> {
  const read = words === null ? { condition: EVERY_PASSAGE, isExact: true } : readWords(words);
  const condition = withSections(read.condition, scope.sections);
  const checked = read.isExact ? null : words;
  const checkedMax = checkedMaxOf(checked ?? "");
  const { facets, latest, candidates } = await selectMatches(sql, scope, {
    condition,
    lexemes: [...new Set(listLexemes(condition))],
    words: checked,
    checkedMax,
    limit,
  });
  if (checked !== null && candidates > checkedMax)
    throw new Failure("invalid_input", {
      detail:
        `query: ${candidates} passages have all of these words, too many to see where the words are in each. ` +
        "Add a rarer word, or narrow the search by company, report type, section or year.",
    });
  const keys = latest.flatMap(({ report_id, passage_nos }) =>
    passage_nos.map((passage_no) => ({ report_id, passage_no })),
  );
  return { facets, latest: keys.slice(0, limit) };
}

/** Passages are known by their words alone, so what they need not have must be asked of some. */
function withSections(condition: WordCondition, sections: readonly string[] | undefined): WordCondition {
  if (sections) return { kind: "all", of: [anySection(sections), condition] };
  return holdsWithoutWords(condition) ? { kind: "all", of: [EVERY_PASSAGE, condition] } : condition;
}
