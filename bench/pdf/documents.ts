import { readdirSync, statSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import path from "node:path";
import { PageRecord, type PageSummary, reportPages } from "../../src/features/reports/layout/index.ts";
import { readStatements } from "../../src/features/statements/index.ts";
import { openPdfReader, type PdfReader, type PdfReading } from "../../src/platform/pdf/index.ts";
import { childPids, isRunnable, measure } from "./cpu.ts";
import { addFidelity, comparePage, type Fidelity } from "./fidelity.ts";
import { type GoldRow, plainFigure, plainLabel } from "./gold-rows.ts";
import { wordsByPage, writeBoxes } from "./poppler.ts";

export const LIMITS = {
  cpuSecondsMax: 120,
  pageCpuSecondsMax: 20,
  memoryMegabytesMax: 900,
  pagesMax: 2_000,
  charactersMax: 20_000_000,
  pixelsMax: 20_000_000,
};

export function openReader(workersMax: number): PdfReader<PageSummary> {
  return openPdfReader({ transform: reportPages, workersMax, ...LIMITS });
}

export function listPdfs(folder: string): string[] {
  return readdirSync(folder)
    .sort()
    .map((file) => path.join(folder, file));
}

export interface DocumentFigures {
  documents: number;
  pages: number;
  pagesAccountedFor: number;
  pagesFailed: number;
  pagesWithoutText: number;
  chunks: number;
  tables: number;
  fidelity: Fidelity;
  rows: number;
  rowsWhole: number;
  rowsBroken: GoldRow[];
  ourCpuSeconds: number;
  popplerCpuSeconds: number;
  memoryMegabytesPeak: number;
  /** Statements of a report of up to 200 pages, its pages read before. */
  statementsMillisecondsMax: number;
}

const STATEMENT_PAGES = 200;

/** Reads every document with both programs in turn, the order changing from one document to the next. */
export async function compareDocuments(folder: string, gold: readonly GoldRow[]): Promise<DocumentFigures> {
  const figures: DocumentFigures = {
    documents: 0,
    pages: 0,
    pagesAccountedFor: 0,
    pagesFailed: 0,
    pagesWithoutText: 0,
    chunks: 0,
    tables: 0,
    fidelity: { words: 0, wordsFound: 0, numbers: 0, numbersFound: 0 },
    rows: 0,
    rowsWhole: 0,
    rowsBroken: [],
    ourCpuSeconds: 0,
    popplerCpuSeconds: 0,
    memoryMegabytesPeak: 0,
    statementsMillisecondsMax: 0,
  };
  const reader = openReader(1);
  const scratch = await mkdtemp(path.join(tmpdir(), "pdf-bench-"));
  const boxes = path.join(scratch, "boxes.html");
  for (const [at, file] of listPdfs(folder).entries()) {
    const first = at % 2 === 0 ? await measure(() => readOurs(reader, file)) : null;
    const poppler = await measure(() => writeBoxes(file, boxes));
    const ours = first ?? (await measure(() => readOurs(reader, file)));
    figures.ourCpuSeconds += ours.cpuSeconds;
    figures.popplerCpuSeconds += poppler.cpuSeconds;
    const document = path.basename(file, ".pdf");
    const rows = gold.filter((row) => row.document === document);
    addDocument(figures, ours.result, { expected: wordsByPage(await readFile(boxes, "utf8")), rows });
  }
  await rm(scratch, { recursive: true });
  await reader.close();
  return figures;
}

interface OurReading {
  reading: PdfReading;
  pages: { summary: PageSummary; record: PageRecord }[];
}

/** From the file to its proven statements. */

async function readOurs(reader: PdfReader<PageSummary>, file: string): Promise<OurReading> {
  const pages: OurReading["pages"] = [];
  const reading = await reader.read(file, {
    onPage: ({ result, body }) => {
      // Written by the very code that makes such records.
      const record = JSON.parse(Buffer.from(body).toString()) as PageRecord;
      pages.push({ summary: result, record });
    },
  });
  readStatements({ pages: pages.map(({ record }) => record) });
  return { reading, pages };
}

function addDocument(
  figures: DocumentFigures,
  { reading, pages }: OurReading,
  { expected, rows }: { expected: string[][]; rows: readonly GoldRow[] },
): void {
  figures.documents += 1;
  figures.pages += expected.length;
  figures.pagesAccountedFor += reading.pagesRead + reading.failedPages.length;
  figures.pagesFailed += reading.failedPages.length;
  figures.pagesWithoutText += reading.pagesWithoutText.length;
  figures.memoryMegabytesPeak = Math.max(figures.memoryMegabytesPeak, reading.memoryMegabytesPeak);
  figures.statementsMillisecondsMax = Math.max(
    figures.statementsMillisecondsMax,
    timeStatements(pages.map(({ record }) => record)),
  );
  for (const { summary, record: unchecked } of pages) {
    const record = PageRecord.parse(unchecked);
    figures.chunks += summary.chunks.length;
    figures.tables += summary.tables;
    const words = record.words.map((word) => word.text);
    addFidelity(figures.fidelity, comparePage(expected[record.page - 1] ?? [], words));
    for (const row of rows.filter(({ page }) => page === record.page)) {
      figures.rows += 1;
      if (isWhole(row, record)) figures.rowsWhole += 1;
      else figures.rowsBroken.push(row);
    }
  }
}

/**
 * Processor time of the best of three readings after the first, since others may use the machine; of a report of more
 * pages than are asked for, its share.
 */
function timeStatements(pages: readonly PageRecord[]): number {
  const times = [1, 2, 3].map(() => {
    const before = process.cpuUsage();
    readStatements({ pages });
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  });
  return Math.min(...times) * Math.min(1, STATEMENT_PAGES / Math.max(1, pages.length));
}

/** Whole: one row has the label, however long the part before it, and exactly these figures in this order. */
function isWhole(gold: GoldRow, record: PageRecord): boolean {
  const figures = gold.figures.join(" ");
  const label = plainLabel(gold.label);
  return record.rows.some((row) => {
    const numbers = row.cells.filter((cell) => cell.kind === "number");
    const same = numbers.map((cell) => plainFigure(cell.text)).join(" ") === figures;
    return same && plainLabel(row.label).endsWith(label);
  });
}

const SAMPLE_MILLISECONDS = 20;

/**
 * Whether several reports keep several processes busy. What that gains in time depends on who else is using the
 * machine, so the gain is reported with the load and only the first is judged.
 */
export async function compareWorkers(folder: string) {
  const files = listPdfs(folder)
    .filter((_, at) => at % 3 === 0)
    .sort((a, b) => statSync(b).size - statSync(a).size);
  const [loadAverage = 0] = loadavg();
  const alone = await readTogether(files, 1);
  const together = await readTogether(files, 2);
  return {
    documents: files.length,
    bothBusyShare: together.bothBusyShare,
    coresAlone: alone.cores,
    coresTogether: together.cores,
    faster: alone.wallSeconds / together.wallSeconds,
    loadAverage,
  };
}

async function readTogether(files: readonly string[], workersMax: number) {
  const reader = openReader(workersMax);
  let samples = 0;
  let bothBusy = 0;
  const sampler = setInterval(() => {
    samples += 1;
    if (childPids().filter(isRunnable).length >= 2) bothBusy += 1;
  }, SAMPLE_MILLISECONDS);
  const { cpuSeconds, wallSeconds } = await measure(() =>
    Promise.all(files.map((file) => reader.read(file))),
  );
  clearInterval(sampler);
  await reader.close();
  return { cores: cpuSeconds / wallSeconds, wallSeconds, bothBusyShare: bothBusy / Math.max(1, samples) };
}
