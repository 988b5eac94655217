export interface CsvLine {
  /** The line number where the record starts, from 1, as in an editor. */
  line: number;
  /** For an unreadable record: its first line, for people. */
  cells: string[];
  /** Why the record cannot be read. */
  fault: string | null;
  /** It contains bytes that are invalid in the file's encoding. */
  isGarbled: boolean;
}

export const RECORD_LENGTH_MAX = 1_000_000;
/** Otherwise a field that is opened and never closed would swallow the rest of the file. */
const RECORD_LINES_MAX = 200;
const TOO_LONG = "it is longer than a million characters";
const SHOWN_LENGTH = 200;
const NONE: readonly CsvLine[] = [];

/**
 * Assembles the lines of a record: most are one line, a quoted field may continue over several. If that fails, only
 * the line it started on is rejected and the following ones are read again: a stray quote costs only its own line.
 */
export function collectRecords(delimiter: string) {
  let width: number | null = null;
  let open: { from: number; lines: string[]; length: number } | null = null;

  function take(line: number, raw: string): readonly CsvLine[] {
    const text = raw.endsWith("\r") ? raw.slice(0, -1) : raw;
    if (open === null && text.length > RECORD_LENGTH_MAX)
      return [toRecord(line, text.slice(0, SHOWN_LENGTH), TOO_LONG)];
    if (open === null && !text.includes('"'))
      return text === "" ? NONE : [toRecord(line, text, text.split(delimiter))];
    open ??= { from: line, lines: [], length: 0 };
    open.lines.push(text);
    open.length += text.length;
    return close(open);
  }

  /** The record when it is complete; nothing while it may continue. */
  function close({ from, lines, length }: NonNullable<typeof open>): readonly CsvLine[] {
    const text = lines.join("\n");
    const cells = splitQuoted(text, delimiter);
    if (cells === null)
      return lines.length > RECORD_LINES_MAX || length > RECORD_LENGTH_MAX ? abandon(from, lines) : NONE;
    const record = toRecord(from, text, cells);
    if (record.fault !== null && lines.length > 1) return abandon(from, lines);
    open = null;
    return [record];
  }

  function abandon(from: number, [first = "", ...others]: readonly string[]): CsvLine[] {
    open = null;
    const refused = toRecord(from, first, "a quoted field is not closed");
    return [refused, ...others.flatMap((text, index) => take(from + 1 + index, text))];
  }

  function toRecord(line: number, text: string, cells: string[] | string): CsvLine {
    const isGarbled = text.includes("\uFFFD");
    const fault = typeof cells === "string" ? cells : findFault(text, cells);
    if (typeof cells === "string" || fault !== null)
      return { line, cells: [text.replaceAll("\0", "")], fault, isGarbled };
    width ??= cells.length;
    return { line, cells, fault: null, isGarbled };
  }

  function findFault(text: string, cells: readonly string[]): string | null {
    if (text.includes("\0")) return "it contains NUL characters, as UTF-16 text does";
    if (width === null || cells.length === width) return null;
    return `${cells.length} fields where the header has ${width}`;
  }

  return {
    take,
    end(): CsvLine[] {
      const last: CsvLine[] = [];
      while (open !== null) last.push(...abandon(open.from, open.lines));
      return last;
    },
  };
}

/** The fields of a record; null when a quoted field continues on the next line, a string when it cannot be split. */
function splitQuoted(text: string, delimiter: string): string[] | string | null {
  const cells: string[] = [];
  let at = 0;
  for (;;) {
    if (text[at] !== '"') {
      const end = text.indexOf(delimiter, at);
      cells.push(end < 0 ? text.slice(at) : text.slice(at, end));
      if (end < 0) return cells;
      at = end + delimiter.length;
      continue;
    }
    const end = findClosingQuote(text, at + 1);
    if (end < 0) return null;
    cells.push(unquote(text.slice(at + 1, end)));
    if (end + 1 === text.length) return cells;
    if (!text.startsWith(delimiter, end + 1)) return "text after a closing quote";
    at = end + 1 + delimiter.length;
  }
}

/** Most of the hundreds of fields of a line are empty or plain: searching one is cheaper than rewriting it. */
function unquote(field: string): string {
  return field.includes('"') ? field.replaceAll('""', '"') : field;
}

function findClosingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from);
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at;
}
