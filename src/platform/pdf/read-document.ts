import { stat } from "node:fs/promises";
import type { ChildPool } from "./child-pool.ts";
import type { PdfChild } from "./child-process.ts";
import { Conversation, type TimeAllowance } from "./conversation.ts";
import type { Reply } from "./messages.ts";
import type { PdfMetadata } from "./page.ts";
import { type PdfReason, Unreadable } from "./reasons.ts";

export interface ReadLimits {
  cpuSecondsMax: number;
  pageCpuSecondsMax: number;
  fileBytesMax: number;
  pagesMax: number;
  charactersMax: number;
}

export interface ReadPage<Result> {
  /** 1 for the first page. */
  page: number;
  pageCount: number;
  words: number;
  characters: number;
  result: Result;
  body: Uint8Array;
}

export interface ReadOptions<Result> {
  /** Called page by page, in order; the next page is not passed before this one is processed. */
  onPage?: (page: ReadPage<Result>) => void | Promise<void>;
  signal?: AbortSignal;
  /** Both inclusive, 1 for the first page. */
  pages?: { first: number; last?: number };
}

export interface FailedPage {
  page: number;
  reason: PdfReason;
  detail: string;
}

/** The result of reading a document. A failed one still reports the pages that were read before. */
export type PdfReading = ReadingFacts &
  ({ outcome: "ok" } | { outcome: "failed"; reason: PdfReason; detail: string });

interface ReadingFacts {
  pageCount: number | null;
  pagesRead: number;
  failedPages: FailedPage[];
  pagesWithoutText: number[];
  words: number;
  characters: number;
  metadata: PdfMetadata | null;
  /** The parser's CPU time; waiting does not count. */
  seconds: number;
  memoryMegabytesPeak: number;
}

/** A document is given up after this many children died over it. */
const DEATHS_MAX = 8;
/** Failures that a single page can cause; the following pages may be fine. */
const SURVIVABLE: ReadonlySet<PdfReason> = new Set(["memory_limit", "time_limit", "crashed"]);

export interface ReadTools<Result> {
  pool: ChildPool;
  limits: ReadLimits;
  parseResult: (result: unknown) => Result;
}

/** Reads one document page by page; replaces the child and continues when a single page brings it down. */
export class DocumentReading<Result> {
  readonly #tools: ReadTools<Result>;
  readonly #options: ReadOptions<Result>;
  readonly #time: TimeAllowance;
  readonly #facts: ReadingFacts;
  #nextPage: number;
  #carry: unknown = null;

  constructor(tools: ReadTools<Result>, options: ReadOptions<Result>) {
    this.#tools = tools;
    this.#options = options;
    this.#time = { millisecondsLeft: tools.limits.cpuSecondsMax * 1_000 };
    this.#nextPage = options.pages?.first ?? 1;
    this.#facts = {
      pageCount: null,
      pagesRead: 0,
      failedPages: [],
      pagesWithoutText: [],
      words: 0,
      characters: 0,
      metadata: null,
      seconds: 0,
      memoryMegabytesPeak: 0,
    };
  }

  async run(filePath: string): Promise<PdfReading> {
    try {
      const file = { path: filePath, bytes: await measureFile(filePath, this.#tools.limits.fileBytesMax) };
      for (let deaths = 0; ; deaths++) {
        const death = await this.#attempt(file);
        if (death === null) return this.#conclude(this.#judge());
        if (deaths >= DEATHS_MAX) throw death;
      }
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      return this.#conclude({ outcome: "failed", reason: error.reason, detail: error.message });
    }
  }

  /** Null when all pages are done; the child's failure when another child has to continue. */
  async #attempt(file: { path: string; bytes: number }): Promise<Unreadable | null> {
    const { pool } = this.#tools;
    const { signal } = this.#options;
    const child = await pool.acquire(signal);
    const release = killOnAbort(child, signal);
    const firstPage = this.#nextPage;
    let healthy = false;
    try {
      await this.#readPages(child, file);
      healthy = true;
      return null;
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      healthy = error instanceof DocumentRefused;
      return this.#blame(error, firstPage);
    } finally {
      release();
      const megabytes = Math.round(child.memoryBytesPeak / 1_048_576);
      this.#facts.memoryMegabytesPeak = Math.max(this.#facts.memoryMegabytesPeak, megabytes);
      await pool.release(child, healthy && !signal?.aborted);
    }
  }

  async #readPages(child: PdfChild, file: { path: string; bytes: number }): Promise<void> {
    const { limits } = this.#tools;
    const conversation = new Conversation(child, this.#time, limits.pageCpuSecondsMax);
    await conversation.ask(
      {
        kind: "read",
        firstPage: this.#nextPage,
        lastPage: this.#options.pages?.last ?? null,
        carry: this.#carry,
        pagesMax: limits.pagesMax,
        charactersMax: limits.charactersMax - this.#facts.characters,
      },
      file,
    );
    for (;;) {
      const { reply, body } = await conversation.receive();
      if (reply.kind === "done") return;
      await this.#take(reply, body);
    }
  }

  async #take(reply: Reply, body: Uint8Array): Promise<void> {
    switch (reply.kind) {
      case "opened":
        this.#facts.pageCount = reply.pageCount;
        this.#facts.metadata = reply.metadata;
        return;
      case "page":
        return this.#takePage(reply, body);
      case "page_failed":
        this.#failPage(reply.page, reply.reason, reply.detail);
        return;
      case "failed":
        throw new DocumentRefused(reply.reason, reply.detail);
      case "broken":
        throw new Unreadable(reply.reason, reply.detail);
      case "ready":
      case "rendered":
      case "done":
        throw new Unreadable("crashed", `The parser answered out of turn (${reply.kind}).`);
    }
  }

  async #takePage(reply: Extract<Reply, { kind: "page" }>, body: Uint8Array): Promise<void> {
    const { page, words, characters, carry } = reply;
    const pageCount = this.#facts.pageCount ?? 0;
    let result: Result;
    try {
      result = this.#tools.parseResult(reply.result);
    } catch (error) {
      this.#failPage(page, "transform_failed", String(error).slice(0, 300));
      return;
    }
    this.#facts.pagesRead += 1;
    this.#facts.words += words;
    this.#facts.characters += characters;
    if (words === 0) this.#facts.pagesWithoutText.push(page);
    this.#carry = carry;
    this.#nextPage = page + 1;
    await this.#options.onPage?.({ page, pageCount, words, characters, result, body });
  }

  #failPage(page: number, reason: PdfReason, detail: string): void {
    this.#facts.failedPages.push({ page, reason, detail });
    this.#nextPage = page + 1;
  }

  /**
   * A child died: decides whether another may continue, and from where. A page that kills a fresh child, or exceeds
   * its own time, is to blame and is skipped; otherwise it may only have been the last of too many, and is retried
   * first in a fresh child.
   */
  #blame(death: Unreadable, firstPage: number): Unreadable | null {
    const { pageCount } = this.#facts;
    const canContinue = SURVIVABLE.has(death.reason) && !(death instanceof DocumentRefused);
    if (!canContinue || pageCount === null || this.#time.millisecondsLeft <= 0) throw death;
    if (death.reason === "time_limit" || this.#nextPage === firstPage) {
      this.#failPage(this.#nextPage, death.reason, death.message);
    }
    return this.#nextPage > Math.min(this.#options.pages?.last ?? pageCount, pageCount) ? null : death;
  }

  /** A document without a single readable page was not read. */
  #judge(): { outcome: "ok" } | { outcome: "failed"; reason: PdfReason; detail: string } {
    const [first] = this.#facts.failedPages;
    if (this.#facts.pagesRead > 0 || !first) return { outcome: "ok" };
    return { outcome: "failed", reason: first.reason, detail: first.detail };
  }

  #conclude(
    outcome: { outcome: "ok" } | { outcome: "failed"; reason: PdfReason; detail: string },
  ): PdfReading {
    const seconds = this.#tools.limits.cpuSecondsMax - this.#time.millisecondsLeft / 1_000;
    return { ...this.#facts, seconds, ...outcome };
  }
}

/** Ends the child when the signal aborts, or immediately if it already has; returns how to stop listening. */
export function killOnAbort(child: PdfChild, signal: AbortSignal | undefined): () => void {
  const abort = () => child.kill("aborted");
  if (signal?.aborted) abort();
  signal?.addEventListener("abort", abort, { once: true });
  return () => signal?.removeEventListener("abort", abort);
}

/** The child is fine; the document cannot be read. */
class DocumentRefused extends Unreadable {}

export async function measureFile(filePath: string, bytesMax: number): Promise<number> {
  const found = await stat(filePath).catch((error: Error) => {
    throw new Unreadable("file_unreadable", error.message);
  });
  if (!found.isFile()) throw new Unreadable("file_unreadable", "This is not a file.");
  if (found.size === 0) throw new Unreadable("not_a_pdf", "The file is empty.");
  if (found.size > bytesMax) throw new Unreadable("file_too_large", `The file has ${found.size} bytes.`);
  return found.size;
}
