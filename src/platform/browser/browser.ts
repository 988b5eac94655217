import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chown, mkdtemp, open, rm, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { PAGE_ADDRESS, serveOnePage } from "./one-page-server.ts";

export interface BrowserOptions {
  /** Path of the executable. */
  path: string;
  /** The browser's own sandbox; needs a machine that allows it. */
  sandbox: boolean;
  secondsMax: number;
  /** A page's resource usage grows with its size. */
  htmlBytesMax: number;
  pdfBytesMax: number;
}

export type PrintResult<Result> =
  | { outcome: "ok"; result: Result }
  | {
      outcome: "failed";
      /** `not_started` is the fault of the browser or the machine, the others are the page's. */
      reason: "time_limit" | "not_started" | "not_printed" | "too_large";
      detail: string;
    };

export interface Browser {
  /** Prints an HTML file; the PDF exists for as long as `take` runs. */
  printPdf: <Result>(
    htmlFile: string,
    take: (pdfFile: string) => Promise<Result>,
    signal: AbortSignal,
  ) => Promise<PrintResult<Result>>;
}

/**
 * A browser must not run as root. This user id is unused on any machine; it is not the usual `nobody`, which owns the
 * embedded database.
 */
const NO_USER = { uid: 65_533, gid: 65_533 };
const LAST_OUTPUT_LENGTH = 2_000;

export function openBrowser(options: BrowserOptions): Browser {
  return {
    async printPdf(htmlFile, take, signal) {
      signal.throwIfAborted();
      const { size } = await stat(htmlFile);
      if (size > options.htmlBytesMax) return failed("too_large", `The HTML has ${size} bytes.`);
      const user = process.getuid?.() === 0 ? NO_USER : null;
      const folder = await mkdtemp(path.join(os.tmpdir(), "florin-print-"));
      const server = await serveOnePage(htmlFile);
      try {
        if (user) await chown(folder, user.uid, user.gid);
        const pdf = path.join(folder, "page.pdf");
        const args = argumentsFor(options, { folder, pdf, port: server.port });
        const { late, lastOutput } = await runToEnd(options, { args, user, folder, signal });
        if (late)
          return failed("time_limit", `Printing took longer than the ${options.secondsMax} s allowed.`);
        if (!server.wasSent()) return failed("not_started", lastOutput);
        const bytes = await sizeOfPdf(pdf);
        if (bytes === null) return failed("not_printed", lastOutput);
        if (bytes > options.pdfBytesMax) return failed("too_large", `The PDF has ${bytes} bytes.`);
        return { outcome: "ok", result: await take(pdf) };
      } finally {
        await server.close();
        // Its last child processes may still be writing.
        await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
      }
    },
  };
}

function argumentsFor(
  { sandbox }: BrowserOptions,
  { folder, pdf, port }: { folder: string; pdf: string; port: number },
): string[] {
  return [
    "--headless",
    `--proxy-server=http://127.0.0.1:${port}`,
    // By default, local addresses would bypass the proxy.
    "--proxy-bypass-list=<-loopback>",
    `--user-data-dir=${path.join(folder, "profile")}`,
    `--print-to-pdf=${pdf}`,
    "--no-pdf-header-footer",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    "--disable-extensions",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    ...(sandbox ? [] : ["--no-sandbox"]),
    PAGE_ADDRESS,
  ];
}

interface Run {
  args: string[];
  user: typeof NO_USER | null;
  folder: string;
  signal: AbortSignal;
}

/** Waits for the browser, up to the limit, and leaves none of its processes behind. */
async function runToEnd(
  { path: program, secondsMax }: BrowserOptions,
  { args, user, folder, signal }: Run,
): Promise<{ late: boolean; lastOutput: string }> {
  const inTime = AbortSignal.timeout(secondsMax * 1_000);
  const browser = spawn(program, args, {
    ...user,
    // Its own process group, so that all its processes end together.
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    // Nothing from our environment, which contains secrets.
    env: { PATH: "/usr/local/bin:/usr/bin:/bin", HOME: folder, TMPDIR: folder, LANG: "C.UTF-8" },
  });
  const stop = () => endGroup(browser);
  const stopping = AbortSignal.any([inTime, signal]);
  stopping.addEventListener("abort", stop, { once: true });
  let lastOutput = "";
  const listen = (words: Buffer) => {
    lastOutput = (lastOutput + words).slice(-LAST_OUTPUT_LENGTH);
  };
  browser.stdout.on("data", listen);
  browser.stderr.on("data", listen);
  try {
    const [code] = await once(browser, "exit");
    signal.throwIfAborted();
    return { late: inTime.aborted, lastOutput: `exit ${code}: ${lastOutput.trim()}` };
  } catch (error) {
    signal.throwIfAborted();
    return { late: false, lastOutput: String(error) };
  } finally {
    stopping.removeEventListener("abort", stop);
    stop();
  }
}

function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // All processes are gone.
  }
}

/** Null when there is no PDF, or only the beginning of one. */
async function sizeOfPdf(file: string): Promise<number | null> {
  const handle = await open(file).catch(() => null);
  if (!handle) return null;
  try {
    const { size } = await handle.stat();
    const ends = Buffer.alloc(32);
    await handle.read(ends, 0, 5, 0);
    await handle.read(ends, 5, 16, Math.max(0, size - 16));
    const text = ends.toString("latin1");
    return text.startsWith("%PDF-") && text.includes("%%EOF") ? size : null;
  } finally {
    await handle.close();
  }
}

function failed(
  reason: "time_limit" | "not_started" | "not_printed" | "too_large",
  detail: string,
): { outcome: "failed"; reason: typeof reason; detail: string } {
  return { outcome: "failed", reason, detail };
}
