import { expect, it } from "vitest";
import { freshDatabase } from "../../../test/database.ts";
import { addReadyReport } from "../../../test/made-up-reports.ts";
import { listReports, type ReportQuery } from "./store.ts";

const db = await freshDatabase();
const jobs = { send: async () => {}, start: async () => {}, stop: async () => {} };
const FEW = 1;
const MANY = 1_000_000;

it("finds the same reports by title in the same order, whether there are few or many", async () => {
  for (let number = 0; number < 30; number++)
    await addReadyReport(
      { db, jobs },
      { accountId: null, texts: ["text"], title: `${number % 3 === 0 ? "Harbour" : "Other"} ${number}` },
    );
  const query: ReportQuery = {
    viewer: { accountId: "acc_none", userId: null },
    svcEntityId: undefined,
    reportTypeIds: undefined,
    startDate: undefined,
    endDate: undefined,
    language: undefined,
    query: "harbour",
    isOwn: false,
    asOf: null,
    order: "publish_date_desc",
    limit: 4,
    offset: 3,
  };
  for (const order of ["publish_date_desc", "publish_date_asc", "title_asc", "added_desc"] as const) {
    const few = await listReports(db, { ...query, order }, FEW);
    expect(few.map(({ file_title }) => file_title.split(" ")[0])).toEqual(Array(4).fill("Harbour"));
    expect(await listReports(db, { ...query, order }, MANY)).toEqual(few);
  }
});
