/**
 * How often the right company comes first, or among the first five, and how often nothing is found where nothing is.
 *
 *   node bench/companies/lookup-accuracy.ts [data folder] [--other-names] [--registers [--reported]] [--misses] [--json]
 *
 * `--registers` loads what every connector makes of the files of the data folder. `--reported` adds, through the same
 * connectors, the former and local names asked for that none of these files holds, as their registers report them:
 * then a lookup fails by its own fault only.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { loadCompanies } from "../../src/features/companies/index.ts";
import { type FoundCompany, makeLookup } from "../../src/features/companies/lookup.ts";
import { foldName } from "../../src/features/companies/names/fold-name.ts";
import type { IngestResult } from "../../src/features/ingest/index.ts";
import type { Database } from "../../src/platform/db/index.ts";
import { percentile } from "../service/statistics.ts";
import { withDatabase } from "./bench-database.ts";
import { listRegisterLoads, runLoads } from "./load-registers.ts";
import { idOf, readListedCompanies } from "./read-listed-companies.ts";
import { listCompaniesOfRecords, listSearchNames } from "./store.ts";
import { type MissingName, writeMissingNames } from "./write-missing-names.ts";

interface Question {
  id: string;
  category: string;
  query_type: "name" | "isin" | "ticker";
  query: string;
  expected: (MissingName["company"] & { company_id: string }) | null;
  also_accept: string[];
  note: string | null;
}

interface Tally {
  lookups: number;
  first: number;
  firstFive: number;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    "other-names": { type: "boolean", default: false },
    registers: { type: "boolean", default: false },
    reported: { type: "boolean", default: false },
    misses: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
  },
});
const dataFolder = positionals[0] ?? path.join(import.meta.dirname, "../../../shared/data");
/** A match below it is reported as a guess. */
const LOW_SCORE = 0.5;
const questionFile = path.join(dataFolder, "names/queries.jsonl");

if (existsSync(questionFile)) await judge();
else console.log(`skipped: ${questionFile} is not there`);

async function judge(): Promise<void> {
  const questions = readFileSync(questionFile, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Question);
  await withDatabase(async (db) => {
    const idOf = await (values.registers ? fillFromRegisters(db, questions) : fillFromFile(db));
    const lookUp = makeLookup(db);
    const brought = await findBrought(db, questions, idOf);
    const tallies = new Map<string, Tally>();
    const milliseconds: number[] = [];
    for (const question of questions) {
      const from = performance.now();
      const found = await lookUp({ [question.query_type]: question.query });
      milliseconds.push(performance.now() - from);
      record(
        tallies,
        { ...question, brought: brought.has(question.id) },
        findPlace(question, found, idOf),
        found,
      );
    }
    report(tallies, milliseconds);
  });
}

type IdOf = (companyId: string) => string;

async function fillFromFile(db: Database): Promise<IdOf> {
  const companies = readListedCompanies(dataFolder, { otherNames: values["other-names"] });
  const started = performance.now();
  const loaded = await loadCompanies(
    db,
    { name: "company file", reference: "bench", licence: "for measuring only", source_date: "2026-08-22" },
    companies,
  );
  const seconds = (performance.now() - started) / 1_000;
  console.log(
    `loaded ${loaded.added} companies in ${seconds.toFixed(1)} s, ` +
      `${Math.round(loaded.added / seconds)}/s, ${loaded.rejected} rejected`,
  );
  return idOf;
}

/** As an operator would: every connector over its files, merged. */
async function fillFromRegisters(db: Database, questions: readonly Question[]): Promise<IdOf> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "florin-registers-"));
  try {
    await runLoads(db, listRegisterLoads(dataFolder, folder), folder, printLoad);
    const ids = await listCompaniesOfRecords(db, "listed");
    const toId = (companyId: string) => ids.get(companyId) ?? "";
    if (values.reported) {
      const missing = await listMissing(db, questions, toId);
      await runLoads(db, writeMissingNames(missing, folder), folder, printLoad);
    }
    return toId;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function listMissing(db: Database, questions: readonly Question[], toId: IdOf): Promise<MissingName[]> {
  const brought = await findBrought(db, questions, toId);
  return questions.flatMap((question) =>
    question.expected && needsRegister(question) && !brought.has(question.id)
      ? [{ name: question.query, company: question.expected }]
      : [],
  );
}

function printLoad({ source, position, seconds, ...counts }: IngestResult): void {
  const { added, changed, unchanged, skipped, rejected, rejections } = counts;
  console.log(
    `${source}: ${added} added, ${changed} changed, ${unchanged} unchanged, ${skipped} skipped, ` +
      `${rejected} rejected, ${Math.round(position / seconds)} rows/s` +
      (rejections[0] ? ` (line ${rejections[0].line}: ${rejections[0].reason})` : ""),
  );
}

function record(
  tallies: Map<string, Tally>,
  question: Question & { brought: boolean },
  place: number,
  found: readonly FoundCompany[],
): void {
  for (const name of [question.category, ...listTotals(question)]) {
    const tally = tallies.get(name) ?? { lookups: 0, first: 0, firstFive: 0 };
    tally.lookups++;
    if (place === 0) tally.first++;
    if (place >= 0 && place < 5) tally.firstFive++;
    tallies.set(name, tally);
  }
  if (values.misses && place !== 0) {
    const got = found.slice(0, 3).map(({ name, match_score }) => `${name} ${match_score.toFixed(2)}`);
    console.log(
      `${question.category} | ${question.query} | ${question.expected?.name ?? "-"} | ${place} | ${got.join("; ")}`,
    );
  }
}

/** Former, Japanese and Chinese names can be found only once a register has brought them. */
function listTotals(question: Question & { brought: boolean }): string[] {
  if (!question.expected) return ["ALL that do not exist"];
  if (!needsRegister(question))
    return ["ALL that exist", "ALL without names only registers have", "ALL whose names are here"];
  return ["ALL that exist", ...(question.brought ? ["ALL whose names are here"] : [])];
}

function needsRegister({ category, note }: Question): boolean {
  return category === "former_name" || Boolean(note?.startsWith("needs alternative-name data"));
}

/** Questions with a name that a source gives for the right company; the others cannot be answered. */
async function findBrought(db: Database, questions: readonly Question[], toId: IdOf): Promise<Set<string>> {
  const lookups = questions.filter((question) => question.expected && needsRegister(question));
  const names = await listSearchNames(
    db,
    lookups.map(({ expected }) => toId(expected?.company_id ?? "")),
  );
  const brought = lookups.filter(({ expected, query }) => {
    const known = names.get(toId(expected?.company_id ?? "")) ?? "";
    const wanted = foldName(query).words.join("");
    return known.split("\n").some((line) => line.split("|")[1]?.replaceAll(" ", "") === wanted);
  });
  return new Set(brought.map(({ id }) => id));
}

/**
 * Where the expected company stands, from 0; -1 when it is missing. Finding nothing where nothing is, or guesses that
 * say so, counts as first.
 */
function findPlace({ expected, also_accept }: Question, found: readonly FoundCompany[], toId: IdOf): number {
  if (!expected) return (found[0]?.match_score ?? 0) < LOW_SCORE ? 0 : -1;
  const accepted = new Set([expected.company_id, ...also_accept].map(toId));
  return found.findIndex(({ svc_entity_id }) => accepted.has(svc_entity_id));
}

function report(tallies: ReadonlyMap<string, Tally>, milliseconds: number[]): void {
  const rows = [...tallies]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([category, { lookups, first, firstFive }]) => ({
      category,
      lookups,
      first: Number((first / lookups).toFixed(3)),
      first_five: Number((firstFive / lookups).toFixed(3)),
    }));
  const times = { p50_ms: percentile(milliseconds, 0.5), p99_ms: percentile(milliseconds, 0.99) };
  if (values.json) console.log(JSON.stringify({ rows, ...times }));
  else {
    console.table(rows);
    console.log(times);
  }
}
