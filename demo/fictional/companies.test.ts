import { describe, expect, it } from "vitest";
import { readCompanies } from "./catalogue.ts";
import { entityId, isinCheckDigit } from "./ids.ts";

const companies = readCompanies();

describe("fictional companies", () => {
  it("number eight and come from different countries and industries", () => {
    expect(companies).toHaveLength(8);
    expect(new Set(companies.map((company) => company.country)).size).toBeGreaterThanOrEqual(6);
    expect(new Set(companies.map((company) => company.isic)).size).toBe(8);
  });

  // A made-up identifier must never be mistaken for a real one.
  it("carry identifiers that no real company can have", () => {
    for (const company of companies) {
      expect(company.isin).toMatch(/^ZZ[A-Z0-9]{9}\d$/);
      expect(Number(company.isin.at(-1))).toBe(isinCheckDigit(company.isin.slice(0, 11)));
      expect(company.exchange).toBe("XXXX");
      expect([company.lei, company.cik]).toEqual([null, null]);
      expect(company.fictional).toBe(true);
    }
  });

  it("have unique identifiers derived from their slugs", () => {
    for (const company of companies) {
      expect(company.svc_entity_id).toBe(entityId(company.slug));
      expect(company.svc_entity_id).toMatch(/^ent_[a-z2-7]{12}$/);
      expect(company.ticker).toMatch(/^[A-Z]{4,5}$/);
      expect(company.isic).toMatch(/^\d{4}$/);
    }
    for (const key of ["svc_entity_id", "slug", "isin", "ticker", "name"] as const) {
      expect(new Set(companies.map((company) => company[key])).size).toBe(companies.length);
    }
  });
});

// A published example of a real ISIN: the rule is the standard's, not ours.
it("computes ISIN check digits as ISO 6166 does", () => {
  expect(isinCheckDigit("US037833100")).toBe(5);
  expect(isinCheckDigit("GB000263494")).toBe(6);
});
