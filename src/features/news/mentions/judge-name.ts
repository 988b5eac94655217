import { listLegalForms, type NamedCompany } from "../../companies/index.ts";
import type { NameCandidate, ReadText } from "./find-names.ts";
import { isFirstName, isPlace, isPlainWord } from "./plain-words.ts";
import type { Token } from "./tokens.ts";

/** From this prominence on, a name in the middle of a sentence means the company. */
const PROMINENT = 600;
const SHORT_NAME = 4;

const LEGAL_FORM =
  /^[\s,]*(?:Inc|Incorporated|Corp|Corporation|Co|plc|PLC|Ltd|LLC|AG|SE|S\.A|SA|N\.V|NV|AB|ASA|Oyj|SpA|S\.p\.A|KGaA|Pty|Bhd|K\.K)\b/;
/** These are words too: after a plain word they indicate a company only where capitals are informative. */
const WEAK_FORM = /^[\s,]*(?:Company|Limited)\b/;
const VENUE = /^ (?:arena|stadium|theatre|theater|ballpark|museum|foundation|prize|trophy|marathon)\b/i;
const NEW_NAME = new RegExp(
  "^ (?:Airlines?|Airways|Airport|Arena|Association|Avenue|Awards?|Bank|Bay|Beach|Bowl|Bridge" +
    "|Brothers|Building|Canyon|Capital|Castle|Center|Centre|Chemicals?|Church|City|Coast|College" +
    "|Communications|County|Creek|Cup|Drive|Energy|Entertainment|Estates?|Falls|Field|Financial" +
    "|Foods?|Foundation|Gallery|Games|Gardens?|Gas|Gold|Group|Hall|Healthcare|Healthineers" +
    "|Heights|Hills?|Holdings?|Hospital|Hospitality|Hotels?|House|Institute|Insurance" +
    "|International|Islands?|Lake|Logistics|Marathon|Media|Memorial|Mining|Mobility|Motors?" +
    "|Mountains?|Museum|Music|Oil|Open|Park|Partners|Pharma|Pharmaceuticals?|Pictures|Plaza|Point" +
    "|Ports?|Power|Prize|Properties|Race|Realty|Records|REIT|Resorts?|Resources|River|Road|School" +
    "|Securities|Series|Software|Solar|Sports?|Square|Stadium|Steel|Street|Studios?|Systems" +
    "|Technologies|Technology|Theatre|Theater|Tower|Town|Trail|Trophy|Trust|University|Valley" +
    String.raw`|Ventures|Village|Zoo)\b`,
);
const OFFICE =
  /^(?:'s|’s)?,? (?:CEO|CFO|COO|CTO|Chief Executive|chief executive|Chairman|chairman|chairwoman|board of directors|shareholders|stockholders|spokesman|spokeswoman|spokesperson)\b/;
const SHARES = /^(?:'s|’s)? (?:shares|stock|Shares|Stock)\b(?! (?:of|in|to|a|the)\b)/;
const SHARES_OF = /\b(?:[Ss]hares|[Ss]tock) (?:of|in) $/;
const RESULTS =
  /^(?:'s|’s)? (?:(?:first|second|third|fourth)[- ]quarter|quarterly|full-year|annual|Q[1-4]) (?:results|earnings|profit|revenue|sales|net|loss|report)\b/i;
const PERSON_BEFORE = /\b(?:Mr|Mrs|Ms|Dr|Prof|Sir|Lord|Lady|Judge|Sen|Rep|Gov|Capt)\.? $/;

/**
 * Whether an occurrence of a company name means the company. Precision comes first: a name that is also a plain word,
 * a place, a person's name or an abbreviation needs evidence next to it that only companies have.
 */
export function meansCompany(
  read: ReadText,
  candidate: NameCandidate,
  company: NamedCompany,
  language: string,
): boolean {
  const around = readContext(read, candidate);
  if (VENUE.test(around.after) || NEW_NAME.test(around.after)) return false;
  if (PERSON_BEFORE.test(around.before)) return false;
  if (read.casing === "sentence" && isInsideLongerName(read, candidate)) return false;
  if (hasEvidence(read, candidate, company)) return true;
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(candidate.text)) return true;
  const words = candidate.text.split(/[\s-]+/).filter((word) => /^[\p{Lu}\d]|^\p{Ll}\p{Lu}/u.test(word));
  return words.length > 1
    ? isUsedAsName(read, candidate, words)
    : isStandalone(read, candidate, { company, language });
}

function readContext({ text, tokens }: ReadText, { first, last }: NameCandidate) {
  return {
    before: text.slice(Math.max(0, (tokens[first]?.from ?? 0) - 40), tokens[first]?.from ?? 0),
    after: text.slice(tokens[last]?.to ?? 0, (tokens[last]?.to ?? 0) + 60),
  };
}

/** A legal form, a ticker, a share price, an office or results next to the name. */
function hasEvidence(read: ReadText, candidate: NameCandidate, company: NamedCompany): boolean {
  const { before, after } = readContext(read, candidate);
  if (hasTicker(after, company)) return true;
  const form = findForm(read, candidate);
  if (form !== null) return matchesLegalForm(form, candidate, company);
  if (read.casing === "capitals") return false;
  const isFirst = candidate.first === 0;
  // "Funds Target Shares": in title case, only the first word can be told from a verb.
  const isCasingInformative = read.casing === "sentence" || isFirst;
  if (OFFICE.test(after) && (read.casing === "sentence" || isFirst)) return true;
  return isCasingInformative && (SHARES.test(after) || SHARES_OF.test(before) || RESULTS.test(after));
}

/** The legal form after the name; already part of it where it was folded away ("Apple Inc"). */
function findForm(read: ReadText, { first, last }: NameCandidate): string | null {
  const { text, tokens, casing } = read;
  const ending = last > first ? ` ${tokens[last]?.text ?? ""}` : "";
  const after = text.slice(tokens[last]?.to ?? 0).slice(0, 30);
  const patterns = casing === "sentence" ? [LEGAL_FORM, WEAK_FORM] : [LEGAL_FORM];
  for (const pattern of patterns) {
    const [found] = pattern.exec(ending) ?? pattern.exec(after) ?? [];
    if (found !== undefined) return found;
  }
  return null;
}

/** "Science Inc" is not AB Science SA: a plain word needs the company's own legal form. */
function matchesLegalForm(form: string, { text }: NameCandidate, { legal }: NamedCompany): boolean {
  const isPlain = text
    .split(/\s+/)
    .every((word) => isPlainWord(word) || listLegalForms(`x ${word}`).length > 0);
  if (!isPlain || legal.length === 0) return true;
  return listLegalForms(`x ${form.replace(/^[\s,]+/, "")}`).some((short) => legal.includes(short));
}

function hasTicker(after: string, { tickers }: NamedCompany): boolean {
  const inside = /^(?:,? [A-Z][\w.]*){0,2},? ?\(([^)]{1,30})\)/.exec(after)?.[1];
  if (inside === undefined) return false;
  const written = inside.toUpperCase().split(/[\s:;,/]+/);
  return tickers.some((ticker) =>
    written.some(
      (part) => part === ticker.toUpperCase() || part.replace(/\.[A-Z]{1,3}$/, "") === ticker.toUpperCase(),
    ),
  );
}

/** Several words are enough, unless all are plain and the text is in title case. */
function isUsedAsName(read: ReadText, candidate: NameCandidate, words: readonly string[]): boolean {
  // Many companies have the name of their founder, who is in the news too.
  if (followsFirstName(read, candidate) || isFirstName(words[0] ?? "")) return false;
  const isDistinctive = words.some((word) => !isPlainWord(word) && word.length > 2);
  if (isDistinctive) return true;
  return read.casing === "sentence" && words.join("").length > 6;
}

/** A single word: a complete name, not part of a longer one or of a person's. */
function isStandalone(
  read: ReadText,
  candidate: NameCandidate,
  { company, language }: { company: NamedCompany; language: string },
): boolean {
  const { casing, tokens, text } = read;
  const { first, text: name } = candidate;
  const isPlain = isPlainWord(name) || name.length <= SHORT_NAME || name === name.toUpperCase();
  if (casing === "capitals" || followsFirstName(read, candidate)) return false;
  if (casing === "title") return !isPlain && language === "en";
  if (isPartOfName(read, candidate)) return false;
  if (!isPlain) return language === "en" || company.prominence >= PROMINENT || company.fictional;
  const isKnown = language === "en" && name.length >= SHORT_NAME && company.prominence >= PROMINENT;
  return isKnown && !isSentenceStart(text, tokens[first]) && isBare(read, candidate);
}

/** "The Block" and "Block 18" are something else. */
function isBare(read: ReadText, candidate: NameCandidate): boolean {
  const { before, after } = readContext(read, candidate);
  return (
    !/\b(?:the|a|an|our|their|its|this|that) $/i.test(before) && !/^ ?\d/.test(after) && !/^ [&] /.test(after)
  );
}

function followsFirstName({ tokens }: ReadText, { first }: NameCandidate): boolean {
  return tokens[first]?.gap === " " && isFirstName(tokens[first - 1]?.text ?? "");
}

/** A capitalised word directly before, as in "Muddy Waters": a longer name, unless it only starts the sentence. */
function isInsideLongerName({ tokens, text }: ReadText, { first }: NameCandidate): boolean {
  const [before, own] = [tokens[first - 1], tokens[first]];
  if (
    before?.isCapital !== true ||
    before.text === "The" ||
    own === undefined ||
    text.slice(before.to, own.from) !== " "
  )
    return false;
  return !(isSentenceStart(text, before) && isPlainWord(before.text) && !isPlace(before.text));
}

/** "Germany's Siemens" is two names, "Siegfried Meier" is one. */
function isPartOfName({ tokens, text }: ReadText, { last }: NameCandidate): boolean {
  const after = tokens[last + 1];
  const continues = after?.isCapital === true && text.slice(tokens[last]?.to ?? 0, after.from) === " ";
  if (after !== undefined && after.gap === ", " && isPlace(after.text)) return true;
  return continues;
}

/** A capital there is not informative. */
function isSentenceStart(text: string, token: Token | undefined): boolean {
  if (token === undefined) return false;
  return /(?:^|[.!?:;–—|"“”‘(\n•]\s*)$/.test(text.slice(0, token.from));
}
