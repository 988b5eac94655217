import { randomUUID } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import type { Posting } from "./store.ts";

/** Failed calls that must still be undone, on disk: a process that is killed loses none of them. */
export interface UndoJournal {
  add: (posting: Posting) => void;
  /** The call has been undone. */
  remove: (posting: Posting) => void;
  /** Entries left behind by processes that ended; they belong to this journal from now on. */
  takeOver: () => Posting[];
}

/** Each process writes its own file, which exists only while something is left to undo. */
export function openUndoJournal(folder: string): UndoJournal {
  const file = path.join(folder, `${randomUUID()}.jsonl`);
  const left = new Set<string>();

  function add(posting: Posting): void {
    if (left.has(posting.call)) return;
    left.add(posting.call);
    mkdirSync(folder, { recursive: true });
    appendFileSync(file, `${JSON.stringify(posting)}\n`, { mode: 0o600 });
  }

  return {
    add,
    remove({ call }) {
      if (left.delete(call) && left.size === 0) rmSync(file, { force: true });
    },
    takeOver() {
      const files = existsSync(folder) ? readdirSync(folder).map((name) => path.join(folder, name)) : [];
      return files.flatMap((other) => {
        const postings = readLines(other);
        // Undoing twice does no harm, so it does not matter whether the other process still runs.
        for (const posting of postings) add(posting);
        rmSync(other, { force: true });
        return postings;
      });
    },
  };
}

function readLines(file: string): Posting[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as Posting];
      } catch {
        // The last line of a process that was killed while writing; its caller got no response.
        return [];
      }
    });
}
