const SCALE_MAX = 15;
const DECIMALS_MAX = 15;
const NUMBER_LETTERS_MAX = 40;

/** The value of a tagged number, from its printed text and the attributes that say how to read it; null where they do not. */
export function readTaggedNumber(
  text: string,
  attributes: Readonly<Record<string, string>>,
): { value: number; tolerance: number } | null {
  const printed = readPrinted(text.trim(), attributes["format"] ?? "");
  const scale = readWhole(attributes["scale"] ?? "0", SCALE_MAX);
  const sign = attributes["sign"] ?? "";
  if (printed === null || scale === null || (sign !== "" && sign !== "-")) return null;
  // Powers below zero are divided by, so that 12.3 % is 0.123 exactly.
  const size = scale < 0 ? printed / 10 ** -scale : Number((printed * 10 ** scale).toPrecision(15));
  const value = sign === "-" ? -size : size;
  return { value: value === 0 ? 0 : value, tolerance: toleranceOf(attributes["decimals"]) };
}

function toleranceOf(decimals: string | undefined): number {
  const places = decimals === undefined || decimals === "INF" ? null : readWhole(decimals, DECIMALS_MAX);
  return places === null ? 0 : 10 ** -places / 2;
}

function readWhole(text: string, most: number): number | null {
  const number = /^[+-]?\d{1,3}$/.test(text) ? Number(text) : Number.NaN;
  return Math.abs(number) <= most ? number : null;
}

const ZERO = /^(?:fixed-?zero|zerodash|num-?dash)$/;
const COMMA = /^num-?comma-?decimal(?:-apos)?$/;
const DOT = /^(?:num-?dot-?decimal(?:-apos|-in)?|num-?space-?dot)?$/;

/** Brackets are typesetting: the attribute `sign` alone makes a number negative. */
function readPrinted(text: string, format: string): number | null {
  const name = format.slice(format.indexOf(":") + 1).toLowerCase();
  if (ZERO.test(name)) return 0;
  if (text.length > NUMBER_LETTERS_MAX) return null;
  const bare = text.replace(/[()\s\u00a0\u202f'’]/g, "");
  const plain = COMMA.test(name)
    ? bare.replaceAll(".", "").replace(",", ".")
    : DOT.test(name)
      ? bare.replaceAll(",", "")
      : null;
  return plain !== null && /^\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : null;
}
