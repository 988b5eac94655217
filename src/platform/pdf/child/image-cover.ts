import type { Engine } from "./pdfium.ts";

const IMAGE = 3;
/** A form may contain the image of a scan. */
const FORM = 5;
const COVER_SHARE = 0.5;
const OBJECTS_MAX = 200;
const FLOAT_BYTES = 4;

/** Whether an image covers most of the page, as in a scan. */
export function isCovered(
  { pdfium, floats }: Engine,
  page: number,
  { scratch, area }: { scratch: number; area: number },
): boolean {
  const count = Math.min(pdfium.FPDFPage_CountObjects(page), OBJECTS_MAX);
  let covered = 0;
  for (let index = 0; index < count; index++) {
    const object = pdfium.FPDFPage_GetObject(page, index);
    if (![IMAGE, FORM].includes(pdfium.FPDFPageObj_GetType(object))) continue;
    const sides = [0, 1, 2, 3].map((side) => scratch + side * FLOAT_BYTES);
    const [left = 0, bottom = 0, right = 0, top = 0] = sides;
    if (!pdfium.FPDFPageObj_GetBounds(object, left, bottom, right, top)) continue;
    const at = scratch / FLOAT_BYTES;
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = floats().subarray(at, at + 4);
    // Scans may be cut into strips.
    covered += Math.max(0, x1 - x0) * Math.max(0, y1 - y0);
  }
  return covered >= area * COVER_SHARE;
}
