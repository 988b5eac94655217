import { Failure } from "../../kernel/errors.ts";
import type { Sql } from "../../platform/db/index.ts";
import { requireCompany } from "../companies/index.ts";
import type { Dataset, ExportFilter } from "./datasets.ts";

/** Rejects a filter that matches nothing: an empty file would look like an answer. */
export async function checkFilter(
  sql: Sql,
  dataset: Dataset,
  { svc_entity_id, start_date, end_date }: ExportFilter,
): Promise<void> {
  if (dataset === "companies" && (start_date ?? end_date) !== undefined)
    throw new Failure("invalid_input", {
      detail: `${start_date === undefined ? "end_date" : "start_date"}: companies have no date; omit it`,
    });
  if (start_date && end_date && start_date > end_date)
    throw new Failure("invalid_input", { detail: "start_date: must not be after end_date" });
  if (svc_entity_id !== undefined) await requireCompany(sql, svc_entity_id);
}
