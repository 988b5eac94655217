import { afterEach, expect, it } from "vitest";
import { ModelDown, ModelProcess } from "./model-process.ts";

const program = new URL("../testing/failing-model.ts", import.meta.url);
const opened: ModelProcess[] = [];
afterEach(() => Promise.all(opened.splice(0).map((one) => one.close())));

function open({ secondsMax = 60, idleSecondsMax = 60 } = {}) {
  const notices: string[] = [];
  const notice = (text: string) => void notices.push(text);
  const options = { threads: 1, nice: 0, idleSecondsMax, secondsMax, notice, program };
  const lane = new ModelProcess(options);
  opened.push(lane);
  const pid = async () => Number(await lane.compute("a", "pid"));
  return { lane, notices, pid };
}

it("replaces a process that never answers, and answers what waits behind it", async () => {
  const { lane, notices } = open({ secondsMax: 3 });
  const hanging = expect(lane.compute("a", "hang")).rejects.toThrow(ModelDown);
  const behind = lane.compute("a", "text");
  await hanging;
  expect(await behind).toBe("text");
  expect(notices).toHaveLength(2);
});

it("answers a text whose process ended with the text of another model", async () => {
  const { lane } = open();
  const other = expect(lane.compute("b", "exit")).rejects.toThrow("it ended (3)");
  expect(await lane.compute("a", "text")).toBe("text");
  await other;
});

it.skipIf(process.platform === "win32")("answers with a new process when one was stopped", async () => {
  const { lane, pid } = open({ secondsMax: 3 });
  const first = await pid();
  process.kill(first, "SIGSTOP");
  expect(await lane.compute("a", "text")).toBe("text");
  expect(await pid()).not.toBe(first);
  expect(() => process.kill(first, 0)).toThrow();
});

it("lets one model compute while another hangs", async () => {
  const { lane } = open();
  const hanging = lane.compute("a", "hang").catch((error: Error) => error.message);
  expect(await lane.compute("b", "text")).toBe("text");
  await lane.close();
  expect(await hanging).toContain("failed");
});

it("does not compute what was cancelled while it waited", async () => {
  const { lane } = open({ secondsMax: 2 });
  const cancelling = new AbortController();
  const hanging = expect(lane.compute("a", "hang")).rejects.toThrow(ModelDown);
  const waiting = expect(lane.compute("a", "text", cancelling.signal)).rejects.toThrow("no longer wanted");
  cancelling.abort(new Error("no longer wanted"));
  await Promise.all([hanging, waiting]);
});

it("ends its process when idle, and starts another for the next text", async () => {
  const { lane, pid } = open({ idleSecondsMax: 0.05 });
  const first = await pid();
  await expect.poll(() => isRunning(first)).toBe(false);
  expect(await lane.compute("a", "text")).toBe("text");
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
