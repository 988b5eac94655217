import type { WeighedTerm } from "./candidates.ts";
import { extraShare } from "./coverage.ts";
import type { FoundCell } from "./find-row.ts";
import { arePlaces, isNamed, type MemberKind } from "./member-kinds.ts";
import type { TextRequest } from "./request.ts";
import type { Superlative } from "./superlative.ts";
import { type TableColumn, type TableRow, type TableView, valueAt } from "./table-view.ts";

/** The member or period with the highest or lowest value of one row or column. */
export interface Extremum {
  /** What it is called: the label of a row, the head of a column, or a year. */
  name: string;
  /** Its value; of a change the newer and the older one. */
  cells: FoundCell[];
  /** The one that comes next to it. */
  next: { name: string; cells: FoundCell[] } | null;
  /** The change, in percent or as printed; null where levels are compared. */
  change: number | null;
  support: number;
  /** The share of the question's weight that was found. */
  coverage: number;
  /** What is left of the support for the words that labels and heads have besides. */
  extra: number;
  /** Whether the labels and heads say what is asked for and nothing else. */
  isExact: boolean;
  /** The members that were compared, in the order of the table, and how much they have together. */
  members: readonly { name: string; cells: FoundCell[] }[];
  sizes: readonly number[];
  size: number;
}

/** What is to be compared, and the words that say of what. */
export interface ExtremumSearch {
  superlative: Superlative;
  request: TextRequest;
  terms: readonly WeighedTerm[];
  /** What the members are called. */
  kinds: readonly MemberKind[];
}

export interface SeenTable {
  view: TableView;
  close: { share: number; added: number };
}

const MEMBERS_MIN = 2;

/** A member or period with what it has. */
export interface Ranked {
  name: string;
  value: number;
  /** Something that may be no member: joint ventures among segments. */
  isDoubtful?: boolean;
  cells: { view: TableView; row: TableRow; column: number }[];
}

/** How much of the question the labels have, and what is left of that for the words they have besides. */
export interface Fit {
  coverage: number;
  extra: number;
  isExact: boolean;
}

/** The first of several in the order that is asked for; none where two share the first place. */
export function chooseExtremum(
  all: readonly Ranked[],
  { superlative, request, terms, kinds }: ExtremumSearch,
  { close }: SeenTable,
  { coverage, extra, isExact }: Fit,
): Extremum[] {
  // What is left of a list has no name, however much it comes to.
  const ranked = all.filter(({ name }) => !isRestOf(name, terms));
  // Costs may be printed as negative amounts.
  const isCost =
    superlative.of === "level" && COST.test(request.question) && ranked.every(({ value }) => value <= 0);
  const sizes = all.map(({ cells }) => Math.abs(sizeOf(cells) ?? 0));
  const sign = (superlative.wants === "highest" ? 1 : -1) * (isCost ? -1 : 1);
  const [best, second] = ranked.toSorted((a, b) => sign * (b.value - a.value));
  if (!best || !second || ranked.length < MEMBERS_MIN || best.value === second.value) return [];
  // What is perhaps no member must not decide.
  if (best.isDoubtful || !isOfKinds(best, kinds)) return [];
  // Places are no customers.
  const isSomebody = isNamed(best.name) && !arePlaces(ranked.map(({ name }) => name));
  if (VAGUE.test(best.name) || (superlative.person && !isSomebody)) return [];
  // What fell the most must have fallen.
  if (superlative.direction !== null && Math.sign(best.value) !== superlative.direction) return [];
  return [
    {
      name: best.name,
      cells: cellsOf({ ...best, cells: [...best.cells, ...shareOf(best)] }, coverage),
      next: VAGUE.test(second.name) ? null : { name: second.name, cells: cellsOf(second, coverage) },
      coverage,
      extra,
      isExact,
      change: superlative.of === "level" ? null : best.value,
      support: coverage * extra * close.share + close.added,
      members: all.map((one) => ({ name: one.name, cells: cellsOf(one, coverage) })),
      sizes,
      size: sizes.reduce((sum, one) => sum + one, 0),
    },
  ];
}

const isOfKinds = ({ name }: Ranked, kinds: ExtremumSearch["kinds"]) =>
  !(kinds.includes("place") || kinds.includes("country")) || arePlaces([name]);

/** The share of the whole that the table gives for the same row: a holding and its percentage. */
function shareOf({ cells }: Ranked): Ranked["cells"] {
  const [only, ...others] = cells;
  if (!only || others.length > 0 || only.view.columns[only.column]?.kind !== "amount") return [];
  const { view, row } = only;
  const shares = view.columns.flatMap((head, at) => (isShare(head) ? [at] : []));
  const [column] = shares;
  const isGiven = column !== undefined && shares.length === 1 && valueAt(row, column) !== null;
  return isGiven ? [{ view, row, column }] : [];
}

/** Whether a column gives each row's share of a whole. */
export const isShare = ({ kind, head }: TableColumn): boolean => kind === "percent" && SHARE.test(head);

const SHARE = /^%$|^percent(?:age)?$|(?:%|\bpercent(?:age)?) (?:of|held|ownership)\b/i;

const COST =
  /\b(?:costs?|expenses?|expenditures?|charges?|depreciation|amorti[sz]ation|impairments?|tax(?:es)?|payments?|paid|spen[dt]\w*|outflows?|loss(?:es)?)\b/i;

const sizeOf = ([first]: Ranked["cells"]) => first && valueAt(first.row, first.column);

function cellsOf({ cells }: Ranked, support: number): FoundCell[] {
  return cells.flatMap(({ view, row, column }) => {
    const cell = row.row.cells.find((one) => one.column === column && one.kind !== "text");
    const head = view.columns[column];
    return cell && head
      ? [
          {
            page: view.page.page,
            row: row.row,
            cell,
            table: view.read,
            column: head,
            view,
            support,
            words: support,
            own: support,
            isLoose: false,
            opinion: null,
          },
        ]
      : [];
  });
}

/** "Other countries" where countries are asked for; "other real estate" may be a thing of its own. */
const isRestOf = (name: string, terms: ExtremumSearch["terms"]): boolean =>
  OTHERS.test(name) && extraShare(name.replace(OTHERS, ""), terms) === 1;

const OTHERS = /^(?:all )?others?\b/i;

/** The rest of a list is not one of its members. */
const VAGUE = /^(?:all )?others?\b|^various|^none|^not |^vacant|^rest of|^remaining\b/i;

export const isVague = (name: string): boolean => VAGUE.test(name);
