import { describe, expect, it } from "vitest";
import { type BreakerState, openBreaker } from "./breaker.ts";

class Outage extends Error {}

function make() {
  const clock = { now: 0 };
  const received: BreakerState[] = [];
  const breaker = openBreaker({
    service: "test",
    failuresMax: 3,
    pauseMilliseconds: 10_000,
    isOutage: (error) => error instanceof Outage,
    refuse: (seconds) => new Error(`refused for ${seconds} s`),
    notice: (state) => received.push(state),
    now: () => clock.now,
  });
  const fail = () => breaker.run(() => Promise.reject(new Outage("away")));
  const work = () => breaker.run(async () => "done");
  const open = async () => {
    for (let call = 0; call < 3; call++) await expect(fail()).rejects.toThrow("away");
  };
  return { breaker, clock, received, fail, work, open };
}

describe("a circuit breaker", () => {
  it("opens after a number of consecutive failures, and then refuses without calling", async () => {
    const { breaker, work, open } = make();
    await open();
    expect(breaker.state()).toBe("open");
    let begun = false;
    const refused = breaker.run(async () => {
      begun = true;
    });
    await expect(refused).rejects.toThrow("refused for 10 s");
    await expect(work()).rejects.toThrow("refused");
    expect(begun).toBe(false);
  });

  it("starts counting again after a success", async () => {
    const { breaker, fail, work } = make();
    for (const call of [fail, fail, work, fail, fail]) await call().catch(() => {});
    expect(breaker.state()).toBe("closed");
  });

  it("ignores errors that are answers, however frequent", async () => {
    const { breaker } = make();
    for (let call = 0; call < 9; call++)
      await expect(breaker.run(() => Promise.reject(new Error("not found")))).rejects.toThrow("not found");
    expect(breaker.state()).toBe("closed");
  });

  it("lets one call try after its pause, and the others wait for the result", async () => {
    const { breaker, clock, received, work, open } = make();
    await open();
    clock.now = 10_001;
    const probe = Promise.withResolvers<string>();
    const trying = breaker.run(() => probe.promise);
    expect(breaker.state()).toBe("half_open");
    await expect(work()).rejects.toThrow("refused");
    probe.resolve("back");
    expect([await trying, await work()]).toEqual(["back", "done"]);
    expect(received).toEqual(["open", "half_open", "closed"]);
  });

  it("pauses for the whole time again after a failed try", async () => {
    const { breaker, clock, fail, work, open } = make();
    await open();
    clock.now = 10_001;
    await expect(fail()).rejects.toThrow("away");
    expect(breaker.state()).toBe("open");
    clock.now = 20_000;
    await expect(work()).rejects.toThrow("refused for 1 s");
    clock.now = 20_002;
    expect(await work()).toBe("done");
  });

  it("passes the try to the next call when its caller gives up", async () => {
    const { breaker, clock, work, open } = make();
    await open();
    clock.now = 10_001;
    const aborted = breaker.run(() => Promise.reject(new DOMException("gone", "AbortError")));
    await expect(aborted).rejects.toThrow("gone");
    expect([breaker.state(), await work(), breaker.state()]).toEqual(["open", "done", "closed"]);
  });

  it("is not closed by a call that began before it opened", async () => {
    const { breaker, open } = make();
    const slow = Promise.withResolvers<string>();
    const early = breaker.run(() => slow.promise);
    await open();
    slow.resolve("late");
    expect([await early, breaker.state()]).toEqual(["late", "open"]);
  });
});
