import { ASKS_PAID } from "../figures/row-computation.ts";
import { countsThings, isCountable, isCounted } from "./counted.ts";
import { saysFuture } from "./future.ts";
import { isPerShare, saysPer } from "./per-unit.ts";
import { AREA } from "./read-operation.ts";
import type { TextRequest } from "./request.ts";
import { rootOf } from "./roots.ts";
import type { TableColumn, TableRow, TableView } from "./table-view.ts";

const isOfMoney = ({ rows }: TableView, column: number) =>
  rows.some(({ row }) => row.cells.some((cell) => cell.column === column && /[$€£¥]/.test(cell.text)));

const SHARE = rootOf("share");
const PER_SHARE = /\bper (?:\p{L}+ )?(?:share|unit)\b/iu;

/** "Shares, par value 5¢ per share": the row is of all shares. */
const PRICED =
  /[\d¢] ?(?:par value |declared |paid )?per (?:\p{L}+ )?(?:share|unit)\b|\d par value\b|\bpar value,? (?:of )?[$€£]/iu;

/** "In millions, except per share": only some of its rows are per share, and they say so. */
const isTableOfShares = ({ lead }: TableView) =>
  lead.some(({ root }, at) => {
    const before = lead.slice(Math.max(0, at - EXCEPT_WITHIN), at);
    return root === SHARE && !before.some(({ text }) => /^(?:except|excluding)$/i.test(text));
  });

const EXCEPT_WITHIN = 6;

/** Where something is, and not how much. */
const OF_CONTENTS = /\bpages?(?: no\.?| numbers?)?(?:$|\s)/i;
const ITEM = /^(?:item|chapter|section) \d+[a-z]?\./i;
const AVERAGE = /\b(?:weighted[- ])?average\b/i;
const PAID = /\bpa(?:id|yments?)\b|\bcash\b/i;
/** "Common shares: 51,200,300 issued": the cells of such a row are what these are carried at. */
const NUMBER_IN_LABEL = /\b\d{1,3}(?:,\d{3}){2,}\b/;

/** An amount per share is one, and what is counted is named: other numbers with the same words are something else. */
export function isMeasured(
  { view, row }: { view: TableView; row: TableRow },
  head: TableColumn,
  { question, counted, per, isFuture }: TextRequest,
): boolean {
  const text = `${row.label} ${row.row.section ?? ""} ${head.head}`;
  if (OF_CONTENTS.test(head.head) || ITEM.test(row.label) || saysItself(row.label, { per, counted }))
    return false;
  if ((isFuture && !saysFuture(text)) || (ASKS_PAID.test(question) && !PAID.test(text))) return false;
  if (per.length > 0 && !saysPer(text, per)) {
    const isAbove = isPerShare(per) ? PER_SHARE.test(text) || isTableOfShares(view) : saysPer(view.lead, per);
    if (!isAbove) return false;
  }
  return counted.length === 0 || isCountOf({ view, row }, head, { question, counted });
}

/** Whether a label has the amount of a share, or the number of things, and its cells are what they come to. */
const saysItself = (label: string, { per, counted }: Pick<TextRequest, "per" | "counted">) =>
  (isPerShare(per) && PRICED.test(label)) || (counted.length > 0 && NUMBER_IN_LABEL.test(label));

const NUMBER_HEAD = /\b(?:no\.|number)$/i;

/** Whether a row or its column counts the things asked for, or else the text above a table without money. */
function isCountOf(
  { view, row }: { view: TableView; row: TableRow },
  head: TableColumn,
  { question, counted }: Pick<TextRequest, "question" | "counted">,
): boolean {
  const own = [row.label, row.row.section ?? "", head.head];
  // An average over a year is not how many there are.
  if (AVERAGE.test(own.join(" ")) && !AVERAGE.test(question)) return false;
  if (own.some((one) => AREA.test(one)) && !AREA.test(question)) return false;
  if (own.some((one) => countsThings(one, counted))) return true;
  // A head that says nothing but "no." counts what the table is about.
  const isAbout = view.around.some((one) => isCounted(one, counted) && isCountable(one));
  if (NUMBER_HEAD.test(head.head) && isAbout) return true;
  // What only speaks of the things counts something else.
  const speaks = [...row.tokens, ...row.sectionTokens, ...head.tokens].some((one) => isCounted(one, counted));
  // Next to a currency nothing is counted that only the text around names.
  const isMoney = view.read.currency !== null || isOfMoney(view, view.columns.indexOf(head));
  return !speaks && !isMoney && isAbout;
}
