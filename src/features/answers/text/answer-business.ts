import type { DraftAnswer } from "../answer.ts";
import type { Sentence } from "../passages/sentences.ts";
import { withSurroundings } from "./candidates.ts";
import type { TextRequest } from "./request.ts";
import { quoteAll } from "./say-found.ts";
import type { TextContext } from "./text-context.ts";
import { isWhole } from "./whole-sentence.ts";

/** The question is for what the company does, and for nothing more special than that. */
const ASKED = new RegExp(
  "^(?:do|does|business(?:es)?|activit(?:y|ies)|operations?|products?|services?|offer(?:s|ed|ings?)?|sells?|sold" +
    "|provides?|makes?|produces?|industry|sector|describe|overview|principal|primary|core|nature|lines?|and|active" +
    "|engaged?)$",
  "i",
);

const OWNER =
  "(?:We|The (?:Company|Group|Bank|Corporation|Trust|Fund|Partnership|Registrant)" +
  "|Our (?:principal|primary|core|main) (?:business(?: activit(?:y|ies))?|activit(?:y|ies)|operations?))";
/** "Founded in 1967, the", "Through our subsidiaries, ": what may come before the company. */
const OPENING =
  String.raw`^(?:[\p{L}\d –—-]{0,30}[.:–—]\s)?(?:(?:Founded|Formed|Headquartered|Based|Established|Incorporated` +
  String.raw`|Through|Together with|With)\s[^,.]{2,80},\s)?`;
const ASIDE =
  String.raw`(?:,?\s\([^)]{1,160}\)|,\s[^,.(]{2,90}(?:\([^)]{1,160}\))?,` +
  String.raw`|,?\s(?:Inc|Corp|Ltd|Limited|PLC|plc|N\.V|S\.A|SA|AG|SE|LLC|Co)\b\.?,?)*`;
const DOES =
  "(?:provide|design|develop|manufacture|make|market|offer|operate|sell|produce|invest|distribute|speciali[sz]e" +
  "|suppl(?:y|ie)|deliver|own|explore|lease|engage|underwrite|lend)(?:s|d)?";
const IS = String.raw`(?:is|are)\s(?:(?:an?|the|one of)\b|(?:(?:primarily|principally|mainly|currently)\s)?(?:engaged|focused|active)\b)`;
const SOFTLY = "(?:(?:primarily|principally|mainly|currently|has|have)\\s)*";
const NAME = "\\p{Lu}[\\p{L}\\d’'&.-]*";

const DEFINED = new RegExp(
  `${OPENING}(?<owner>${OWNER}|${NAME}(?:\\s${NAME}){0,5}?)(?<!['’]s)${ASIDE}\\s${SOFTLY}(?:${IS}|${DOES}\\b)`,
  "u",
);
const IS_OWNER = new RegExp(`^${OWNER}$`);
const SAYS_IS = new RegExp(IS);

/** What is said of the company in law or in danger, and not of its business, or after something else. */
const NO_BUSINESS = new RegExp(
  String.raw`\b(?:filers?|shell|emerging growth|reporting company|part(?:y|ies) to|defendants?|plaintiffs?|subject to|taxpayers?|lessees?` +
    String.raw`|guarantors?|borrowers?|result of|exposed|may|might|could|if|risks?|reserve|obligat\w+|lawsuits?|no longer|beneficiar\w+|report(?:s|ing)? in|also)\b`,
  "i",
);
const HEADED =
  /\b(?:business|overview|general|about|nature|organi[sz]ation|principal activit\w+|who we are|what we do|profile|corporate information|company|at a glance|introduction)\b/i;
const SAYS_WHAT =
  /\b(?:provid|design|develop|manufactur|produc|market|offer|operat|sell|suppl|deliver|invest|explor|engaged|services?|products?|leading|largest|holding)/gi;

const HEADING_WORDS_MAX = 8;
/** A report introduces the company before it speaks of anything else. */
const EARLY = 1.3;
const IS_SCORE = 0.5;
const SCORE_MIN = 2.2;
const SENTENCES_SAID = 6;
const LETTERS_MAX = 1_100;
const CONFIDENCE = 0.5;

interface Description {
  score: number;
  sentences: { sentence: Sentence }[];
}

/** What the company does, as its report introduces it; undefined where something more special is asked for. */
export function answerBusiness(request: TextRequest, context: TextContext): DraftAnswer | undefined {
  if (!isAsked(request)) return undefined;
  const found = context.report.pages.flatMap((page, at) => {
    const early = 1 - at / context.report.pages.length;
    return describe(withSurroundings(page), early, subjectOf(context));
  });
  const [best] = found.sort((a, b) => b.score - a.score);
  if (!best || best.score < SCORE_MIN) return undefined;
  return quoteAll(best.sentences, CONFIDENCE, context) ?? undefined;
}

function isAsked({ operation, terms, years }: TextRequest): boolean {
  if (!["summary", "open"].includes(operation) || years.length > 0) return false;
  const named = terms.filter(({ own }) => !own);
  return named.every(({ word }) => word.split(" ").every((one) => ASKED.test(one)));
}

/** A sentence that begins with the company, by "we", by its name or by one that is on many pages. */
function subjectOf({ isName, report: { pages } }: TextContext): (text: string) => boolean {
  const isFrequent = (word: string) =>
    pages.filter(({ text }) => text.includes(word)).length > FREQUENT * pages.length;
  return (text) => {
    const owner = DEFINED.exec(text)?.groups?.owner?.trim();
    if (owner === undefined) return false;
    const [first = "", ...others] = owner.split(/\s+/);
    return (
      IS_OWNER.test(owner) || [first, ...others].some((word) => isName(word) !== null) || isFrequent(first)
    );
  };
}

const FREQUENT = 0.4;

function describe(
  around: ReturnType<typeof withSurroundings>,
  early: number,
  isOfCompany: (text: string) => boolean,
): Description[] {
  return around.flatMap(({ sentence, heading }, at) => {
    const { text } = sentence;
    if (!isWhole(sentence) || NO_BUSINESS.test(text) || !isOfCompany(text)) return [];
    const headings = heading.split("\n").filter((one) => one.split(" ").length <= HEADING_WORDS_MAX);
    const headed = headings.some((one) => HEADED.test(one)) && !/\brisks?\b/i.test(heading) ? 1 : 0;
    const says = Math.min(3, new Set(text.toLowerCase().match(SAYS_WHAT)).size) / 3;
    const rest = around.slice(at).filter((one) => one.heading === heading && isWhole(one.sentence));
    return [
      { score: headed + says + EARLY * early + (SAYS_IS.test(text) ? IS_SCORE : 0), sentences: cut(rest) },
    ];
  });
}

function cut(sentences: readonly { sentence: Sentence }[]): { sentence: Sentence }[] {
  let letters = 0;
  return sentences.slice(0, SENTENCES_SAID).filter(({ sentence }) => {
    letters += sentence.text.length;
    return letters <= LETTERS_MAX;
  });
}
