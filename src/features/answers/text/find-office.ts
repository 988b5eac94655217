import { type Sentence, sentencesOf } from "../passages/sentences.ts";
import type { RequestTerm, TextRequest } from "./request.ts";
import type { TextContext } from "./text-context.ts";

/** An address with the sentence or the line that gives it. */
export interface Office {
  address: string;
  sentence: Sentence;
}

const HEAD = String.raw`(?:(?:world|global|corporate|group|company)\s)?headquarter(?:s|ed)?|(?:head|home|main|principal(?:\s+executive)?)\s+offices?`;
const REGISTERED = String.raw`registered\s+(?:office|address|seat)`;
const ASKED = new RegExp(String.raw`\b(?:${HEAD}|${REGISTERED}|based|seat)\b`, "i");
const ASKS_REGISTERED = new RegExp(String.raw`\b${REGISTERED}\b`, "i");
const ASKS = /^(?:and )?(?:where|(?:in|at) (?:which|what)|which|what)\b/i;
/** What may be asked of an office besides whose it is. */
const SAID_BESIDE =
  /^(?:head|home|main|world|global|corporate|principal|executive|registered|offices?|headquarter(?:s|ed)?|address|seat|based|located|location|situated|place|city|town|country)$/i;

/** The head office of the company, or its registered one; null where another office is asked for, or none is given. */
export function findOffice({ question, terms }: TextRequest, context: TextContext): Office | null {
  if (!ASKS.test(question) || !ASKED.test(question) || !terms.every(isBeside)) return null;
  const kinds = ASKS_REGISTERED.test(question) ? [REGISTERED, HEAD] : [HEAD, REGISTERED];
  for (const kind of kinds) {
    const found = findLabelled(kind, context) ?? findStated(kind, context);
    if (found) return found;
  }
  return null;
}

const isBeside = ({ word, own }: RequestTerm) => own || word.split(" ").every((one) => SAID_BESIDE.test(one));

const PAGES_OF_COVER = 4;
const ADDRESS_LETTERS_MAX = 140;

/** "12 Quay Street, Harbourton (Address of principal executive offices)": the form that the cover of a filing has. */
function findLabelled(kind: string, { report }: TextContext): Office | null {
  const label = new RegExp(
    String.raw`\(?\baddress(?:es)? of (?:the |its )?(?:registrant['’]s )?${kind}`,
    "i",
  );
  for (const page of report.pages.slice(0, PAGES_OF_COVER)) {
    const at = page.lines.findIndex(({ text }) => label.test(text));
    const inLine = page.lines[at]?.text.slice(0, label.exec(page.lines[at]?.text ?? "")?.index) ?? "";
    const above = page.lines[at - 1];
    const line = isAddress(inLine) ? page.lines[at] : above;
    const address = (isAddress(inLine) ? inLine : (above?.text ?? "")).replace(/\s+/g, " ").trim();
    if (line && isAddress(address))
      return { address, sentence: { page: page.page, text: line.text, kind: "text", box: line.box } };
  }
  return null;
}

/** Capitalised words with a number or a comma. */
const isAddress = (text: string) =>
  /\p{Lu}\p{Ll}{2}/u.test(text) && /[\d,]/.test(text) && text.length <= ADDRESS_LETTERS_MAX;

/** "Our headquarters are located at 12 Quay Street, Harbourton." */
function findStated(kind: string, { report, isName }: TextContext): Office | null {
  const stated = new RegExp(
    String.raw`\b(?:${kind})\b(?:\s*\([^)]*\))?\s*(?:(?:is|are|:|,)\s*)?(?:currently\s+)?(?:located\s+|situated\s+)?(?:at|in|near)\s+(?:the\s+)?(?=[\p{Lu}\d])`,
    "iu",
  );
  for (const page of report.pages) {
    if (!stated.test(page.text.replace(/\s+/g, " "))) continue;
    for (const sentence of sentencesOf(page)) {
      const found = stated.exec(sentence.text);
      if (!found || !isOwnPlace(sentence.text.slice(0, found.index), isName)) continue;
      const address = addressAt(sentence.text.slice(found.index + found[0].length));
      if (address) return { address, sentence };
    }
  }
  return null;
}

/** What follows an address in its sentence. */
const BEHIND =
  /\.(?=\s|$)(?<!\b(?:St|Ave|Rd|Blvd|No|Ste|U\.S|Dr)\.)|;|\s[–—-]\s|\s\(|,?\s(?:and|where|which|that|is|are|was|were|with|under|from|to|our|its|pursuant|telephone|tel)\b/;

function addressAt(text: string): string | null {
  const address = text
    .slice(0, BEHIND.exec(text)?.index ?? text.length)
    .replace(/[,.\s]+$/, "")
    .trim();
  return /\p{Lu}\p{Ll}/u.test(address) && address.length <= ADDRESS_LETTERS_MAX ? address : null;
}

const OWN =
  /\b(?:we|our|us|its|the (?:company|group|bank|corporation|trust|fund|parent|registrant|issuer))\b/i;
const OTHERS = new RegExp(
  String.raw`\b(?:whose|subsidiar(?:y|ies)|brands?|divisions?|tenants?|customers?|competitors?|suppliers?|banks` +
    String.raw`|managers?|advis[eo]rs?|auditors?|registrars?|custodians?|administrators?|regional)\b`,
  "i",
);

/** Whether what is said next is said of the company itself, and of no part of it, nor of anybody else. */
function isOwnPlace(before: string, isName: TextContext["isName"]): boolean {
  if (OTHERS.test(before)) return false;
  const names = before.match(/\p{Lu}[\p{L}&’']+/gu) ?? [];
  return OWN.test(before) || before.trim() === "" || names.some((word) => isName(word) !== null);
}
