import { useState } from "react";

/**
 * A question typed on one page that another page asks when it opens. Not in the address, where a reload would
 * ask and charge it again.
 */
let handed: { to: string; question: string } | null = null;

export function handQuestion(to: string, question: string): void {
  handed = { to, question };
}

/** The question handed to this thread or report, once. */
export function useHandedQuestion(id: string): string | null {
  const [question] = useState(() => {
    const taken = handed?.to === id ? handed.question : null;
    if (taken !== null) handed = null;
    return taken;
  });
  return question;
}
