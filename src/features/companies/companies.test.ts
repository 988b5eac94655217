import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { freshDatabase } from "../../../test/database.ts";
import { makeTestContext } from "../../../test/operation-context.ts";
import { Failure } from "../../kernel/errors.ts";
import { deriveId } from "../../kernel/ids.ts";
import type { Database } from "../../platform/db/index.ts";
import {
  type CompanyRecord,
  companyOperations,
  findCompany,
  loadCompanies,
  requireCompany,
} from "./index.ts";

const SOURCE = {
  name: "test",
  reference: "companies.test.ts",
  licence: "made up",
  source_date: "2026-01-02",
};

/** A company with what a test says of it. */
function company(name: string, facts: Partial<CompanyRecord> = {}): CompanyRecord {
  return {
    svc_entity_id: deriveId("ent", name),
    name,
    country: "US",
    exchange: "XNYS",
    securities: [],
    ...facts,
  };
}

function marketCap(usd: number): CompanyRecord["market_cap"] & {} {
  return { usd, date: "2026-01-02", source: "test" };
}

const COMPANIES: CompanyRecord[] = [
  company("Harbour Steel Works Inc.", {
    lei: "HWUPKR0MPOU8FGXBT394",
    cik: "0000320193",
    perm_id: "4295905573",
    primary_sector_id: "isic:C24",
    market_cap: marketCap(5_000_000_000),
    securities: [
      { isin: "US0378331005", ticker: "HSW", mic: "XNYS" },
      { isin: "US0378331005", ticker: "HSW", mic: "XLON" },
      { isin: null, ticker: "HSW.B", mic: "XNYS" },
    ],
    other_names: [
      { name: "Old Quay Foundries Corp", kind: "former", valid_from: "1990-01-01", valid_to: "2004-06-30" },
      { name: "港湾製鋼株式会社", kind: "local" },
    ],
  }),
  company("Harbour Gold Mining Ltd", {
    country: "CA",
    exchange: "XTSX",
    primary_sector_id: "isic:B07",
    market_cap: marketCap(40_000_000),
    securities: [{ ticker: "HGM", mic: "XTSX" }],
  }),
  company("Société Générale des Phares S.A.", {
    country: "FR",
    exchange: "XPAR",
    market_cap: marketCap(5_000_000_000),
    securities: [{ isin: "FR0000120271", ticker: "PHA", mic: "XPAR" }],
  }),
  company("International Lighthouse Machines Corporation", {
    market_cap: marketCap(90_000_000_000),
    primary_sector_id: "isic:C26",
    securities: [{ ticker: "ILM", mic: "XNYS" }],
  }),
  company("Kestrel & Sons plc", {
    country: "GB",
    exchange: "XLON",
    securities: [{ ticker: "0005", mic: "XLON" }],
  }),
  company("Phantom Ports AG", {
    country: "DE",
    exchange: "XETR",
    primary_sector_id: "isic:C",
    securities: [{ ticker: "PHA", mic: "XETR" }],
    fictional: true,
  }),
];

const context = makeTestContext("companies:read");

let db: Database;
let operations: ReturnType<typeof companyOperations>;

beforeAll(async () => {
  db = await freshDatabase();
  await loadCompanies(db, SOURCE, COMPANIES);
  operations = companyOperations({ db });
});

async function search(input: Record<string, string>) {
  const [operation] = operations;
  return operation.output.parse(await operation.run(context, operation.input.parse(input)));
}

const names = async (input: Record<string, string>) => (await search(input)).map(({ name }) => name);

async function screen(input: Record<string, unknown>) {
  const [, operation] = operations;
  return operation.output.parse(await operation.run(context, operation.input.parse(input)));
}

async function detailOf(call: Promise<unknown>): Promise<string | null> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(Failure);
  expect((error as Failure).code).toBe("invalid_input");
  return (error as Failure).detail;
}

const HARBOUR = "Harbour Steel Works Inc.";

describe("companies.search by identifier", () => {
  it("answers in the specification's shape, with a security that is listed twice only once", async () => {
    expect(await search({ isin: "US0378331005" })).toEqual([
      {
        svc_entity_id: deriveId("ent", HARBOUR),
        name: HARBOUR,
        png_logo_path: `http://florin.test/logos/${deriveId("ent", HARBOUR)}.png`,
        children: [
          { isin: "US0378331005", ticker: "HSW", status: "active" },
          { isin: null, ticker: "HSW.B", status: "active" },
        ],
        status: "active",
        fictional: false,
        match_score: 1,
      },
    ]);
  });

  it("finds an ISIN in any notation, and nothing for an unknown one", async () => {
    expect(await names({ isin: " us 037833100-5 " })).toEqual([HARBOUR]);
    expect(await search({ isin: "US5949181045" })).toEqual([]);
    expect(await search({ isin: "not an isin" })).toEqual([]);
  });

  it("finds a ticker in any case, with share class or market, and ranks the larger company first", async () => {
    expect(await names({ ticker: "hsw" })).toEqual([HARBOUR]);
    expect(await names({ ticker: "HSW/B" })).toEqual([HARBOUR]);
    expect(await names({ ticker: "5" })).toEqual(["Kestrel & Sons plc"]);
    expect(await names({ ticker: "PHA" })).toEqual(["Société Générale des Phares S.A.", "Phantom Ports AG"]);
    expect(await names({ ticker: "PHA.DE" })).toEqual(["Phantom Ports AG"]);
    expect(await names({ ticker: "XPAR:PHA" })).toEqual(["Société Générale des Phares S.A."]);
  });

  it("finds a permanent identifier: ours, the source's, LEI or CIK", async () => {
    for (const perm_id of [
      deriveId("ent", HARBOUR),
      "4295905573",
      "hwupkr0mpou8fgxbt394",
      "320193",
      "CIK0000320193",
    ])
      expect(await names({ perm_id }), perm_id).toEqual([HARBOUR]);
    expect(await search({ perm_id: "ent_nosuchentity" })).toEqual([]);
  });

  it("narrows the result by every given field", async () => {
    expect(await names({ ticker: "PHA", name: "phantom" })).toEqual(["Phantom Ports AG"]);
    expect(await names({ isin: "US0378331005", ticker: "PHA" })).toEqual([]);
    expect(await names({ isin: "US0378331005", name: "Kestrel" })).toEqual([]);
    expect(await names({ isin: "US0378331005", ticker: "HSW", name: "Harbour" })).toEqual([HARBOUR]);
  });

  it("answers many lookups at once, each with its own company", async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, turn) =>
        names(turn % 2 ? { isin: "FR0000120271" } : { ticker: "HGM" }),
      ),
    );
    expect(answers.filter(([name]) => name === "Société Générale des Phares S.A.")).toHaveLength(50);
    expect(answers.filter(([name]) => name === "Harbour Gold Mining Ltd")).toHaveLength(50);
  });
});

describe("companies.search by name", () => {
  it.each([
    ["the full name", "Harbour Steel Works Inc."],
    ["another legal form", "Harbour Steel Works Limited"],
    ["another order", "works steel harbour"],
    ["a part", "harbour ste"],
    ["one slip", "Harbuor Steel Works"],
    ["two slips", "Harbuor Steal Works"],
    ["a former name", "Old Quay Foundries"],
    ["a local name", "港湾製鋼"],
    ["a part of a local name", "製鋼"],
    ["a local name in traditional characters", "港灣製鋼"],
    ["a local name with its legal form", "港湾製鋼株式会社"],
    ["a ticker typed as a name", "hsw"],
  ])("finds a company by %s", async (_, name) => {
    expect((await names({ name }))[0]).toBe(HARBOUR);
  });

  it("finds a company by initials, without accents, by abbreviations and with ampersands", async () => {
    expect((await names({ name: "ilmc" }))[0]).toBe("International Lighthouse Machines Corporation");
    expect((await names({ name: "Intl Lighthouse Machs" }))[0]).toBe(
      "International Lighthouse Machines Corporation",
    );
    expect((await names({ name: "Societe Generale Phares" }))[0]).toBe("Société Générale des Phares S.A.");
    expect((await names({ name: "Kestrel and Sons" }))[0]).toBe("Kestrel & Sons plc");
  });

  it("ranks the better match first, and the more prominent company first among equals", async () => {
    expect(await names({ name: "harbour" })).toEqual([HARBOUR, "Harbour Gold Mining Ltd"]);
    expect((await names({ name: "harbour gold" }))[0]).toBe("Harbour Gold Mining Ltd");
  });

  it("finds nothing when no name is close", async () => {
    for (const name of ["Zzyzx Quantum", "Lighthouse Bakery of Peru", "!!!", "漢字", "x"])
      expect(await search({ name }), name).toEqual([]);
  });

  it("answers any text in any field without an error", async () => {
    const field = fc.constantFrom("name", "isin", "ticker", "perm_id");
    await fc.assert(
      fc.asyncProperty(field, fc.string({ unit: "binary", maxLength: 200 }), async (name, value) => {
        if (value.replaceAll("\0", "").trim() === "") return;
        expect((await search({ [name]: value })).length).toBeLessThanOrEqual(20);
      }),
      { numRuns: 200, examples: [["isin", "\0US0378331005"]] },
    );
  });
});

describe("companies.search", () => {
  it("422: refuses a request without any of the four fields, or with only blanks", async () => {
    const [operation] = operations;
    expect(await detailOf(operation.run(context, {}))).toContain("at least one");
    expect(await detailOf(operation.run(context, { name: "  ", isin: "" }))).toContain("at least one");
  });

  it("422: refuses an unknown field by its name", () => {
    const result = operations[0].input.safeParse({ name: "x", nmae: "y" });
    expect(JSON.stringify(result.error?.issues)).toContain("nmae");
  });
});

describe("companies.search_batch", () => {
  it("sorts by market cap, unknown values last in both directions, ties by identifier", async () => {
    const falling = await screen({});
    const rising = await screen({ order: "market_cap_asc" });
    const caps = (answer: typeof falling) => answer.companies.map(({ market_cap_usd }) => market_cap_usd);
    expect(caps(falling)).toEqual([90e9, 5e9, 5e9, 40e6, null, null]);
    expect(caps(rising)).toEqual([40e6, 5e9, 5e9, 90e9, null, null]);
    for (const { companies } of [falling, rising]) {
      const tied = companies
        .filter(({ market_cap_usd }) => market_cap_usd === 5e9)
        .map((row) => row.svc_entity_id);
      expect(tied).toEqual(tied.toSorted());
    }
    expect(falling.pagination).toEqual({ total: 6, limit: 20, offset: 0, has_more: false });
  });

  it("sorts by name without regard to case and accents, also descending", async () => {
    const { companies } = await screen({ order: "name_asc" });
    const order = companies.map(({ name }) => name);
    expect(order[0]).toBe("Harbour Gold Mining Ltd");
    expect(order.at(-1)).toBe("Société Générale des Phares S.A.");
    const backwards = await screen({ order: "name_desc" });
    expect(backwards.companies.map(({ name }) => name)).toEqual(order.toReversed());
  });

  it("filters by each field, and a section includes its divisions", async () => {
    const found = async (input: Record<string, unknown>) =>
      (await screen(input)).companies.map(({ name }) => name);
    expect(await found({ country: "FR" })).toEqual(["Société Générale des Phares S.A."]);
    expect(await found({ exchange: "XTSX" })).toEqual(["Harbour Gold Mining Ltd"]);
    expect(await found({ sector: "isic:C24" })).toEqual([HARBOUR]);
    expect((await found({ sector: "isic:C" })).toSorted()).toEqual(
      [HARBOUR, "International Lighthouse Machines Corporation", "Phantom Ports AG"].toSorted(),
    );
    expect(await found({ market_cap_usd: { min: 40e6, max: 4e9 } })).toEqual(["Harbour Gold Mining Ltd"]);
    expect(await found({ country: "US", exchange: "XNYS", sector: "isic:C26" })).toEqual([
      "International Lighthouse Machines Corporation",
    ]);
    expect(await found({ country: "JP" })).toEqual([]);
  });

  it("ignores empty filters", async () => {
    expect((await screen({ sector: "", country: "", exchange: "" })).pagination.total).toBe(6);
  });

  it("pages without gap or overlap and says whether more follow", async () => {
    const pages = [];
    for (let offset = 0; offset < 6; offset += 2)
      pages.push(await screen({ limit: 2, offset, order: "name_asc" }));
    expect(pages.map(({ pagination }) => pagination.has_more)).toEqual([true, true, false]);
    expect(new Set(pages.flatMap(({ companies }) => companies.map((row) => row.svc_entity_id))).size).toBe(6);
    expect((await screen({ offset: 500 })).companies).toEqual([]);
  });

  it("carries every field of the specification, null where unknown", async () => {
    const { companies } = await screen({ sector: "isic:C24" });
    expect(companies[0]).toEqual({
      svc_entity_id: deriveId("ent", HARBOUR),
      name: HARBOUR,
      png_logo_path: `http://florin.test/logos/${deriveId("ent", HARBOUR)}.png`,
      country: "US",
      exchange: "XNYS",
      market_cap_usd: 5_000_000_000,
      market_cap_date: "2026-01-02",
      primary_sector_id: "isic:C24",
      lei: "HWUPKR0MPOU8FGXBT394",
      cik: "0000320193",
      primary_isin: "US0378331005",
      primary_ticker: "HSW",
      status: "active",
      fictional: false,
    });
  });

  it("422: refuses unknown values, an inverted range and a page that is too large", async () => {
    const [, operation] = operations;
    const run = (input: Record<string, unknown>) =>
      detailOf(operation.run(context, operation.input.parse(input)));
    expect(await run({ country: "UK" })).toContain('country: "UK"');
    expect(await run({ exchange: "NYSE" })).toContain("/v1/constant/values?kind=exchanges");
    expect(await run({ sector: "banks" })).toContain("/v1/constant/values?kind=sectors");
    expect(await run({ market_cap_usd: { min: 2, max: 1 } })).toContain("min 2 is greater than max 1");
    expect(await run({ country: "UK", sector: "banks" })).toMatch(/country.*sector/);
    for (const wrong of [
      { limit: 0 },
      { limit: 101 },
      { offset: -1 },
      { offset: 1_000_001 },
      { order: "size" },
      { market_cap_usd: { min: "1" } },
      { market_cap_usd: { least: 1 } },
      { limit: 1.5 },
      { colour: "red" },
    ])
      expect(operation.input.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false);
  });
});

it("requireCompany fails with a message when the company does not exist", async () => {
  expect((await requireCompany(db, deriveId("ent", HARBOUR))).name).toBe(HARBOUR);
  expect(await findCompany(db, "ent_nosuchentity")).toBeUndefined();
  await expect(requireCompany(db, "ent_nosuchentity")).rejects.toMatchObject({ code: "company_not_found" });
});
