/** Exports: whole datasets as files to download, and links for spreadsheets. Owns `export` and `table_link`. */
import { createExport, type ExportTools, showExports } from "./operations.ts";

export { checkFilter } from "./check-filter.ts";
export { DATASETS, type Dataset, openDataset } from "./datasets.ts";
export { exportJobs } from "./jobs.ts";
export { createTableLink, openTableLink } from "./table-links/operations.ts";

export const exportOperations = (tools: ExportTools) => [createExport(tools), showExports(tools)] as const;
