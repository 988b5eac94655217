import { OperatorError } from "../../../kernel/operator-error.ts";
import { type CsvOptions, openCsv } from "../../../platform/tables/index.ts";
import type { Entry } from "../source.ts";
import type { Input } from "./open-input.ts";

const EXCERPT_LENGTH = 120;

/**
 * Reads one line; returns a string when it is invalid, null when it is irrelevant. `warn` reports what is dropped
 * from an accepted line.
 */
export type LineReader<Item> = (
  cells: readonly string[],
  warn: (reason: string) => void,
) => Item | string | null;

/**
 * The lines of a CSV file as entries. `makeReader` sees the header and throws one sentence about missing columns: a
 * file whose columns changed is not half understood.
 */
export async function* csvEntries<Item>(
  input: Input,
  makeReader: (header: readonly string[]) => LineReader<Item>,
  options: CsvOptions & { position: number },
): AsyncGenerator<Entry<Item>> {
  const { header, lines } = await openCsv(await input.stream(), options);
  const read = makeReader(header);
  let count = 0;
  for await (const { line, cells, fault, isGarbled } of lines) {
    // Lines processed before a restart are skipped.
    if (++count <= options.position) continue;
    const units = input.unitsRead();
    const reasons: string[] = [];
    const item = fault ?? read(cells, (reason) => reasons.push(reason));
    if (isGarbled && item !== null && typeof item !== "string") reasons.push(garbledIn(options.encoding));
    const excerpt = () => cells.join(",").slice(0, EXCERPT_LENGTH);
    if (typeof item === "string") yield { line, fault: item, excerpt: excerpt(), units };
    else if (reasons.length === 0) yield { line, item: item as Item, units };
    else {
      const warning = { line, reason: reasons.join("; "), excerpt: excerpt() };
      yield { line, item: item as Item, units, warning };
    }
  }
}

const garbledIn = (encoding = "utf-8") =>
  `it contains bytes that are invalid in ${encoding}: the file may be in another encoding`;

/** The positions of columns by name; one sentence for all that are missing. */
export function requireColumns<Name extends string>(
  source: string,
  header: readonly string[],
  names: readonly Name[],
): Record<Name, number> {
  const missing = names.filter((name) => !header.includes(name));
  if (missing.length > 0)
    throw new OperatorError(
      `${source}: the file has no column ${missing.map((name) => `"${name}"`).join(", ")}; it has ` +
        `${header
          .slice(0, 8)
          .map((name) => `"${name}"`)
          .join(", ")}${header.length > 8 ? " and more" : ""}. ` +
        "Nothing was loaded: the format has changed, or this is a different file.",
    );
  const duplicate = names.find((name) => header.indexOf(name) !== header.lastIndexOf(name));
  if (duplicate !== undefined)
    throw new OperatorError(`${source}: the file has the column "${duplicate}" twice. Nothing was loaded.`);
  // Every name has just been found.
  return Object.fromEntries(names.map((name) => [name, header.indexOf(name)])) as Record<Name, number>;
}
