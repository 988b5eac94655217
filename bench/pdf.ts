import { existsSync } from "node:fs";
import path from "node:path";
import { compareDocuments, compareWorkers } from "./pdf/documents.ts";
import { loadGoldRows } from "./pdf/evidence.ts";
import { readHostile } from "./pdf/hostile.ts";
import { hasPoppler } from "./pdf/poppler.ts";
import { readOptions, saveJson } from "./service/options.ts";

/** Measures the way from PDF to proven statements: nothing lost, rows whole, fast enough, safe from hostile files. */

interface Measure {
  name: string;
  value: number;
  bar: string;
  met: boolean;
}

const DATA = path.resolve(import.meta.dirname, "../../shared/data");
const ROWS_MIN = 300;

const options = readOptions({ json: "" });

const missing = await findMissing();
if (missing === null) await report(await measureAll());
else {
  console.log(`pdf: skipped, because ${missing}`);
  saveJson(options.json, { skipped: missing });
}

async function findMissing(): Promise<string | null> {
  for (const folder of ["financebench/pdfs", "pdfs-bad/files"]) {
    if (!existsSync(path.join(DATA, folder))) return `${path.join("../shared/data", folder)} is not here`;
  }
  if (process.platform !== "linux") return "processor time of children is measured on Linux only";
  return (await hasPoppler())
    ? null
    : "pdftotext is not installed (apt-get install poppler-utils poppler-data)";
}

async function measureAll() {
  const financebench = path.join(DATA, "financebench");
  const pdfs = path.join(financebench, "pdfs");
  const gold = await loadGoldRows(financebench);
  const documents = await compareDocuments(pdfs, gold.rows);
  const workers = await compareWorkers(pdfs);
  const hostile = await readHostile(path.join(DATA, "pdfs-bad/files"));
  return { gold: { rows: gold.rows.length, unwitnessed: gold.unwitnessed }, documents, workers, hostile };
}

type Figures = Awaited<ReturnType<typeof measureAll>>;

function judge({ documents, workers, hostile }: Figures): Measure[] {
  const { fidelity } = documents;
  const ours = documents.pages / documents.ourCpuSeconds;
  const poppler = documents.pages / documents.popplerCpuSeconds;
  const least = (name: string, value: number, bar: number): Measure => {
    return { name, value, bar: `>= ${bar}`, met: value >= bar };
  };
  const most = (name: string, value: number, bar: number): Measure => {
    return { name, value, bar: `<= ${bar}`, met: value <= bar };
  };
  return [
    least("pages accounted for, share", documents.pagesAccountedFor / documents.pages, 1),
    least("words found, share of pdftotext", fidelity.wordsFound / fidelity.words, 0.999),
    least("numbers found, share of pdftotext", fidelity.numbersFound / fidelity.numbers, 0.9995),
    least("statement rows looked for", documents.rows, ROWS_MIN),
    least("statement rows whole, share", documents.rowsWhole / documents.rows, 0.995),
    least("pages per CPU-second, share of pdftotext -bbox", ours / poppler, 0.45),
    most("statements of a report of 200 pages, CPU ms", documents.statementsMillisecondsMax, 60),
    least("both workers busy, share of the time", workers.bothBusyShare, 0.8),
    most("hostile files: children left", hostile.childrenLeft, 0),
    most("hostile files: past the time limit", hostile.pastLimit, 0),
    most("hostile files: memory of a child, MB", hostile.memoryMegabytesPeak, 1_000),
    most("hostile files: slowest /healthz, ms", hostile.healthMillisecondsMax, 100),
  ];
}

async function report(figures: Figures): Promise<void> {
  const measures = judge(figures);
  const { documents, hostile, gold, workers } = figures;
  const width = Math.max(...measures.map(({ name }) => name.length));
  for (const { name, value, bar, met } of measures) {
    const shown = value
      .toFixed(5)
      .replace(/\.?0+$/, "")
      .padStart(10);
    console.log(`${name.padEnd(width)} ${shown}  ${bar.padEnd(9)} ${met ? "met" : "NOT MET"}`);
  }
  const rate = (seconds: number) => (documents.pages / seconds).toFixed(1);
  console.log(
    `\n${documents.documents} documents, ${documents.pages} pages, ${documents.chunks} chunks, ${documents.tables} tables; ` +
      `${rate(documents.ourCpuSeconds)} against ${rate(documents.popplerCpuSeconds)} pages per CPU-second; ` +
      `${documents.pagesFailed} pages failed, ${documents.pagesWithoutText} without text; ` +
      `${documents.memoryMegabytesPeak} MB at most`,
  );
  const { coresAlone, coresTogether, faster, loadAverage } = workers;
  console.log(
    `${workers.documents} documents: one worker used ${coresAlone.toFixed(2)} cores and two ${coresTogether.toFixed(2)}, ` +
      `${faster.toFixed(2)} times as fast, with a load average of ${loadAverage.toFixed(1)} before`,
  );
  console.log(
    `${gold.unwitnessed} rows of the evidence texts were left out: pdftotext does not show them on one line`,
  );
  console.log(
    `${hostile.files} hostile files: ${JSON.stringify(hostile.outcomes)}, slowest ${hostile.secondsMax.toFixed(1)} s`,
  );
  for (const row of documents.rowsBroken.slice(0, 10)) {
    console.log(`broken row: ${row.document} page ${row.page}: ${row.label} ${row.figures.join(" ")}`);
  }
  saveJson(options.json, { measures, figures });
  if (measures.some(({ met }) => !met)) process.exitCode = 1;
}
