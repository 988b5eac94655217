import type { PageRecord } from "../../reports/index.ts";
import type { Scale } from "./units.ts";

const AMOUNT = /[$€£¥]\s?(\d[\d,]*(?:\.\d+)?)\s*(thousand|million|billion)\b/gi;
const WORDS: Record<string, number> = { thousand: 1e3, million: 1e6, billion: 1e9 };
const SCALES: readonly Scale[] = [1, 1_000, 1_000_000];
/** A number of fewer digits is repeated by chance. */
const DIGITS_MIN = 3;
const REPEATED_MIN = 2;

/**
 * The scale in which a table prints the amounts that the text of its page gives in words: where the text says "$24.2
 * million" and "$47.6 million", 24,193 and 47,625 are thousands. Null unless several amounts say so and none says
 * otherwise.
 */
export function findScaleInText(page: PageRecord, table: number): Scale | null {
  const cells = page.rows
    .filter((row) => row.table === table)
    .flatMap((row) => row.cells.filter(({ kind, percent }) => kind === "number" && !percent));
  const printed = cells.flatMap(({ value, text }) =>
    value !== null && digitsOf(text) >= DIGITS_MIN ? [Math.abs(value)] : [],
  );
  const said = printed.length === 0 ? [] : amountsOf(page);
  const repeated = SCALES.map(
    (scale) =>
      said.filter(({ value, unit }) => printed.some((one) => isRounded(one * scale, value, unit))).length,
  );
  const most = Math.max(...repeated);
  const [only, ...others] = SCALES.filter((_, at) => (repeated[at] ?? 0) > 0);
  return most >= REPEATED_MIN && others.length === 0 ? (only ?? null) : null;
}

/** The amounts in the sentences of a page, and what their last digit counts. */
function amountsOf(page: PageRecord): { value: number; unit: number }[] {
  const found = new Map<number, { value: number; unit: number }>();
  for (const { kind, text } of page.blocks) {
    if (kind !== "text") continue;
    for (const [, digits = "", word = ""] of text.matchAll(AMOUNT)) {
      if (digitsOf(digits) < DIGITS_MIN) continue;
      const scale = WORDS[word.toLowerCase()] ?? 1;
      const decimals = digits.split(".")[1]?.length ?? 0;
      const value = Number(digits.replaceAll(",", "")) * scale;
      found.set(value, { value, unit: scale * 10 ** -decimals });
    }
  }
  return [...found.values()];
}

const digitsOf = (text: string) => text.replace(/\D/g, "").replace(/^0+/, "").length;

const isRounded = (exact: number, rounded: number, unit: number) =>
  Math.abs(exact - rounded) <= unit / 2 + unit * 1e-6;
