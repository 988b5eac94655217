import { useState } from "react";

interface HandedQuestion {
  /** The page that takes it: a thread, a report, or the front page. */
  to: string;
  question: string;
  /** Why it could not be asked where it was sent first. */
  error: Error | null;
}

/**
 * A question typed on one page that another page asks when it opens. Not in the address, where a reload would
 * ask and charge it again.
 */
let handed: HandedQuestion | null = null;

export const FRONT_PAGE = "front page";

export function handQuestion(to: string, question: string, error: Error | null = null): void {
  handed = { to, question, error };
}

function takeHanded(id: string): HandedQuestion | null {
  const taken = handed?.to === id ? handed : null;
  if (taken !== null) handed = null;
  return taken;
}

/** The question handed to this thread or report, once. */
export function useHandedQuestion(id: string): string | null {
  return useHanded(id)?.question ?? null;
}

/** The same with the reason why it comes back. */
export function useHanded(id: string): HandedQuestion | null {
  const [taken] = useState(() => takeHanded(id));
  return taken;
}
