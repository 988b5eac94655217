import type { CurrentRevision } from "./current-revision.ts";

/** While companies are being loaded, every batch is a new revision: indexing takes at most this share of the time. */
const LOADING_SHARE_MAX = 0.1;

export interface KeptIndex<Index> {
  /** The index of this revision; null when there is none yet, and then it is made in the background. */
  at: (revision: number) => Index | null;
  /** The revision of the index; null when there is none. */
  revision: () => number | null;
}

/** Keeps an index of the companies. `load` returns null when the companies do not fit into memory. */
export function keepIndex<Index>(
  load: () => Promise<Index | null>,
  currentRevision: CurrentRevision,
): KeptIndex<Index> {
  let kept: { revision: number; index: Index } | null = null;
  let isLoading = false;
  let nextLoadAt = 0;

  async function reload(revision: number): Promise<void> {
    const startedAt = performance.now();
    isLoading = true;
    try {
      const index = await load();
      // What was read while something changed may be of two revisions.
      if (index && (await currentRevision()) === revision) kept = { revision, index };
    } catch {
      // The database answers meanwhile, or says itself that it is down.
    } finally {
      const now = performance.now();
      nextLoadAt = now + (now - startedAt) / LOADING_SHARE_MAX;
      isLoading = false;
    }
  }

  return {
    at(revision) {
      if (kept?.revision === revision) return kept.index;
      if (!isLoading && performance.now() >= nextLoadAt) void reload(revision);
      return null;
    },
    revision: () => kept?.revision ?? null,
  };
}
