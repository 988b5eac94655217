import type { ChildPool } from "./child-pool.ts";
import { Conversation } from "./conversation.ts";
import { killOnAbort, measureFile } from "./read-document.ts";
import { type PdfReason, Unreadable } from "./reasons.ts";

export interface RenderOptions {
  dpi: number;
  /** For OCR, which does not use colours. */
  gray?: boolean;
  signal?: AbortSignal;
}

export type PdfRendering =
  | { outcome: "ok"; png: Uint8Array; width: number; height: number }
  | { outcome: "failed"; reason: PdfReason; detail: string };

export interface RenderLimits {
  pageCpuSecondsMax: number;
  fileBytesMax: number;
  pixelsMax: number;
}

/** Renders one page as a PNG. */
export async function renderPage(
  tools: { pool: ChildPool; limits: RenderLimits },
  filePath: string,
  page: number,
  options: RenderOptions,
): Promise<PdfRendering> {
  try {
    return await render(tools, filePath, page, options);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { outcome: "failed", reason: error.reason, detail: error.message };
  }
}

async function render(
  { pool, limits }: { pool: ChildPool; limits: RenderLimits },
  filePath: string,
  page: number,
  { dpi, gray = false, signal }: RenderOptions,
): Promise<PdfRendering> {
  const file = { path: filePath, bytes: await measureFile(filePath, limits.fileBytesMax) };
  const child = await pool.acquire(signal);
  const release = killOnAbort(child, signal);
  let healthy = false;
  try {
    const time = { millisecondsLeft: limits.pageCpuSecondsMax * 1_000 };
    const conversation = new Conversation(child, time, limits.pageCpuSecondsMax);
    await conversation.ask({ kind: "render", page, dpi, gray, pixelsMax: limits.pixelsMax }, file);
    const { reply, body } = await conversation.receive();
    if (reply.kind === "broken") throw new Unreadable(reply.reason, reply.detail);
    healthy = !signal?.aborted;
    if (reply.kind === "failed") throw new Unreadable(reply.reason, reply.detail);
    if (reply.kind !== "rendered") throw new Unreadable("crashed", `The parser answered ${reply.kind}.`);
    return { outcome: "ok", png: body, width: reply.width, height: reply.height };
  } finally {
    release();
    await pool.release(child, healthy);
  }
}
