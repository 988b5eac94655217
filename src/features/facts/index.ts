/**
 * Facts: figures as companies tagged them (XBRL), and whether a figure agrees with them. Owns `fact` and
 * `fact_concept`.
 */
import type { Database } from "../../platform/db/index.ts";
import { checkFigureOperation, listFactsOperation } from "./operations.ts";

export { checkFigure, type Figure, type FigureCheck } from "./check-figure.ts";
export { factTable } from "./exporting/fact-table.ts";
export { type ReadFacts, readCompanyFacts } from "./read-company-facts.ts";
export { type Fact, hasFacts, listFacts, writeConcepts, writeFacts } from "./store.ts";

export const factOperations = (tools: { db: Database }) =>
  [listFactsOperation(tools), checkFigureOperation(tools)] as const;
