/** Exports: whole datasets as files to download. Owns `export`. */
import { createExport, type ExportTools, showExports } from "./operations.ts";

export { checkFilter } from "./check-filter.ts";
export { DATASETS, type Dataset, openDataset } from "./datasets.ts";
export { exportJobs } from "./jobs.ts";

export const exportOperations = (tools: ExportTools) => [createExport(tools), showExports(tools)] as const;
