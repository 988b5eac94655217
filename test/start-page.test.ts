import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { startTestApp } from "./app.ts";

const app = await startTestApp({ demo: true, rate_factor: 1_000 });
const { key } = await app.addAccount({ credits: 1_000 });
const env = { ...process.env, FLORIN_URL: app.baseUrl, FLORIN_API_KEY: key };
const text = readFileSync("docs/start.md", "utf8");
const sections = text.split(/^## /m).slice(1);

/** What the output of each section must have, by its number. */
const EXPECTED = [
  /"svc_entity_id":"ent_/,
  /Operating margin.*16\.2%.*"page":12/,
  /operating_margin/,
  /"hits":\[\{/,
  /"spent":\d/,
];

describe("the five minutes in docs/start.md", () => {
  const steps = sections.flatMap((section) =>
    [...section.matchAll(/^```bash\n(.*?)^```/gms)].map(([, script = ""]) => ({
      title: section.split("\n", 1)[0] ?? "",
      script,
    })),
  );

  it("has a result to compare for every step", () => {
    expect(steps).toHaveLength(EXPECTED.length);
  });

  it.each(steps.map((step, index) => ({ ...step, expected: EXPECTED[index] ?? /^$/ })))(
    "works as printed: $title",
    async ({ script, expected }) => {
      const { stdout } = await promisify(execFile)("bash", ["-euo", "pipefail", "-c", script], { env });
      expect(stdout).toMatch(expected);
    },
  );

  it("says why each other block is not run", () => {
    for (const [, tag = ""] of text.matchAll(/^```([^\n]+)$/gm)) expect(tag).toMatch(/^bash($| not-run \w+)/);
  });
});
