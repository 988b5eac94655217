import { OperatorError } from "../../kernel/operator-error.ts";

/** The delay a server asks for: seconds or a date, as in HTTP; null when absent. */
export function readRetryAfter(header: string | undefined): number | null {
  if (header === undefined) return null;
  if (/^\d+$/.test(header.trim())) return Number(header);
  const until = Date.parse(header);
  return Number.isNaN(until) ? null : Math.max(0, (until - Date.now()) / 1_000);
}

/** Fails when a server asks for a longer delay than allowed: it is not asked again sooner. */
export function refuseLongWait(url: string, requestedSeconds: number | null, secondsMax: number): void {
  if (requestedSeconds !== null && requestedSeconds > secondsMax)
    throw new OperatorError(
      `${url} asks for a pause of ${Math.ceil(requestedSeconds)} seconds. Start the load again then: it continues where it stopped.`,
    );
}
