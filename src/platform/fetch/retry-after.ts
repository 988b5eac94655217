import { OperatorError } from "../../kernel/operator-error.ts";

/** How long a server asks to be left alone: seconds or a date, as HTTP has it; null where it does not say. */
export function readRetryAfter(header: string | undefined): number | null {
  if (header === undefined) return null;
  if (/^\d+$/.test(header.trim())) return Number(header);
  const until = Date.parse(header);
  return Number.isNaN(until) ? null : Math.max(0, (until - Date.now()) / 1_000);
}

/** Ends the work where a server asks for more time than there is: it is not asked again sooner than it wants. */
export function refuseLongWait(url: string, secondsAsked: number | null, secondsMax: number): void {
  if (secondsAsked !== null && secondsAsked > secondsMax)
    throw new OperatorError(
      `${url} asks to be left alone for ${Math.ceil(secondsAsked)} seconds. Start the load again then: it goes on where it was.`,
    );
}
