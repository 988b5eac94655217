import { findConcept, findMeasure, namesIn } from "../figures/lexicon.ts";
import { findPeriods } from "../figures/question-periods.ts";
import { shapeQuestion } from "../figures/question-shape.ts";
import type { StatementKind } from "../figures/statements.ts";
import type { NameFinder } from "../report-names.ts";
import { contentTermsOf, isStopWord, termsOf } from "../text/terms.ts";
import type { TermGroup } from "./lexical-index.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** What a question looks for on a page. */
export interface SearchTerms {
  /** The words pages are ranked by, each once. */
  words: string[];
  groups: TermGroup[];
  /** Statements named in the question, and those its words belong to. */
  named: Set<StatementKind>;
  implied: Set<StatementKind>;
  years: number[];
  /** Whether the answer is a number that a table would hold. */
  numeric: boolean;
  /** Whether a reason is asked for, which stands in sentences and not in statements. */
  causal: boolean;
}

const SYNONYM_WEIGHT = 0.8;
const DEFINITION_WEIGHT = 0.5;
/** Words that ask but never stand in the answer. */
const ASKING = new Set(
  "answer question give base detail shown state calculate compute round decimal place please company report data fy like year fiscal much many roughly approximately according based following using use mentioned reported".split(
    " ",
  ),
);

const STATEMENT_WORDS: readonly [RegExp, StatementKind][] = [
  [/cash[- ]flows? statement|statements? of cash flows?/i, "cash_flow"],
  [/balance sheet|statements? of financial (?:position|condition)/i, "balance"],
  [/income statements?|statements? of (?:income|operations|earnings)|p&l|profit and loss/i, "income"],
  [/statements? of (?:comprehensive income)/i, "comprehensive"],
  [/statements? of (?:changes in )?(?:shareholders|stockholders)?['’]? ?equity/i, "equity"],
];

const CAUSAL = /\b(?:drove|drive[ns]?|drivers?|caused?|why|reasons?|led to|due to|explain)\b/i;

export function readSearchTerms(question: string, vocabulary: Vocabulary, isName: NameFinder): SearchTerms {
  const shape = shapeQuestion(question);
  const query = [...shape.unread, shape.core].join(" ");
  const concepts = new Set<string>();
  const groups = groupsOf(query, { vocabulary, isName, weight: 1, concepts });
  for (const { text } of shape.definitions) {
    groups.push(...groupsOf(text, { vocabulary, isName, weight: DEFINITION_WEIGHT, concepts }));
  }
  const named = new Set(
    STATEMENT_WORDS.filter(([pattern]) => pattern.test(question)).map(([, kind]) => kind),
  );
  const implied = new Set([...concepts].flatMap((id) => statementsOf(id)));
  return {
    words: [...new Set(contentTermsOf(question))].filter((term) => !ASKING.has(term)),
    groups,
    named,
    implied,
    years: [...new Set(findPeriods(question).flatMap(({ first, last }) => [first.year, last.year]))],
    causal: CAUSAL.test(query),
    numeric:
      shape.wanted.unit !== null ||
      concepts.size > 0 ||
      /how (?:much|many)|\bratio\b|percent/i.test(question),
  };
}

interface Grouping {
  vocabulary: Vocabulary;
  isName: NameFinder;
  weight: number;
  /** Filled with what the words mean. */
  concepts: Set<string>;
}

/** One group for each thing said; what means the same is looked for as well. */
function groupsOf(text: string, { vocabulary, isName, weight, concepts }: Grouping): TermGroup[] {
  const groups: TermGroup[] = [];
  collectConcepts(text, concepts);
  const terms = termsOf(text.replace(/\bFY\s?'?(?=\d)/gi, ""));
  for (let at = 0; at < terms.length; ) {
    const entry = vocabulary.match(terms, at);
    const words = entry?.words ?? 1;
    const own = terms.slice(at, at + words).filter((term) => isDistinctive(term, isName));
    at += words;
    if (!entry && own.length === 0) continue;
    const ways = [
      ...(own.length > 0 ? [{ terms: own, weight: 1 }] : []),
      ...(entry?.find ?? []).map((find) => ({
        terms: find.filter((term) => !isStopWord(term)),
        weight: SYNONYM_WEIGHT,
      })),
    ];
    groups.push({ weight, ways });
  }
  return groups;
}

function isDistinctive(term: string, isName: NameFinder): boolean {
  return !isStopWord(term) && !ASKING.has(term) && !isName(term);
}

function collectConcepts(text: string, concepts: Set<string>): void {
  for (const { meaning } of namesIn(text)) concepts.add(meaning.id);
}

function statementsOf(id: string): StatementKind[] {
  const concept = findConcept(id);
  if (concept) return [concept.statement];
  const formula = findMeasure(id)?.formula ?? "";
  return (formula.match(/[a-z_]+/g) ?? []).flatMap((name) => (name === id ? [] : statementsOf(name)));
}
