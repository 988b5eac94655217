import { describe, expect, it, vi } from "vitest";
import { openAdmission } from "./admission.ts";

describe("the admission limit of a node", () => {
  it("gives one account its share and leaves the rest to others", () => {
    const room = openAdmission({ callsMax: 4, callsPerAccountMax: 2, isBackedUp: () => false });
    expect([room.enter("a"), room.enter("a"), room.enter("a")]).toEqual([null, null, "share_taken"]);
    expect([room.enter("b"), room.enter("c"), room.enter("d")]).toEqual([null, null, "node_full"]);
    room.leave("a");
    expect([room.enter("d"), room.callsInProgress()]).toEqual([null, 4]);
    room.close();
  });

  it("counts what an account still has running when one of its calls ends", () => {
    const room = openAdmission({ callsMax: 9, callsPerAccountMax: 2, isBackedUp: () => false });
    room.enter("a");
    room.enter("a");
    room.leave("a");
    expect([room.enter("a"), room.enter("a")]).toEqual([null, "share_taken"]);
    room.close();
  });

  it("admits no call while the database cannot keep up", () => {
    let waiting = true;
    const room = openAdmission({ callsMax: 4, callsPerAccountMax: 2, isBackedUp: () => waiting });
    expect(room.enter("a")).toBe("node_full");
    waiting = false;
    expect(room.enter("a")).toBeNull();
    room.close();
  });

  it("admits no call while the event loop is late repeatedly, but tolerates one pause", () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    let now = 0;
    const clock = vi.spyOn(performance, "now").mockImplementation(() => now);
    const room = openAdmission({ callsMax: 9, callsPerAccountMax: 9, isBackedUp: () => false });
    const answers = [2_000, 2_000, 100].map((passed) => {
      now += passed;
      vi.advanceTimersByTime(100);
      return room.enter("a");
    });
    expect(answers).toEqual([null, "node_full", null]);
    room.close();
    clock.mockRestore();
    vi.useRealTimers();
  });
});
