import { type Candidate, scoreOf, type WeighedTerm } from "./candidates.ts";
import { type Found, nearness } from "./find-value.ts";
import { hasLegalForm, isOrganisation, isPerson, type NameSpan, namesIn } from "./names.ts";
import { type TextRequest, wordings } from "./request.ts";
import { rootOf, tokensOf } from "./roots.ts";

export interface NameContext {
  terms: readonly WeighedTerm[];
  /** Whether a word is the company's own name. */
  isOwn: (word: string) => boolean;
  /** Whether a capitalised word is also written small in the report. */
  isOrdinary: (word: string) => boolean;
}

const SENTENCES_READ = 40;
const OF_KIND = 1.4;
const LATE_LETTERS = 300;
const LONG_NAME = 1.05;

/** The name of the expected kind nearest to what the question names, and not one the question has itself. */
export function findNames(
  request: TextRequest,
  candidates: readonly Candidate[],
  { terms, isOwn, isOrdinary }: NameContext,
): Found<NameSpan>[] {
  const kinds = (/\b(?:which|what) (\p{L}+)(?: (\p{L}+))?/iu.exec(request.question) ?? [])
    .slice(1)
    .flatMap((kind) => (kind === undefined ? [] : wordings(kind)));
  const asked = new Set(request.question.split(/[^\p{L}\d&]+/u).map(rootOf));
  const isAnswer = (span: NameSpan) =>
    isExpected(request, span) && isNew(span, request, { asked, isOwn, isOrdinary });
  return candidates
    .slice(0, SENTENCES_READ)
    .flatMap((candidate) =>
      namesIn(candidate.sentence.text)
        .filter((span) => isAnswer(span) && !isDescription(candidate.sentence.text, span))
        .map((span) => ({ candidate, span, support: supportOf(candidate, span, { terms, kinds }) })),
    )
    .sort((a, b) => b.support - a.support);
}

/** "A Norwegian company", "12 Harbour Street", "Co-investing in": no names of anybody. */
function isDescription(text: string, { start, text: name, words }: NameSpan): boolean {
  if (/\d\s$/.test(text.slice(0, start))) return true;
  return words.length === 1 && /(?:ian|ean|ese|ish|eli|ican|ing)s?$/.test(name);
}

/** Neither a name of the question nor the company's own, and no ordinary words with capitals. */
function isNew(
  span: NameSpan,
  { expects }: TextRequest,
  { asked, isOwn, isOrdinary }: Pick<NameContext, "isOwn" | "isOrdinary"> & { asked: ReadonlySet<string> },
): boolean {
  if (!hasLegalForm(span) && span.words.every((word) => isOrdinary(word))) return false;
  const words = span.words.filter((word) => /^\p{Lu}/u.test(word));
  if (asked.has(rootOf(words[0] ?? ""))) return false;
  if (expects !== "person" && words.some(isOwn)) return false;
  return words.some((word) => !asked.has(rootOf(word)) && !isOwn(word));
}

function supportOf(
  candidate: Candidate,
  span: NameSpan,
  { terms, kinds }: { terms: readonly WeighedTerm[]; kinds: readonly string[] },
): number {
  const near = nearness(candidate, { digitsStart: span.start }, terms);
  const long = span.words.length > 1 ? LONG_NAME : 1;
  const early = 1 - Math.min(span.start, LATE_LETTERS) / (20 * LATE_LETTERS);
  const ofKind = isOfKind(candidate.sentence.text, span, kinds) ? OF_KIND : 1;
  return (0.6 * scoreOf(candidate) + 0.4 * near) * long * ofKind * early;
}

/** "Northgate shipyard" for a question after a yard. */
function isOfKind(text: string, { start, end }: NameSpan, kinds: readonly string[]): boolean {
  if (kinds.length === 0) return false;
  const [after] = tokensOf(text.slice(end, end + 30));
  const before = tokensOf(text.slice(Math.max(0, start - 30), start)).at(-1);
  return [after, before].some((token) => token !== undefined && kinds.includes(token.root));
}

function isExpected({ expects }: TextRequest, span: NameSpan): boolean {
  if (expects === "person") return isPerson(span);
  return isOrganisation(span);
}
