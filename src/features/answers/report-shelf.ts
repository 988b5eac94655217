import type { Database } from "../../platform/db/index.ts";
import type { Storage } from "../../platform/storage/index.ts";
import { findReportCompany, loadPages, type ReadReport } from "../reports/index.ts";
import { ReportReader } from "./report-reader.ts";

export interface ShelfTools {
  db: Database;
  storage: Storage;
}

interface Place {
  reader: Promise<ReportReader>;
  bytes: number;
}

/** A page in memory takes about so many times the bytes of its file: objects, words and the index. */
const MEMORY_FACTOR = 3;

/** Opened reports, the least recently asked put away first when their pages take more memory than allowed. */
export class ReportShelf {
  readonly #tools: ShelfTools;
  readonly #bytesMax: number;
  readonly #places = new Map<string, Place>();
  #bytes = 0;

  constructor(tools: ShelfTools, bytesMax: number) {
    this.#tools = tools;
    this.#bytesMax = bytesMax;
  }

  /** A report opened once is shared by all who ask it, also by those who ask while it is being opened. */
  async open(report: ReadReport): Promise<ReportReader> {
    const key = `${report.report_id} ${report.extract_sha256}`;
    const known = this.#places.get(key);
    if (known) {
      // To the end of the line: the first is the one put away next.
      this.#places.delete(key);
      this.#places.set(key, known);
      return known.reader;
    }
    const place: Place = { reader: Promise.reject(new Error("not opened")), bytes: 0 };
    place.reader.catch(() => {});
    place.reader = this.#read(report, place);
    this.#places.set(key, place);
    try {
      return await place.reader;
    } catch (error) {
      this.#remove(key, place);
      throw error;
    } finally {
      this.#makeRoom();
    }
  }

  async #read(report: ReadReport, place: Place): Promise<ReportReader> {
    const [{ pages, bytes }, company] = await Promise.all([
      loadPages(this.#tools.storage, report.extract_sha256),
      findReportCompany(this.#tools.db, report),
    ]);
    place.bytes = bytes * MEMORY_FACTOR;
    this.#bytes += place.bytes;
    return new ReportReader({
      reportId: report.report_id,
      sha256: report.file_sha256,
      pages,
      names: [company ?? "", report.file_title, report.file_title_en],
    });
  }

  #makeRoom(): void {
    for (const [key, place] of this.#places) {
      if (this.#bytes <= this.#bytesMax || this.#places.size === 1) return;
      this.#remove(key, place);
    }
  }

  #remove(key: string, place: Place): void {
    if (this.#places.get(key) !== place) return;
    this.#places.delete(key);
    this.#bytes -= place.bytes;
  }
}
