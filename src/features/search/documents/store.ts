import type { Sql } from "../../../platform/db/index.ts";

export interface PageText {
  page: number;
  text: string;
  /** Where the text goes on; null at its end. */
  next_page: number | null;
}

/** The passages of a report in reading order, or those on the page of one of them; as many as have so many letters. */
export async function listTexts(
  sql: Sql,
  reportId: string,
  { passageNo, lettersMax }: { passageNo: number | null; lettersMax: number },
): Promise<PageText[]> {
  return sql<PageText>`
    select page, text, next_page from (
      select chunk_index, page, text, lead(page) over (order by chunk_index) as next_page, sum(length(text)) over (order by chunk_index) - length(text) as letters_before
      from report_chunk
      where report_id = ${reportId} and (${passageNo}::int is null or page = (
        select page from report_chunk where report_id = ${reportId} and chunk_index = ${passageNo}))) as ordered
    where letters_before < ${lettersMax} order by chunk_index`;
}
