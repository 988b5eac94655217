import { type ChildProcessByStdio, spawn } from "node:child_process";
import { open } from "node:fs/promises";
import path from "node:path";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { encodeHead, type Frame, FrameSource, writeBytes } from "./frames.ts";
import { Reply, type Request } from "./messages.ts";
import { readCpuMilliseconds, readMemoryBytes } from "./process-usage.ts";
import { Unreadable } from "./reasons.ts";

export interface ChildOptions {
  /** The module whose `transformPage` the child applies to each page. */
  transformUrl: URL;
  memoryMegabytesMax: number;
}

export type KillReason = "time_limit" | "memory_limit" | "aborted" | "reader_closed";

const START_SECONDS_MAX = 30;
const CHECK_MILLISECONDS = 50;
const FILE_PIECE_BYTES = 262_144;
const LAST_OUTPUT_BYTES_MAX = 4_096;
const WASM_PAGES_PER_MEGABYTE = 16;
/** The engine's memory has a hard limit, set by its package. */
const WASM_MEGABYTES_MAX = 2_048;
const REPLY_LIMITS = { headBytesMax: 16 * 1_048_576, bodyBytesMax: 256 * 1_048_576 };

/** One child process. It serves one request at a time. */
export class PdfChild {
  readonly #process: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #replies: FrameSource;
  readonly #memoryBytesMax: number;
  readonly #ended: Promise<void>;
  #watch: NodeJS.Timeout | undefined;
  #lastOutput = "";
  #exit = "";
  #killedFor: KillReason | null = null;
  /** Its CPU time so far, as last measured. */
  #cpuMilliseconds = 0;
  #cpuMillisecondsMax = Number.POSITIVE_INFINITY;
  memoryBytesPeak = 0;
  requestsServed = 0;

  constructor(options: ChildOptions) {
    this.#memoryBytesMax = options.memoryMegabytesMax * 1_048_576;
    this.#process = spawn(process.execPath, childArguments(options), {
      stdio: ["pipe", "pipe", "pipe"],
      // Nothing of the service's configuration reaches a process that reads hostile files.
      env: {},
      cwd: path.parse(process.execPath).root,
    });
    this.#replies = new FrameSource(this.#process.stdout, REPLY_LIMITS);
    this.#process.stderr.on("data", (chunk: Buffer) => this.#recordOutput(chunk));
    // Writing to a child that dies breaks the pipe; its exit is reported separately.
    this.#process.stdin.on("error", () => {});
    this.#ended = new Promise((resolve) => {
      this.#process.once("error", (error) => this.#end(error.message, resolve));
      this.#process.once("close", (code, signal) => this.#end(`exit ${signal ?? code}`, resolve));
    });
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  async waitUntilReady(): Promise<void> {
    const timer = setTimeout(() => this.kill("time_limit"), START_SECONDS_MAX * 1_000);
    try {
      const { reply } = await this.receive();
      if (reply.kind !== "ready") throw new Error(`the PDF child began with ${reply.kind}`);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Sends the request followed by the file, which is read here: the child may not open files. */
  async send(request: Request, filePath: string, bytes: number): Promise<void> {
    this.requestsServed += 1;
    this.#watch ??= setInterval(() => this.#check(), CHECK_MILLISECONDS);
    const { stdin } = this.#process;
    const file = await open(filePath).catch((error: Error) => {
      throw new Unreadable("file_unreadable", error.message);
    });
    try {
      await writeBytes(stdin, encodeHead(request, bytes));
      const piece = new Uint8Array(FILE_PIECE_BYTES);
      for (let sent = 0; sent < bytes; ) {
        const { bytesRead } = await file.read(piece, 0, Math.min(piece.length, bytes - sent), sent);
        if (bytesRead === 0)
          throw new Unreadable("file_unreadable", "The file became shorter while it was read.");
        await writeBytes(stdin, piece.subarray(0, bytesRead));
        sent += bytesRead;
      }
    } finally {
      await file.close();
    }
  }

  /** The child's next message. Throws `Unreadable` with the reason when the child is gone. */
  async receive(): Promise<{ reply: Reply; body: Uint8Array }> {
    const frame = await this.#nextFrame();
    if (frame === null) {
      await this.#ended;
      throw this.#explainDeath();
    }
    return { reply: Reply.parse(frame.head), body: frame.body };
  }

  /** Its CPU time since it started, also after its death; null when the system does not report it. */
  readCpuMilliseconds(): number | null {
    const { pid } = this.#process;
    // The pid of a process that ended may belong to another one.
    const now = pid === undefined || this.#exit !== "" ? null : readCpuMilliseconds(pid);
    this.#cpuMilliseconds = Math.max(this.#cpuMilliseconds, now ?? 0);
    return now === null && this.#cpuMilliseconds === 0 ? null : this.#cpuMilliseconds;
  }

  /** The child is killed when its CPU time exceeds this. */
  limitCpu(milliseconds: number): void {
    this.#cpuMillisecondsMax = milliseconds;
  }

  /** The request is done; the child needs no supervision until the next one. */
  rest(): void {
    clearInterval(this.#watch);
    this.#watch = undefined;
  }

  kill(reason: KillReason): void {
    this.#killedFor ??= reason;
    this.#process.kill("SIGKILL");
  }

  async waitUntilEnded(): Promise<void> {
    // Unread output would keep its pipe open, and no one reads it any more.
    this.#process.stdout.destroy();
    await this.#ended;
  }

  async #nextFrame(): Promise<Frame | null> {
    try {
      return await this.#replies.next();
    } catch (error) {
      // Cut off in the middle of a message.
      if (this.#killedFor) return null;
      // A child that sends invalid messages may have been compromised.
      this.#lastOutput += String(error);
      this.kill("aborted");
      this.#killedFor = null;
      return null;
    }
  }

  #explainDeath(): Unreadable {
    if (this.#killedFor) return new Unreadable(this.#killedFor, EXPLANATIONS[this.#killedFor]);
    if (/^memory_limit$|heap out of memory/m.test(this.#lastOutput)) {
      return new Unreadable("memory_limit", EXPLANATIONS.memory_limit);
    }
    const words = this.#lastOutput.trim().split("\n").at(-1)?.slice(0, 200) ?? "";
    return new Unreadable("crashed", `The parser ended unexpectedly (${this.#exit}) ${words}`.trim());
  }

  #recordOutput(chunk: Buffer): void {
    this.#lastOutput = (this.#lastOutput + chunk.toString("latin1")).slice(-LAST_OUTPUT_BYTES_MAX);
  }

  #end(how: string, resolve: () => void): void {
    this.#exit ||= how;
    this.rest();
    resolve();
  }

  #check(): void {
    const { pid } = this.#process;
    if ((this.readCpuMilliseconds() ?? 0) > this.#cpuMillisecondsMax) this.kill("time_limit");
    const bytes = pid === undefined ? null : readMemoryBytes(pid);
    if (bytes === null) return;
    this.memoryBytesPeak = Math.max(this.memoryBytesPeak, bytes);
    if (bytes > this.#memoryBytesMax) this.kill("memory_limit");
  }
}

const EXPLANATIONS: Record<KillReason, string> = {
  time_limit: "Reading took longer than allowed.",
  memory_limit: "Reading needed more memory than allowed.",
  aborted: "Reading was aborted.",
  reader_closed: "The reader was closed.",
};

function childArguments({ transformUrl, memoryMegabytesMax }: ChildOptions): string[] {
  const main = fileURLToPath(new URL("./child/main.ts", import.meta.url));
  const wasmPages = Math.min(memoryMegabytesMax, WASM_MEGABYTES_MAX) * WASM_PAGES_PER_MEGABYTE;
  return [
    // No files but the program's own, no network, no processes, no native code.
    "--permission",
    ...readableFolders(transformUrl).map((folder) => `--allow-fs-read=${folder}`),
    // For the guard.
    "--allow-worker",
    "--expose-gc",
    `--max-old-space-size=${Math.floor(memoryMegabytesMax / 2)}`,
    `--wasm-max-mem-pages=${wasmPages}`,
    main,
    transformUrl.href,
    String(process.pid),
    String(memoryMegabytesMax),
  ];
}

function readableFolders(transformUrl: URL): string[] {
  const here = path.dirname(fileURLToPath(import.meta.url));
  const engine = path.dirname(path.dirname(fileURLToPath(import.meta.resolve("@embedpdf/pdfium"))));
  const transform = path.dirname(fileURLToPath(transformUrl));
  const shared = ["../../kernel", "../priority"].map((folder) => path.join(here, folder));
  return [here, ...shared, engine, transform].map((folder) => path.join(folder, path.sep));
}
