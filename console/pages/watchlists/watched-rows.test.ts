import { describe, expect, it } from "vitest";
import { nextSorting, sortRows, titleWithoutCompany, type Watched } from "./watched-rows.ts";

const row = (name: string, change: number | null): Watched => ({
  svc_entity_id: name,
  name,
  ticker: null,
  fictional: true,
  added_at: "",
  price: change === null ? null : { close: 1, currency: "USD", date: "2025-06-30", change },
  figures: [],
  report: null,
  article: null,
});

describe("the rows of a watchlist", () => {
  const rows = [row("Beta", 0.1), row("Gamma", null), row("Alpha", -0.2)];
  const names = (sorted: Watched[]) => sorted.map(({ name }) => name);

  it("stay in the order they were added until a column is chosen", () => {
    expect(names(sortRows(rows, null))).toEqual(["Beta", "Gamma", "Alpha"]);
  });

  it("put unknown values last in both directions", () => {
    expect(names(sortRows(rows, { key: "change", descending: true }))).toEqual(["Beta", "Alpha", "Gamma"]);
    expect(names(sortRows(rows, { key: "change", descending: false }))).toEqual(["Alpha", "Beta", "Gamma"]);
  });

  it("start with A for names and with the largest for numbers, and turn around on the second click", () => {
    expect(nextSorting(null, "company")).toEqual({ key: "company", descending: false });
    const first = nextSorting(null, "change");
    expect(first).toEqual({ key: "change", descending: true });
    expect(nextSorting(first, "change")).toEqual({ key: "change", descending: false });
    expect(names(sortRows(rows, nextSorting(first, "company")))).toEqual(["Alpha", "Beta", "Gamma"]);
  });
});

describe("the title of a report on a watchlist", () => {
  it("leaves out the company's name that it begins with, also in its short form", () => {
    expect(titleWithoutCompany("Acme Tools, Inc. Annual Report 2024", "Acme Tools, Inc.")).toBe(
      "Annual Report 2024",
    );
    expect(titleWithoutCompany("Acme Tools Reports First Quarter", "Acme Tools, Inc.")).toBe(
      "Reports First Quarter",
    );
  });

  it("stays whole when it begins otherwise or says nothing else", () => {
    expect(titleWithoutCompany("Half-year report", "Acme Tools, Inc.")).toBe("Half-year report");
    expect(titleWithoutCompany("Acme Tools", "Acme Tools, Inc.")).toBe("Acme Tools");
  });

  it("stays whole when only a word that reports begin with is shared with the name", () => {
    expect(titleWithoutCompany("First Quarter 2025", "First Harbor Bank")).toBe("First Quarter 2025");
    expect(titleWithoutCompany("Annual Report 2025", "Annual Reviews, Inc.")).toBe("Annual Report 2025");
    expect(titleWithoutCompany("Acme Reports First Quarter", "Acme, Inc.")).toBe("Reports First Quarter");
    expect(titleWithoutCompany("Acme Annual Report", "Acme S.p.A.")).toBe("Annual Report");
  });
});
