import { Cron } from "croner";
import { Failure } from "../../../kernel/errors.ts";

/** When something is due: a five-field cron expression in a time zone. */
export interface Schedule {
  expression: string;
  timeZone: string;
}

const FIELDS = 5;

/** Throws an error that says what is wrong. */
export function checkSchedule({ expression, timeZone }: Schedule): void {
  const refuse = (field: string, why: string): never => {
    throw new Failure("invalid_input", { detail: `${field}: ${why}` });
  };
  if (!isTimeZone(timeZone))
    refuse("time_zone", `${JSON.stringify(timeZone.slice(0, 60))} is not an IANA time zone`);
  if (expression.trim().split(/\s+/).length !== FIELDS)
    refuse("schedule_cron_expression", "expected 5 fields: minute hour day month weekday");
  try {
    if (open({ expression, timeZone }).nextRun() === null)
      refuse("schedule_cron_expression", "it is never due");
  } catch (error) {
    if (error instanceof Failure) throw error;
    const why = error instanceof Error ? error.message.replace(/^CronPattern: /, "") : "cannot be read";
    refuse("schedule_cron_expression", why);
  }
}

export function nextDue(schedule: Schedule, after: Date): Date | null {
  return open(schedule).nextRun(after);
}

export function nextDues(schedule: Schedule, after: Date, count: number): Date[] {
  return open(schedule).nextRuns(count, after);
}

function open({ expression, timeZone }: Schedule): Cron {
  return new Cron(expression.trim(), { timezone: timeZone, mode: "5-part", paused: true });
}

function isTimeZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
