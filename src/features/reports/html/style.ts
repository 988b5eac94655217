/** The style properties that matter for text. Inherited from the parent element. */
export interface Style {
  hidden: boolean;
  bold: boolean;
  size: number;
}

export const BODY_STYLE: Style = { hidden: false, bold: false, size: 10 };

const SILENT =
  /^(?:script|style|noscript|template|iframe|object|svg|math|head|title|select|textarea|ix:header)$/;
const HEADING_SIZES: Readonly<Record<string, number>> = { h1: 20, h2: 16, h3: 14, h4: 12, h5: 11, h6: 10.5 };
const SIZE_MIN = 7;
const SIZE_MAX = 24;
const POINTS_PER_PIXEL = 0.75;

export function styleOf(name: string, attributes: Readonly<Record<string, string>>, around: Style): Style {
  const css = attributes["style"] ?? "";
  const headingSize = HEADING_SIZES[name];
  const weight = /font-weight\s*:\s*(bold|[6-9]00|normal|[1-5]00)/i.exec(css)?.[1]?.toLowerCase();
  const bold = headingSize !== undefined || /^(?:b|strong|th)$/.test(name) || around.bold;
  return {
    hidden: around.hidden || SILENT.test(name) || "hidden" in attributes || /display\s*:\s*none/i.test(css),
    bold: weight === undefined ? bold : /^(?:bold|[6-9])/.test(weight),
    size: readSize(css) ?? headingSize ?? around.size,
  };
}

/** Only absolute sizes: an `em` depends on style sheets, which are not loaded here. */
function readSize(css: string): number | null {
  const [, number, unit] = /font-size\s*:\s*(\d{1,3}(?:\.\d{1,4})?)\s*(pt|px)/i.exec(css) ?? [];
  if (number === undefined) return null;
  const points = Number(number) * (unit?.toLowerCase() === "px" ? POINTS_PER_PIXEL : 1);
  return Math.min(SIZE_MAX, Math.max(SIZE_MIN, points));
}

const BREAK = /(?:page-)?break-(before|after)\s*:\s*(?:always|page|left|right)/gi;

/** Where the publisher requests a page break. */
export function pageBreaks(css: string | undefined): { before: boolean; after: boolean } {
  const found = css === undefined ? [] : [...css.matchAll(BREAK)].map(([, where]) => where?.toLowerCase());
  return { before: found.includes("before"), after: found.includes("after") };
}
