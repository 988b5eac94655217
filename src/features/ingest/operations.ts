import { z } from "zod";
import { defineOperation } from "../../kernel/operation.ts";
import type { Database } from "../../platform/db/index.ts";
import { showCoverage, showNewsImport } from "./coverage/operations.ts";
import { type IngestRun, listIssues, listNewestOfEach, listSchedules } from "./running/store.ts";
import { SOURCES } from "./sources/all-sources.ts";

const SCHEDULES_MAX = 500;
const REJECTIONS_SHOWN = 20;

const Run = z.object({
  run_no: z.int(),
  location: z.string(),
  state: z.enum(["running", "done", "failed"]),
  added: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  skipped: z.int(),
  rejected: z.int(),
  reason: z.string().nullable(),
  started_at: z.string(),
  changed_at: z.string(),
  finished_at: z.string().nullable(),
  rejections: z
    .array(z.object({ line: z.int(), reason: z.string(), excerpt: z.string() }))
    .describe("The first 20"),
  warned: z.int().describe("Accepted lines that look suspicious, such as unexplained price jumps"),
  warnings: z
    .array(z.object({ line: z.int(), reason: z.string(), excerpt: z.string() }))
    .describe("The first 20"),
});

const ScheduledLoad = z.object({
  location: z.string().describe("Empty for the publisher's own URL"),
  every_minutes: z.int(),
  next_at: z.string(),
  reason: z
    .string()
    .nullable()
    .describe("Why the latest load failed; null when it succeeded or none has run"),
});

const sourceHealth = (db: Database) =>
  defineOperation({
    id: "ingest.sources",
    summary: "Where the data comes from, and how its loading goes",
    guide:
      "Use to see which sources have been loaded, when, and what was rejected. The latest load of each source, with " +
      "its counts and its first rejected lines, and the scheduled loads: when they run, and why the last one failed.",
    scope: "reference:read",
    effect: "read",
    price: 0,
    perSecond: 5,
    rest: { method: "GET", path: "/v1/source/health" },
    mcp: false,
    input: z.strictObject({}),
    output: z.object({
      sources: z.array(
        z.object({
          name: z.string(),
          title: z.string(),
          about: z.string(),
          licence: z.string(),
          every_minutes: z.int().nullable().describe("Due time of the next schedule"),
          next_at: z.string().nullable(),
          schedules: z.array(ScheduledLoad).describe("Scheduled loads, the next one first"),
          newest_run: Run.nullable(),
        }),
      ),
    }),
    examples: [{ title: "All sources", input: {} }],
    async run() {
      const [runs, schedules] = await Promise.all([listNewestOfEach(db), listSchedules(db, SCHEDULES_MAX)]);
      const sources = SOURCES.map(async ({ name, title, about, licence }) => {
        const newest = runs.find((run) => run.source === name);
        const own = schedules
          .filter(({ source }) => source === name)
          .map(({ location, every_minutes, next_at, reason }) => ({
            location,
            every_minutes,
            next_at,
            reason,
          }))
          .toSorted((one, other) => Date.parse(one.next_at) - Date.parse(other.next_at));
        return {
          name,
          title,
          about,
          licence,
          every_minutes: own[0]?.every_minutes ?? null,
          next_at: own[0]?.next_at ?? null,
          schedules: own,
          newest_run: newest ? await describeRun(db, newest) : null,
        };
      });
      return { sources: await Promise.all(sources) };
    },
  });

async function describeRun(db: Database, run: IngestRun): Promise<z.input<typeof Run>> {
  const listSome = (taken: boolean) => listIssues(db, { runNo: run.run_no, taken }, REJECTIONS_SHOWN);
  return { ...run, rejections: await listSome(false), warnings: await listSome(true) };
}

export const ingestOperations = (db: Database) =>
  [sourceHealth(db), showCoverage(db), showNewsImport(db)] as const;
