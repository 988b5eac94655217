import { randomUUID } from "node:crypto";
import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { mkdir, open, opendir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { openHashingFile } from "./hashing-file.ts";
import { signLink } from "./signed-link.ts";
import type { Storage } from "./storage.ts";

/** Files in a local folder. They are written aside and renamed: a name always means a complete file. */
export function openFolderStorage(folder: string, signingKey: Buffer): Storage {
  const incoming = path.join(folder, "incoming");
  discardUnfinished(incoming);
  const placeOf = (sha256: string) =>
    path.join(folder, "objects", sha256.slice(0, 2), sha256.slice(2, 4), sha256);
  const serviceLink: Storage["serviceLink"] = (file, baseUrl) => baseUrl + signLink(signingKey, file);
  const sizeOf = (sha256: string) => stat(placeOf(sha256)).then(({ size }) => size, absent);

  return {
    async openWriter() {
      const file = await openHashingFile(path.join(incoming, randomUUID()));
      return {
        write: file.write,
        abandon: file.abandon,
        async finish() {
          const { path: written, sha256, bytes } = await file.close();
          const place = placeOf(sha256);
          await mkdir(path.dirname(place), { recursive: true });
          await rename(written, place);
          await syncFolder(path.dirname(place));
          return { sha256, bytes };
        },
      };
    },
    async *list() {
      const objects = path.join(folder, "objects");
      if (!existsSync(objects)) return;
      for await (const entry of await opendir(objects, { recursive: true })) {
        if (!entry.isFile()) continue;
        const bytes = await sizeOf(entry.name);
        if (bytes !== null) yield { sha256: entry.name, bytes };
      }
    },
    size: sizeOf,
    async read(sha256, range) {
      // Opened before it is returned, so that a missing file fails here and not in the middle of a response.
      const handle = await open(placeOf(sha256));
      return handle.createReadStream(range ? { start: range.start, end: range.end } : {});
    },
    withLocalFile: (sha256, work) => work(placeOf(sha256)),
    remove: (sha256) => rm(placeOf(sha256), { force: true }),
    link: async (file, baseUrl) => serviceLink(file, baseUrl),
    serviceLink,
  };
}

const UNFINISHED_MILLISECONDS_MAX = 3_600_000;

/** Half-written files of a killed process; after an hour, no one is writing them any more. */
function discardUnfinished(folder: string): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name);
    // Another process may finish, and so rename, a file in between.
    const written = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - written > UNFINISHED_MILLISECONDS_MAX) rmSync(file, { force: true });
  }
}

/** A rename survives a power cut only when the containing folder is synced too. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}

function absent(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}
