import { OperatorError } from "../../kernel/operator-error.ts";
import { type CsvLine, collectRecords, RECORD_LENGTH_MAX } from "./csv-records.ts";

export interface CsvOptions {
  /** As the WHATWG names encodings; a byte order mark is passed over. */
  encoding?: string;
  delimiter?: string;
  /** Lines before the header, as some publishers put there. */
  skipLines?: number;
}

/** Reads a CSV file (RFC 4180) as it comes in: memory stays bounded by one piece and one record. */
export async function openCsv(
  bytes: AsyncIterable<Uint8Array>,
  options: CsvOptions = {},
): Promise<{ header: string[]; lines: AsyncGenerator<CsvLine> }> {
  const lines = readRecords(readLines(bytes, options.encoding ?? "utf-8"), options);
  const first = await lines.next();
  if (first.done) throw new OperatorError("The file has no header line.");
  const { cells, fault } = first.value;
  if (fault !== null) throw new OperatorError(`The header line cannot be read: ${fault}.`);
  return { header: cells.map((cell) => cell.trim()), lines };
}

/** Lines of text with their numbers, in arrays: one await for each piece of the file instead of one for each line. */
async function* readLines(bytes: AsyncIterable<Uint8Array>, encoding: string): AsyncGenerator<string[]> {
  const decoder = openDecoder(encoding);
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

function openDecoder(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding);
  } catch (cause) {
    throw new OperatorError(`There is no encoding ${encoding}.`, { cause });
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
