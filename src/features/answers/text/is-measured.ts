import { countsThings, isCountable, isCounted } from "./counted.ts";
import { saysFuture } from "./future.ts";
import { isPerShare, saysPer } from "./per-unit.ts";
import type { TextRequest } from "./request.ts";
import { rootOf } from "./roots.ts";
import type { TableColumn, TableRow, TableView } from "./table-view.ts";

const isOfMoney = ({ rows }: TableView, column: number) =>
  rows.some(({ row }) => row.cells.some((cell) => cell.column === column && /[$€£¥]/.test(cell.text)));

const SHARE = rootOf("share");
const PER_SHARE = /\bper (?:\p{L}+ )?(?:share|unit)\b/iu;

/** An amount per share is one, and what is counted is named: other numbers with the same words are something else. */
export function isMeasured(
  { view, row }: { view: TableView; row: TableRow },
  head: TableColumn,
  { counted, per, isFuture }: TextRequest,
): boolean {
  const text = `${row.label} ${row.row.section ?? ""} ${head.head}`;
  if (isFuture && !saysFuture(text)) return false;
  const isOfShares =
    isPerShare(per) && (PER_SHARE.test(text) || view.lead.some(({ root }) => root === SHARE));
  if (per.length > 0 && !isOfShares && !saysPer(text, per) && !saysPer(view.lead, per)) return false;
  if (counted.length === 0) return true;
  const own = [row.label, row.row.section ?? "", head.head];
  if (own.some((one) => countsThings(one, counted))) return true;
  // What only speaks of the things counts something else.
  const speaks = [...row.tokens, ...row.sectionTokens, ...head.tokens].some((one) => isCounted(one, counted));
  // Next to a currency nothing is counted that only the text around names.
  const isMoney = view.read.currency !== null || isOfMoney(view, view.columns.indexOf(head));
  return !speaks && !isMoney && view.around.some((one) => isCounted(one, counted) && isCountable(one));
}
