import { readdirSync, renameSync, truncateSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { describeDownload } from "../src/surfaces/cli/ingest-summary.ts";
import { freshDatabase } from "./database.ts";
import { openLoading } from "./ingest/loading.ts";
import { startPublisher } from "./ingest/publisher.ts";
import { startStopwatch } from "./stopwatch.ts";

/** How large files are fetched: with patience, and nothing twice. */
const { load, folder, fetched } = openLoading(await freshDatabase());
const body = "Date,Open,High,Low,Close\n2025-02-03,1,1,1,4\n";
const modified = "Mon, 03 Feb 2025 10:00:00 GMT";

describe("a download", () => {
  it("is retried at the moment the publisher names", async () => {
    let calls = 0;
    const { url } = await startPublisher(() =>
      ++calls === 1 ? { status: 503, headers: { "retry-after": modified } } : { body },
    );
    const readMilliseconds = startStopwatch();
    await load("rates-csv", `${url}/usdpln_d.csv`);
    expect(calls).toBe(2);
    expect(readMilliseconds()).toBeLessThan(1_500);
  });

  it("is postponed when the publisher asks for more time than a load may wait", async () => {
    const { url, requests } = await startPublisher(() => ({
      status: 429,
      headers: { "retry-after": "7200" },
    }));
    const sentence =
      /asks for a pause of 7200 seconds\. Start the load again then: it continues where it stopped\.$/;
    await expect(load("rates-csv", `${url}/usdczk_d.csv`)).rejects.toThrow(sentence);
    await expect(load("sec-submissions", url, { cik: "1,2" })).rejects.toThrow(sentence);
    expect(requests).toEqual(["/usdczk_d.csv", "/CIK0000000001.json"]);
  });

  it("is not repeated when the publisher only dates its files", async () => {
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

  it("reports its progress, also when it resumes", async () => {
    const { url } = await startPublisher(({ headers }) => {
      const [from] = /\d+/.exec(headers.range ?? "") ?? ["0"];
      return {
        status: headers.range ? 206 : 200,
        body: body.slice(Number(from)),
        headers: { etag: '"1"', "content-length": String(body.length - Number(from)) },
      };
    });
    const place = path.join(folder, "sources", "rates-csv");
    const address = `${url}/usdhuf_d.csv`;
    await load("rates-csv", address);
    const [file = ""] = readdirSync(place).filter((name) => name.endsWith("usdhuf_d.csv"));
    for (const end of ["", ".marks"])
      renameSync(path.join(place, file + end), path.join(place, `${file}.part${end}`));
    truncateSync(path.join(place, `${file}.part`), 20);
    expect(await load("rates-csv", address)).toMatchObject({ unchanged: 1 });
    const whole = { url: address, bytes: body.length, totalBytes: body.length };
    expect(fetched.filter((one) => one.url === address)).toEqual([whole, whole]);
    expect(describeDownload({ url: address, bytes: 3_000_000, totalBytes: 12_000_000 })).toBe(
      "████████░░░░░░░░░░░░░░░░░░░░░░  25 % 3.0 of 12.0 MB from 127.0.0.1",
    );
    expect(describeDownload({ url: address, bytes: 3_000_000, totalBytes: null })).toBe(
      "3.0 MB from 127.0.0.1",
    );
  });

  it("starts over when the partial file leaves nothing to request", async () => {
    const answered: number[] = [];
    const { url } = await startPublisher(({ headers }) => {
      const status = headers.range ? 416 : 200;
      answered.push(status);
      return status === 416 ? { status } : { body, headers: { etag: '"1"' } };
    });
    await load("rates-csv", `${url}/usdnok_d.csv`);
    const place = path.join(folder, "sources", "rates-csv");
    // The state after a kill at the last byte.
    for (const name of readdirSync(place).filter((file) => file.includes("usdnok_d.csv")))
      renameSync(path.join(place, name), path.join(place, name.replace("usdnok_d.csv", "usdnok_d.csv.part")));
    expect(await load("rates-csv", `${url}/usdnok_d.csv`)).toMatchObject({ unchanged: 1 });
    expect(answered).toEqual([200, 416, 200]);
  });
});
