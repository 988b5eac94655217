import type { PageRecord } from "../../reports/index.ts";
import type { Sentence } from "../passages/sentences.ts";
import type { NameFinder } from "../report-names.ts";
import { hasLegalForm, isForm, isPerson, type NameSpan, namesIn, ownWords } from "./names.ts";
import { type RequestTerm, readTextRequest, type TextRequest } from "./request.ts";
import { rootOf, tokensOf } from "./roots.ts";

/** Who has a role, by the lines that give names with their titles. */
export interface RoleHolder {
  name: NameSpan;
  sentence: Sentence;
  /** 0 to 1. */
  support: number;
}

const ASKS_HOLDER = new RegExp(
  String.raw`^(?:so )?(?:who|(?:which|what) (?:\w+ ){0,2}(?:firm|company|bank|accountants?)|what(?:['’]s| is) the name of)` +
    String.raw`(?:['’]s| is| are| (?:acts?|serves?) as|\b(?<=name of))\b(?!.*\b(?:that|which|behind|who)\b)`,
  "i",
);
const ASKS_AUDIT = /^(?:who|(?:which|what) (?:\w+ ){0,2}(?:firm|company|accountants?)) audit(?:s|ed)\b/i;
/** What of the company is audited; of a part of it another firm may be the auditor. */
const AUDITED =
  /^(?:audit(?:s|ed)?|firm|accountants?|accounts?|accounting|annual|financial|consolidated|statements?|books?)$/i;
const ASKS_HEAD = /^who (?:heads|leads|runs|chairs)\b/i;
const VERBS = new Set(["heads", "leads", "runs", "head", "lead", "run"].map(rootOf));
const PERSON_ROLE =
  /\b(?:c[efot]o|coo|chief (?:[\p{L}&]+ ){1,4}officer|chief executive|chair(?:man|woman|person)?|president|secretary|treasurer|general counsel|controller|(?:managing|finance) director)\b/iu;
const FIRM_ROLE = new RegExp(
  String.raw`\b(?:(?<!internal )auditors?|custodian|registrar|transfer agent|trustee|depositary|administrator` +
    "|(?:stock)?brokers?|solicitors?|lawyers?|bankers?|legal (?:advis[eo]r|counsel)s?" +
    String.raw`|(?:nominated|financial|investment) advis[eo]r|(?:investment|fund) manager)\b`,
  "i",
);

const LINE_LETTERS_MAX = 220;
const SCORE_MIN = 1.5;
const AHEAD = 1.5;

/** The one person or firm that lines of the report give the role that is asked for; null where they disagree. */
export function findRoleHolder(
  request: TextRequest,
  pages: readonly PageRecord[],
  isName: NameFinder,
): RoleHolder | null {
  const role = readRole(request);
  if (role.length === 0) return null;
  const isFirm = FIRM_ROLE.test(request.question) || ASKS_AUDIT.test(request.question);
  const isOther = ({ words }: NameSpan) => words.every((word) => isName(word) === null || isForm(word));
  const isOrdinary = ordinaryWords(pages);
  const isThing = ({ words }: NameSpan) => words.every((word) => isOrdinary(word) || word.length < 3);
  const fits = (name: NameSpan) =>
    isFirm ? hasLegalForm(name) && isOther(name) : isPerson(name) && !isThing(name);
  const signs = role.some((term) => matchesAny(term, AUDITOR));
  const holders = pages.flatMap((page) => [
    ...readPage(page, { role, fits, isFirm }),
    ...(signs ? readSignatures(page, fits) : []),
  ]);
  const groups = [...Map.groupBy(holders, ({ name }) => familyOf(name, isFirm)).values()]
    .map((list) => ({ list, score: list.reduce((sum, { support }) => sum + support, 0) }))
    .sort((a, b) => b.score - a.score);
  const [best, second] = groups;
  if (!best || best.score < SCORE_MIN || best.score < AHEAD * (second?.score ?? 0)) return null;
  // The full name rather than initials.
  const [first] = best.list.toSorted(
    (a, b) => b.name.text.length - a.name.text.length || b.support - a.support,
  );
  return first ? { ...first, support: best.score / (best.score + (second?.score ?? 0) + 1) } : null;
}

/** What the title or the label must have; nothing where no holder of a role is asked for. */
function readRole({ question, terms }: TextRequest): RequestTerm[] {
  if (
    ASKS_AUDIT.test(question) &&
    terms.every(({ own, word }) => own || word.split(" ").every((one) => AUDITED.test(one)))
  )
    return readTextRequest("auditor", () => null, null).terms;
  if (ASKS_HEAD.test(question)) return terms.filter(({ own, word }) => !own && !VERBS.has(rootOf(word)));
  const [said = ""] = FIRM_ROLE.exec(question) ?? PERSON_ROLE.exec(question) ?? [];
  // "Registrar?", "CEO name": nothing but the role.
  const isRole = (word: string) => said.toLowerCase().includes(word.toLowerCase()) || /^names?$/i.test(word);
  const isBare = terms.every(({ own, word }) => own || isRole(word));
  if (said === "" || !(isBare || ASKS_HOLDER.test(question))) return [];
  // In small letters no word of it is taken for a name.
  return readTextRequest(said.toLowerCase(), () => null, null).terms;
}

/** A person may be given with and without the middle name, a firm with and without its form. */
function familyOf(name: NameSpan, isFirm: boolean): string {
  if (isFirm) return rootOf(ownWords(name)[0] ?? "");
  const own = name.words.filter((word) => !/^(?:jr|sr|i+|iv)\.?$/i.test(word));
  return rootOf(own.at(-1) ?? "");
}

const smallWords = new WeakMap<readonly PageRecord[], ReadonlySet<string>>();

/** Whether a capitalised word is also written small in the report: "Human Resources" is no person. */
function ordinaryWords(pages: readonly PageRecord[]): (word: string) => boolean {
  const known = smallWords.get(pages);
  const small = known ?? new Set(pages.flatMap(({ text }) => text.match(/(?<![\p{L}\d])\p{Ll}{3,}/gu) ?? []));
  if (!known) smallWords.set(pages, small);
  return (word) => small.has(word.toLowerCase());
}

interface Wanted {
  role: readonly RequestTerm[];
  fits: (name: NameSpan) => boolean;
  isFirm: boolean;
}

function readPage(page: PageRecord, wanted: Wanted): RoleHolder[] {
  const { role, fits } = wanted;
  return page.lines.flatMap(({ text, box }, at) => {
    if (text.length > LINE_LETTERS_MAX || !hasRole(role, text)) return [];
    const own = readLine(text, role, fits);
    if (own) return [{ ...own, sentence: { page: page.page, text, kind: "text", box } }];
    return readNeighbours(page, at, wanted);
  });
}

/** The words of a title follow each other: an executive vice president and chief financial officer is no chief executive. */
function hasRole(role: readonly RequestTerm[], text: string): boolean {
  const roots = tokensOf(text).map(({ root }) => root);
  const has = (phrase: readonly string[]) =>
    phrase.length > 0 && roots.some((_, at) => phrase.every((root, offset) => roots[at + offset] === root));
  return role.every(({ wordings }) => wordings.some((wording) => has(wording.roots)));
}

const TITLE_LETTERS_MAX = 90;
/** What ends the title that a name has now. */
const PAST =
  /[;]|(?:19|20)\d\d|\b(?:former|formerly|previously|prior|until|retired|resigned|acting|interim|deputy|assistant)\b|\b(?<!has )(?<!have )served\b|\bwas\b|\.\s\p{Lu}\p{Ll}/iu;

/** "Jane Doe, 50, Chief Financial Officer", "our Chief Financial Officer, Jane Doe", "Custodian: Northgate Trust". */
function readLine(
  text: string,
  role: readonly RequestTerm[],
  fits: (name: NameSpan) => boolean,
): Omit<RoleHolder, "sentence"> | null {
  for (const [at, name] of namesIn(text).filter(fits).entries()) {
    const after = text.slice(name.end, name.end + TITLE_LETTERS_MAX);
    const title = after.slice(0, PAST.exec(after)?.index ?? after.length);
    if (hasRole(role, title) && !isOfPart(title, role))
      return { name, support: name.start === 0 ? LISTED : SAID };
    // What is said before a second name is said of the first.
    if (at === 0 && isTitled(text.slice(0, name.start), role)) return { name, support: SAID };
  }
  return null;
}

/** Whether a text that a name follows ends with the role. */
function isTitled(text: string, role: readonly RequestTerm[]): boolean {
  const before = /(?:^|[.;]|\s{2})([^.;]{3,60})$/.exec(text)?.[1] ?? "";
  const [last] = tokensOf(before).slice(-1);
  const isNext = last !== undefined && /^[\s,:–—]*$/.test(before.slice(last.end));
  return (
    isNext && role.some((term) => matchesAny(term, last.root)) && !PAST.test(before) && hasRole(role, before)
  );
}

const LISTED = 2;
const SAID = 1.5;
const NEXT = 1.5;

/** "Chief Executive Officer, Northgate Ferries" and "CEO Northern Europe": of a part of the business that was not asked for. */
function isOfPart(title: string, role: readonly RequestTerm[]): boolean {
  const places = tokensOf(title).filter((token) => role.some((term) => matchesAny(term, token.root)));
  const rest = title.slice(places.at(-1)?.end ?? 0).replace(/^ Of ?f?icer/, "");
  const before = title.slice(0, places[0]?.start ?? 0);
  return PART_NAMED.test(rest) || PART_ALONE.test(rest) || PART_KIND.test(rest) || PART_BEFORE.test(before);
}

const PART = String.raw`\p{Lu}(?!hief|resident|irector|xecutive|ecretary|reasurer|eneral|oard|ompany|roup|ank|orporation|rs?\b|s\b)`;
const PART_NAMED = new RegExp(String.raw`^(?:,\s| of (?:the )?| for (?:the )?|\s[–—-]\s|\s?\()${PART}`, "u");
const PART_ALONE = new RegExp(String.raw`^ ${PART}\p{Ll}+(?: (?:(?:and|&) )?\p{Lu}\p{Ll}+){0,2}$`, "u");
const PART_KIND =
  /^ (?:of|for) .*\b(?:segments?|divisions?|business(?:es)?|units?|regions?|subsidiar(?:y|ies)|affiliates?)\b/i;
const PART_BEFORE = /\b(?:regional|divisional|segment|country|subsidiary)\b/i;

/** Whether a sentence gives a name the role in a part of the business, where the question is for the whole. */
export function isHolderOfPart(request: TextRequest, text: string, name: NameSpan): boolean {
  const role = readRole(request);
  const isWhole = request.terms.every(
    ({ own, wordings }) =>
      own || wordings.some(({ roots }) => roots.every((root) => role.some((term) => matchesAny(term, root)))),
  );
  if (role.length === 0 || !isWhole) return false;
  const title = text.slice(name.end, name.end + TITLE_LETTERS_MAX);
  return hasRole(role, title) && isOfPart(title.replace(/[.;].*$/s, ""), role);
}

const matchesAny = ({ wordings }: RequestTerm, root: string) =>
  wordings.some(({ roots }) => roots.includes(root));

const TITLE_WORDS =
  /^(?:and|to|joint|non|executive|senior|vice|president|director|officer|principal|group|company|the|of|independent|registered)$/i;
const ROLES = new RegExp(`${FIRM_ROLE.source}|${PERSON_ROLE.source}`, "giu");

/** A line that is only the role: the person signs above it, the firm is named below it, and a column has either beside it. */
function readNeighbours(page: PageRecord, at: number, { role, fits, isFirm }: Wanted): RoleHolder[] {
  const own = page.lines[at];
  const isOnlyRole = tokensOf(own?.text.replace(ROLES, " ") ?? "").every(
    ({ root, text: word }) => TITLE_WORDS.test(word) || role.some((term) => matchesAny(term, root)),
  );
  if (!own || !isOnlyRole) return [];
  const near = [page.lines[at - 1], page.lines[at + 1]];
  for (const line of [besideOf(own, page.lines), ...(isFirm ? near.reverse() : near)]) {
    const name = line && soleName(line.text);
    if (line && name && fits(name))
      return [
        { name, support: NEXT, sentence: { page: page.page, text: line.text, kind: "text", box: line.box } },
      ];
  }
  return [];
}

type Line = PageRecord["lines"][number];

/** The next line to the right, at the same height. */
function besideOf({ box }: Line, lines: readonly Line[]): Line | undefined {
  const isBeside = ({ box: other }: Line) =>
    other[0] >= box[2] && other[1] < (box[1] + box[3]) / 2 && other[3] > (box[1] + box[3]) / 2;
  return lines.filter(isBeside).sort((a, b) => a.box[0] - b.box[0])[0];
}

const AUDITOR = rootOf("auditor");
const AUDITS =
  /\b(?:have|has) audited\b|\bserved as\b[^.]{0,40}\bauditor|\bauditor['’]?s['’]? report\b|\breport of (?:the )?independent\b/i;

export const asksAuditor = (request: TextRequest): boolean =>
  readRole(request).some((term) => matchesAny(term, AUDITOR));

/** A firm signs below the report on what it has audited. */
function readSignatures(page: PageRecord, fits: (name: NameSpan) => boolean): RoleHolder[] {
  if (!AUDITS.test(page.text)) return [];
  return page.lines.flatMap(({ text, box }) => {
    const name = soleName(text);
    if (!name || !fits(name)) return [];
    return [{ name, support: SAID, sentence: { page: page.page, text, kind: "text" as const, box } }];
  });
}

/** The name that a line consists of. */
function soleName(text: string): NameSpan | null {
  const [name, ...others] = namesIn(text);
  if (!name || others.length > 0) return null;
  const rest = `${text.slice(0, name.start)}${text.slice(name.end)}`;
  return /^[\s/,.:s_-]*(?:(?:Mr|Ms|Mrs|Dr|Sir)\.?)?\s*$/i.test(rest) ? name : null;
}
