import { countEdits } from "./compare-words.ts";
import { type FoldedName, foldName } from "./fold-name.ts";
import { LEGAL_FORMS } from "./legal-forms.ts";

const UNMISTAKABLE =
  /^(.+?[\s,]+(?:inc|incorporated|corp|corporation|plc|ltd|limited|llc|gmbh|nv|spa|asa|oyj|co))\b\.?[\s,]+\S/i;

/** What follows a legal form is an addition, such as a country: the name up to there. */
export function cutAfterLegalForm(name: string): FoldedName[] {
  const [, head] = UNMISTAKABLE.exec(name) ?? [];
  return head === undefined ? [] : [foldName(head)];
}

/** A last word that is nearly a legal form may be one with a slip of the finger. */
export function cutMisspeltForm({ words, legal }: FoldedName): FoldedName[] {
  const last = words.at(-1);
  if (last === undefined || words.length < 2 || last.length < 2) return [];
  const editsMax = last.length < 8 ? 1 : 2;
  const meant = SPELLABLE.find((form) => countEdits(last, form, editsMax) <= editsMax);
  if (meant === undefined) return [];
  return [{ words: words.slice(0, -1), legal: [...legal, LEGAL_FORMS.get(meant) ?? meant] }];
}

const SPELLABLE = [...LEGAL_FORMS.keys()].filter((form) => form.length > 2);
