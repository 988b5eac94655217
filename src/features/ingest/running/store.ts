import type { Sql } from "../../../platform/db/index.ts";

export interface IngestRun {
  run_no: number;
  source: string;
  location: string;
  version: string;
  state: "running" | "done" | "failed";
  position: number;
  added: number;
  changed: number;
  unchanged: number;
  skipped: number;
  rejected: number;
  /** Accepted, with a warning. */
  warned: number;
  done_units: number;
  total_units: number | null;
  reason: string | null;
  started_at: string;
  changed_at: string;
  finished_at: string | null;
}

/** The unfinished load of this content. */
export async function findUnfinished(
  sql: Sql,
  { source, location, version }: Pick<IngestRun, "source" | "location" | "version">,
): Promise<IngestRun | undefined> {
  const [row] = await sql<IngestRun>`
    select * from ingest_run
    where source = ${source} and location = ${location} and version = ${version} and state <> 'done'
    order by run_no desc limit 1`;
  return row;
}

export async function beginRun(
  sql: Sql,
  run: Pick<IngestRun, "source" | "location" | "version" | "total_units">,
): Promise<IngestRun> {
  const [row] = await sql<IngestRun>`
    insert into ingest_run (source, location, version, total_units)
    values (${run.source}, ${run.location}, ${run.version}, ${run.total_units}) returning *`;
  if (!row) throw new Error("a load was not stored");
  return row;
}

/** A load that failed before it began: its content was never read, so there is nothing to resume. */
export async function addFailedRun(
  sql: Sql,
  run: Pick<IngestRun, "source" | "location"> & { reason: string },
): Promise<void> {
  await sql`
    insert into ingest_run (source, location, version, state, reason, finished_at)
    values (${run.source}, ${run.location}, '', 'failed', ${run.reason}, now())`;
}

/** Call it with the source's lock held: a load that still says it is running was killed. It can be resumed. */
export async function closeCutOff(sql: Sql, source: string): Promise<void> {
  await sql`
    update ingest_run set state = 'failed', reason = 'It was cut off.', finished_at = changed_at
    where source = ${source} and state = 'running'`;
}

/** Whether a load has written something in the last minutes. */
export async function isLoading(sql: Sql): Promise<boolean> {
  const rows = await sql`
    select from ingest_run where state = 'running' and changed_at > now() - interval '5 minutes' limit 1`;
  return rows.length > 0;
}

export async function resumeRun(sql: Sql, runNo: number): Promise<void> {
  await sql`
    update ingest_run set state = 'running', reason = null, finished_at = null, changed_at = now()
    where run_no = ${runNo}`;
}

export type Advance = Pick<
  IngestRun,
  "position" | "added" | "changed" | "unchanged" | "skipped" | "rejected" | "warned" | "done_units"
>;

export async function advanceRun(sql: Sql, runNo: number, to: Advance): Promise<void> {
  await sql`
    update ingest_run set position = ${to.position}, added = ${to.added}, changed = ${to.changed},
      unchanged = ${to.unchanged}, skipped = ${to.skipped}, rejected = ${to.rejected}, warned = ${to.warned},
      done_units = ${to.done_units}, changed_at = now()
    where run_no = ${runNo}`;
}

export async function endRun(
  sql: Sql,
  runNo: number,
  { state, reason }: { state: "done" | "failed"; reason: string | null },
): Promise<void> {
  await sql`
    update ingest_run set state = ${state}, reason = ${reason}, finished_at = now(), changed_at = now()
    where run_no = ${runNo}`;
}

export interface Rejection {
  line: number;
  reason: string;
  excerpt: string;
}

/** Issues of lines: rejected ones, or those accepted with a warning. */
export interface IssueKind {
  runNo: number;
  taken: boolean;
}

export async function addIssues(
  sql: Sql,
  { runNo, taken }: IssueKind,
  rows: readonly Rejection[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into ingest_rejection (run_no, taken, line, reason, excerpt)
    select ${runNo}::bigint, ${taken}::boolean, * from unnest(${rows.map((row) => row.line)}::bigint[],
      ${rows.map((row) => row.reason)}::text[], ${rows.map((row) => row.excerpt)}::text[])`;
}

export async function listIssues(sql: Sql, { runNo, taken }: IssueKind, most: number): Promise<Rejection[]> {
  return sql<Rejection>`
    select line, reason, excerpt from ingest_rejection
    where run_no = ${runNo} and taken = ${taken} order by line limit ${most}`;
}

/** The latest load of each source. */
export async function listNewestOfEach(sql: Sql): Promise<IngestRun[]> {
  return sql<IngestRun>`select distinct on (source) * from ingest_run order by source, run_no desc`;
}

/** The latest loads of all sources together. */
export async function listNewestRuns(sql: Sql, most: number): Promise<IngestRun[]> {
  return sql<IngestRun>`select * from ingest_run order by run_no desc limit ${most}`;
}

export interface Schedule {
  source: string;
  location: string;
  options: Record<string, string>;
  every_minutes: number;
  next_at: string;
  /** Why the latest load failed; null when it succeeded, or none has run. */
  reason: string | null;
}

/** The same limits as in the table. */
export const EVERY_MINUTES = { min: 5, max: 525_600 } as const;

export async function putSchedule(sql: Sql, schedule: Omit<Schedule, "next_at" | "reason">): Promise<void> {
  await sql`
    insert into ingest_schedule (source, location, options, every_minutes)
    values (${schedule.source}, ${schedule.location}, ${sql.json(schedule.options)}, ${schedule.every_minutes})
    on conflict (source, location) do update
      set options = excluded.options, every_minutes = excluded.every_minutes, next_at = now(), reason = null`;
}

export async function removeSchedule(sql: Sql, source: string, location: string): Promise<boolean> {
  const cancelled = await sql`
    delete from ingest_schedule where source = ${source} and location = ${location} returning source`;
  return cancelled.length > 0;
}

export async function listSchedules(sql: Sql, most: number): Promise<Schedule[]> {
  return sql<Schedule>`select * from ingest_schedule order by source, location limit ${most}`;
}

export async function recordScheduledRun(
  sql: Sql,
  { source, location }: Pick<Schedule, "source" | "location">,
  reason: string | null,
): Promise<void> {
  await sql`
    update ingest_schedule set reason = ${reason} where source = ${source} and location = ${location}`;
}

/** Takes one scheduled load that is due; no other node takes the same. */
export async function takeDueSchedule(sql: Sql): Promise<Schedule | undefined> {
  const [row] = await sql<Schedule>`
    update ingest_schedule s set next_at = now() + s.every_minutes * interval '1 minute'
    where (s.source, s.location) = (
      select source, location from ingest_schedule where next_at <= now()
      order by next_at limit 1 for update skip locked)
    returning *`;
  return row;
}
