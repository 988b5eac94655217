/** What an HTML report is made of once everything but its text is gone, in reading order. */
export type FlowItem =
  | { kind: "paragraph"; words: FlowWord[] }
  | { kind: "table"; rows: FlowCell[][] }
  /** `sure` where the publisher asked for a new page; otherwise a line that often stands for one. */
  | { kind: "page_break"; sure: boolean };

export interface FlowWord {
  text: string;
  bold: boolean;
  /** Height of its letters in points. */
  size: number;
}

export interface FlowCell {
  words: FlowWord[];
  /** Position in the table's grid, and how many of its columns the cell covers. */
  column: number;
  span: number;
}
