import { describe, expect, it } from "vitest";
import { makeTestContext } from "../../../test/operation-context.ts";
import { COUNTRIES, findCountry } from "./countries.ts";
import { EXCHANGES, findExchange } from "./exchanges.ts";
import { MARKET_CAP_RANGES } from "./market-cap-ranges.ts";
import { referenceOperations } from "./operations.ts";
import { findReportType, REPORT_TYPES } from "./report-types.ts";
import { findSector, SECTORS } from "./sectors.ts";
import { describeUnknown, listValues } from "./values.ts";

const unique = (values: readonly string[]) => new Set(values).size === values.length;

describe("countries", () => {
  it("include the 249 codes of ISO 3166-1, each once", () => {
    expect(COUNTRIES).toHaveLength(249);
    expect(unique(COUNTRIES.map(({ code }) => code))).toBe(true);
    expect(COUNTRIES.every(({ code, name }) => /^[A-Z]{2}$/.test(code) && name.length > 2)).toBe(true);
    expect(findCountry("GB")?.name).toBe("United Kingdom");
    expect(findCountry("UK")).toBeUndefined();
  });
});

describe("exchanges", () => {
  it("have a well-formed code and a known country", () => {
    expect(unique(EXCHANGES.map(({ mic }) => mic))).toBe(true);
    const strange = EXCHANGES.filter(
      ({ mic, operating_mic, name, country }) =>
        !/^[A-Z0-9]{4}$/.test(mic) ||
        !/^[A-Z0-9]{4}$/.test(operating_mic) ||
        !name ||
        !(findCountry(country ?? "") || mic === "XXXX"),
    );
    expect(strange).toEqual([]);
  });

  it("include the large markets and the segments that companies name", () => {
    const expected = ["XNYS", "XNAS", "XASE", "XLON", "XJPX", "XTKS", "XHKG", "XETR", "XPAR", "XNSE", "XMAD"];
    expect(expected.filter((mic) => !findExchange(mic))).toEqual([]);
    expect(findExchange("XASE")?.operating_mic).toBe("XNYS");
  });
});

describe("sectors", () => {
  it("include the 21 sections and 88 divisions of ISIC Rev. 4", () => {
    expect(SECTORS.filter(({ level }) => level === "section")).toHaveLength(21);
    expect(SECTORS.filter(({ level }) => level === "division")).toHaveLength(88);
    expect(unique(SECTORS.map(({ id }) => id))).toBe(true);
    expect(unique(SECTORS.map(({ name }) => name))).toBe(true);
  });

  it("list every division under its section, in the order of the code", () => {
    const divisions = SECTORS.filter(({ level }) => level === "division");
    expect(divisions.every(({ parent_id }) => findSector(parent_id ?? "")?.level === "section")).toBe(true);
    const digits = divisions.map(({ id }) => id.slice(-2));
    expect(digits).toEqual(digits.toSorted());
  });

  it("are found by identifier or by bare code", () => {
    expect(findSector("isic:C26")?.parent_id).toBe("isic:C");
    expect(findSector("c26")?.id).toBe("isic:C26");
    expect(findSector("isic:Z")).toBeUndefined();
  });
});

describe("report types", () => {
  it("include at least 60 specific types in three levels, each identifier once", () => {
    expect(REPORT_TYPES.length).toBeGreaterThanOrEqual(60);
    expect(unique(REPORT_TYPES.map(({ lv3_id }) => lv3_id))).toBe(true);
    const groups = new Map(REPORT_TYPES.map(({ lv2_id, lv1_id }) => [lv2_id, lv1_id]));
    expect(REPORT_TYPES.every(({ lv2_id, lv1_id }) => groups.get(lv2_id) === lv1_id)).toBe(true);
    expect(new Set(groups.values()).size).toBeGreaterThan(5);
  });

  it("are found by identifier and by the names that sources use", () => {
    for (const slug of [
      "annual_report",
      "half_year_report",
      "quarterly_report",
      "earnings_release",
      "sustainability_report",
      "prospectus",
    ])
      expect(findReportType(slug)?.lv3_id).toBe(slug);
    expect(findReportType("10-K")?.lv3_id).toBe("annual_report_regulatory");
    expect(findReportType("Semi-annual report")?.lv3_id).toBe("half_year_report");
    expect(findReportType("no such thing")).toBeUndefined();
  });
});

it("market cap ranges adjoin without gap or overlap", () => {
  const bounds = MARKET_CAP_RANGES.map(({ value }) => value.split("-").map(Number));
  for (const [index, [low]] of bounds.entries()) expect(low).toBe(index === 0 ? 0 : bounds[index - 1]?.[1]);
});

it("every reference list answers in its declared shape", async () => {
  const context = makeTestContext("reference:read");
  for (const operation of referenceOperations()) {
    const answer = await operation.run(context, { kind: "countries" } as never);
    expect(operation.output.safeParse(answer).success, operation.id).toBe(true);
    expect(operation.price).toBe(0);
  }
});

describe("the values of a kind", () => {
  it("are found by words of their names, the most similar first", () => {
    expect(listValues("countries", "germany")).toEqual([{ id: "DE", name: "Germany" }]);
    expect(listValues("report_types", "annual rep")[0]?.id).toBe("annual_report");
    expect(listValues("exchanges").length).toBeGreaterThan(100);
  });

  it("are suggested for a value that is unknown", () => {
    expect(describeUnknown("countries", "Germny")).toContain("Did you mean DE (Germany)");
    expect(describeUnknown("countries", "\ud83d\ude00")).not.toContain("Did you mean");
  });
});
