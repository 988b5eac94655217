import fc from "fast-check";
import { expect, it } from "vitest";
import { loadCompanies } from "../src/features/companies/index.ts";
import { stemWord } from "../src/features/news/index.ts";
import { indexReport } from "../src/features/search/indexing/index-report.ts";
import { readQuery } from "../src/features/search/query/read-query.ts";
import { type FilterInput, readScope } from "../src/features/search/query/read-scope.ts";
import { type FoundPassage, searchPassages } from "../src/features/search/search-passages.ts";
import { readNow } from "../src/features/search/store.ts";
import { mayReadReport, type Viewer } from "../src/kernel/viewer.ts";
import { freshDatabase } from "./database.ts";
import { companiesOf } from "./made-up-companies.ts";
import { addReadyReport, type MadeUpReport } from "./made-up-reports.ts";

/*
 * The search compared with a loop over all texts, which knows nothing of vectors of words, rows of bits or SQL: the same
 * passages, totals and facets for random reports, readers, queries and filters, also after reports were deleted, shared
 * with others, indexed again or are no longer ready.
 */
const db = await freshDatabase();
const noJobs = { send: async () => {}, start: async () => {}, stop: async () => {} };
const noModel = async () => {
  throw new Error("words need no model");
};
const embedder = {
  model: "none",
  revision: "1",
  dimension: 384,
  normalised: true,
  embed: noModel,
  embedAs: noModel,
};
const tools = { db, embedder, vectors: { nearest: noModel } };

const [ONE, OTHER] = ["acc_oracleone", "acc_oracletwo"];
const VIEWERS: readonly Viewer[] = [
  { accountId: ONE, userId: "usr_ann" },
  { accountId: ONE, userId: "usr_bob" },
  { accountId: ONE, userId: null },
  { accountId: OTHER, userId: null },
];
for (const id of [ONE, OTHER]) await db`insert into account (id, name) values (${id}, 'Test')`;
const COMPANIES = [
  companiesOf("GB", "XLON")("British Ltd", { primary_sector_id: "isic:C24" }),
  companiesOf("DE", "XETR")("Deutsche AG", { primary_sector_id: "isic:C26" }),
];
const source = { name: "test", reference: "", licence: "own", source_date: "2025-01-01" };
await loadCompanies(db, source, COMPANIES);

const WORDS = ["rate", "rates", "bank", "banks", "Aktie", "Aktien", "ventes", "vente", "cobalt", "amber"];
const SECTIONS = { "Risk factors": "risk_factors", "Corporate governance": "governance" } as const;

interface Known extends MadeUpReport {
  report_id: string;
  heading: readonly (keyof typeof SECTIONS)[];
  isReady: boolean;
}

const heading = fc.constantFrom("Risk factors" as const, "Corporate governance" as const);
const passages = fc.array(
  fc.tuple(heading, fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 6 })),
  { maxLength: 6 },
);
const owner = fc.constantFrom(
  { accountId: null, readers: null },
  { accountId: ONE, readers: null },
  { accountId: ONE, readers: ["usr_ann"] },
  { accountId: ONE, readers: ["usr_bob", "usr_ann"] },
  { accountId: OTHER, readers: null },
);
const madeUp = fc.record({
  owner,
  passages,
  language: fc.constantFrom("en", "de", "fr", null),
  fiscalYear: fc.constantFrom(2022, 2023, 2024),
  publishDate: fc.constantFrom("2023-03-01", "2024-03-01", null),
  reportType: fc.constantFrom("annual_report", "quarterly_report"),
  company: fc.constantFrom(0, 1, 2),
  title: fc.constantFrom("Annual report", "Quarterly figures"),
});

const reports: Known[] = [];
for (const { owner: by, passages: of, company, ...facts } of fc.sample(madeUp, { numRuns: 50, seed: 7 })) {
  const report = {
    ...facts,
    ...by,
    texts: of.map(([, words]) => words.join(" ")),
    heading: of.map(([name]) => name),
    svcEntityId: COMPANIES[company]?.svc_entity_id ?? null,
  };
  const report_id = await addReadyReport({ db, jobs: noJobs }, report);
  await indexReport(db, report_id);
  reports.push({ ...report, report_id, isReady: true });
}

type Part =
  | { kind: "word"; word: string }
  | { kind: "not"; word: string }
  | { kind: "phrase"; words: readonly [string, string] }
  | { kind: "near"; words: readonly [string, string]; distance: number };

const word = fc.constantFrom(...WORDS, "absent");
const pair = fc.tuple(word, word);
const part: fc.Arbitrary<Part> = fc.oneof(
  { weight: 3, arbitrary: word.map((one) => ({ kind: "word" as const, word: one })) },
  { weight: 1, arbitrary: word.map((one) => ({ kind: "not" as const, word: one })) },
  { weight: 1, arbitrary: pair.map((words) => ({ kind: "phrase" as const, words })) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(pair, fc.integer({ min: 1, max: 4 }))
      .map(([words, distance]) => ({ kind: "near" as const, words, distance })),
  },
);
const filters: fc.Arbitrary<FilterInput> = fc.record(
  {
    section: fc.constantFrom(["risk_factors" as const], ["governance" as const, "notes" as const]),
    fiscal_year: fc.constantFrom([2022], [2023, 2024]),
    language: fc.constantFrom("en", "de"),
    report_type: fc.constant(["quarterly_report"]),
    start_date: fc.constant("2024-01-01"),
    country: fc.constant("gb"),
    svc_entity_id: fc.constant(COMPANIES.map(({ svc_entity_id }) => svc_entity_id)),
    report_id: fc.constant(reports.slice(0, 25).map(({ report_id }) => report_id)),
  },
  { requiredKeys: [] },
);
const fewFilters = fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: filters });
const title = fc.constantFrom(null, null, null, "title:annual", "-title:annual");

function write(parts: readonly Part[], of: string | null): string {
  const written = parts.map((one) => {
    if (one.kind === "word") return one.word;
    if (one.kind === "not") return `-${one.word}`;
    return one.kind === "phrase" ? `"${one.words.join(" ")}"` : one.words.join(` NEAR/${one.distance} `);
  });
  return [...written, ...(of === null ? [] : [of])].join(" ");
}

interface Passage {
  report: Known;
  passage_no: number;
  section: string;
  text: string;
}

/** Whether a word of a text is a form of the word that is asked for. */
function isForm(written: string, asked: string, language: string | null): boolean {
  const [there, wanted] = [written.toLowerCase(), asked.toLowerCase()];
  const forms = [wanted, stemWord(wanted, "en"), stemWord(wanted, "de")];
  return forms.includes(there) || forms.includes(stemWord(there, language ?? "und"));
}

function has({ text, report: { language = "en" } }: Passage, one: Part): boolean {
  const words = text.split(" ");
  const placesOf = (asked: string) =>
    words.flatMap((there, at) => (isForm(there, asked, language) ? [at] : []));
  if (one.kind === "word") return placesOf(one.word).length > 0;
  if (one.kind === "not") return placesOf(one.word).length === 0;
  const [before, after] = one.words;
  if (one.kind === "near")
    return placesOf(before).some((from) =>
      placesOf(after).some((to) => from !== to && Math.abs(from - to) <= one.distance),
    );
  // A phrase is found in exactly this form, or as the stem of what is there.
  const isThere = (at: number, asked: string) =>
    [words[at]?.toLowerCase(), stemWord(words[at]?.toLowerCase() ?? "", language ?? "und")].includes(
      asked.toLowerCase(),
    );
  return words.some((_, at) => isThere(at, before) && isThere(at + 1, after));
}

function isInScope(
  { report, section }: Passage,
  viewer: Viewer,
  of: string | null,
  filter: FilterInput,
): boolean {
  const company = COMPANIES.find(({ svc_entity_id }) => svc_entity_id === report.svcEntityId);
  const isAnnual = report.title === "Annual report";
  return (
    report.isReady &&
    mayReadReport(viewer, { account_id: report.accountId, readers: report.readers ?? null }) &&
    (of === null || isAnnual === (of === "title:annual")) &&
    (filter.section?.some((one) => one === section) ?? true) &&
    (filter.fiscal_year?.includes(report.fiscalYear ?? 0) ?? true) &&
    (filter.language === undefined || filter.language === report.language) &&
    (filter.report_type?.includes(report.reportType ?? "") ?? true) &&
    (filter.start_date === undefined || (report.publishDate ?? "") >= filter.start_date) &&
    (filter.country === undefined || company?.country === "GB") &&
    (filter.svc_entity_id?.includes(report.svcEntityId ?? "") ?? true) &&
    (filter.report_id?.includes(report.report_id) ?? true)
  );
}

const idOf = ({ report_id, passage_no }: { report_id: string; passage_no: number }) =>
  `${report_id}#${passage_no}`;

/** The facets of these passages, as sorted lines of facet, value, passages and reports. */
function countFacets(found: readonly Passage[]): string[] {
  const company = ({ report }: Passage) => COMPANIES.find((one) => one.svc_entity_id === report.svcEntityId);
  const values: Record<string, (passage: Passage) => string | number | null | undefined> = {
    all: () => "",
    section: ({ section }) => section,
    company: ({ report }) => report.svcEntityId,
    report_type: ({ report }) => report.reportType,
    fiscal_year: ({ report }) => report.fiscalYear,
    language: ({ report }) => report.language,
    country: (passage) => company(passage)?.country,
    sector: (passage) => company(passage)?.primary_sector_id,
  };
  return Object.entries(values)
    .flatMap(([facet, read]) =>
      [...Map.groupBy(found, read)]
        .filter(([value]) => value !== null && value !== undefined)
        .map(([value, of]) =>
          [facet, value, of.length, new Set(of.map(({ report }) => report)).size].join(" "),
        ),
    )
    .sort();
}

interface Asked {
  viewer: Viewer;
  parts: readonly Part[];
  title: string | null;
  filter: FilterInput;
}

async function searchAll({ viewer, parts, title: of, filter }: Asked) {
  const text = write(parts, of);
  const query = readQuery(text);
  const scope = readScope(filter, { viewer, indexedUntil: await readNow(db), titles: query.titles });
  const found: FoundPassage[] = [];
  for (let offset = 0; ; offset += 9) {
    const page = await searchPassages(tools, { text, query, scope, mode: "words", offset, limit: 9 });
    found.push(...page.passages);
    if (!page.hasMore) return { ...page, passages: found };
  }
}

function expectedOf({ viewer, parts, title: of, filter }: Asked): { matched: string; passages: Passage[] } {
  const all = reports
    .flatMap((report) =>
      report.texts.map((text, passage_no) => {
        const [name = "Risk factors"] = [report.heading[passage_no]];
        return { report, passage_no, text, section: SECTIONS[name] };
      }),
    )
    .filter((passage) => isInScope(passage, viewer, of, filter));
  const passages = all.filter((passage) => parts.every((one) => has(passage, one)));
  const isPlain = of === null && parts.length > 1 && parts.every(({ kind }) => kind === "word");
  if (passages.length > 0 || !isPlain) return { matched: "all_words", passages };
  return { matched: "any_word", passages: all.filter((passage) => parts.some((one) => has(passage, one))) };
}

async function compare(asked: Asked): Promise<void> {
  const found = await searchAll(asked);
  const { matched, passages } = expectedOf(asked);
  expect(found.matched).toBe(matched);
  const facets = found.facets.map(({ facet, value, ...count }) =>
    [facet, value, count.passages, count.reports].join(" "),
  );
  expect(facets.sort()).toEqual(countFacets(passages));
  const shown = found.passages.flatMap(({ copies, ...passage }) => [passage, ...copies].map(idOf));
  expect(shown.sort()).toEqual(
    passages.map(({ report: { report_id }, passage_no }) => idOf({ report_id, passage_no })).sort(),
  );
  const ids = new Set(passages.map(({ report }) => report.report_id));
  for (const { alsoIn } of found.passages) expect(alsoIn.filter((id) => !ids.has(id))).toEqual([]);
}

const asked: fc.Arbitrary<Asked> = fc
  .record({
    viewer: fc.constantFrom(...VIEWERS),
    first: part.filter(({ kind }) => kind !== "not"),
    more: fc.array(part, { maxLength: 3 }),
    title,
    filter: fewFilters,
  })
  .map(({ first, more, ...rest }) => ({ ...rest, parts: [first, ...more] }));

it("finds and counts what a loop over all texts finds", async () => {
  await fc.assert(fc.asyncProperty(asked, compare), { numRuns: 150, interruptAfterTimeLimit: 10_000 });
});

const change = fc.record({ report: fc.nat(), kind: fc.constantFrom("delete", "share", "index", "unready") });

async function apply(report: Known, kind: string): Promise<void> {
  const { report_id } = report;
  if (kind === "delete") {
    await db`delete from report where report_id = ${report_id}`;
    reports.splice(reports.indexOf(report), 1);
  } else if (kind === "share" && report.accountId === ONE) {
    report.readers = report.readers ? null : ["usr_bob"];
    await db`update report set readers = ${report.readers}, uploaded_by = 'usr_bob' where report_id = ${report_id}`;
  } else if (kind === "unready") {
    report.isReady = !report.isReady;
    await db`
      update report set digest_state = ${report.isReady ? "ready" : "waiting"} where report_id = ${report_id}`;
  } else {
    await db`update passage_report set version = '' where report_id = ${report_id}`;
    await indexReport(db, report_id);
  }
}

it("finds and counts the same after reports have changed", async () => {
  await fc.assert(
    fc.asyncProperty(
      change,
      fc.array(asked, { minLength: 3, maxLength: 3 }),
      async ({ report, kind }, questions) => {
        const changed = reports[report % reports.length];
        if (changed) await apply(changed, kind);
        for (const question of questions) await compare(question);
      },
    ),
    { numRuns: 25, interruptAfterTimeLimit: 10_000, endOnFailure: true },
  );
});

const SENTENCES: Record<string, string> = {
  es: "Las ventas netas crecieron gracias a mejores márgenes brutos",
  fr: "Les bénéfices des sociétés françaises augmentent",
  nl: "De opbrengsten stegen door hogere verkopen",
  pl: "Przychody rosły dzięki nowym klientom łódzkim",
  ko: "매출액이 크게 증가하였습니다",
  ja: "売上高は前年同期比で増加しました",
  zh: "公司净利润大幅增长",
  ar: "ارتفعت إيرادات الشركة خلال السنة",
  el: "Οι πωλήσεις αυξήθηκαν σημαντικά",
  ru: "Выручка компании выросла",
  tr: "Şirketin gelirleri İstanbul'da arttı",
  en: "The company’s R&D spending in the U.S. was 1,204.5 million at year-end",
  de: "Die Umsatzerlöse der Gesellschaften übertrafen Erwartungen",
};

it("finds a sentence by each of its words as they are written, in every language", async () => {
  const ids = new Map<string, string>();
  for (const [language, text] of Object.entries(SENTENCES)) {
    const report = { accountId: null, texts: [text], language, title: "Sentence" };
    const report_id = await addReadyReport({ db, jobs: noJobs }, report);
    await indexReport(db, report_id);
    ids.set(language, report_id);
  }
  const missed: string[] = [];
  for (const [language, text] of Object.entries(SENTENCES))
    for (const query of [...text.split(" "), `"${text}"`]) {
      const asked = readQuery(query);
      const scope = readScope(
        {},
        { viewer: { accountId: "none", userId: null }, indexedUntil: await readNow(db) },
      );
      const request = { text: query, query: asked, scope, mode: "words" as const, offset: 0, limit: 50 };
      const { passages } = await searchPassages(tools, request);
      if (!passages.some(({ report_id }) => report_id === ids.get(language)))
        missed.push(`${language}: ${query}`);
    }
  expect(missed).toEqual([]);
});
