const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const MONTH = `(${MONTHS.join("|")})[a-z]*\\.?`;
const YEAR = "((?:19|20)\\d\\d)";

const SHAPES: readonly { pattern: RegExp; order: "mdy" | "dmy" | "ymd" }[] = [
  { pattern: new RegExp(`\\b${MONTH}\\s+(\\d{1,2}),?\\s+${YEAR}`, "gi"), order: "mdy" },
  { pattern: new RegExp(`\\b(\\d{1,2})\\.?\\s+${MONTH}\\s+${YEAR}`, "gi"), order: "dmy" },
  { pattern: new RegExp(`\\b(\\d{1,2})\\.(\\d{1,2})\\.${YEAR}`, "g"), order: "dmy" },
  { pattern: new RegExp(`\\b${YEAR}-(\\d{2})-(\\d{2})\\b`, "g"), order: "ymd" },
];

/** The dates a text mentions, each once, as YYYY-MM-DD. */
export function findDates(text: string): string[] {
  const found = SHAPES.flatMap(({ pattern, order }) =>
    [...text.matchAll(pattern)].flatMap(([, first = "", second = "", third = ""]) => {
      const [year, month, day] =
        order === "ymd"
          ? [first, second, third]
          : order === "mdy"
            ? [third, first, second]
            : [third, second, first];
      return toDay(Number(year), monthOf(month), Number(day));
    }),
  );
  return [...new Set(found)];
}

function monthOf(text: string): number {
  const named = MONTHS.indexOf(text.slice(0, 3).toLowerCase());
  return named >= 0 ? named + 1 : Number(text);
}

function toDay(year: number, month: number, day: number): string[] {
  const date = new Date(Date.UTC(year, month - 1, day));
  const real =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return real ? [date.toISOString().slice(0, 10)] : [];
}
