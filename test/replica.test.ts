import { describe, expect, it } from "vitest";
import { loadCompanies } from "../src/features/companies/index.ts";
import { startTestApp } from "./app.ts";
import { onTestFileEnd } from "./cleanup.ts";
import { startPostgresPair } from "./postgres-pair.ts";

/** Only in the run on a separate server: the pair uses the same binaries. */
const isHere = process.env.FLORIN_TEST_SERVER === "server";

async function openPair() {
  const pair = await startPostgresPair();
  if (!pair) throw new Error("no PostgreSQL to make a pair of");
  onTestFileEnd(() => pair.stop());
  const app = await startTestApp({
    database_url: pair.primaryUrl,
    database_read_url: pair.standbyUrl,
    rate_factor: 1_000,
  });
  return { pair, app };
}

describe.runIf(isHere)("reads from a streaming replica", () => {
  it("serve companies but never an account's own data, and continue unnoticed when the replica fails", async () => {
    const { pair, app } = await openPair();
    const { key } = await app.addAccount({ credits: 500 });
    const post = (path: string, body: object) => app.call("POST", path, { key, body });
    const find = async (name: string) =>
      (await post("/v1/company_report/company_search", { name })).json.data.length as number;
    const add = (name: string, number: number) =>
      loadCompanies(app.db, { name: "test", reference: "t", licence: "none", source_date: "2026-01-02" }, [
        { svc_entity_id: `ent_replica00${number}`, name, country: "DE", exchange: null, securities: [] },
      ]);
    await add("Quillmere Dredging", 1);
    await expect.poll(() => find("Quillmere Dredging")).toBe(1);

    // From here on the replica does not advance, like one that is far behind.
    await pair.query(pair.standbyUrl, "select pg_wal_replay_pause()");
    await add("Larkfield Looms", 2);
    expect(await find("Larkfield Looms")).toBe(0);

    // Read your writes: what an account owns or pays with comes from the primary.
    const fresh = await app.addAccount({ credits: 50 });
    const charged = await app.call("POST", "/v1/company_report/company_search", {
      key: fresh.key,
      body: { name: "Quillmere Dredging" },
    });
    const balance = await app.call("GET", "/v1/account/balance", { key: fresh.key });
    const spent = Number(charged.headers.get("x-credits-charged"));
    expect([charged.status, spent > 0, balance.json.data.available]).toEqual([200, true, 50 - spent]);
    const form = new FormData();
    form.set("title", "Own report");
    form.set("file", new Blob(["%PDF-1.4\n1 0 obj\n<<>>\nendobj\n%%EOF"]), "own.pdf");
    const uploaded = await app.call("POST", "/v1/company_report/upload", { key, form });
    const { report_id } = uploaded.json.data;
    const found = await app.call("GET", `/v1/company_report/certificate?report_id=${report_id}`, { key });
    expect(found.status).toBe(200);
    const listed = await post("/v1/company_report/report_search", {});
    expect(listed.json.data.reports.map((report: { report_id: string }) => report.report_id)).toEqual([
      report_id,
    ]);
    const hook = await post("/v1/webhook/create", { url: "https://example.com/hook" });
    const hooks = await app.call("GET", "/v1/webhook/list", { key });
    expect([hook.status, hooks.text.includes("example.com/hook")]).toEqual([200, true]);

    // It catches up, and is asked again.
    await pair.query(pair.standbyUrl, "select pg_wal_replay_resume()");
    await expect.poll(() => find("Larkfield Looms")).toBe(1);

    await pair.dropStandby();
    expect([await find("Larkfield Looms"), await find("Quillmere Dredging")]).toEqual([1, 1]);
  });
});
