import { compareWords, countEdits } from "./compare-words.ts";
import { type FoldedName, foldName } from "./fold-name.ts";
import { LEGAL_FORMS } from "./legal-forms.ts";

const UNMISTAKABLE =
  /^(.+?[\s,]+(?:inc|incorporated|corp|corporation|plc|ltd|limited|llc|gmbh|nv|spa|asa|oyj|co))\b\.?[\s,]+\S/i;

/** Text after a legal form is an addition, such as a country: returns the name up to there. */
export function cutAfterLegalForm(name: string): FoldedName[] {
  const [, head] = UNMISTAKABLE.exec(name) ?? [];
  return head === undefined ? [] : [foldName(head)];
}

/** A last word that is almost a legal form may be one: mistyped, or truncated to fit a form. */
export function cutNearlyForm({ words, legal }: FoldedName): FoldedName[] {
  const last = words.at(-1);
  if (last === undefined || words.length < 2) return [];
  const named = SPELLABLE.find((form) => isShortened(last, form) || isMisspelt(last, form));
  if (named === undefined) return [];
  return [{ words: words.slice(0, -1), legal: [...legal, LEGAL_FORMS.get(named) ?? named] }];
}

function isShortened(word: string, form: string): boolean {
  return word.length < form.length && (form.startsWith(word) || compareWords(word, form) >= ABBREVIATED);
}

function isMisspelt(word: string, form: string): boolean {
  const editsMax = word.length < 2 ? 0 : word.length < 8 ? 1 : 2;
  return countEdits(word, form, editsMax) <= editsMax;
}

const ABBREVIATED = 0.72;
const SPELLABLE = [...LEGAL_FORMS.keys()].filter((form) => form.length > 2);
