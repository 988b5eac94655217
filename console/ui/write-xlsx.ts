/** Tables as an Excel file: numbers stay numbers, texts are never run as formulas. */
import { strToU8, zipSync } from "fflate";
import { escapeXml, XML_HEAD } from "./xml.ts";

/** A number may have a unit, which is shown behind it: 921,700,000 GBP. */
export type SheetCell = string | number | null | { value: number; unit: string };

export interface Sheet {
  name: string;
  /** The first row holds the names of the columns; it and the first column stay in view. */
  rows: readonly (readonly SheetCell[])[];
}

const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const TYPES = "application/vnd.openxmlformats-officedocument.spreadsheetml";
export const XLSX_TYPE = `${TYPES}.sheet`;
/** Styles before those of units: plain, bold for heads, numbers without a unit. */
const [BOLD, NUMBER, FIRST_UNIT] = [1, 2, 3];
/** Spreadsheets keep the numbers below for formats of their own. */
const FIRST_FORMAT = 164;
const NAME_LENGTH_MAX = 31;
const WIDTH_MAX = 50;

export function writeXlsx(sheets: readonly Sheet[]): Uint8Array {
  const units: string[] = [];
  const written = sheets.map(({ rows }) => writeSheet(rows, units));
  const names = sheets.map(
    ({ name }, at) =>
      `<sheet name="${escapeXml(name.replaceAll(/[[\]:*?/\\']/g, " ").slice(0, NAME_LENGTH_MAX))}" sheetId="${at + 1}" r:id="r${at + 1}"/>`,
  );
  const files: Record<string, string> = {
    "[Content_Types].xml": writeContentTypes(sheets.length),
    "_rels/.rels": relations([["officeDocument", "xl/workbook.xml"]]),
    "xl/workbook.xml": `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${names.join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relations([
      ...sheets.map((_sheet, at) => ["worksheet", `worksheets/sheet${at + 1}.xml`] as const),
      ["styles", "styles.xml"],
    ]),
    "xl/styles.xml": writeStyles(units),
  };
  for (const [at, sheet] of written.entries()) files[`xl/worksheets/sheet${at + 1}.xml`] = sheet;
  return zipSync(
    Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(XML_HEAD + text)])),
  );
}

function writeContentTypes(sheetCount: number): string {
  const override = (part: string, type: string) =>
    `<Override PartName="/xl/${part}.xml" ContentType="${TYPES}.${type}+xml"/>`;
  return [
    `<Types xmlns="${PACKAGE}/content-types">`,
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
    '<Default Extension="xml" ContentType="application/xml"/>',
    override("workbook", "sheet.main"),
    override("styles", "styles"),
    ...Array.from({ length: sheetCount }, (_, at) => override(`worksheets/sheet${at + 1}`, "worksheet")),
    "</Types>",
  ].join("");
}

function relations(targets: readonly (readonly [type: string, target: string])[]): string {
  const written = targets.map(
    ([type, target], at) => `<Relationship Id="r${at + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${PACKAGE}/relationships">${written.join("")}</Relationships>`;
}

function writeSheet(rows: Sheet["rows"], units: string[]): string {
  const columns = rows[0]?.map((_head, column) => {
    const longest = Math.max(...rows.map((row) => lengthOf(row[column] ?? null)));
    return `<col min="${column + 1}" max="${column + 1}" width="${Math.min(longest + 2, WIDTH_MAX)}" customWidth="1"/>`;
  });
  const lines = rows.map(
    (row, at) => `<row>${row.map((cell) => writeCell(cell, at === 0, units)).join("")}</row>`,
  );
  return [
    `<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">`,
    '<pane xSplit="1" ySplit="1" topLeftCell="B2" activePane="bottomRight" state="frozen"/>',
    `</sheetView></sheetViews><cols>${columns?.join("") ?? ""}</cols>`,
    `<sheetData>${lines.join("")}</sheetData></worksheet>`,
  ].join("");
}

/** About as wide as it is printed: digits have separators. */
function lengthOf(cell: SheetCell): number {
  if (cell === null) return 0;
  if (typeof cell === "object") return lengthOf(cell.value) + cell.unit.length + 1;
  const { length } = String(cell);
  return typeof cell === "number" ? Math.ceil((length * 4) / 3) : length;
}

function writeCell(cell: SheetCell, isHead: boolean, units: string[]): string {
  if (cell === null) return "<c/>";
  if (typeof cell === "string")
    return `<c t="inlineStr"${isHead ? ` s="${BOLD}"` : ""}><is><t xml:space="preserve">${escapeXml(cell)}</t></is></c>`;
  if (typeof cell === "number") return `<c s="${NUMBER}"><v>${cell}</v></c>`;
  if (!units.includes(cell.unit)) units.push(cell.unit);
  return `<c s="${FIRST_UNIT + units.indexOf(cell.unit)}"><v>${cell.value}</v></c>`;
}

/** Thousands are separated, and decimals are shown only where there are some. */
const formatOf = (unit: string) => `#,##0.##${unit === "" ? "" : ` "${unit.replaceAll('"', "")}"`}`;

function writeStyles(units: readonly string[]): string {
  const formats = ["", ...units].map(
    (unit, at) => `<numFmt numFmtId="${FIRST_FORMAT + at}" formatCode="${escapeXml(formatOf(unit))}"/>`,
  );
  const cells = ["", ...units].map(
    (_unit, at) => `<xf numFmtId="${FIRST_FORMAT + at}" fontId="0" applyNumberFormat="1"/>`,
  );
  const font = (look: string) => `<font>${look}<sz val="11"/><name val="Calibri"/></font>`;
  return [
    `<styleSheet xmlns="${MAIN}"><numFmts count="${formats.length}">${formats.join("")}</numFmts>`,
    `<fonts count="2">${font("")}${font("<b/>")}</fonts>`,
    '<fills count="1"><fill><patternFill patternType="none"/></fill></fills>',
    '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>',
    `<cellXfs count="${cells.length + 2}"><xf numFmtId="0" fontId="0"/>`,
    `<xf numFmtId="0" fontId="1" applyFont="1"/>${cells.join("")}</cellXfs></styleSheet>`,
  ].join("");
}
