import { expect, it, vi } from "vitest";
import { SharedWork } from "./shared-work.ts";

function open() {
  const shared = new SharedWork<string>();
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const start = vi.fn((_signal: AbortSignal) => promise);
  const join = (signal?: AbortSignal) => shared.join("key", signal, start);
  const isCancelled = (turn = 0) => start.mock.calls[turn]?.[0].aborted;
  return { shared, resolve, reject, start, join, isCancelled };
}

it("does the same work once for all who ask at the same time", async () => {
  const { shared, resolve, start, join } = open();
  const both = Promise.all([join(), join()]);
  resolve("done");
  expect(await both).toEqual(["done", "done"]);
  expect(start).toHaveBeenCalledTimes(1);
  expect(shared.size).toBe(0);
});

it("continues for others when one who asked is cancelled, whoever was first", async () => {
  const { resolve, join, isCancelled } = open();
  const first = new AbortController();
  const cancelled = expect(join(first.signal)).rejects.toThrow("left");
  const other = join(new AbortController().signal);
  first.abort(new Error("left"));
  await cancelled;
  expect(isCancelled()).toBe(false);
  resolve("done");
  expect(await other).toBe("done");
});

it("is cancelled when all who asked are, and begins again for the next", async () => {
  const { resolve, start, join, isCancelled } = open();
  const only = new AbortController();
  const cancelled = expect(join(only.signal)).rejects.toThrow();
  only.abort();
  await cancelled;
  expect(isCancelled()).toBe(true);
  const next = join();
  resolve("done");
  expect(await next).toBe("done");
  expect(start).toHaveBeenCalledTimes(2);
  expect(isCancelled(0)).toBe(true);
});

it("fails for all who asked, and not for the next", async () => {
  const { shared, reject, join } = open();
  const both = Promise.allSettled([join(), join()]);
  reject(new Error("broken"));
  expect((await both).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await shared.join("key", undefined, async () => "done")).toBe("done");
});
