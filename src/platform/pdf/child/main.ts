import { Worker } from "node:worker_threads";
import { lowerPriority } from "../../priority/index.ts";
import { FrameSource, writeFrame } from "../frames.ts";
import type { Reply, Request } from "../messages.ts";
import type { PageTransform, PdfPage } from "../page.ts";
import { Unreadable } from "../reasons.ts";
import { PdfDocument } from "./document.ts";
import { compilePdfium, type Engine } from "./pdfium.ts";

/** The child's main loop: it reads one file after another from its input and never opens one itself. */

const REQUEST_HEAD_BYTES_MAX = 4 * 1_048_576;
const FILE_BYTES_MAX = 2_000_000_000;
const PAGE_CHARACTERS_MAX = 1_000_000;
const BODY_BYTES_MAX = 64 * 1_048_576;
const DETAIL_LENGTH_MAX = 300;

const [transformUrl, parentPid, memoryMegabytesMax] = process.argv.slice(2);

async function main(): Promise<void> {
  startGuard();
  lowerPriority();
  const [startEngine, transform] = await Promise.all([compilePdfium(), importTransform()]);
  const source = new FrameSource(process.stdin, {
    headBytesMax: REQUEST_HEAD_BYTES_MAX,
    bodyBytesMax: FILE_BYTES_MAX,
  });
  await reply({ kind: "ready" });
  for (;;) {
    const next = await source.nextHead();
    if (next === null) return;
    const healthy = await serve(await startEngine(), transform, source, next);
    if (!healthy) return;
    // Frees the document's memory together with its engine now; the memory limit cannot wait for a later collection.
    globalThis.gc?.();
  }
}

/** A separate thread, because this one may be stuck in an endless page when a limit is reached or the parent ends. */
function startGuard(): void {
  const guard = new Worker(new URL("./guard.ts", import.meta.url), {
    argv: [parentPid, memoryMegabytesMax],
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
  });
  guard.unref();
}

async function importTransform(): Promise<PageTransform> {
  const module: { transformPage?: PageTransform } = await import(String(transformUrl));
  if (typeof module.transformPage !== "function") {
    throw new Error(`${transformUrl} exports no transformPage`);
  }
  return module.transformPage;
}

/** Serves one request; returns whether the child may serve another. */
async function serve(
  engine: Engine,
  transform: PageTransform,
  source: FrameSource,
  { head, bodyBytes }: { head: unknown; bodyBytes: number },
): Promise<boolean> {
  const pointer = engine.pdfium.malloc(Math.max(1, bodyBytes));
  let at = pointer;
  const whole = await source.pipeBody(bodyBytes, (piece) => {
    if (pointer !== 0) engine.bytes().set(piece, at);
    at += piece.length;
  });
  if (!whole) return false;
  try {
    if (pointer === 0) throw new Unreadable("memory_limit", "The file does not fit into the memory allowed.");
    // It comes from the service that started this process, where it was type-checked.
    const request = head as Request;
    const document = new PdfDocument(engine, { pointer, size: bodyBytes });
    if (request.kind === "read") await readPages(document, transform, request);
    else await renderPage(document, request);
    return true;
  } catch (error) {
    if (error instanceof Unreadable) {
      await reply({ kind: "failed", reason: error.reason, detail: error.message });
      return true;
    }
    await reply({
      kind: "broken",
      reason: outOfMemory(error) ? "memory_limit" : "crashed",
      detail: describeError(error),
    });
    return false;
  }
}

type ReadRequest = Extract<Request, { kind: "read" }>;
type RenderRequest = Extract<Request, { kind: "render" }>;

async function readPages(
  document: PdfDocument,
  transform: PageTransform,
  request: ReadRequest,
): Promise<void> {
  const { pageCount } = document;
  if (pageCount > request.pagesMax) {
    throw new Unreadable(
      "too_many_pages",
      `The file has ${pageCount} pages; ${request.pagesMax} are allowed.`,
    );
  }
  if (request.firstPage > pageCount) {
    throw new Unreadable("page_out_of_range", `The file has ${pageCount} pages.`);
  }
  await reply({ kind: "opened", pageCount, metadata: document.metadata() });
  const lastPage = Math.min(request.lastPage ?? pageCount, pageCount);
  let { carry } = request;
  let charactersLeft = request.charactersMax;
  for (let number = request.firstPage; number <= lastPage; number++) {
    const page = asPage(() => document.readPage(number, PAGE_CHARACTERS_MAX));
    const done = page instanceof Unreadable ? page : asPage(() => transformPage(page, transform, carry));
    if (done instanceof Unreadable) {
      await reply({ kind: "page_failed", page: number, reason: done.reason, detail: done.message });
      continue;
    }
    charactersLeft -= done.characters;
    if (charactersLeft < 0) {
      throw new Unreadable("too_much_text", `The text is longer than allowed at page ${number}.`);
    }
    carry = done.carry;
    const { words, characters, result } = done;
    await reply({ kind: "page", page: number, words, characters, result, carry }, done.body);
  }
  await reply({ kind: "done" });
}

/** A page that cannot be read is a fact about the document; any other error is a broken engine. */
function asPage<Result>(read: () => Result): Result | Unreadable {
  try {
    return read();
  } catch (error) {
    if (error instanceof Unreadable) return error;
    throw error;
  }
}

function transformPage(page: PdfPage, transform: PageTransform, carry: unknown) {
  const characters = page.words.reduce((sum, word) => sum + word.text.length, 0);
  try {
    const { result, body, carry: next } = transform(page, carry);
    const bytes = Buffer.from(body);
    if (bytes.length > BODY_BYTES_MAX) throw new Unreadable("too_much_text", "The page became too large.");
    return { words: page.words.length, characters, result, carry: next, body: bytes };
  } catch (error) {
    if (error instanceof Unreadable) throw error;
    throw new Unreadable("transform_failed", describeError(error));
  }
}

async function renderPage(document: PdfDocument, request: RenderRequest): Promise<void> {
  if (request.page > document.pageCount) {
    throw new Unreadable("page_out_of_range", `The file has ${document.pageCount} pages.`);
  }
  const { png, width, height } = document.renderPage(request.page, request);
  await reply({ kind: "rendered", width, height }, png);
}

/** Waits until the pipe has accepted the reply: a slow consumer slows down the child instead of filling memory. */
async function reply(message: Reply, body: Uint8Array = new Uint8Array(0)): Promise<void> {
  await writeFrame(process.stdout, { head: message, body });
}

/** What an engine holds when it is refused more: its memory grows by a fifth at a time. */
const SHARE_WHEN_REFUSED = 0.8;

/**
 * V8 reports memory failures by name. PDFium aborts without one when it is refused more memory, and may do so before
 * the guard looks.
 */
function outOfMemory(error: unknown): boolean {
  if (/out of memory|OOM|enlarge memory|allocation failed/i.test(describeError(error))) return true;
  return process.memoryUsage.rss() > SHARE_WHEN_REFUSED * Number(memoryMegabytesMax) * 1_048_576;
}

function describeError(error: unknown): string {
  return String(error instanceof Error ? error.message : error).slice(0, DETAIL_LENGTH_MAX);
}

await main();
// Whatever the guard or the input still hold open, an idle child without a parent must exit.
process.exit(0);
