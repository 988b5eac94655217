/** A spreadsheet: an answer requested as XLSX. */
export interface WorkbookCell {
  /** A text is never read as a formula. */
  value: string | number | null;
  /** A number format of spreadsheets, such as `#,##0`. */
  format?: string;
  link?: string;
  comment?: string;
  bold?: boolean;
  indent?: number;
}

export interface WorkbookSheet {
  name: string;
  /** In characters. */
  widths: readonly number[];
  /** The first rows and columns, which stay in sight. */
  frozen: { rows: number; columns: number };
  rows: readonly (readonly WorkbookCell[])[];
}

export interface Workbook {
  sheets: readonly WorkbookSheet[];
}
