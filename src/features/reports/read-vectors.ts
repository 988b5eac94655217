import type { Database } from "../../platform/db/index.ts";
import { bytesToVector } from "./chunk-vectors.ts";
import { findVectorModel, listVectors } from "./store.ts";

export interface PassageVector {
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

/** The vectors of a report's passages; null while some are missing, since pages could not be compared. */
export async function loadVectors(db: Database, reportId: string): Promise<ReportVectors | null> {
  const model = await findVectorModel(db, reportId);
  if (model === null) return null;
  const rows = await listVectors(db, reportId, VECTORS_MAX);
  const vectors = rows.flatMap(({ page, box, vector }) =>
    vector ? [{ page, box, vector: bytesToVector(vector) }] : [],
  );
  return vectors.length === 0 || vectors.length < rows.length ? null : { model, passages: vectors };
}
