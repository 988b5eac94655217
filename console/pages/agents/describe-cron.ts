import { texts } from "../../texts/index.ts";
import { formatClock, formatWeekday } from "../../ui/format.ts";

const { schedules: words } = texts.agents;

/** Describes common cron expressions in words; returns others unchanged. */
export function describeCron(expression: string): string {
  const known = words.presets[expression];
  if (known !== undefined) return known;
  const [minute = "", hour = "", day = "", month = "", weekdays = ""] = expression.trim().split(/\s+/);
  if (!/^\d+$/.test(minute) || !/^\d+$/.test(hour) || month !== "*") return expression;
  const time = words.atTime(formatClock(Number(hour), Number(minute)));
  if (day === "*" && weekdays === "*") return `${words.everyDay} ${time}`;
  if (/^\d+$/.test(day) && weekdays === "*") return `${words.dayOfMonth(day)} ${time}`;
  if (day !== "*" || !/^[0-7](,[0-7])*$/.test(weekdays)) return expression;
  const names = weekdays.split(",").map((one) => formatWeekday(Number(one)));
  return `${names.join(", ")} ${time}`;
}
