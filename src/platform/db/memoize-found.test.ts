import { expect, it } from "vitest";
import { memoizeFound } from "./memoize-found.ts";

it("caches what it found for a while, and never caches a miss", async () => {
  const requests: string[] = [];
  const load = async (key: string) => {
    requests.push(key);
    return key === "missing" ? undefined : key.toUpperCase();
  };
  const find = memoizeFound(load, { seconds: 0.05, keysMax: 10 });
  expect(await Promise.all([find("a"), find("a"), find("missing")])).toEqual(["A", "A", undefined]);
  await find("a");
  await find("missing");
  expect(requests).toEqual(["a", "missing", "missing"]);
  await expect.poll(() => find("a").then(() => requests)).toEqual(["a", "missing", "missing", "a"]);
});

it("forgets a failure at once, and the oldest entry when there are too many", async () => {
  let failing = true;
  const requests: string[] = [];
  const load = async (key: string) => {
    requests.push(key);
    if (failing) throw new Error("down");
    return key;
  };
  const find = memoizeFound(load, { seconds: 60, keysMax: 2 });
  await expect(find("a")).rejects.toThrow("down");
  failing = false;
  for (const key of ["a", "b", "c", "a", "c"]) await find(key);
  expect(requests).toEqual(["a", "a", "b", "c", "a"]);
});
