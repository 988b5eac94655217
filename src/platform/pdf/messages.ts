import { z } from "zod";
import { PDF_REASONS } from "./reasons.ts";

/** A request to a child. The file follows as the body of the frame. */
export type Request =
  | {
      kind: "read";
      firstPage: number;
      /** Null for the last page of the file. */
      lastPage: number | null;
      carry: unknown;
      pagesMax: number;
      /** What remains of the allowance after the pages read by an earlier child. */
      charactersMax: number;
    }
  | { kind: "render"; page: number; dpi: number; gray: boolean; pixelsMax: number };

const OutlineEntry = z.object({ title: z.string(), page: z.int().nullable(), depth: z.int() });

const Metadata = z.object({
  title: z.string().nullable(),
  author: z.string().nullable(),
  subject: z.string().nullable(),
  producer: z.string().nullable(),
  creator: z.string().nullable(),
  createdAt: z.string().nullable(),
  language: z.string().nullable(),
  tagged: z.boolean(),
  encrypted: z.boolean(),
  outline: z.array(OutlineEntry),
});

/** A child's reply. It has read hostile input, so nothing it says is trusted. */
export const Reply = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("ready") }),
  z.object({ kind: z.literal("opened"), pageCount: z.int().positive(), metadata: Metadata }),
  z.object({
    kind: z.literal("page"),
    page: z.int().positive(),
    words: z.int().nonnegative(),
    characters: z.int().nonnegative(),
    result: z.unknown(),
    carry: z.unknown(),
  }),
  z.object({
    kind: z.literal("page_failed"),
    page: z.int().positive(),
    reason: z.enum(PDF_REASONS),
    detail: z.string(),
  }),
  z.object({ kind: z.literal("done") }),
  z.object({ kind: z.literal("rendered"), width: z.int().positive(), height: z.int().positive() }),
  z.object({ kind: z.literal("failed"), reason: z.enum(PDF_REASONS), detail: z.string() }),
  /** The engine broke down; the child must not be used again. */
  z.object({ kind: z.literal("broken"), reason: z.enum(["memory_limit", "crashed"]), detail: z.string() }),
]);

export type Reply = z.infer<typeof Reply>;
