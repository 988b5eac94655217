import { SizedCache } from "../../../kernel/sized-cache.ts";
import type { Sql } from "../../../platform/db/index.ts";
import type { CurrentRevision } from "../current-revision.ts";
import { keepIndex } from "../keep-index.ts";
import { BYTES_PER_COMPANY, type CompanyIndex, CompanyIndexBuilder } from "./company-index.ts";
import { cachedCounts } from "./count-companies.ts";
import { PreparedScreens } from "./prepared-screens.ts";
import {
  type Filter,
  type IndexedRow,
  listCompanies,
  listIndexedRows,
  listScreenedRows,
  type Page,
  type ScreenedRow,
} from "./store.ts";

export interface Screening {
  screen: (filter: Filter, page: Page) => Promise<{ rows: ScreenedRow[]; total: number }>;
  /** The revision that is answered from memory; null when there is none. */
  indexedRevision: () => number | null;
}

/** Everything made for one revision, so that nothing of another can get into it. */
interface Prepared {
  screens: PreparedScreens;
  /** Rows as they are shown, by company. */
  shown: SizedCache<number, ScreenedRow>;
}

const ROWS_PER_LOAD = 5_000;
/** Of the bytes allowed: for lists of matching rows, and for rows as they are shown. */
const LISTS_SHARE = 0.25;
const SHOWN_SHARE = 0.25;
const SHOWN_ROW_BYTES = 700;

/**
 * Screens companies in memory while the index has the revision that the database has right now, which is asked each
 * time; otherwise the database answers, and the index is made again. So no answer is older than the database's own.
 */
export function openScreening(
  sql: Sql,
  { currentRevision, bytesMax }: { currentRevision: CurrentRevision; bytesMax: number },
): Screening {
  const count = cachedCounts(sql, currentRevision);
  const rowsMax = (bytesMax * (1 - LISTS_SHARE - SHOWN_SHARE)) / BYTES_PER_COMPANY;
  const prepared = keepIndex(async (): Promise<Prepared | null> => {
    const index = await loadIndex(sql, rowsMax);
    return (
      index && {
        screens: new PreparedScreens(index, bytesMax * LISTS_SHARE),
        shown: new SizedCache(bytesMax * SHOWN_SHARE),
      }
    );
  }, currentRevision);

  async function readShown({ shown }: Prepared, companyNos: readonly number[]): Promise<ScreenedRow[]> {
    const missing = companyNos.filter((companyNo) => shown.get(companyNo) === undefined);
    const read = missing.length === 0 ? [] : await listScreenedRows(sql, missing);
    const fresh = new Map(read.map(({ company_no, ...row }) => [company_no, row]));
    const rows = companyNos.flatMap((companyNo) => fresh.get(companyNo) ?? shown.get(companyNo) ?? []);
    for (const [companyNo, row] of fresh) shown.set(companyNo, row, SHOWN_ROW_BYTES);
    return rows;
  }

  return {
    indexedRevision: prepared.revision,
    async screen(filter, page) {
      const current = prepared.at(await currentRevision());
      if (current) {
        const { companyNos, total } = current.screens.screen(filter, page);
        const rows = await readShown(current, companyNos);
        // A company may have been deleted while its row was read.
        if (rows.length === companyNos.length) return { rows, total };
      }
      const [rows, total] = await Promise.all([listCompanies(sql, filter, page), count(filter)]);
      return { rows, total };
    },
  };
}

/** Null when there are more companies than memory allows. */
async function loadIndex(sql: Sql, rowsMax: number): Promise<CompanyIndex | null> {
  const builder = new CompanyIndexBuilder();
  let last: IndexedRow | null = null;
  for (;;) {
    const rows: IndexedRow[] = await listIndexedRows(sql, last, ROWS_PER_LOAD);
    builder.add(rows);
    last = rows.at(-1) ?? null;
    if (builder.rows > rowsMax) return null;
    if (rows.length < ROWS_PER_LOAD) return builder.build();
  }
}
