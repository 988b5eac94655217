import { execFileSync } from "node:child_process";
import { getPriority } from "node:os";
import { expect, it } from "vitest";

const module = new URL("index.ts", import.meta.url).href;

it.skipIf(process.platform === "win32")("puts background work below a service that is itself niced", () => {
  const program = `
    const { lowerPriority } = await import(${JSON.stringify(module)});
    const os = await import("node:os");
    lowerPriority();
    console.log(os.getPriority());`;
  const line = ["-n", "5", process.execPath, "--input-type=module", "-e", program];
  const priority = Number(execFileSync("nice", line, { encoding: "utf8" }));
  expect(priority).toBe(Math.min(19, getPriority() + 15));
});
