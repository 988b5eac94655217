import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { freshDatabase } from "../../../../test/database.ts";
import { loadDemoCompanies } from "../../companies/index.ts";
import { loadDemoNews } from "../importing/import-file.ts";
import { linkCompanies } from "./link-companies.ts";
import { LABELLED_HEADLINES } from "./testing/labelled-headlines.ts";

const DEMO = new URL("../../../../demo/", import.meta.url);
const db = await freshDatabase();
await loadDemoCompanies(db, DEMO.pathname);

/** All tickers of a company on the US markets, since a share class is as good a label as another. */
const tickers = Map.groupBy(
  await db<{ svc_entity_id: string; ticker: string }>`
    select c.svc_entity_id, s.ticker from company c join security s using (company_no)
    where s.mic in ('XNYS', 'XNAS')`,
  ({ svc_entity_id }) => svc_entity_id,
);

async function linkHeadlines(texts: readonly string[]): Promise<string[][][]> {
  const linked = await linkCompanies(
    db,
    texts.map((title) => ({ title, snippet: "", body: "", language: "en" })),
  );
  return linked.map((ids) => ids.map((id) => tickers.get(id)?.map(({ ticker }) => ticker) ?? [id]));
}

describe("company mentions", () => {
  it("are linked with a precision of at least 0.96 on 300 headlines", async () => {
    expect(LABELLED_HEADLINES.length).toBeGreaterThanOrEqual(300);
    const linked = await linkHeadlines(LABELLED_HEADLINES.map(({ text }) => text));
    const judged = LABELLED_HEADLINES.flatMap(({ text, tickers, open }, at) => {
      const found = linked[at] ?? [];
      const counted = found.filter((names) => !names.some((ticker) => open.includes(ticker)));
      const wrong = counted.filter((names) => !names.some((ticker) => tickers.includes(ticker)));
      const missed = tickers.filter((ticker) => !found.some((names) => names.includes(ticker)));
      return [{ text, right: counted.length - wrong.length, wrong, missed }];
    });
    const right = judged.reduce((sum, line) => sum + line.right, 0);
    const wrong = judged.filter((line) => line.wrong.length > 0);
    const missed = judged.reduce((sum, line) => sum + line.missed.length, 0);
    const precision = right / (right + wrong.length);
    const getCached = right / (right + missed);
    expect(precision).toBeGreaterThanOrEqual(0.96);
    expect(getCached).toBeGreaterThanOrEqual(0.8);
  });

  it("are linked in all three languages of the demo", async () => {
    await loadDemoNews(db, new URL("fictional/news/articles.jsonl", DEMO).pathname);
    const lines = <T>(name: string) =>
      readFileSync(new URL(`fictional/news/${name}`, DEMO), "utf8")
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as T);
    const links = new Map(
      lines<{ id: string; link: string }>("articles.jsonl").map(({ id, link }) => [id, link]),
    );
    const rows = await db<{ link: string; language: string; svc_entity_id: string[] }>`
      select link, language, svc_entity_id from article`;
    const found = new Map(rows.map((row) => [row.link, row]));
    const counts = new Map<string, { right: number; wrong: number; missed: number }>();
    for (const { id, svc_entity_id } of lines<{ id: string; svc_entity_id: string[] }>("labels.jsonl")) {
      const row = found.get(links.get(id) ?? "");
      const linked = row?.svc_entity_id ?? [];
      const count = counts.get(row?.language ?? "") ?? { right: 0, wrong: 0, missed: 0 };
      count.right += linked.filter((one) => svc_entity_id.includes(one)).length;
      count.wrong += linked.filter((one) => !svc_entity_id.includes(one)).length;
      count.missed += svc_entity_id.filter((one) => !linked.includes(one)).length;
      counts.set(row?.language ?? "", count);
    }
    for (const { right, wrong, missed } of counts.values()) {
      expect(right / (right + wrong)).toBeGreaterThanOrEqual(0.97);
      expect(right / (right + missed)).toBeGreaterThanOrEqual(0.8);
    }
  });
});
