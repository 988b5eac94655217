import { readdirSync, renameSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { freshDatabase } from "./database.ts";
import { openLoading } from "./ingest/loading.ts";
import { startPublisher } from "./ingest/publisher.ts";

/** How large files are fetched: with patience, and nothing twice. */
const { load, folder } = openLoading(await freshDatabase());
const body = "Date,Open,High,Low,Close\n2025-02-03,1,1,1,4\n";
const modified = "Mon, 03 Feb 2025 10:00:00 GMT";

describe("a download", () => {
  it("is asked for again at the moment the publisher names", async () => {
    let calls = 0;
    const { url } = await startPublisher(() =>
      ++calls === 1 ? { status: 503, headers: { "retry-after": modified } } : { body },
    );
    const startedAt = performance.now();
    await load("rates-csv", `${url}/usdpln_d.csv`);
    expect(calls).toBe(2);
    expect(performance.now() - startedAt).toBeLessThan(1_500);
  });

  it("is not repeated where the publisher only dates its files", async () => {
    const answered: number[] = [];
    const { url } = await startPublisher(({ headers }) => {
      const status = headers["if-modified-since"] === modified ? 304 : 200;
      answered.push(status);
      return status === 304 ? { status } : { body, headers: { "last-modified": modified } };
    });
    await load("rates-csv", `${url}/usdsek_d.csv`);
    expect(await load("rates-csv", `${url}/usdsek_d.csv`)).toMatchObject({ unchanged: 1 });
    expect(answered).toEqual([200, 304]);
  });

  it("begins anew when what is there of it leaves nothing to ask for", async () => {
    const answered: number[] = [];
    const { url } = await startPublisher(({ headers }) => {
      const status = headers.range ? 416 : 200;
      answered.push(status);
      return status === 416 ? { status } : { body, headers: { etag: '"1"' } };
    });
    await load("rates-csv", `${url}/usdnok_d.csv`);
    const place = path.join(folder, "sources", "rates-csv");
    // As a service leaves it that was killed after the last byte.
    for (const name of readdirSync(place).filter((file) => file.includes("usdnok_d.csv")))
      renameSync(path.join(place, name), path.join(place, name.replace("usdnok_d.csv", "usdnok_d.csv.part")));
    expect(await load("rates-csv", `${url}/usdnok_d.csv`)).toMatchObject({ unchanged: 1 });
    expect(answered).toEqual([200, 416, 200]);
  });
});
