import { CLAIM_SCALES } from "../../claims/index.ts";
import { type Claim, claimId } from "../claims/claim.ts";
import { type CellEvidence, cellsOf } from "../claims/evidence.ts";
import { scaleName } from "../claims/figure-claims.ts";
import { PENCE, UNIT_OF_LABEL } from "../claims/match-label.ts";
import { rereads } from "../claims/verify.ts";
import { rowUnit } from "../figures/row-reading.ts";
import { type ReadTable, readTables } from "../figures/table-reading.ts";
import { namedScale, type Scale } from "../figures/units.ts";
import type { ReportReader } from "../report-reader.ts";

/** A number of the report or of the built-in answer, that a model refers to instead of writing it. */
export interface ReferencedNumber {
  id: string;
  evidence: CellEvidence;
  /** As printed, in its scale. */
  value: number;
  scale: Scale;
  unit: "money" | "per_share" | "shares" | "count" | "percent";
  currency: string | null;
  claim: Claim;
}

/** What a reference or an expression got wrong, in words that the model can act on. */
export class BadReference extends Error {}

const CELL = /^p(\d{1,5})r(\d{1,4})c(\d{1,3})$/;
const FIGURE = /^f(\d{1,3})$/;

/** Finds the numbers that sentences refer to: `p12r3c1` is a cell of a table, `f1` a figure that was given. */
export class References {
  readonly reader: ReportReader;
  readonly #figures: readonly Claim[];
  /** What the model had computed, by the name it was given: `e1`. */
  readonly #expressions: string[] = [];

  constructor(reader: ReportReader, figures: readonly Claim[]) {
    this.reader = reader;
    this.#figures = figures;
  }

  addExpression(expression: string): string {
    this.#expressions.push(expression);
    return `e${this.#expressions.length}`;
  }

  findExpression(id: string): string | undefined {
    return /^e\d{1,3}$/.test(id) ? this.#expressions[Number(id.slice(1)) - 1] : undefined;
  }

  require(id: string): ReferencedNumber {
    const [, page, row, column] = CELL.exec(id) ?? [];
    if (page !== undefined) return this.#requireCell(id, Number(page), [Number(row), Number(column)]);
    const [, at] = FIGURE.exec(id) ?? [];
    const claim = at === undefined ? undefined : this.#figures[Number(at) - 1];
    if (!claim) throw new BadReference(`there is no ${id}`);
    return fromClaim(id, claim);
  }

  #requireCell(id: string, number: number, [row, column]: [number, number]): ReferencedNumber {
    const { evidence, printed, cell, table } = this.#findCell(id, number, [row, column]);
    const unit = hasOwnUnits(evidence, table)
      ? "count"
      : rowUnit({ row: printed, table }, evidence.isPercent);
    const isScaled = unit === "money" || unit === "shares";
    const said = isScaled ? (evidence.scale ?? this.reader.scale) : 1;
    const scale = said && namedScale(said);
    if (scale === null) throw new BadReference(`the table of ${id} does not give its scale`);
    const currency = unit === "money" || unit === "per_share" ? evidence.currency : null;
    const claim: Claim = {
      ...emptyClaim(this.reader.report.sha256),
      claim_id: claimId(this.reader.report, [number, cell.box, cell.text]),
      verdict: "found",
      label: evidence.label,
      value: evidence.value,
      unit: unit === "percent" ? "%" : unit === "per_share" ? perShare(currency, evidence.label) : currency,
      scale: scaleName(scale),
      period: table.heads[column - 1] || null,
      page: number,
      box: [...cell.box],
      quote: `${printed.label} ${cell.text}`.trim(),
    };
    return { id, evidence: { ...evidence, scale }, value: evidence.value, scale, unit, currency, claim };
  }

  #findCell(id: string, number: number, [row, column]: [number, number]) {
    const page = this.reader.report.pages.find((one) => one.page === number);
    const printed = page?.rows[row - 1];
    const cell = printed?.cells.find((one) => one.column === column - 1);
    if (!page || !printed || !cell) throw new BadReference(`there is no number at ${id}`);
    const cells = cellsOf(page, this.reader.dollar);
    const evidence = cells.find((one) => one.row === row - 1 && one.column === column - 1);
    const table = readTables(page).find((one) => one.table === printed.table);
    if (!evidence || !table) throw new BadReference(`there is no number at ${id}`);
    if (!rereads(page, cell.box, evidence.value)) throw new BadReference(`${id} could not be read again`);
    return { evidence, printed, cell, table };
  }
}

const perShare = (currency: string | null, label: string): string =>
  `${currency === "GBP" && PENCE.test(label) ? "GBX" : (currency ?? "")}/share`;

/** A table whose rows say each what they are measured in has no scale that the report could give. */
const hasOwnUnits = ({ label, others, isPercent }: CellEvidence, { scale }: ReadTable): boolean =>
  scale === null && !isPercent && [label, ...others].some((one) => UNIT_OF_LABEL.test(one));

function fromClaim(id: string, claim: Claim): ReferencedNumber {
  if (claim.value === null) throw new BadReference(`${id} has no value`);
  const isPercent = claim.unit === "%";
  const currency = claim.unit !== null && /^[A-Z]{3}/.test(claim.unit) ? claim.unit.slice(0, 3) : null;
  const perShare = claim.unit?.endsWith("/share") ?? false;
  const years = claim.period?.match(/\b(?:19|20)\d{2}\b/g) ?? [];
  const year = years.length === 0 ? null : Math.max(...years.map(Number));
  const scale = CLAIM_SCALES[claim.scale];
  return {
    id,
    value: claim.value,
    scale,
    unit: isPercent ? "percent" : perShare ? "per_share" : currency === null ? "count" : "money",
    currency,
    claim,
    evidence: {
      kind: "cell",
      page: claim.page ?? 0,
      row: -1,
      column: -1,
      label: claim.label,
      year,
      value: claim.value,
      scale,
      isPercent,
      currency: currency ?? "",
      others: [],
      head: "",
      isLatest: true,
      isTotal: false,
      change: null,
    },
  };
}

export function emptyClaim(sha256: string): Omit<Claim, "claim_id" | "verdict"> {
  return {
    label: "",
    value: null,
    unit: null,
    scale: "one",
    period: null,
    page: null,
    box: null,
    quote: null,
    document_sha256: sha256,
    expression: null,
    computed_from: [],
    link: null,
  };
}
