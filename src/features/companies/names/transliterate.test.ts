import { expect, it } from "vitest";
import { freshDatabase } from "../../../../test/database.ts";
import { companiesOf, openLookup } from "../../../../test/made-up-companies.ts";
import { listTransliterations } from "./transliterate.ts";

const company = companiesOf("US", "XNYS");

it("finds a company by how a name in another script sounds", async () => {
  const lookUp = await openLookup(await freshDatabase(), [
    company("Zorvanex Holding AG"),
    company("Melikos Shipping SA"),
    company("Harbour Steel Works Inc."),
  ]);
  const first = async (name: string) => (await lookUp({ name }))[0]?.name;
  expect(await first("Зорванекс")).toBe("Zorvanex Holding AG");
  expect(await first("Μελικος")).toBe("Melikos Shipping SA");
  expect(await lookUp({ name: "Кверулант" })).toEqual([]);
});

it("prefers a company that has the name in its own script", async () => {
  const lookUp = await openLookup(await freshDatabase(), [
    company("Ostrava Mills", { other_names: [{ name: "Медведь", kind: "local" }] }),
    company("Medved Inc"),
  ]);
  expect((await lookUp({ name: "Медведь" })).map(({ name }) => name)[0]).toBe("Ostrava Mills");
});

it("reads neither Latin names nor Chinese and Japanese characters by sound", () => {
  expect(
    ["Zorvane AG", "Société 3", "贵州茅台", "ソニー", "任天堂 Газ"].flatMap(listTransliterations),
  ).toEqual([]);
  expect(listTransliterations("삼성")).toEqual(["samseong", "samsung"]);
});
