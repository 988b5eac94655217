/** Reference: the lists of allowed values (countries, exchanges, sectors, ranges, report types). Owns no table. */

export { COUNTRIES, findCountry } from "./countries.ts";
export { listCreditCosts } from "./credit-costs.ts";
export { findExchange, listExchanges } from "./exchanges.ts";
export {
  COMPUTED_MEASURES,
  type ComputedMeasure,
  FIGURES,
  type FigureDefinition,
  type FigureStatement,
  LINES,
  type LineDefinition,
  labelKey,
  TAGGED_FIGURES,
} from "./figures/index.ts";
export { type Guide, readGuides } from "./guides/index.ts";
export { referenceOperations } from "./operations.ts";
export { findReportType, type ReportType, reportTypesUnder } from "./report-types.ts";
export { findDivision, findSector, listSectorIds, SECTORS } from "./sectors.ts";
export { describeUnknown } from "./values.ts";
