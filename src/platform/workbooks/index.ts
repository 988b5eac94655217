/** Spreadsheets as XLSX files. */
export { WORKBOOK_MEDIA, writeWorkbook } from "./write-workbook.ts";
