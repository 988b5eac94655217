import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { rememberFound } from "./remember-found.ts";

it("asks once for what it found, again after a while, and each time for what it did not find", async () => {
  const asked: string[] = [];
  const load = async (key: string) => {
    asked.push(key);
    return key === "missing" ? undefined : key.toUpperCase();
  };
  const find = rememberFound(load, { seconds: 0.05, keysMax: 10 });
  expect(await Promise.all([find("a"), find("a"), find("missing")])).toEqual(["A", "A", undefined]);
  await find("a");
  await find("missing");
  await sleep(60);
  await find("a");
  expect(asked).toEqual(["a", "missing", "missing", "a"]);
});

it("forgets a failure at once, and the oldest when there are too many", async () => {
  let failing = true;
  const asked: string[] = [];
  const load = async (key: string) => {
    asked.push(key);
    if (failing) throw new Error("down");
    return key;
  };
  const find = rememberFound(load, { seconds: 60, keysMax: 2 });
  await expect(find("a")).rejects.toThrow("down");
  failing = false;
  for (const key of ["a", "b", "c", "a", "c"]) await find(key);
  expect(asked).toEqual(["a", "a", "b", "c", "a"]);
});
