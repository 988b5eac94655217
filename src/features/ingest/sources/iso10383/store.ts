import type { Sql } from "../../../../platform/db/index.ts";

export interface MarketRow {
  mic: string;
  operating_mic: string;
  name: string;
  country: string | null;
  status: string;
  expiry_date: string | null;
  row_hash: string;
}

/** Every code that was loaded, including those of closed markets. */
export async function listMarketCodes(sql: Sql): Promise<Set<string>> {
  const rows = await sql<{ mic: string }>`select mic from market limit 100000`;
  return new Set(rows.map(({ mic }) => mic));
}

/** Adds and updates markets, unless a newer list has already reported them. */
export async function writeMarkets(
  sql: Sql,
  origin: { source_date: string; reference: string },
  rows: readonly MarketRow[],
): Promise<{ added: number; changed: number; unchanged: number }> {
  const column = <Name extends keyof MarketRow>(name: Name) => rows.map((row) => row[name]);
  const written = await sql<{ added: boolean }>`
    insert into market as m (mic, operating_mic, name, country, status, expiry_date, row_hash, source_date, reference)
    select *, ${origin.source_date}::date, ${origin.reference}::text from unnest(
      ${column("mic")}::text[], ${column("operating_mic")}::text[], ${column("name")}::text[],
      ${column("country")}::text[], ${column("status")}::text[], ${column("expiry_date")}::date[],
      ${column("row_hash")}::text[])
    on conflict (mic) do update set operating_mic = excluded.operating_mic, name = excluded.name,
      country = excluded.country, status = excluded.status, expiry_date = excluded.expiry_date,
      row_hash = excluded.row_hash, source_date = excluded.source_date, reference = excluded.reference,
      changed_at = now()
      where m.row_hash <> excluded.row_hash and m.source_date <= excluded.source_date
    returning xmax = 0 as added`;
  const added = written.filter((row) => row.added).length;
  return { added, changed: written.length - added, unchanged: rows.length - written.length };
}
