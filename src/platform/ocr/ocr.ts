import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { OcrReply } from "./worker.ts";

/** Changes whenever the same image could give other words. */
export const OCR_VERSION = "tesseract-core-7.0.0/ocr-1";

export interface OcrOptions<Result> {
  /** The same transform as for the words of a PDF page, in the reading thread. */
  transform: { module: URL; parse: (result: unknown) => Result };
  /** CPU time: an overloaded machine must not make a readable page fail. */
  pageCpuSecondsMax: number;
}

/** A page to read. Sizes without a unit are points. */
export interface OcrPage {
  /** A PNG. */
  png: Uint8Array;
  pixelsWide: number;
  /** 1 for the first page. */
  number: number;
  width: number;
  height: number;
  /** ISO 639-1; a language that is not installed is read as English. */
  language: string;
  /** State from the previous page; null for the first. */
  carry: unknown;
}

export type OcrReading<Result> =
  | { outcome: "ok"; words: number; characters: number; result: Result; body: Uint8Array; carry: unknown }
  | { outcome: "failed"; reason: "time_limit" | "crashed"; detail: string };

export interface Ocr<Result> {
  readPage(page: OcrPage, signal?: AbortSignal): Promise<OcrReading<Result>>;
  close(): Promise<void>;
}

const LANGUAGES: Readonly<Record<string, string>> = { en: "eng", de: "deu", fr: "fra", ja: "jpn" };
const START_CPU_SECONDS_MAX = 30;
/** A thread that waits without computing is given up after this many times its CPU time. */
const WALL_FACTOR = 20;
const CHECK_MILLISECONDS = 250;
/** The thread takes some 300 MB; when idle it ends. */
const IDLE_SECONDS_MAX = 60;
/** WebAssembly never releases memory. */
const PAGES_PER_THREAD_MAX = 100;

/** Opens an OCR reader. Its thread starts with the first page. */
export function openOcr<Result>(options: OcrOptions<Result>): Ocr<Result> {
  return new OcrThread(options);
}

class OcrThread<Result> implements Ocr<Result> {
  readonly #options: OcrOptions<Result>;
  #thread: Worker | null = null;
  #pagesRead = 0;
  #idle: NodeJS.Timeout | undefined;
  /** One page after the other, for all callers. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: OcrOptions<Result>) {
    this.#options = options;
  }

  readPage(page: OcrPage, signal?: AbortSignal): Promise<OcrReading<Result>> {
    const reading = this.#last.then(() => this.#read(page, signal));
    this.#last = reading.catch(() => {});
    return reading;
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const thread = this.#thread;
    this.#thread = null;
    await thread?.terminate();
  }

  async #read(page: OcrPage, signal: AbortSignal | undefined): Promise<OcrReading<Result>> {
    signal?.throwIfAborted();
    clearTimeout(this.#idle);
    if (this.#pagesRead >= PAGES_PER_THREAD_MAX) await this.close();
    try {
      const reply = await this.#ask(page, signal);
      const { words, characters, result, body, carry } = reply;
      const parsed = this.#options.transform.parse(result);
      return { outcome: "ok", words, characters, result: parsed, body, carry };
    } catch (error) {
      await this.close();
      signal?.throwIfAborted();
      const late = error instanceof Error && error.name === "TimeoutError";
      const detail = late ? "Reading the image took longer than allowed." : String(error).slice(0, 300);
      return { outcome: "failed", reason: late ? "time_limit" : "crashed", detail };
    } finally {
      this.#idle = setTimeout(() => void this.close(), IDLE_SECONDS_MAX * 1_000).unref();
    }
  }

  async #ask(page: OcrPage, signal: AbortSignal | undefined): Promise<OcrReply> {
    this.#thread ??= await this.#start();
    const thread = this.#thread;
    this.#pagesRead += 1;
    const language = LANGUAGES[page.language] ?? "eng";
    const received = nextMessage(thread, this.#options.pageCpuSecondsMax, signal);
    thread.postMessage({ ...page, language });
    const reply = await received;
    // The thread is our own code; the caller's `parse` validates what it read.
    const answer = reply as OcrReply | { error: string };
    if ("error" in answer) throw new Error(answer.error);
    return answer;
  }

  async #start(): Promise<Worker> {
    const thread = new Worker(new URL("./worker.ts", import.meta.url), {
      workerData: { transformUrl: this.#options.transform.module.href },
      env: {},
    });
    thread.unref();
    this.#pagesRead = 0;
    try {
      await nextMessage(thread, START_CPU_SECONDS_MAX);
      return thread;
    } catch (error) {
      await thread.terminate();
      throw error;
    }
  }
}

/** The thread's next message; rejects when the thread dies, computes for too long, or the signal aborts first. */
async function nextMessage(thread: Worker, cpuSecondsMax: number, signal?: AbortSignal): Promise<unknown> {
  const end = new AbortController();
  const late = limitCpu(thread, cpuSecondsMax, end.signal);
  const until = AbortSignal.any([late, end.signal, ...(signal ? [signal] : [])]);
  thread.ref();
  try {
    const died = once(thread, "exit", { signal: until }).then(() => {
      throw new Error("the reading thread ended");
    });
    const [message] = await Promise.race([once(thread, "message", { signal: until }), died]);
    return message;
  } catch (error) {
    throw until.aborted ? until.reason : error;
  } finally {
    thread.unref();
    end.abort();
  }
}

/** Aborts with a `TimeoutError` when the thread has computed for this long from now on, unless it ends before. */
function limitCpu(thread: Worker, cpuSecondsMax: number, end: AbortSignal): AbortSignal {
  const late = new AbortController();
  let before: NodeJS.CpuUsage | undefined;
  const check = async () => {
    // Rejects for a thread that does not run yet, or any more.
    const used = await thread.cpuUsage(before).catch(() => null);
    if (used === null) return;
    if (before === undefined) before = used;
    else if (used.user + used.system > cpuSecondsMax * 1e6) late.abort(new DOMException("", "TimeoutError"));
  };
  void check();
  const checking = setInterval(check, CHECK_MILLISECONDS).unref();
  end.addEventListener("abort", () => clearInterval(checking));
  return AbortSignal.any([late.signal, AbortSignal.timeout(cpuSecondsMax * WALL_FACTOR * 1_000)]);
}
