import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { photographPages } from "../../src/platform/ocr/testing/scan-page.ts";
import { startTestApp } from "../../test/app.ts";
import { companiesOf, openLookup } from "../../test/made-up-companies.ts";
import { waitUntilDigested } from "../../test/wait-for-reports.ts";
import type { Accounts } from "./accounts.ts";
import { type Column, columnsOf, expectFigures, figuresOf, type Outcome } from "./outcome.ts";
import * as entities from "./reports/entities.ts";
import * as finance from "./reports/finance.ts";
import { original, pictures, scanned } from "./reports/images.ts";
import * as units from "./reports/units.ts";
import * as years from "./reports/years.ts";
import { createUnusualTypesetter, type UnusualReport } from "./typeset.ts";

/*
 * Unusual reports as a company would publish them, uploaded and asked for like any other. docs/financials.md states
 * what comes out.
 */
const app = await startTestApp({ rate_factor: 1_000 });
const { key } = await app.addAccount({ credits: 100_000 });
const typesetter = await createUnusualTypesetter();

/** Images of the statements of a report, handed to the typesetter under these paths. */
async function photograph(report: typeof original): Promise<string[]> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "florin-unusual-"));
  const file = path.join(folder, "original.pdf");
  writeFileSync(file, typesetter.typeset(report));
  const numbers = Array.from({ length: report.pageCount }, (_, at) => at + 1);
  const taken = await photographPages(file, numbers);
  rmSync(folder, { recursive: true });
  return taken.map(({ png }, at) => {
    const image = `/unusual/statement-${at}.png`;
    typesetter.addImage(image, png);
    return image;
  });
}

async function readReport(report: UnusualReport, svcEntityId: string | null): Promise<Outcome> {
  const form = new FormData();
  form.set("title", report.title);
  form.set("report_type", "annual_report");
  if (svcEntityId !== null) form.set("svc_entity_id", svcEntityId);
  form.set("file", new Blob([new Uint8Array(typesetter.typeset(report))]), "report.pdf");
  const uploaded = await app.call("POST", "/v1/company_report/upload", { key, form });
  const { report_id } = uploaded.json.data;
  await waitUntilDigested(app, report_id);
  const ask = async (view: string) =>
    (await app.call("POST", "/v1/financial/statements", { key, body: { report_id, view } })).json.data;
  const [reported, standard] = [await ask("as_reported"), await ask("standard")];
  return {
    reportId: report_id,
    reported: reported.statements,
    standard: standard.statements,
    notes: standard.notes,
  };
}

const in2024And2023 = (currency: string, scale: number): Column[] => [
  ["2024-12-31", currency, scale],
  ["2023-12-31", currency, scale],
];
const allLines = ({ income, balance, cash }: Accounts) => [...income, ...balance, ...cash];

const THOUSAND = 1_000;
const MILLION = 1_000_000;
const NOTHING_FOUND = [
  "No income statement was found for these periods.",
  "No balance sheet was found for these periods.",
  "No cash flow statement was found for these periods.",
];
const IN_2024 = ["2024 2024-01-01 2024-12-31", "2023 2023-01-01 2023-12-31"];
const AT_2024 = ["2024 2024-12-31", "2023 2023-12-31"];

const company = companiesOf("DE", "XXXX")("Ostravel Keramik AG");
await openLookup(app.db, [company]);
const images = await photograph(original);
const REPORTS = {
  ...{ scanned: scanned(images), pictures: pictures(images) },
  ...{ ...entities.reports, ...units.reports, ...years.reports, ...finance.reports },
};
const read = Object.entries(REPORTS).map(async ([name, report]) => {
  const svcEntityId = name === "changedYearEnd" ? company.svc_entity_id : null;
  return [name, await readReport(report, svcEntityId)];
});
const outcomes = Object.fromEntries(await Promise.all(read)) as Record<keyof typeof REPORTS, Outcome>;

describe("statements that are images", () => {
  it.each(["scanned", "pictures"] as const)("give no statements and no figures (%s)", (name) => {
    expect(outcomes[name]).toMatchObject({ reported: [], standard: [], notes: NOTHING_FOUND });
  });

  it("are named by the certificate where whole pages are images", async () => {
    const url = `/v1/company_report/certificate?report_id=${outcomes.scanned.reportId}`;
    const { certificate } = (await app.call("GET", url, { key })).json.data;
    expect(certificate).toMatchObject({ complete: false, pages_without_text: images.map((_, at) => at + 1) });
    expect(certificate.pages_failed[0].reason).toBe("image_only");
  });
});

describe("the statements of several entities", () => {
  it("are those of the first of two companies in one file, and of no other", () => {
    expect(figuresOf(outcomes.twoCompanies)).toEqual(
      expectFigures(allLines(entities.ferries), in2024And2023("GBP", THOUSAND)),
    );
  });

  it("are the group's where the parent company's come before them", () => {
    expect(columnsOf(outcomes.parentBefore)).toEqual({
      "Consolidated income statement (group)": IN_2024,
      "Consolidated balance sheet (group)": AT_2024,
      "Consolidated cash flow statement (group)": IN_2024,
    });
    expect(figuresOf(outcomes.parentBefore)).toEqual(
      expectFigures(allLines(entities.group), in2024And2023("CHF", MILLION)),
    );
  });

  it("have no balance sheet where only the parent company has one", () => {
    const { income, cash } = entities.group;
    expect(figuresOf(outcomes.parentSheet)).toEqual(
      expectFigures([...income, ...cash], in2024And2023("CHF", MILLION)),
    );
    expect(outcomes.parentSheet.notes).toEqual(["No balance sheet was found for these periods."]);
  });

  it.each(["parentColumns", "parentColumnsLeft"] as const)(
    "are the group's columns where the parent company's are next to them (%s)",
    (name) => {
      expect(figuresOf(outcomes[name])).toEqual(
        expectFigures(allLines(entities.besides), in2024And2023("MYR", THOUSAND)),
      );
      const heads = outcomes[name].reported.flatMap(({ columns }) => columns.map(({ head }) => head));
      expect(new Set(heads)).toEqual(new Set(["Group 2024 RM’000", "Group 2023 RM’000"]));
    },
  );
});

describe("amounts in several units", () => {
  it("are those of the reported currency where a column translates a year", () => {
    expect(figuresOf(outcomes.twoCurrencies)).toEqual(
      expectFigures(allLines(units.optics), [
        ["2025-03-31", "JPY", MILLION],
        ["2024-03-31", "JPY", MILLION],
      ]),
    );
  });

  it("are each in the currency of its year where the company changed it", () => {
    expect(figuresOf(outcomes.newCurrency)).toEqual(
      expectFigures(allLines(units.drives), [
        ["2024-12-31", "EUR", MILLION],
        ["2023-12-31", "USD", MILLION],
      ]),
    );
  });

  it("are each in the scale of its statement", () => {
    const { income, balance, cash } = units.pumps;
    expect(figuresOf(outcomes.twoScales)).toEqual({
      ...expectFigures(income, in2024And2023("USD", MILLION)),
      ...expectFigures([...balance, ...cash], in2024And2023("USD", THOUSAND)),
    });
  });

  it("are printed text, and never a number, where no scale is said", () => {
    const { reported, standard, notes } = outcomes.unknownScale;
    const cells = reported.flatMap(({ rows }) => rows.flatMap((row) => row.cells));
    expect(cells.length).toBe(2 * allLines(units.bridges).filter(({ style }) => style !== "heading").length);
    expect(cells.filter(({ value, scale }) => value !== null || scale !== null)).toEqual([]);
    expect(cells[0]?.text).toBe("52,377");
    expect(standard).toEqual([]);
    expect(notes).toHaveLength(reported.length);
    for (const note of notes) expect(note).toContain("does not say the scale");
  });

  it("are given as printed, unproven and less sure, where a total contradicts its rows", () => {
    const cellsOf = (figure: string) =>
      outcomes.misprint.reported.flatMap(({ rows }) =>
        rows.filter((row) => row.figure === figure).flatMap(({ cells }) => cells),
      );
    const [assets] = cellsOf("total_assets");
    const [current] = cellsOf("current_assets");
    expect(assets).toMatchObject({ value: units.MISPRINT.printed[0] * THOUSAND, proof: "failed" });
    expect(current?.proof).toBe("proven");
    expect(assets?.confidence).toBeLessThan(current?.confidence ?? 0);
  });
});

describe("unusual periods", () => {
  it("are the restated year, marked, and not what was previously reported", () => {
    expect(figuresOf(outcomes.restated)).toEqual(
      expectFigures(allLines(years.shipping), in2024And2023("NOK", MILLION)),
    );
    expect(columnsOf(outcomes.restated)["Consolidated income statement (group)"]).toEqual([
      IN_2024[0],
      `${IN_2024[1]} restated`,
    ]);
  });

  it("are a year where it has 53 weeks", () => {
    expect(columnsOf(outcomes.fiftyThreeWeeks)).toEqual({
      "Consolidated income statement (group)": ["2025 2024-12-29 2026-01-03", "2024 2023-12-31 2024-12-28"],
      "Consolidated balance sheet (group)": ["2025 2026-01-03", "2024 2024-12-28"],
      "Consolidated cash flow statement (group)": [
        "2025 2024-12-29 2026-01-03",
        "2024 2023-12-31 2024-12-28",
      ],
    });
    expect(figuresOf(outcomes.fiftyThreeWeeks)).toEqual(
      expectFigures(allLines(years.stores), [
        ["2026-01-03", "GBP", MILLION],
        ["2024-12-28", "GBP", MILLION],
      ]),
    );
  });

  it("have their own first and last day where the year end changed, and a short year is no year", async () => {
    expect(figuresOf(outcomes.changedYearEnd)).toEqual(
      expectFigures(allLines(years.ceramics), [
        ["2025-09-30", "EUR", THOUSAND],
        ["2024-12-31", "EUR", THOUSAND],
      ]),
    );
    const incomeOf = async (frequency: string) => {
      const body = { svc_entity_id: company.svc_entity_id, statement: "income", frequency };
      const reply = await app.call("POST", "/v1/financial/statements", { key, body });
      return columnsOf({ ...outcomes.changedYearEnd, reported: reply.json.data.statements });
    };
    const title = "Consolidated income statement (group)";
    expect(await incomeOf("annual")).toEqual({ [title]: ["2024 2024-01-01 2024-12-31"] });
    expect(await incomeOf("interim")).toEqual({ [title]: ["2025 2025-01-01 2025-09-30"] });
  });
});

describe("companies that sell no goods", () => {
  it("have the figures of a bank, and no revenue or operating income that it does not print", () => {
    expect(figuresOf(outcomes.bank)).toEqual(
      expectFigures(finance.BANK_LINES, in2024And2023("USD", THOUSAND)),
    );
  });

  it("have an insurer's total revenues, which premiums are only a part of", () => {
    expect(figuresOf(outcomes.insurer)).toEqual(
      expectFigures(finance.INSURER_LINES, in2024And2023("EUR", MILLION)),
    );
  });

  it("have no statements and no figures where a fund prints none", () => {
    expect(outcomes.fund).toMatchObject({ reported: [], standard: [], notes: NOTHING_FOUND });
  });
});
