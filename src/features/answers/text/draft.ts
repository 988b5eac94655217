import { CLAIM_SCALES } from "../../claims/index.ts";
import type { DraftAnswer } from "../answer.ts";
import { type Claim, claimId, dropDuplicates } from "../claims/claim.ts";
import { figureClaim } from "../claims/figure-claims.ts";
import { type ClaimSpan, claimNumbers } from "../claims/quotation.ts";
import type { FoundFigure } from "../figures/find-figure.ts";
import { printMoney, printNumber, scaleWord } from "../figures/units.ts";
import type { Sentence } from "../passages/sentences.ts";
import type { ReadableReport } from "../report-reader.ts";
import type { Difference } from "./find-change.ts";
import type { FoundCell } from "./find-row.ts";
import type { RowChange } from "./table-change.ts";

const CLAIMS_MAX = 40;

/** An answer as it is put together: text, claims, and which characters each claim proves. */
export class Draft {
  readonly #report: ReadableReport;
  readonly #dollar: string;
  #text = "";
  readonly #claims: Claim[] = [];
  readonly #spans: ClaimSpan[] = [];
  readonly #pages = new Set<number>();

  constructor(report: ReadableReport, dollar: string) {
    this.#report = report;
    this.#dollar = dollar;
  }

  add(text: string): this {
    this.#text += text;
    return this;
  }

  /** The value itself, said before the sentence it is taken from; `span` is its place in the sentence. */
  addValue(text: string, sentence: Sentence, span: { start: number; end: number }): this {
    const quotation = claimNumbers(this.#report, sentence, this.#dollar);
    const own = quotation?.spans.filter(({ start, end }) => start < span.end && end > span.start) ?? [];
    const [only, ...others] = own;
    if (only && others.length === 0) return this.#addSpan(text, only.claim_id);
    let at = span.start;
    for (const { start, end, claim_id } of own) {
      this.add(sentence.text.slice(at, start)).#addSpan(sentence.text.slice(start, end), claim_id);
      at = end;
    }
    return this.add(own.length === 0 ? text : sentence.text.slice(at, span.end));
  }

  /** The difference of two amounts of a sentence, computed; nothing where one of them cannot be read again. */
  addDifference(sentence: Sentence, { from, to }: Difference): this {
    const quotation = claimNumbers(this.#report, sentence, this.#dollar);
    const [before, after] = [from, to].map((amount) => {
      const id = quotation?.spans.find(({ start }) => start === amount.start)?.claim_id;
      return quotation?.claims.find(({ claim_id }) => claim_id === id);
    });
    if (!before || !after) return this;
    const amount = (value: number) =>
      printMoney(value * CLAIM_SCALES[after.scale], after.unit, CLAIM_SCALES[after.scale]);
    return this.#addComputed(after, before, amount).add(". ");
  }

  /** How a row of a table changed, computed, with both of its cells. */
  addRowChange({ after, before }: RowChange): this {
    const [now, then] = [after, before].map((figure) => figureClaim(figure, this.#report));
    if (!now || !then) return this;
    this.#claims.push(now, then);
    this.#pages.add(after.page);
    const print = (value: number) =>
      printAmount({ ...after, value: value * after.scale, printed: printNumber(value, null) });
    this.add(`${after.label}: `).#addComputed(now, then, print).add(", from ");
    this.#addSpan(printAmount(before), then.claim_id).add(" to ");
    return this.#addSpan(printAmount(after), now.claim_id).add(` (${after.head}, page ${after.page}). `);
  }

  #addComputed(after: Claim, before: Claim, print: (value: number) => string): this {
    if (before.value === null || after.value === null) return this;
    const value = Number((after.value - before.value).toPrecision(12));
    const claim: Claim = {
      ...after,
      claim_id: claimId(this.#report, ["difference", before.claim_id, after.claim_id]),
      verdict: "computed",
      label: "Change",
      value,
      page: null,
      box: null,
      quote: null,
      expression: `${after.value} - ${before.value}`,
      computed_from: [after.claim_id, before.claim_id],
    };
    this.#claims.push(claim);
    const direction = value < 0 ? "A decrease" : "An increase";
    return this.#addSpan(`${direction} of ${print(Math.abs(value))}`, claim.claim_id);
  }

  #addSpan(text: string, claim_id: string): this {
    const start = this.#text.length;
    this.#text += text;
    this.#spans.push({ start, end: this.#text.length, claim_id });
    return this;
  }

  /** A cell of a table with its row and column; or several of one row. */
  addCell(figure: FoundFigure, ...others: readonly FoundFigure[]): this {
    const { label, page } = figure;
    for (const [at, one] of [figure, ...others].entries()) {
      const claim = figureClaim(one, this.#report);
      this.#claims.push(claim);
      this.add(at === 0 ? "" : ", ").#addSpan(printAmount(one), claim.claim_id);
    }
    this.#pages.add(page);
    const heads = [figure, ...others].map(({ head }) => head).filter((head) => head !== "");
    return this.add(`. Source: ${[label, ...heads].join(", ")} (page ${page}).`);
  }

  /** Several rows of one table, each with its name, and where they are. */
  addList(rows: readonly { name: string; figure: FoundFigure }[]): this {
    for (const [at, { name, figure }] of rows.entries()) {
      const claim = figureClaim(figure, this.#report);
      this.#claims.push(claim);
      this.#pages.add(figure.page);
      this.add(`${at === 0 ? "" : "; "}${name}: `).#addSpan(printAmount(figure), claim.claim_id);
    }
    const [first] = rows;
    if (!first) return this;
    const { head, page } = first.figure;
    return this.add(`. Source: ${[head, `page ${page}`].filter(Boolean).join(", ")}.`);
  }

  /** Something that is on a page, without a number of its own. */
  cite(text: string, page: number): this {
    this.#pages.add(page);
    return this.add(`${text} (page ${page})`);
  }

  /** Where cells are whose unit is not known, so that their numbers are not said. */
  addSource(cells: readonly FoundCell[]): this {
    const [first] = cells;
    if (!first) return this;
    this.#pages.add(first.page);
    const heads = cells.map(({ column }) => column.head).filter(Boolean);
    return this.add(`Source: ${[first.row.label, ...heads].join(", ")} (page ${first.page}).`);
  }

  /** Figures that were computed and checked before. */
  addFigures({ text, claims, pages, spans = [] }: DraftAnswer): this {
    const from = this.#text.length;
    for (const { start, end, claim_id } of spans)
      this.#spans.push({ start: from + start, end: from + end, claim_id });
    this.#text += `${text} `;
    this.#claims.push(...claims);
    for (const page of pages) this.#pages.add(page);
    return this;
  }

  /** A sentence word for word with its page; false when it cannot be read again from there. */
  quote(sentence: Sentence): boolean {
    const quotation = claimNumbers(this.#report, sentence, this.#dollar);
    if (!quotation) return false;
    if (this.#text !== "" && !this.#text.endsWith(" ")) this.#text += " ";
    const from = this.#text.length + 1;
    this.#text += `“${sentence.text}” (page ${sentence.page})`;
    this.#claims.push(...quotation.claims);
    for (const { start, end, claim_id } of quotation.spans)
      this.#spans.push({ start: from + start, end: from + end, claim_id });
    this.#pages.add(sentence.page);
    return true;
  }

  finish(confidence: number): DraftAnswer {
    const claims = dropDuplicates(this.#claims).slice(0, CLAIMS_MAX);
    const known = new Set(claims.map(({ claim_id }) => claim_id));
    return {
      text: this.#text,
      kind: "passages",
      claims,
      spans: this.#spans.filter(({ claim_id }) => known.has(claim_id)).sort((a, b) => a.start - b.start),
      pages: [...this.#pages],
      confidence,
      figure: null,
    };
  }
}

function printAmount({ value, currency, scale, unit, printed }: FoundFigure): string {
  if (unit === "money" || unit === "per_share") return printMoney(value, currency, scale);
  const suffix = unit === "percent" && !printed.includes("%") ? "%" : "";
  return `${printed}${suffix} ${scaleWord(scale)}`.trim();
}
