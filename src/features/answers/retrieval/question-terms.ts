import { shapeQuestion } from "../figures/question-shape.ts";
import type { StatementKind } from "../figures/statements.ts";
import type { NameFinder } from "../report-names.ts";
import { contentTermsOf } from "../text/terms.ts";

/** What a question looks for on a page. */
export interface SearchTerms {
  /** The words pages are ranked by, each once. */
  words: string[];
  /** Those that sentences are chosen by: without the company's name, which any sentence may have. */
  topic: string[];
  /** Statements named in the question. */
  named: Set<StatementKind>;
  /** Whether a reason is asked for, which is given in sentences and not in statements. */
  causal: boolean;
}

/** Words that ask but are never in the answer. */
const ASKING = new Set(
  (
    "answer question give base detail shown state calculate compute round decimal place please " +
    "company report data fy like year fiscal much many roughly approximately according based " +
    "following using use mentioned reported"
  ).split(" "),
);

const STATEMENT_WORDS: readonly [RegExp, StatementKind][] = [
  [/cash[- ]flows? statement|statements? of cash flows?/i, "cash_flow"],
  [/balance sheet|statements? of financial (?:position|condition)/i, "balance"],
  [/income statements?|statements? of (?:income|operations|earnings)|p&l|profit and loss/i, "income"],
  [/statements? of (?:comprehensive income)/i, "comprehensive"],
  [/statements? of (?:changes in )?(?:shareholders|stockholders)?['’]? ?equity/i, "equity"],
];

const CAUSAL = /\b(?:drove|drive[ns]?|drivers?|caused?|why|reasons?|led to|due to|explain)\b/i;

export function readSearchTerms(question: string, isName: NameFinder): SearchTerms {
  const { core, unread } = shapeQuestion(question);
  const words = [...new Set(contentTermsOf(question))].filter((term) => !ASKING.has(term));
  return {
    words,
    topic: words.filter((term) => !isName(term)),
    named: new Set(STATEMENT_WORDS.filter(([pattern]) => pattern.test(question)).map(([, kind]) => kind)),
    causal: CAUSAL.test([...unread, core].join(" ")),
  };
}
