import type { DownloadProgress, IngestProgress, IngestResult } from "../../features/ingest/index.ts";

const BAR_LENGTH = 30;
const REJECTIONS_SHOWN = 20;

/** One line of progress: how far it is, and when it will be done. */
export function describeProgress(run: IngestProgress): string {
  const { done_units, total_units, seconds, sinceStart, position } = run;
  const perSecond = sinceStart / Math.max(seconds, 0.001);
  const speed = `${count(position)} rows, ${count(Math.round(perSecond))}/s`;
  if (total_units === null || total_units === 0) return speed;
  const share = Math.min(1, done_units / total_units);
  // Work of an earlier start does not count for the speed of this one.
  const own = share * (sinceStart / Math.max(position, 1));
  const left = own > 0 ? (seconds * (1 - share)) / own : 0;
  return `${bar(share)} ${speed}, ${duration(left)} left`;
}

/** One line of download progress, before there is a row to count. */
export function describeDownload({ url, bytes, totalBytes }: DownloadProgress): string {
  const megabytes = (value: number) => (value / 1e6).toFixed(1);
  const { hostname } = new URL(url);
  if (totalBytes === null) return `${megabytes(bytes)} MB from ${hostname}`;
  const share = Math.min(1, bytes / Math.max(totalBytes, 1));
  return `${bar(share)} ${megabytes(bytes)} of ${megabytes(totalBytes)} MB from ${hostname}`;
}

function bar(share: number): string {
  const full = Math.round(share * BAR_LENGTH);
  const percent = String(Math.floor(share * 100)).padStart(3);
  return `${"█".repeat(full)}${"░".repeat(BAR_LENGTH - full)} ${percent} %`;
}

/** The result of a load, for people. */
export function describeResult(result: IngestResult): string {
  const { source, location, added, changed, unchanged, skipped, rejected, warned } = result;
  const { seconds, resumed_at, position } = result;
  const perSecond = Math.round((position - resumed_at) / Math.max(seconds, 0.001));
  const lines = [
    `${source}${result.dry_run ? " (dry run, nothing kept)" : ""}: ${location}`,
    `  ${count(added)} added, ${count(changed)} changed, ${count(unchanged)} unchanged, ` +
      `${count(skipped)} skipped, ${count(rejected)} rejected`,
    `  ${count(position)} rows in ${duration(seconds)}, ${count(perSecond)}/s` +
      (resumed_at > 0 ? `, resumed after row ${count(resumed_at)}` : ""),
    ...describeIssues(result.rejections, rejected),
    ...(warned > 0 ? [`  ${count(warned)} suspicious:`] : []),
    ...describeIssues(result.warnings, warned),
  ];
  return lines.join("\n");
}

function describeIssues(issues: IngestResult["rejections"], total: number): string[] {
  const shown = issues
    .slice(0, REJECTIONS_SHOWN)
    .map(({ line, reason, excerpt }) => `  line ${line}: ${reason}${excerpt ? ` (${excerpt})` : ""}`);
  const more = total - shown.length;
  return [...shown, ...(more > 0 ? [`  and ${count(more)} more`] : [])];
}

const count = (value: number) => value.toLocaleString("en-US");

function duration(seconds: number): string {
  if (seconds < 59.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  const minutes = Math.floor(whole / 60);
  return minutes < 60
    ? `${minutes} min ${whole % 60} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
