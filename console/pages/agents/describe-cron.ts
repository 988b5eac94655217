import { texts } from "../../texts/index.ts";

const { schedules: words } = texts.agents;
const weekday = new Intl.DateTimeFormat(undefined, { weekday: "long", timeZone: "UTC" });
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: "short", hourCycle: "h23", timeZone: "UTC" });
/** A Sunday, so that adding a weekday number gives that weekday. */
const SUNDAY = Date.UTC(2023, 0, 1);
const DAY_MILLISECONDS = 86_400_000;

/** Describes common cron expressions in words; returns others unchanged. */
export function describeCron(expression: string): string {
  const known = words.presets[expression];
  if (known !== undefined) return known;
  const [minute = "", hour = "", day = "", month = "", weekdays = ""] = expression.trim().split(/\s+/);
  if (!/^\d+$/.test(minute) || !/^\d+$/.test(hour) || month !== "*") return expression;
  const time = words.atTime(clock.format(Date.UTC(2023, 0, 1, Number(hour), Number(minute))));
  if (day === "*" && weekdays === "*") return `${words.everyDay} ${time}`;
  if (/^\d+$/.test(day) && weekdays === "*") return `${words.dayOfMonth(day)} ${time}`;
  if (day !== "*" || !/^[0-7](,[0-7])*$/.test(weekdays)) return expression;
  const names = weekdays.split(",").map((one) => weekday.format(SUNDAY + Number(one) * DAY_MILLISECONDS));
  return `${names.join(", ")} ${time}`;
}
