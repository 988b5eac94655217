export interface GivenPoint {
  published: string;
  end?: string;
  year?: number;
  start?: string | null;
  value?: number;
  currency?: string;
  scale?: number;
  unit?: string;
  confidence?: number;
  claim?: string;
}

/** The lines of a figure, as the trigger of the table writes them. */
export function writeLines(points: readonly GivenPoint[]): string {
  return points.map(writeLine).join("\n");
}

function writeLine({ published, end = "2024-12-31", start = "2024-01-01", ...rest }: GivenPoint): string {
  const {
    year = Number(end.slice(0, 4)),
    value = 100,
    currency = "USD",
    scale = 1,
    unit = "money",
    confidence = 0.99,
    claim = "clm_a",
  } = rest;
  const parts = [published, end, year, start, value, currency, scale, unit, confidence, claim];
  return `[${parts.map((part) => JSON.stringify(part)).join(", ")}]`;
}
