import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { RegisterLoad } from "./load-registers.ts";

/** A company and a name of it that none of the files here holds. */
export interface MissingName {
  name: string;
  company: { name: string; cik: string; ticker: string; mic: string };
}

const EXCHANGE_LISTS = {
  source: { id: "exchange-names", name: "Names at the exchange", licence: "for measuring only" },
  columns: { key: "code", name: "english", ticker: "code", mic: "mic" },
  names: [{ column: "local", kind: "local" }],
  creates_companies: false,
};

/**
 * Writes what the registers would report about these companies, in their formats: the SEC a former name among the
 * submissions of its filer, an exchange a name in its own script next to the code and the English name.
 */
export function writeMissingNames(missing: readonly MissingName[], folder: string): RegisterLoad[] {
  const [filers, listed] = [missing.filter(isFiler), missing.filter((name) => !isFiler(name))];
  const submissions = path.join(folder, "submissions");
  mkdirSync(submissions);
  for (const [cik, names] of Map.groupBy(filers, ({ company }) => company.cik))
    writeFileSync(path.join(submissions, `CIK${cik}.json`), JSON.stringify(writeSubmission(cik, names)));
  const list = path.join(folder, "exchange-names.csv");
  const rows = listed.map(({ name, company }) => [company.ticker, company.mic, company.name, name]);
  writeFileSync(list, [["code", "mic", "english", "local"], ...rows].map(writeLine).join(""));
  const mapping = path.join(folder, "exchange-names.json");
  writeFileSync(mapping, JSON.stringify(EXCHANGE_LISTS));
  return [
    ["sec-submissions", submissions, { date: "2026-08-23" }],
    ["companies-csv", list, { mapping, date: "2026-08-23" }],
  ];
}

function isFiler({ company }: MissingName): boolean {
  return company.cik !== "";
}

function writeSubmission(cik: string, names: readonly MissingName[]): object {
  return {
    cik,
    name: names[0]?.company.name,
    tickers: [],
    exchanges: [],
    formerNames: names.map(({ name }) => ({ name, from: null, to: null })),
  };
}

function writeLine(cells: readonly string[]): string {
  return `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(",")}\n`;
}
