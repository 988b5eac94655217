import { beforeAll, describe, expect, it } from "vitest";
import { synthesizeCompanies } from "../../../../bench/companies/synthesize.ts";
import { freshDatabase } from "../../../../test/database.ts";
import type { Database } from "../../../platform/db/index.ts";
import { watchRevision } from "../current-revision.ts";
import { LISTING_STATUSES } from "../listing-status.ts";
import { loadCompanies } from "../load-companies.ts";
import { openScreening, type Screening } from "./open-screening.ts";
import { countCompanies, type Filter, listCompanies, ORDERS, type Page, readRevision } from "./store.ts";

const COMPANIES = 1_500;
const BYTES_MAX = 10_000_000;
const SOURCE = { name: "synthetic", reference: "test", licence: "made up", source_date: "2026-01-02" };

let db: Database;
let screening: Screening;

beforeAll(async () => {
  db = await freshDatabase();
  await loadCompanies(db, SOURCE, synthesizeCompanies(COMPANIES));
  // Equal names and equal, unknown and zero market caps, listed and not: where orders could differ.
  await db`update company set sort_name = left(sort_name, 3) where company_no % 3 = 0`;
  await db`update company set market_cap_usd = (company_no % 7) * 1000000 where company_no % 4 = 0 and market_cap_usd is not null`;
  await db`update company set market_cap_usd = null, market_cap_date = null, market_cap_source = null where company_no % 9 = 0`;
  await db`update company set status = 'suspended' where company_no % 5 = 0`;
  await db`update company set status = 'merged' where company_no % 11 = 0`;
  screening = openScreening(db, { currentRevision: watchRevision(db), bytesMax: BYTES_MAX });
});

/** Asks until the answer comes from memory. */
async function waitForIndex(): Promise<void> {
  const revision = await readRevision(db);
  const ask = () => screening.screen(ANY, { order: "name_asc", limit: 1, offset: 0 });
  await expect.poll(() => ask().then(screening.indexedRevision)).toBe(revision);
}

const ANY: Filter = {
  country: null,
  exchange: null,
  sectorIds: null,
  marketCapMin: null,
  marketCapMax: null,
  status: null,
};

const viaDatabase = async (filter: Filter, page: Page) => ({
  rows: await listCompanies(db, filter, page),
  total: (await countCompanies(db, filter)).total,
});

/** The same random numbers in every run. */
function makeRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return Math.floor((state / 0x80000000) * below);
  };
}

async function listValues() {
  const values = await db<{ country: string; exchange: string; sector: string }>`
    select distinct country, exchange, primary_sector_id as sector from company
    where country is not null and exchange is not null and primary_sector_id is not null limit 200`;
  return values;
}

async function expectSame(seed: number, questions: number): Promise<void> {
  const random = makeRandom(seed);
  const values = await listValues();
  const pick = <T>(list: readonly T[]): T | undefined => list[random(list.length)];
  const maybe = <T>(value: T | undefined): T | null => (random(3) === 0 ? (value ?? null) : null);
  for (let question = 0; question < questions; question++) {
    const low = random(2) === 0 ? random(8) * 1_000_000 : random(1e9);
    const filter: Filter = {
      country: maybe(pick(values)?.country),
      exchange: maybe(random(20) === 0 ? "XXXX" : pick(values)?.exchange),
      sectorIds: maybe([pick(values)?.sector ?? "", pick(values)?.sector ?? ""]),
      marketCapMin: maybe(low),
      marketCapMax: maybe(low + random(1e10)),
      status: maybe(pick(LISTING_STATUSES)),
    };
    const page = {
      order: pick(ORDERS) ?? "name_asc",
      limit: 1 + random(100),
      offset: random(4) === 0 ? random(COMPANIES) : random(20),
    };
    expect([filter, page, await screening.screen(filter, page)]).toEqual([
      filter,
      page,
      await viaDatabase(filter, page),
    ]);
  }
}

describe("screening in memory", () => {
  it("gives the rows and totals of the database for random questions", async () => {
    await waitForIndex();
    await expectSame(1, 400);
  });

  it("is right at once after an update, a deletion and a load, and in memory again later", async () => {
    const page: Page = { order: "market_cap_desc", limit: 3, offset: 0 };
    const first = async () => (await screening.screen(ANY, page)).rows[0];
    await db`update company set market_cap_usd = 900000000000000, market_cap_date = '2026-01-02',
      market_cap_source = 'test', name = 'Renamed' where company_no = 17`;
    expect((await first())?.name).toBe("Renamed");
    // A column that no filter and no order uses is shown all the same.
    await db`update company set primary_ticker = 'NEWT' where company_no = 17`;
    expect((await first())?.primary_ticker).toBe("NEWT");
    await db`delete from company where company_no = 17`;
    expect((await first())?.name).not.toBe("Renamed");
    await loadCompanies(db, { ...SOURCE, source_date: "2026-01-03" }, synthesizeCompanies(COMPANIES + 50));
    await expectSame(2, 10);
    await waitForIndex();
    await expectSame(3, 100);
  });

  it("leaves more companies than its memory allows to the database", async () => {
    const small = openScreening(db, { currentRevision: watchRevision(db), bytesMax: 20_000 });
    const page: Page = { order: "name_desc", limit: 20, offset: 5 };
    for (let round = 0; round < 5; round++)
      expect(await small.screen(ANY, page)).toEqual(await viaDatabase(ANY, page));
    expect(small.indexedRevision()).toBeNull();
  });
});
