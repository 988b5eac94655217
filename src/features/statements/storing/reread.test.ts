import { describe, expect, it } from "vitest";
import { startTestApp } from "../../../../test/app.ts";
import { type Reread, rereadStatements } from "./reread.ts";

const app = await startTestApp({ demo: true, work: false });

async function countVersions(): Promise<{ version: string; count: number }[]> {
  return app.db<{ version: string; count: number }>`
    select version, count(*)::int as count from report_statements group by version`;
}

describe("reading statements again", () => {
  it("reads each report once where a command and the service do it at the same time", async () => {
    await app.db`update report_statements set version = 'earlier'`;
    const [before] = await countVersions();
    const read = () => rereadStatements(app.tools, { after: "", all: false });
    const both = await Promise.all([read(), read()]);
    const sum = (of: (one: Reread) => number) => both.reduce((total, one) => total + of(one), 0);
    expect(sum(({ read }) => read)).toBe(before?.count);
    expect(sum(({ failed }) => failed.length)).toBe(0);
    expect((await countVersions()).map(({ count }) => count)).toEqual([before?.count]);
  });

  it("continues after the reports that an interrupted run has read, and says how far it is", async () => {
    await app.db`update report_statements set version = 'earlier'`;
    const stop = new AbortController();
    const interrupted = rereadStatements(app.tools, {
      after: "",
      all: false,
      signal: stop.signal,
      onReport: ({ read }) => {
        if (read === 3) stop.abort();
      },
    });
    await expect(interrupted).rejects.toThrow();
    const steps: number[] = [];
    const { read, current } = await rereadStatements(app.tools, {
      after: "",
      all: false,
      onReport: (soFar) => steps.push(soFar.read),
    });
    expect(current).toBe(3);
    expect(steps).toEqual(Array.from({ length: read }, (_, at) => at + 1));
  });
});
