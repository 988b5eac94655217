import { describe, expect, it } from "vitest";
import type { PageRecord } from "../reports/index.ts";
import { makeStatementPage, makeTextPage } from "./made-up-pages.ts";
import { ReportReader } from "./report-reader.ts";

/** A page with tables that give their unit in other words. */
function withUnit(page: PageRecord, unit: string): PageRecord {
  const say = (text: string) => text.replace("(In millions)", unit);
  return {
    ...page,
    text: say(page.text),
    blocks: page.blocks.map((block) => ({ ...block, text: say(block.text) })),
    lines: page.lines.map((line) => ({ ...line, text: say(line.text) })),
    tables: page.tables.map((table) => ({ ...table, caption: say(table.caption) })),
  };
}

function ask(question: string, ...pages: PageRecord[]) {
  const all = [...pages, makeTextPage(20, "The harbour stayed open throughout the season under review.")];
  return new ReportReader({ reportId: "r", sha256: "0".repeat(64), names: [], pages: all }).ask(question);
}

const DUES = makeStatementPage(
  1,
  "Harbour dues",
  ["2024", "2023"],
  [
    ["Berth rentals", "30", "24"],
    ["Towage", "9", "8"],
    ["Pilotage", "19", "18"],
  ],
);

describe("an amount of any table", () => {
  it.each([
    ["(MSEK)", "SEK", "million"],
    ["(NT$ in thousands)", "TWD", "thousand"],
    ["(RMB million)", "CNY", "million"],
    ["(HK$ million)", "HKD", "million"],
    ["(KRW in millions)", "KRW", "million"],
    ["(Rm)", "ZAR", "million"],
    ["(in thousands of euros)", "EUR", "thousand"],
  ])("is in the currency and the scale that the table gives: %s", (unit, currency, scale) => {
    const { claims } = ask("What were the berth rentals in 2024?", withUnit(DUES, unit));
    expect(claims[0]).toMatchObject({ value: 30, unit: currency, scale });
  });

  it("is not given in a scale that answers have no word for", () => {
    expect(ask("What were the berth rentals in 2024?", withUnit(DUES, "(₹ in crores)")).kind).toBe(
      "not_found",
    );
  });

  it("is not in pounds sterling where something is weighed", () => {
    const { claims } = ask("What were the berth rentals in 2024?", withUnit(DUES, "(Millions of pounds)"));
    expect(claims[0]?.unit).not.toBe("GBP");
  });

  it("is not in the scale of shares", () => {
    const page = makeStatementPage(
      1,
      "Earnings per share",
      ["2024", "2023"],
      [
        ["Profit attributable to owners", "$1,887.8", "$1,236.4"],
        ["Weighted average shares outstanding", "442,319", "439,606"],
      ],
    );
    const other = withUnit(page, "(Shares in thousands, except per share data)");
    expect(ask("What was the profit attributable to owners in 2024?", other).kind).toBe("not_found");
  });

  it("is in the scale that its row gives, before that of the table", () => {
    const page = makeStatementPage(
      1,
      "Harbour dues",
      ["2024", "2023"],
      [["Towage (in thousands)", "900", "800"]],
    );
    const { claims } = ask("What was the towage in 2024?", page);
    expect(claims[0]).toMatchObject({ value: 900, scale: "thousand" });
  });

  it("is in the scale in which the text of the page repeats several amounts", () => {
    const say = (text: string) => {
      const page = withUnit(BIG_DUES, "");
      const box: [number, number, number, number] = [40, 720, 560, 730];
      const block = { ...makeTextPage(1, text).blocks[0], box };
      return { ...page, blocks: [...page.blocks, block] } as PageRecord;
    };
    const question = "What was the pilotage in 2024?";
    const twice = say("Berth rentals were $24.2 million, and towage came to $47.6 million.");
    expect(ask(question, twice).claims[0]).toMatchObject({ value: 11_900, scale: "thousand" });
    expect(ask(question, say("Berth rentals were $24.2 million.")).kind).toBe("not_found");
    const unlike = say("Rentals of $24.2 million and towage of $47.6 million, dredging of $11.9 billion.");
    expect(ask(question, unlike).kind).toBe("not_found");
  });
});

const BIG_DUES = makeStatementPage(
  1,
  "Harbour dues",
  ["2024", "2023"],
  [
    ["Berth rentals", "$24,193", "$20,402"],
    ["Towage", "47,625", "38,186"],
    ["Pilotage", "11,900", "10,800"],
  ],
);

describe("a number of a table in millions", () => {
  const WATER = makeStatementPage(
    1,
    "Water",
    ["2024", "2023"],
    [
      ["Losses (megalitres a day)", "188.7", "192.4"],
      ["Household customers", "709.6", "688.1"],
      ["Other customers", "203.1", "198.0"],
    ],
  );

  it("is no money where its row names what it is measured in", () => {
    const { claims } = ask("What were the losses in 2024?", WATER);
    expect(claims.filter(({ value }) => value === 188.7).every(({ unit }) => unit === null)).toBe(true);
    expect(claims.some(({ scale }) => scale === "million")).toBe(false);
  });

  it("counts nothing where it is broken", () => {
    expect(ask("How many customers?", WATER).kind).toBe("not_found");
  });
});
