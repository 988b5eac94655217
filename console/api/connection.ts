import { useSyncExternalStore } from "react";
import { texts } from "../texts/index.ts";

const CHECK_MILLISECONDS = 2_000;

/** The service did not answer: it is down, or the network between is. */
export class UnreachableError extends Error {
  constructor(cause?: unknown) {
    super(texts.ui.unreachable, { cause });
  }
}

/** A page that is left ends its calls at once; it may be shown until the next one arrives. */
const LEAVING_MILLISECONDS = { noticed: 5_000, shown: 30_000 };
let isLeaving = false;
addEventListener("beforeunload", () => {
  isLeaving = true;
  // It was a download, or the person stayed.
  setTimeout(() => {
    isLeaving = false;
  }, LEAVING_MILLISECONDS.noticed);
});

/** For a call without an answer. One that ended because the page is being left has not failed: what follows an error waits. */
export async function failUnreachable(cause?: unknown): Promise<never> {
  if (isLeaving) await new Promise((resolve) => setTimeout(resolve, LEAVING_MILLISECONDS.shown));
  void checkService();
  throw new UnreachableError(cause);
}

let isAway = false;
const listeners = new Set<() => void>();

/** Whether the service is away, rather than one call failing. */
export const useIsAway = (): boolean => useSyncExternalStore(subscribe, () => isAway);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function setAway(value: boolean): void {
  isAway = value;
  for (const listener of listeners) listener();
}

let isChecking = false;

/**
 * Called when something got no answer. One call may fail for reasons of its own, so the service is away only when it does
 * not answer another one either; then it is asked until it does.
 */
export async function checkService(): Promise<void> {
  if (isChecking) return;
  isChecking = true;
  while (!(await isServiceReady())) {
    if (!isAway) setAway(true);
    await new Promise((resolve) => setTimeout(resolve, CHECK_MILLISECONDS));
  }
  isChecking = false;
  if (isAway) setAway(false);
}

async function isServiceReady(): Promise<boolean> {
  try {
    const response = await fetch("/readyz", { cache: "no-store" });
    await response.text();
    return response.ok;
  } catch {
    return false;
  }
}
