import { expect, it } from "vitest";
import { isIsin } from "../../src/features/companies/index.ts";
import { samplePartialName, sampleScreening } from "./sample-lookups.ts";
import { synthesizeCompanies } from "./synthesize.ts";

it("makes the same companies each time, each with its own valid identifiers", () => {
  const companies = [...synthesizeCompanies(3_000)];
  expect([...synthesizeCompanies(3_000)]).toEqual(companies);
  const isins = companies.map(({ securities }) => securities[0]?.isin ?? "");
  expect(new Set(isins).size).toBe(3_000);
  expect(isins.filter((isin) => !isIsin(isin))).toEqual([]);
  expect(new Set(companies.map(({ svc_entity_id }) => svc_entity_id)).size).toBe(3_000);
});

it("distributes name words as in real lists: a few words are everywhere, most occur in one company", () => {
  const counts = new Map<string, number>();
  for (const { name } of synthesizeCompanies(3_000))
    for (const word of new Set(name.split(" "))) counts.set(word, (counts.get(word) ?? 0) + 1);
  const once = [...counts.values()].filter((count) => count === 1).length;
  expect(once / counts.size).toBeGreaterThan(0.6);
  expect(Math.max(...counts.values())).toBeGreaterThan(300);
});

it("queries with part of a name and never with an empty text", () => {
  for (const [turn, company] of [...synthesizeCompanies(200)].entries())
    expect(samplePartialName(company, turn).length).toBeGreaterThan(2);
  expect(sampleScreening(3)).toMatchObject({ limit: 20 });
});
