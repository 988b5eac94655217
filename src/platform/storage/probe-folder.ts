import { randomUUID } from "node:crypto";
import { mkdir, open, rm } from "node:fs/promises";
import path from "node:path";

const PROBE_BYTES = 65_536;

/** Throws unless a file can be written to this folder. */
export async function probeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, `probe-${randomUUID()}`);
  try {
    const handle = await open(file, "wx", 0o600);
    await handle.writeFile(Buffer.alloc(PROBE_BYTES)).finally(() => handle.close());
  } finally {
    await rm(file, { force: true });
  }
}
