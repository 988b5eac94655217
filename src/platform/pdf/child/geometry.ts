import type { Turn } from "../page.ts";
import type { Engine } from "./pdfium.ts";

export interface Box {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

/** Maps a page's own coordinates (any origin, upward, possibly rotated) to the page as displayed. */
export interface PageGeometry {
  width: number;
  height: number;
  left: number;
  bottom: number;
  right: number;
  top: number;
  quarterTurns: number;
}

/** Larger pages exist only in damaged files; positions beyond this would make later searches endless. */
const SIDE_POINTS_MAX = 20_000;

export function readGeometry({ pdfium, floats }: Engine, page: number, scratch: number): PageGeometry {
  const width = clampSide(pdfium.FPDF_GetPageWidthF(page), 612);
  const height = clampSide(pdfium.FPDF_GetPageHeightF(page), 792);
  const quarterTurns = ((pdfium.FPDFPage_GetRotation(page) % 4) + 4) % 4;
  const sideways = quarterTurns % 2 === 1;
  const box = { left: 0, bottom: 0, right: sideways ? height : width, top: sideways ? width : height };
  if (pdfium.FPDF_GetPageBoundingBox(page, scratch)) {
    const memory = floats();
    const at = scratch >> 2;
    const read = [memory[at], memory[at + 1], memory[at + 2], memory[at + 3]].map(
      (side) => side ?? Number.NaN,
    );
    const [left, top, right, bottom] = read as [number, number, number, number];
    if (read.every(Number.isFinite) && right > left && top > bottom) {
      Object.assign(box, { left, bottom, right, top });
    }
  }
  return { width, height, quarterTurns, ...box };
}

function clampSide(points: number, otherwise: number): number {
  if (!Number.isFinite(points) || points <= 0) return otherwise;
  return Math.min(points, SIDE_POINTS_MAX);
}

/** Maps a rectangle from page coordinates to display coordinates. Writes into `seen` to avoid allocations. */
export function place(
  page: PageGeometry,
  own: { left: number; bottom: number; right: number; top: number },
  seen: Box,
): void {
  switch (page.quarterTurns) {
    case 1:
      seen.x0 = own.bottom - page.bottom;
      seen.x1 = own.top - page.bottom;
      seen.y0 = own.left - page.left;
      seen.y1 = own.right - page.left;
      break;
    case 2:
      seen.x0 = page.right - own.right;
      seen.x1 = page.right - own.left;
      seen.y0 = own.bottom - page.bottom;
      seen.y1 = own.top - page.bottom;
      break;
    case 3:
      seen.x0 = page.top - own.top;
      seen.x1 = page.top - own.bottom;
      seen.y0 = page.right - own.right;
      seen.y1 = page.right - own.left;
      break;
    default:
      seen.x0 = own.left - page.left;
      seen.x1 = own.right - page.left;
      seen.y0 = page.top - own.top;
      seen.y1 = page.top - own.bottom;
  }
}

/** Rotates a box so that text with this rotation reads from left to right; the origin does not matter. */
export function upright(box: Box, turn: Turn, rotated: Box): void {
  const { x0, y0, x1, y1 } = box;
  switch (turn) {
    case 90:
      rotated.x0 = y0;
      rotated.x1 = y1;
      rotated.y0 = -x1;
      rotated.y1 = -x0;
      break;
    case 180:
      rotated.x0 = -x1;
      rotated.x1 = -x0;
      rotated.y0 = -y1;
      rotated.y1 = -y0;
      break;
    case 270:
      rotated.x0 = -y1;
      rotated.x1 = -y0;
      rotated.y0 = x0;
      rotated.y1 = x1;
      break;
    case 0:
      rotated.x0 = x0;
      rotated.x1 = x1;
      rotated.y0 = y0;
      rotated.y1 = y1;
  }
}

/** The displayed rotation, from the angle of a letter in page coordinates (radians, clockwise). */
export function seenTurn(page: PageGeometry, angleRadians: number): Turn {
  const quarters = Math.round(angleRadians / (Math.PI / 2));
  const turn = (((page.quarterTurns + quarters) % 4) + 4) % 4;
  return ([0, 90, 180, 270] as const)[turn] ?? 0;
}
