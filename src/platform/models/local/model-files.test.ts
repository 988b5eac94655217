import { readFileSync, statSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { CURRENT_MODEL, EARLIER_MODEL, requireWeights } from "./model-files.ts";

describe.each([CURRENT_MODEL, EARLIER_MODEL])("the weights of $name", (model) => {
  it("are the measured ones, at most 40 MB, and their model card names their hash", async () => {
    await requireWeights(model);
    expect(statSync(model.weights).size).toBeLessThanOrEqual(40_000_000);
    expect(readFileSync(`models/${model.name}/README.md`, "utf8")).toContain(model.sha256);
  });

  it("are refused when their hash differs", async () => {
    const other = { ...model, sha256: "0".repeat(64) };
    await expect(requireWeights(other)).rejects.toThrow("the wrong hash");
  });
});
