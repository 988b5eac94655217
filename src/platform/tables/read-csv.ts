import { OperatorError } from "../../kernel/operator-error.ts";

export interface CsvLine {
  /** Where the record begins in the file, from 1: what a person sees in an editor. */
  line: number;
  cells: string[];
  /** Why the record cannot be read; then its cells mean nothing. */
  fault: string | null;
}

export interface CsvOptions {
  /** As the WHATWG names encodings; a byte order mark is passed over. */
  encoding?: string;
  delimiter?: string;
  /** Lines before the header, as some publishers put there. */
  skipLines?: number;
}

/** A field that is opened and never closed would otherwise swallow the rest of the file. */
const RECORD_LINES_MAX = 200;
const RECORD_LENGTH_MAX = 1_000_000;

/** Reads a CSV file (RFC 4180) as it comes in: memory stays bounded by one piece and one record. */
export async function openCsv(
  bytes: AsyncIterable<Uint8Array>,
  options: CsvOptions = {},
): Promise<{ header: string[]; lines: AsyncGenerator<CsvLine> }> {
  const lines = readRecords(readLines(bytes, options.encoding ?? "utf-8"), options);
  const first = await lines.next();
  if (first.done || first.value.fault !== null) throw new OperatorError("The file has no header line.");
  return {
    header: first.value.cells.map((cell) => cell.trim()),
    lines: withWidth(lines, first.value.cells.length),
  };
}

async function* withWidth(lines: AsyncGenerator<CsvLine>, width: number): AsyncGenerator<CsvLine> {
  for await (const record of lines) {
    if (record.fault === null && record.cells.length !== width)
      record.fault = `${record.cells.length} fields where the header has ${width}`;
    yield record;
  }
}

/** Lines of text with their numbers, in arrays: one await for each piece of the file instead of one for each line. */
async function* readLines(bytes: AsyncIterable<Uint8Array>, encoding: string): AsyncGenerator<string[]> {
  const decoder = new TextDecoder(encoding);
  let rest = "";
  for await (const piece of bytes) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > RECORD_LENGTH_MAX)
      throw new OperatorError("The file has a line of more than a million characters.");
    if (lines.length > 0) yield lines;
  }
  rest += decoder.decode();
  if (rest !== "") yield [rest];
}

async function* readRecords(
  pieces: AsyncGenerator<string[]>,
  { delimiter = ",", skipLines = 0 }: CsvOptions,
): AsyncGenerator<CsvLine> {
  const records = collectRecords(delimiter);
  let line = 0;
  for await (const piece of pieces) {
    for (const text of piece) {
      line++;
      const record = line > skipLines ? records.take(line, text) : null;
      if (record !== null) yield record;
    }
  }
  const last = records.end();
  if (last !== null) yield last;
}

/** Puts the lines of a record together: most are one line, a quoted field may go on over several. */
function collectRecords(delimiter: string) {
  let open: { from: number; text: string; lines: number } | null = null;
  const giveUp = (line: number): CsvLine => {
    open = null;
    return { line, cells: [], fault: "a quoted field is not closed" };
  };
  const goOn = (line: number, text: string): CsvLine | null => {
    const record = open
      ? { from: open.from, text: `${open.text}\n${text}`, lines: open.lines + 1 }
      : { from: line, text, lines: 1 };
    open = record;
    if (record.lines > RECORD_LINES_MAX || record.text.length > RECORD_LENGTH_MAX) return giveUp(record.from);
    if (!isClosed(record.text)) return null;
    open = null;
    return splitQuoted(record.text, record.from, delimiter);
  };
  return {
    take(line: number, raw: string): CsvLine | null {
      const text = raw.endsWith("\r") ? raw.slice(0, -1) : raw;
      if (open !== null || text.includes('"')) return goOn(line, text);
      return text === "" ? null : { line, cells: text.split(delimiter), fault: null };
    },
    end: () => (open === null ? null : giveUp(open.from)),
  };
}

/** Every quote inside a field is doubled, so a whole record has an even number of them. */
function isClosed(text: string): boolean {
  let quotes = 0;
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at + 1)) quotes++;
  return quotes % 2 === 0;
}

function splitQuoted(text: string, line: number, delimiter: string): CsvLine {
  const cells: string[] = [];
  let at = 0;
  for (;;) {
    if (text[at] !== '"') {
      const end = text.indexOf(delimiter, at);
      cells.push(end < 0 ? text.slice(at) : text.slice(at, end));
      if (end < 0) return { line, cells, fault: null };
      at = end + delimiter.length;
      continue;
    }
    const end = findClosingQuote(text, at + 1);
    cells.push(text.slice(at + 1, end).replaceAll('""', '"'));
    if (end + 1 >= text.length) return { line, cells, fault: null };
    if (!text.startsWith(delimiter, end + 1)) return { line, cells, fault: "text after a closing quote" };
    at = end + 1 + delimiter.length;
  }
}

function findClosingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from);
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at < 0 ? text.length : at;
}
