import fc from "fast-check";
import { expect, it } from "vitest";
import { indexReport, reindexReports } from "../src/features/search/indexing/index-report.ts";
import { findMatches } from "../src/features/search/matching/find-matches.ts";
import { readQuery } from "../src/features/search/query/read-query.ts";
import { readScope } from "../src/features/search/query/read-scope.ts";
import { readNow } from "../src/features/search/store.ts";
import { freshDatabase } from "./database.ts";
import { addReadyReport } from "./made-up-reports.ts";

const db = await freshDatabase();
const viewer = { accountId: "none", userId: null };
const noJobs = { send: async () => {}, start: async () => {}, stop: async () => {} };
const WORDS = ["amber", "basalt", "cobalt", "dolomite", "emerald"];
const HEADINGS = ["Risk factors", "Notes to the financial statements"];
const REPORTS = 12;

for (let report = 0; report < REPORTS; report++) {
  const texts = Array.from({ length: 1 + (report % 5) * 7 }, (_, passage) =>
    WORDS.filter((_, word) => (passage * 7 + report * 3 + word * word) % 5 < 2 + (passage % 2)).join(" "),
  );
  const heading = texts.map((_, passage) => HEADINGS[passage < 5 ? 0 : 1] ?? "");
  const made = {
    accountId: null,
    texts: texts.map((text) => `${text} filler`),
    heading,
    fiscalYear: 2020 + (report % 3),
  };
  await indexReport(db, await addReadyReport({ db, jobs: noJobs }, made));
}

/** Every passage is asked by PostgreSQL itself. */
async function countDirectly(words: string | null, sections: readonly string[] | undefined) {
  return db<{ passages: number; reports: number }>`
    select count(*)::int as passages, count(distinct report_id)::int as reports from passage
    where ${words === null ? db`true` : db`words @@ ${words}::tsquery`}
      ${sections ? db`and section = any(${sections})` : db``}`;
}

const word = fc.constantFrom(...WORDS, "absent");
const clause = fc.oneof(
  word,
  word.map((one) => `-${one}`),
  fc.tuple(word, word).map(([one, other]) => `"${one} ${other}"`),
  fc.tuple(word, word).map(([one, other]) => `-"${one} ${other}"`),
  fc.tuple(word, word).map(([one, other]) => `${one} NEAR/2 ${other}`),
);
const searches = fc.record({
  text: fc
    .tuple(fc.constantFrom("title:made", ""), word, fc.array(clause, { maxLength: 4 }))
    .map((parts) => parts.flat().join(" ")),
  section: fc.constantFrom(undefined, "risk_factors" as const),
  kind: fc.constantFrom("words" as const, "anyWord" as const),
});

it("counts the passages that PostgreSQL finds with the same words, for every operator", async () => {
  const indexedUntil = await readNow(db);
  await fc.assert(
    fc.asyncProperty(searches, async ({ text, section, kind }) => {
      const read = readQuery(text);
      const sections = section && [section];
      const scope = readScope({ section: sections }, { viewer, indexedUntil, titles: read.titles });
      const { facets, latest } = await findMatches(db, scope, { words: read[kind], limit: 1_000 });
      const [expected] = await countDirectly(read[kind], sections);
      const all = facets.find(({ facet }) => facet === "all") ?? { passages: 0, reports: 0 };
      expect({ passages: all.passages, reports: all.reports }).toEqual(expected);
      expect(latest).toHaveLength(all.passages);
    }),
    { numRuns: 200 },
  );
});

it("finds every passage of a title, also those that have none of the excluded words", async () => {
  const indexedUntil = await readNow(db);
  const read = readQuery("title:made -amber");
  const scope = readScope({}, { viewer, indexedUntil, titles: read.titles });
  const { latest } = await findMatches(db, scope, { words: read.words, limit: 1_000 });
  const [expected] = await countDirectly(read.words, undefined);
  expect(expected?.passages).toBeGreaterThan(10);
  expect(latest).toHaveLength(expected?.passages ?? -1);
});

it("counts a report of several blocks once", async () => {
  const texts = Array.from({ length: 4_200 }, (_, passage) => (passage % 4_100 === 50 ? "onyx" : "filler"));
  const made = { accountId: null, texts, heading: "Risk factors" };
  const reportId = await addReadyReport({ db, jobs: noJobs }, made);
  await indexReport(db, reportId);
  const scope = readScope({}, { viewer, indexedUntil: await readNow(db) });
  const { facets, latest } = await findMatches(db, scope, { words: readQuery("onyx").words, limit: 10 });
  expect(latest).toEqual([50, 4_150].map((passage_no) => ({ report_id: reportId, passage_no })));
  for (const facet of ["all", "section"])
    expect(facets.find((count) => count.facet === facet)).toMatchObject({ passages: 2, reports: 1 });
});

it("indexes again what a node of the version without words has indexed after the migration", async () => {
  const made = { accountId: null, texts: ["jasper"], heading: "Risk factors" };
  const reportId = await addReadyReport({ db, jobs: noJobs }, made);
  await indexReport(db, reportId);
  // What such a node leaves.
  await db`update passage_report set version = 'passages-3' where report_id = ${reportId}`;
  for (const table of [db`passage_word`, db`passage_section`])
    await db`
      delete from ${table} where revision in (select revision from passage_report where report_id = ${reportId})`;
  await reindexReports(db, { after: "" });
  const scope = readScope({}, { viewer, indexedUntil: await readNow(db) });
  const { latest } = await findMatches(db, scope, { words: readQuery("jasper").words, limit: 10 });
  expect(latest).toEqual([{ report_id: reportId, passage_no: 0 }]);
});

/** Reports of which only the rows of words are there, each with these bits. */
async function fillWords(reports: number, words: readonly string[], bits: string) {
  const loaded = await freshDatabase();
  await loaded`
    insert into report (report_id, file_title, file_title_en, report_type_id, report_type_confidence, publish_date,
      fiscal_year, language, page_count, file_name, content_type, file_sha256, file_bytes, digest_state, source)
    select 'rep_' || lpad(translate(number::text, '0189', 'abcd'), 16, 'z'), 'Made up', 'Made up', 'annual_report', 1, '2025-03-01', 2024, 'en', 1, 'a.pdf',
      'application/pdf', md5(number::text) || md5(number::text), 1, 'ready', 'test'
    from generate_series(1, ${reports}::int) as number`;
  await loaded`
    insert into passage_report (report_id, version, made_from_extract, passages) select report_id, '', '', 1 from report`;
  await loaded`
    insert into passage_word (revision, block, lexeme, passages)
    select revision, 0, lexeme, ${bits}::varbit from passage_report cross join unnest(${words}::text[]) as lexeme`;
  return { loaded, scope: readScope({}, { viewer, indexedUntil: await readNow(loaded) }) };
}

it("refuses to look for a phrase in so many passages that it would take long, and counts their words", async () => {
  const [reports, passages] = [200, 4_096];
  const { loaded, scope } = await fillWords(reports, ["interest", "rate"], "1".repeat(passages));
  const find = (text: string) => findMatches(loaded, scope, { words: readQuery(text).words, limit: 10 });
  const all = (await find("interest rate")).facets.find(({ facet }) => facet === "all");
  expect(all).toMatchObject({ passages: reports * passages, reports });
  for (const text of ['"interest rate"', "interest NEAR/3 rate"])
    await expect(find(text)).rejects.toMatchObject({
      code: "invalid_input",
      detail: expect.stringContaining(String(reports * passages)),
    });
});

it("reads the words once, also when the database knows nothing of its tables yet", async () => {
  const reports = 2_000;
  const words = Array.from({ length: 20 }, (_, at) => `w${at}`);
  const { loaded, scope } = await fillWords(reports, ["§notes", ...words], "1");
  const startedAt = performance.now();
  const { latest } = await findMatches(loaded, scope, { words: null, limit: reports });
  expect(latest).toHaveLength(reports);
  // Read again for each report, they took a hundred times as long.
  expect(performance.now() - startedAt).toBeLessThan(4_000);
});
