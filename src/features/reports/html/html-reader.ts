import { once } from "node:events";
import { stat } from "node:fs/promises";
import { Worker } from "node:worker_threads";
import type { PdfReading, ReadPage } from "../../../platform/pdf/index.ts";
import { PageSummary } from "../layout/index.ts";
import type { HtmlMessage, HtmlWork } from "./worker.ts";

/** Changes whenever the same file could give other words or positions. */
export const HTML_VERSION = "htmlparser2-12.0.0/pages-1";

const WALL_SECONDS_MAX = 300;
const MEMORY_MEGABYTES_MAX = 512;
const FILE_BYTES_MAX = 200 * 1_048_576;
const PAGES_MAX = 5_000;
const CHARACTERS_MAX = 50_000_000;

export interface HtmlReadOptions {
  signal: AbortSignal;
  onPage: (page: ReadPage<PageSummary>) => Promise<void>;
  /** For tests, which cannot wait that long. */
  limits?: { wallSecondsMax?: number; memoryMegabytesMax?: number; pagesMax?: number };
}

type Outcome =
  | { outcome: "ok" }
  | { outcome: "failed"; reason: Extract<PdfReading, { outcome: "failed" }>["reason"]; detail: string };

/** Reads an HTML file in its own thread, with limits on time and memory. A failure is returned, not thrown. */
export async function readHtml(filePath: string, options: HtmlReadOptions): Promise<PdfReading> {
  const startedAt = performance.now();
  const facts = { pagesRead: 0, words: 0, characters: 0 };
  const { size } = await stat(filePath);
  const outcome: Outcome =
    size > FILE_BYTES_MAX
      ? { outcome: "failed", reason: "file_too_large", detail: `${FILE_BYTES_MAX} bytes are allowed.` }
      : await runThread(filePath, options, async (page) => {
          facts.pagesRead += 1;
          facts.words += page.words;
          facts.characters += page.characters;
          await options.onPage(page);
        });
  return {
    ...facts,
    pageCount: facts.pagesRead,
    failedPages: [],
    pagesWithoutText: [],
    metadata: null,
    seconds: (performance.now() - startedAt) / 1_000,
    memoryMegabytesPeak: 0,
    ...(outcome.outcome === "ok" && facts.pagesRead === 0
      ? { outcome: "failed", reason: "file_unreadable", detail: "The file contains no text." }
      : outcome),
  };
}

async function runThread(
  filePath: string,
  { signal, limits = {} }: HtmlReadOptions,
  take: (page: ReadPage<PageSummary>) => Promise<void>,
): Promise<Outcome> {
  signal.throwIfAborted();
  const work: HtmlWork = { filePath, pagesMax: limits.pagesMax ?? PAGES_MAX, charactersMax: CHARACTERS_MAX };
  const thread = new Worker(new URL("./worker.ts", import.meta.url), {
    workerData: work,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: limits.memoryMegabytesMax ?? MEMORY_MEGABYTES_MAX },
  });
  const late = AbortSignal.timeout((limits.wallSecondsMax ?? WALL_SECONDS_MAX) * 1_000);
  const until = AbortSignal.any([late, signal]);
  try {
    for (;;) {
      const message = await nextMessage(thread, until);
      if (message.kind === "done") return { outcome: "ok" };
      if (message.kind === "failed") return { ...message, outcome: "failed" };
      const { page, words, characters, body } = message;
      const result = PageSummary.parse(message.result);
      await take({ page, pageCount: page, words, characters, result, body });
      thread.postMessage("taken");
    }
  } catch (error) {
    signal.throwIfAborted();
    const reason = reasonOf(error, late);
    // An error of the page's consumer is not the file's fault.
    if (reason === null) throw error;
    return { outcome: "failed", reason, detail: EXPLANATIONS[reason] };
  } finally {
    await thread.terminate();
  }
}

const EXPLANATIONS = {
  time_limit: "Reading took longer than allowed.",
  memory_limit: "Reading needed more memory than allowed.",
  crashed: "The reading thread ended unexpectedly.",
} as const;

class ThreadDeath extends Error {}

function reasonOf(error: unknown, late: AbortSignal): keyof typeof EXPLANATIONS | null {
  if (late.aborted) return "time_limit";
  if (!(error instanceof ThreadDeath)) return null;
  const cause = error.cause as { code?: unknown } | undefined;
  return cause?.code === "ERR_WORKER_OUT_OF_MEMORY" ? "memory_limit" : "crashed";
}

/** The thread's next message. Messages are awaited one at a time, so none is missed. */
async function nextMessage(thread: Worker, signal: AbortSignal): Promise<HtmlMessage> {
  const end = new AbortController();
  const until = { signal: AbortSignal.any([signal, end.signal]) };
  try {
    const died = once(thread, "exit", until).then(() => {
      throw new Error("exit");
    });
    const [message] = await Promise.race([once(thread, "message", until), died]);
    // From our own thread; its page is parsed where it is used.
    return message as HtmlMessage;
  } catch (cause) {
    if (signal.aborted) throw signal.reason;
    throw new ThreadDeath("the thread ended", { cause });
  } finally {
    end.abort();
  }
}
