import { z } from "zod";

/** At the start of the file of a move. */
export const MoveContents = z.object({
  format: z.literal(1),
  /** Another one for each file. */
  move_id: z.string(),
  account_id: z.string(),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
});
export type MoveContents = z.output<typeof MoveContents>;

/** At its end: what must be there when everything was added. */
export const MoveManifest = z.object({
  tables: z.array(z.object({ name: z.string(), rows: z.number(), sha256: z.string() })),
  files: z.array(z.object({ sha256: z.string(), bytes: z.number() })),
  ledger: z.object({ last_sequence: z.number(), last_hash: z.string() }),
});
export type MoveManifest = z.output<typeof MoveManifest>;

export const toJson = (value: unknown) => Buffer.from(`${JSON.stringify(value, null, 1)}\n`);
