/** How long a server asks to be left alone: seconds or a date, as HTTP has it; null where it does not say. */
export function readRetryAfter(header: string | undefined): number | null {
  if (header === undefined) return null;
  if (/^\d+$/.test(header.trim())) return Number(header);
  const until = Date.parse(header);
  return Number.isNaN(until) ? null : Math.max(0, (until - Date.now()) / 1_000);
}
