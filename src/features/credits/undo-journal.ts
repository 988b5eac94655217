import { randomUUID } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import type { Posting } from "./store.ts";

/** Calls that were told to have failed and must still be undone, on disk: a process that is killed loses none of them. */
export interface UndoJournal {
  add: (posting: Posting) => void;
  /** The call has been undone. */
  remove: (posting: Posting) => void;
  /** What processes that ended left behind; it belongs to this journal from now on. */
  takeOver: () => Posting[];
}

/** Each process writes a file of its own, which is there only while something is left to undo. */
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
        // The last line of a process that was killed while it wrote; its caller was not answered.
        return [];
      }
    });
}
