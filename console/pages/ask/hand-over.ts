import { useState } from "react";
import { type Chosen, NOTHING_CHOSEN } from "./scope-picker.tsx";

interface HandedQuestion {
  /** The page that takes it: a thread or the front page. */
  to: string;
  question: string;
  /** What it is about besides its words. */
  chosen: Chosen;
  /** Why it could not be asked where it was sent first. */
  error: Error | null;
}

/**
 * A question typed on one page that another page asks when it opens. Not in the address, where a reload would
 * ask and charge it again.
 */
let handed: HandedQuestion | null = null;

export const FRONT_PAGE = "front page";

export function handQuestion(
  to: string,
  question: string,
  { chosen = NOTHING_CHOSEN, error = null }: { chosen?: Chosen; error?: Error | null } = {},
): void {
  handed = { to, question, chosen, error };
}

function takeHanded(id: string): HandedQuestion | null {
  const taken = handed?.to === id ? handed : null;
  if (taken !== null) handed = null;
  return taken;
}

/** The question handed to this page, once. */
export function useHanded(id: string): HandedQuestion | null {
  const [taken] = useState(() => takeHanded(id));
  return taken;
}
