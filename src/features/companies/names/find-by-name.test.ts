import { expect, it } from "vitest";
import { freshDatabase } from "../../../../test/database.ts";
import { deriveId } from "../../../kernel/ids.ts";
import { type CompanyRecord, loadCompanies } from "../index.ts";
import { makeLookup } from "../lookup.ts";
import { readName } from "./find-by-name.ts";

const company = (name: string): CompanyRecord => ({
  svc_entity_id: deriveId("ent", name),
  name,
  country: "US",
  exchange: "XNYS",
  securities: [],
});

it("finds a misspelt name among hundreds that share its frequent word", async () => {
  const db = await freshDatabase();
  const source = {
    name: "test",
    reference: "find-by-name.test.ts",
    licence: "made up",
    source_date: "2026-01-02",
  };
  const market_cap = { usd: 9_000_000_000, date: "2026-01-02", source: "test" };
  const many = Array.from({ length: 600 }, (_, index) => ({
    ...company(`Nordlicht${index} ${index % 2 ? "Holding" : "Holdings"}`),
    market_cap,
  }));
  await loadCompanies(db, source, [...many, company("Zorvane Holdings")]);
  const [first] = await makeLookup(db)({ name: "Zorvene Holdings" });
  expect(first?.name).toBe("Zorvane Holdings");
});

it("takes a country in brackets for no name, another word for one", () => {
  const read = (name: string) => readName(name).map(({ words }) => words.join(" "));
  expect(read("Zorvane Corporation (Canada)")).not.toContain("canada");
  expect(read("Zorvane Corporation (Canada)")).toContain("zorvane");
  expect(read("ZV (Zorvane)")).toContain("zorvane");
});
