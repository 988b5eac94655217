import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { buildPdf, text } from "./testing/pdf-builder.ts";
import { testFolder, testReader } from "./testing/test-reader.ts";

const FAILING = new URL("./testing/failing-transform.ts", import.meta.url);
const PRYING = new URL("./testing/prying-transform.ts", import.meta.url);
const STUCK = new URL("./testing/stuck-transform.ts", import.meta.url);
const WORDS = new URL("./testing/words-transform.ts", import.meta.url);
const save = testFolder();
const page = (words: string) => ({ content: text(72, 700, words) });
const fullPage = {
  content: Array.from({ length: 60 }, (_, line) => text(20, 20 + line * 12, "figures ".repeat(12))).join(""),
};
const small = save("small.pdf", buildPdf({ pages: [page("one"), page("two"), page("three")] }));

/** Each form draws the next one twice: forty of them would be a million million drawings. */
function bomb(): Buffer {
  const streams = Array.from({ length: 40 }, (_, at) => ({
    entries: `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X ${101 + at} 0 R >> >>`,
    bytes: Buffer.from(at < 39 ? "/X Do /X Do" : "0 0 1 1 re f"),
  }));
  const pages = [page("before"), { content: "/X Do" }, page("after")];
  return buildPdf({ pages, streams, resources: "/XObject << /X 100 0 R >>" });
}

describe("an unreadable file", () => {
  const reader = testReader();
  const valid = buildPdf({ pages: [page("one")] });

  it.each([
    ["not_a_pdf", "plain words, nothing else"],
    ["not_a_pdf", ""],
    ["damaged_pdf", "%PDF-1.7 and then nothing that a reader could follow"],
    ["password_required", buildPdf({ pages: [page("one")], userPassword: "secret" })],
    ["too_many_pages", buildPdf({ pages: Array.from({ length: 51 }, () => page("x")) })],
    ["too_much_text", buildPdf({ pages: Array.from({ length: 40 }, () => fullPage) })],
  ])("fails with the reason %s", async (reason, bytes) => {
    const reading = await reader.read(save("unreadable.pdf", bytes));
    expect(reading).toMatchObject({ outcome: "failed", reason });
    expect(reading).toHaveProperty("detail", expect.stringMatching(/./));
  });

  it("fails with file_unreadable when it does not exist", async () => {
    const reading = await reader.read(`${small}.missing`);
    expect(reading).toMatchObject({ outcome: "failed", reason: "file_unreadable" });
  });

  it("fails with file_too_large beyond the size limit", async () => {
    const strict = testReader(WORDS, { fileMegabytesMax: 0.0001 });
    expect(await strict.read(small)).toMatchObject({ outcome: "failed", reason: "file_too_large" });
  });

  it("leaves the reader fully working", async () => {
    for (const cut of [50, 200, 400]) {
      const reading = await reader.read(save("cut.pdf", valid.subarray(0, cut)));
      expect(reading.outcome).toBe("failed");
    }
    expect(await reader.read(small)).toMatchObject({ outcome: "ok", pagesRead: 3 });
  });
});

describe("a page that crashes its reader", () => {
  it("is skipped with its reason when it needs too much memory, and the others are read in order", async () => {
    const reader = testReader(WORDS, { memoryMegabytesMax: 300 });
    const read: unknown[] = [];
    const reading = await reader.read(save("bomb.pdf", bomb()), {
      onPage: ({ page, result }) => void read.push([page, result.pagesBefore, result.words[0]?.text]),
    });
    // The page after the bomb knows of the one before it, though another process read it.
    expect(read).toEqual([
      [1, 0, "before"],
      [3, 1, "after"],
    ]);
    expect(reading).toMatchObject({ outcome: "ok", pageCount: 3, pagesRead: 2 });
    expect(reading.failedPages).toMatchObject([{ page: 2, reason: "memory_limit" }]);
    expect(reading.memoryMegabytesPeak).toBeLessThan(500);
  });

  it("is skipped when it takes too long, while the service stays responsive", async () => {
    const reader = testReader(STUCK, { pageCpuSecondsMax: 1.5 });
    let turns = 0;
    const timer = setInterval(() => turns++, 10);
    const reading = await reader.read(small);
    clearInterval(timer);
    expect(reading).toMatchObject({ outcome: "ok", pagesRead: 2 });
    expect(reading.failedPages).toMatchObject([{ page: 2, reason: "time_limit" }]);
    expect(turns).toBeGreaterThan(50);
  });

  it("ends the document when the document's own time is up", async () => {
    const reader = testReader(STUCK, { cpuSecondsMax: 1.5 });
    const reading = await reader.read(small);
    expect(reading).toMatchObject({ outcome: "failed", reason: "time_limit", pagesRead: 1 });
  });

  it.runIf(process.platform === "linux")(
    "is read however long it takes when only the machine is busy",
    async () => {
      const begun = performance.now();
      const reader = testReader(WORDS, { pageCpuSecondsMax: 1, cpuSecondsMax: 5, charactersMax: 1_000_000 });
      const many = save("many.pdf", buildPdf({ pages: Array.from({ length: 45 }, () => fullPage) }));
      const reading = await reader.read(many, {
        onPage({ page }) {
          if (page !== 1) return;
          // Nothing runs for longer than the page or the document may take.
          const child = readingChild();
          process.kill(child, "SIGSTOP");
          setTimeout(() => process.kill(child, "SIGCONT"), 6_000);
        },
      });
      expect(reading).toMatchObject({ outcome: "ok", pagesRead: 45, failedPages: [] });
      expect(performance.now() - begun).toBeGreaterThan(6_000);
      expect(reading.seconds).toBeLessThan(5);
    },
  );

  it.runIf(process.platform === "linux")(
    "is skipped when its reader makes no progress, and the next reader goes on",
    async () => {
      const reader = testReader(WORDS, { pageCpuSecondsMax: 0.5, charactersMax: 1_000_000 });
      const many = save("many.pdf", buildPdf({ pages: Array.from({ length: 45 }, () => fullPage) }));
      const reading = await reader.read(many, {
        onPage({ page }) {
          if (page === 1) process.kill(readingChild(), "SIGSTOP");
        },
      });
      expect(reading).toMatchObject({ outcome: "ok", pagesRead: 44 });
      expect(reading.failedPages).toMatchObject([{ reason: "time_limit" }]);
    },
  );

  it("is skipped when its transform fails", async () => {
    const reader = testReader(FAILING);
    const reading = await reader.read(small);
    expect(reading).toMatchObject({ outcome: "ok", pagesRead: 2 });
    expect(reading.failedPages).toEqual([
      { page: 2, reason: "transform_failed", detail: "no way to lay this out" },
    ]);
  });
});

describe("a child process", () => {
  it("can reach no file, no process, no network and no configuration", async () => {
    const reader = testReader<Record<string, unknown>>(PRYING);
    const found: unknown[] = [];
    await reader.read(small, { onPage: ({ result }) => void found.push(result) });
    expect(found.at(-1)).toEqual({
      readsFiles: "ERR_ACCESS_DENIED",
      writesFiles: "ERR_ACCESS_DENIED",
      startsProcesses: "ERR_ACCESS_DENIED",
      opensConnections: "ERR_ACCESS_DENIED",
      environment: [],
    });
  });

  it("measures its own memory where the system does not", async () => {
    // Without the system's help its time is wall-clock time, of which a busy machine takes any amount.
    const limits = { memoryMegabytesMax: 300, pageCpuSecondsMax: 300, cpuSecondsMax: 300 };
    const reader = testReader(WORDS, limits);
    const platform = Object.getOwnPropertyDescriptor(process, "platform") ?? {};
    // Only this process is deceived: it stops looking at the child from outside.
    Object.defineProperty(process, "platform", { ...platform, value: "darwin" });
    try {
      const reading = await reader.read(save("bomb.pdf", bomb()));
      expect(reading.failedPages).toMatchObject([{ page: 2, reason: "memory_limit" }]);
      expect(reading.memoryMegabytesPeak).toBe(0);
    } finally {
      Object.defineProperty(process, "platform", platform);
    }
  });

  // A service that is killed has no chance to tidy up; what it started must notice by itself.
  it.runIf(process.platform === "linux")(
    "dies when the service is killed, even while it is stuck",
    async () => {
      const host = fileURLToPath(new URL("./testing/host.ts", import.meta.url));
      const service = spawn(process.execPath, [host, small], { stdio: "ignore" });
      const child = await waitFor(() => childOf(service.pid ?? 0));
      // A child that has worked for a second is past its start, and stuck on the page.
      await waitFor(() => (processorTicks(child) > 100 ? true : undefined));
      service.kill("SIGKILL");
      await waitFor(() => (isAlive(child) ? undefined : true));
    },
  );
});

async function waitFor<Found>(look: () => Found | undefined): Promise<Found> {
  for (;;) {
    const found = look();
    if (found !== undefined) return found;
    await pause(100);
  }
}

/** Processor time in hundredths of a second. */
function processorTicks(pid: number): number {
  const [, , , , , , , , , , , user = "0", system = "0"] = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  return Number(user) + Number(system);
}

/** The newest: those of earlier tests may still wait for work. */
function readingChild(): number {
  return Math.max(
    ...childrenOf(process.pid).filter((pid) =>
      readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("pdf/child/main.ts"),
    ),
  );
}

function childrenOf(parent: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentOf(pid) === parent);
}

function childOf(parent: number): number | undefined {
  return childrenOf(parent)[0];
}

function parentOf(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const [state, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return state === "Z" ? null : Number(parent);
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  return parentOf(pid) !== null;
}
