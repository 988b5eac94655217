import { OperatorError } from "../../kernel/operator-error.ts";
import { type CsvLine, collectRecords, RECORD_LENGTH_MAX } from "./csv-records.ts";

export interface CsvOptions {
  /** A WHATWG encoding name; a byte order mark is skipped. */
  encoding?: string;
  delimiter?: string;
  /** Lines before the header, which some publishers add. */
  skipLines?: number;
}

/** Reads a CSV file (RFC 4180) as a stream: memory is limited to one chunk and one record. */
export async function openCsv(
  bytes: AsyncIterable<Uint8Array>,
  options: CsvOptions = {},
): Promise<{ header: string[]; lines: AsyncGenerator<CsvLine> }> {
  const lines = readRecords(readLines(bytes, options.encoding ?? "utf-8"), options);
  const first = await lines.next();
  if (first.done) throw new OperatorError("The file has no header line.");
  const { cells, fault } = first.value;
  if (fault !== null) throw new OperatorError(`The header line cannot be read: ${fault}.`);
  if (cells.some((cell) => cell.includes("\r")))
    throw new OperatorError(
      "The header line cannot be read: lines end with CR alone, where LF or CRLF is read.",
    );
  return { header: cells.map((cell) => cell.trim()), lines };
}

/**
 * Lines of text, in arrays: one await per chunk of the file instead of one per line. Only the beginning of an
 * overlong line is returned, for its reader to reject.
 */
async function* readLines(bytes: AsyncIterable<Uint8Array>, encoding: string): AsyncGenerator<string[]> {
  const decoder = openDecoder(encoding);
  let rest = "";
  let isCut = false;
  for await (const piece of bytes) {
    const text = decoder.decode(piece, { stream: true });
    const from = isCut ? text.indexOf("\n") + 1 : 0;
    if (isCut && from === 0) continue;
    const lines = (rest + text.slice(from)).split("\n");
    rest = lines.pop() ?? "";
    isCut = rest.length > RECORD_LENGTH_MAX;
    if (isCut) {
      lines.push(rest.slice(0, RECORD_LENGTH_MAX + 1));
      rest = "";
    }
    if (lines.length > 0) yield lines;
  }
  rest += decoder.decode();
  if (rest !== "" && !isCut) yield [rest];
}

function openDecoder(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding);
  } catch (cause) {
    throw new OperatorError(`Unknown encoding ${encoding}.`, { cause });
  }
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
      if (line > skipLines) for (const record of records.take(line, text)) yield record;
    }
  }
  for (const record of records.end()) yield record;
}
