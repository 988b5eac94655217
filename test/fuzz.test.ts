import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";

it("answers a short fuzz over every operation and MCP in time, without a 5xx, and as the OpenAPI file declares", async () => {
  const run = promisify(execFile)(process.execPath, ["bench/fuzz.ts", "6500", "11", "500"]);
  const { stdout } = await run.catch((error: { stdout: string }) => error);
  expect(stdout).toContain('"faults": 0');
  expect(Number(/"compared_with_openapi": (\d+)/.exec(stdout)?.[1])).toBeGreaterThan(5_000);
});
