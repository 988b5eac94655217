import path from "node:path";
import { OperatorError } from "../../../../kernel/operator-error.ts";
import {
  detectShape,
  findDuplicateColumn,
  makeCellReader,
  makeRowReader,
  makeSecurityFinder,
  type PriceCells,
  type PriceRow,
  type PriceShape,
  SHAPE_NAMES,
  type ShapeName,
  settlePrices,
  writePrices,
} from "../../../prices/index.ts";
import { csvEntries, type LineReader } from "../../reading/csv-entries.ts";
import { type Input, openInput } from "../../reading/open-input.ts";
import { defineSource } from "../../source.ts";
import { loadKnownMarkets } from "../iso10383/known-markets.ts";

interface PricedLine {
  cells: PriceCells;
  row: PriceRow;
}

export const pricesCsv = defineSource<PricedLine>({
  name: "prices-csv",
  title: "End-of-day prices from CSV",
  about: `prices in the shape of ${SHAPE_NAMES.join(", ")}; detected from the header`,
  licence: "see the vendor's terms",
  options: [
    { name: "company", about: "svc_entity_id, when the file does not name the security" },
    { name: "ticker", about: "ticker, when the file has none (default: from the file name)" },
    { name: "exchange", about: "Market Identifier Code of the listing" },
    { name: "currency", about: "ISO 4217 code (default: the market's)" },
    { name: "shape", about: "file format, when the header matches several" },
    { name: "licence", about: "licence of the prices" },
  ],
  async open(tools, request) {
    const input = await openInput(tools, "prices-csv", request.location, /\.(csv|txt)$/i);
    const { options } = request;
    const known: { shape: PriceShape | null } = { shape: null };
    const findSecurity = makeSecurityFinder(tools.db, {
      company: options["company"],
      ticker: options["ticker"] ?? (options["company"] ? undefined : tickerOfFile(input)),
      exchange: options["exchange"],
      currency: options["currency"],
    });
    const isMarket = await loadKnownMarkets(tools.db);
    const { exchange } = options;
    if (exchange !== undefined && !isMarket(exchange))
      throw new OperatorError(`prices-csv: ${noMarket(exchange)}. Nothing was loaded.`);
    const today = tools.now.toISOString().slice(0, 10);
    return {
      ...input,
      entries: (position: number) =>
        csvEntries(input, makeReader(known, { shape: readShape(options["shape"]), today, isMarket }), {
          position,
        }),
      async write(sql, items) {
        const { shape } = known;
        if (!shape) throw new Error("prices were read without a shape");
        const { found, faults } = await findSecurity(items.map(({ line, item }) => ({ line, ...item })));
        const origin = { source: shape.source, reference: input.location, licence: options["licence"] ?? "" };
        const { issues, ...result } = await writePrices(sql, shape, origin, found);
        const lineOf = new Map(items.map(({ line, item }) => [item.row, line]));
        const warnings = issues.map(({ row, reason }) => ({
          line: lineOf.get(row) ?? 0,
          reason,
          excerpt: row.bar.date,
        }));
        const { added, changed, unchanged } = result;
        // A day that occurs twice in the file is written once.
        const skipped = items.length - faults.length - added - changed - unchanged;
        return { ...result, skipped, faults, warnings };
      },
      finish: (db) => settlePrices(db),
      batchMax: 10_000,
      readsAhead: true,
    };
  },
});

function makeReader(
  known: { shape: PriceShape | null },
  details: { shape: ShapeName | undefined; today: string; isMarket: (mic: string) => boolean },
) {
  return (header: readonly string[]): LineReader<PricedLine> => {
    const shape = detectShape(header, details.shape);
    if (!shape)
      throw new OperatorError(
        `prices-csv: the header ${header.slice(0, 12).join(",")} does not match any known format (${SHAPE_NAMES.join(", ")}). Nothing was loaded.`,
      );
    const duplicate = findDuplicateColumn(header, shape);
    if (duplicate !== null)
      throw new OperatorError(
        `prices-csv: the file has the column "${duplicate}" twice. Nothing was loaded.`,
      );
    known.shape = shape;
    const read = makeCellReader(header, shape);
    const readRow = makeRowReader(details.today);
    return (line, warn) => {
      const cells = read(line);
      if (cells.exchange !== null && !details.isMarket(cells.exchange)) return noMarket(cells.exchange);
      const row = readRow(cells);
      if (typeof row === "string") return row;
      if (row.warning !== null) warn(row.warning);
      return { cells, row };
    };
  };
}

const noMarket = (exchange: string) => `exchange ${exchange} is not in ISO 10383`;

function readShape(text: string | undefined): ShapeName | undefined {
  const shape = SHAPE_NAMES.find((name) => name === text);
  if (text !== undefined && shape === undefined)
    throw new OperatorError(`The shape must be one of ${SHAPE_NAMES.join(", ")}, not ${text}.`);
  return shape;
}

/** `aapl_us_d.csv`, `AAPL.csv`, `yahoo_orcl-2014.csv`: vendors put the ticker into the file name. */
function tickerOfFile({ location }: Input): string {
  return path
    .basename(location)
    .replace(/\.(csv|txt|zip|gz)$/gi, "")
    .replace(/_d$/i, "")
    .replace(/[_.]us$/i, ".US");
}
