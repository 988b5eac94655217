/** The text content of an HTML report, in reading order. */
export type FlowItem =
  | { kind: "paragraph"; words: FlowWord[] }
  | { kind: "table"; rows: FlowCell[][] }
  /** `sure` when the publisher requested a new page; otherwise a line that often means one. */
  | { kind: "page_break"; explicit: boolean };

export interface FlowWord {
  text: string;
  bold: boolean;
  /** Height of its letters in points. */
  size: number;
}

export interface FlowCell {
  words: FlowWord[];
  /** Position in the table's grid, and how many columns the cell spans. */
  column: number;
  span: number;
}
