import { hash } from "node:crypto";
import { z } from "zod";
import type { ChunkRow } from "./store.ts";

/** The permanent id of a passage: report and position. */
function chunkId(reportId: string, chunkIndex: number): string {
  return `${reportId}#${chunkIndex}`;
}

function textHash(text: string): string {
  return hash("sha256", text, "hex");
}

/** Vectors are stored in the database as the bytes of 32-bit floats. */
export function bytesToVector(bytes: Buffer): Float32Array {
  // Copied, because the driver's buffer need not be aligned for floats.
  return new Float32Array(new Uint8Array(bytes).buffer);
}

/** A 32-bit float of this size has seven decimals; more would only make the file longer. */
function vectorToNumbers(bytes: Buffer | null): number[] | null {
  return bytes === null ? null : Array.from(bytesToVector(bytes), (part) => Math.round(part * 1e7) / 1e7);
}

/** A passage with its vector, as in the embedding file and inline answers. */
export const EmbeddingRecord = z
  .object({
    chunk_id: z.string(),
    page: z.int(),
    box: z.array(z.number()).describe("left, top, right, bottom in points from the page's top-left corner"),
    heading: z.string().nullable(),
    kind: z.enum(["text", "table"]),
    text_hash: z.string().describe("SHA-256 of the text"),
    text: z.string(),
    vector: z.array(z.number()).nullable(),
  })
  .meta({ id: "ReportEmbedding" });

export function embeddingRecord(chunk: ChunkRow): z.infer<typeof EmbeddingRecord> {
  return {
    chunk_id: chunkId(chunk.report_id, chunk.chunk_index),
    page: chunk.page,
    box: chunk.box,
    heading: chunk.heading,
    kind: chunk.kind,
    text_hash: textHash(chunk.text),
    text: chunk.text,
    vector: vectorToNumbers(chunk.vector),
  };
}
