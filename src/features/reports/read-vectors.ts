import type { Database } from "../../platform/db/index.ts";
import { bytesToVector } from "./chunk-vectors.ts";
import { findVectorModel, listSomeChunks, listVectors } from "./store.ts";

export interface PassageVector {
  /** Its number among the passages of the report. */
  chunk: number;
  page: number;
  /** Left, top, right, bottom in points. */
  box: readonly number[];
  vector: Float32Array;
}

const VECTORS_MAX = 50_000;

export interface ReportVectors {
  /** The model that made them, with its revision. */
  model: string;
  passages: PassageVector[];
}

/**
 * The vectors of a report's passages; null while some are missing, since pages could not be compared, and where they
 * were made by a model that is not wanted.
 */
export async function loadVectors(
  db: Database,
  reportId: string,
  except: string | null = null,
): Promise<ReportVectors | null> {
  const model = await findVectorModel(db, reportId);
  if (model === null || model === except) return null;
  const rows = await listVectors(db, reportId, VECTORS_MAX);
  const vectors = rows.flatMap(({ chunk_index, page, box, vector }) =>
    vector ? [{ chunk: chunk_index, page, box, vector: bytesToVector(vector) }] : [],
  );
  return vectors.length === 0 || vectors.length < rows.length ? null : { model, passages: vectors };
}

/** The texts of some passages with the headings above them, by their numbers. */
export async function loadPassageTexts(
  db: Database,
  reportId: string,
  chunks: readonly number[],
): Promise<Map<number, string>> {
  const rows = await listSomeChunks(db, reportId, chunks);
  return new Map(
    rows.map(({ chunk_index, heading, text }) => [
      chunk_index,
      heading === null ? text : `${heading}\n${text}`,
    ]),
  );
}
