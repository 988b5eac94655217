import type { FigureAnswer } from "../figures/answer-figure.ts";
import type { Computation } from "../figures/compute.ts";
import type { FigureQuestion } from "../figures/read-question.ts";
import type { StatementKind } from "../figures/statements.ts";
import type { ReadTable } from "../figures/table-reading.ts";
import type { StatementScale } from "../figures/units.ts";
import type { NameFinder } from "../report-names.ts";
import type { ReadableReport } from "../report-reader.ts";
import type { Nearness } from "../retrieval/nearness.ts";
import type { Readings } from "../retrieval/readings.ts";
import type { NamedFigure } from "./decide.ts";

/** What a question about the text of a report is answered with. */
export interface TextContext {
  report: ReadableReport;
  /** Pages, the nearest to the question first. */
  ranked: readonly number[];
  nearness: Nearness | null;
  readings: Readings | null;
  rarity: (term: string) => number;
  isName: NameFinder;
  /** The year the report is about, if it is known. */
  presentYear: number | null;
  /** The currency that "$" means. */
  dollar: string;
  /**
   * By how much a figure of the statements grew over a year, or the newest, or between two periods in words; null where
   * there is no such figure.
   */
  growthOf: (subject: string, year: number | null, between?: string | null) => FigureAnswer | null;
  /** The same in percent and in money. */
  changeOf: (subject: string, year: number | null) => FigureAnswer | null;
  /** The tables of a page, and the scale of the statements. */
  tables: {
    of: (page: number) => readonly ReadTable[];
    /** Of the statements. */
    scale: StatementScale | null;
    currency: string | null;
  };
  /** The pages that hold a primary statement of a kind. */
  statementPages: (kind: StatementKind) => readonly number[];
  /** The figure that was computed for the question, and one by its name and year. */
  computed: FigureAnswer | null;
  figureOf: (name: string, year: number) => FigureAnswer | null;
  /** Says what was computed with cells of tables, once they were read again. */
  answerComputed: (question: FigureQuestion, computation: Computation) => FigureAnswer | null;
  /** The figures that the question names, each for the periods it names. */
  named: () => NamedFigure[];
}
