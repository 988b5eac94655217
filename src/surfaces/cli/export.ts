import { open, rename } from "node:fs/promises";
import { Command } from "commander";
import { checkFilter, DATASETS, type Dataset, openDataset } from "../../features/exports/index.ts";
import { isDay } from "../../kernel/day.ts";
import { OperatorError } from "../../kernel/operator-error.ts";
import { TABLE_FORMATS, type TableFormat } from "../../kernel/table.ts";
import { writeTable } from "../../platform/tables/index.ts";
import type { CommandTools } from "./program.ts";

interface ExportOptions {
  format: string;
  output: string;
  company?: string;
  from?: string;
  to?: string;
}

export function exportCommand({ onDatabase, print, progress }: CommandTools): Command {
  return new Command("export")
    .description("write companies, reports, prices or facts to a file")
    .argument("<dataset>", DATASETS.join(", "))
    .option("--format <format>", TABLE_FORMATS.join(", "), "ndjson")
    .requiredOption("--output <file>", "file to write")
    .option("--company <id>", "only this svc_entity_id")
    .option("--from <date>", "from this day on, YYYY-MM-DD")
    .option("--to <date>", "up to this day, YYYY-MM-DD")
    .action((name: string, options: ExportOptions) =>
      onDatabase(async (db) => {
        const dataset = oneOf<Dataset>(DATASETS, name, "dataset");
        const format = oneOf<TableFormat>(TABLE_FORMATS, options.format, "format");
        const filter = {
          svc_entity_id: options.company,
          start_date: readDay(options.from),
          end_date: readDay(options.to),
        };
        await checkFilter(db, dataset, filter);
        const { table, rowCount } = openDataset(db, dataset, filter, null);
        const part = `${options.output}.part`;
        const file = await open(part, "w").catch((cause: unknown) => {
          throw new OperatorError(`The file ${part} cannot be written.`, { cause });
        });
        try {
          await writeTable(format, table, async (piece) => {
            progress(`${rowCount().toLocaleString("en-US")} rows`);
            await file.writeFile(piece);
          });
        } finally {
          await file.close();
        }
        await rename(part, options.output);
        progress("");
        print(`${rowCount().toLocaleString("en-US")} rows written to ${options.output}.`);
      }),
    );
}

function oneOf<T extends string>(allowed: readonly T[], text: string, what: string): T {
  const found = allowed.find((one) => one === text);
  if (found === undefined)
    throw new OperatorError(`The ${what} must be one of ${allowed.join(", ")}, not ${text}.`);
  return found;
}

function readDay(text: string | undefined): string | undefined {
  if (text !== undefined && !isDay(text))
    throw new OperatorError(`${text} is not a valid date: use YYYY-MM-DD.`);
  return text;
}
