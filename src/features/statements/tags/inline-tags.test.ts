import { describe, expect, it } from "vitest";
import { startStopwatch } from "../../../../test/stopwatch.ts";
import { readStatements } from "../read-statements.ts";
import { makePage } from "../testing/statement-pages.ts";
import { InlineTagReader, type TaggedFact } from "./inline-tags.ts";

const CONTEXTS = `
  <xbrli:context id="year"><xbrli:entity/><xbrli:period>
    <xbrli:startDate>2024-01-01</xbrli:startDate><xbrli:endDate>2024-12-31</xbrli:endDate></xbrli:period></xbrli:context>
  <xbrli:context id="day"><xbrli:period><xbrli:instant>2024-12-31</xbrli:instant></xbrli:period></xbrli:context>
  <xbrli:context id="segment"><xbrli:entity><xbrli:segment><xbrldi:explicitMember dimension="a">b</xbrldi:explicitMember>
    </xbrli:segment></xbrli:entity><xbrli:period><xbrli:instant>2024-12-31</xbrli:instant></xbrli:period></xbrli:context>`;
const UNITS = `
  <xbrli:unit id="usd"><xbrli:measure>iso4217:USD</xbrli:measure></xbrli:unit>
  <xbrli:unit id="per"><xbrli:divide><xbrli:unitNumerator><xbrli:measure>iso4217:USD</xbrli:measure></xbrli:unitNumerator>
    <xbrli:unitDenominator><xbrli:measure>xbrli:shares</xbrli:measure></xbrli:unitDenominator></xbrli:divide></xbrli:unit>`;

const number = (name: string, text: string, attributes = "") =>
  `<ix:nonFraction name="${name}" contextRef="year" unitRef="usd" decimals="-6" scale="6" ${attributes}>${text}</ix:nonFraction>`;

function readTags(body: string, resources = CONTEXTS + UNITS): TaggedFact[] {
  const reader = new InlineTagReader();
  const html = `<html><body><ix:header><ix:resources>${resources}</ix:resources></ix:header>${body}</body></html>`;
  // In small pieces, as a file is read.
  for (let at = 0; at < html.length; at += 1_000) reader.write(html.slice(at, at + 1_000));
  return reader.end();
}

describe("the tags of an inline XBRL report", () => {
  it("give value, period and unit by scale, sign and format", () => {
    expect(readTags(number("us-gaap:Revenues", "1,234.5"))).toEqual([
      {
        tag: "Revenues",
        taxonomy: "us-gaap",
        start: "2024-01-01",
        end: "2024-12-31",
        unit: "USD",
        value: 1_234_500_000,
        tolerance: 500_000,
      },
    ]);
    const readValue = (text: string, attributes: string) =>
      readTags(number("ifrs-full:ProfitLoss", text, attributes))[0]?.value;
    expect(readValue("(12)", 'sign="-"')).toBe(-12_000_000);
    expect(readValue("1.234,5", 'format="ixt:num-comma-decimal"')).toBe(1_234_500_000);
    expect(readValue("1 234", 'format="ixt4:num-dot-decimal"')).toBe(1_234_000_000);
    expect(readValue("—", 'format="ixt:fixed-zero"')).toBe(0);
  });

  it("are read where one number is tagged twice and where part of its text is excluded from no number", () => {
    const outer = `<ix:nonFraction name="us-gaap:Assets" contextRef="day" unitRef="usd" scale="3">${number(
      "us-gaap:Revenues",
      "5",
    )}</ix:nonFraction>`;
    expect(readTags(outer).map(({ tag, value }) => [tag, value])).toEqual([
      ["Revenues", 5_000_000],
      ["Assets", 5_000],
    ]);
  });

  it.each([
    ["a context is missing", number("us-gaap:Revenues", "5").replace("year", "nowhere")],
    ["the context is that of a segment", number("us-gaap:Revenues", "5").replace("year", "segment")],
    ["the format is not known", number("us-gaap:Revenues", "five", 'format="ixt-sec:numwordsen"')],
    ["the text is no number", number("us-gaap:Revenues", "5; DROP TABLE")],
    ["the scale is absurd", number("us-gaap:Revenues", "5").replace('scale="6"', 'scale="999"')],
    ["the taxonomy is the company's own", number("acme:Revenues", "5")],
    ["it is nil", number("us-gaap:Revenues", "", 'xsi:nil="true"')],
  ])("give no fact where %s", (_, body) => {
    expect(readTags(body)).toEqual([]);
  });

  it("give no fact where an id is given to two different contexts", () => {
    const other = CONTEXTS.replaceAll("2024-01-01", "2023-01-01");
    expect(readTags(number("us-gaap:Revenues", "5"), CONTEXTS + other + UNITS)).toEqual([]);
    expect(readTags(number("us-gaap:Revenues", "5"), CONTEXTS + CONTEXTS + UNITS)).toHaveLength(1);
  });

  it("expand no entities that the document declares", () => {
    const bomb = `<!DOCTYPE html [<!ENTITY a "1"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]>`;
    expect(readTags(bomb + number("us-gaap:Revenues", "&c;"))).toEqual([]);
  });

  it("are read no further than where elements are nested thousands deep", () => {
    const readMilliseconds = startStopwatch();
    const tagged = number("us-gaap:Revenues", "5");
    expect(readTags(`${"<div>".repeat(2_000)}${tagged}`)).toHaveLength(1);
    expect(readTags(`${tagged}${"<div>".repeat(200_000)}${tagged}`)).toHaveLength(1);
    const open = `<ix:nonFraction name="us-gaap:Revenues" contextRef="year">`.repeat(20_000);
    expect(readTags(`${open}${"9".repeat(100_000)}`)).toEqual([]);
    expect(readMilliseconds()).toBeLessThan(10_000);
  });
});

describe("tables and tags of one report", () => {
  const pages = [
    makePage(
      1,
      ["Consolidated income statement", "For the year ended 31 December 2024", "in millions of US dollars"],
      ["2024", "2023"],
      [
        ["Revenue", "1,000", "900"],
        ["Cost of sales", "600", "500"],
        ["Gross profit", "400", "400"],
        ["Administrative expenses", "250", "240"],
        ["Result of our trade", "150", "160"],
        ["Finance costs", "30", "20"],
        ["Profit before tax", "120", "140"],
        ["Income tax expense", "20", "40"],
        ["Profit for the year", "100", "100"],
      ],
    ),
  ];
  const figureOf = (concept: string, facts: TaggedFact[]) =>
    readStatements({ pages, facts }).figures.find(
      (one) => one.concept === concept && one.period.end === "2024-12-31",
    );

  it("confirm a figure that both have", () => {
    const revenue = figureOf("revenue", readTags(number("us-gaap:Revenues", "1,000")));
    expect(revenue?.tagged).toEqual({ verdict: "match", tag: "us-gaap:Revenues", value: 1_000_000_000 });
    expect(revenue?.confidence).toBeGreaterThan(0.99);
  });

  it("take away the confidence of a figure that they give differently", () => {
    const revenue = figureOf("revenue", readTags(number("us-gaap:Revenues", "1,100")));
    expect(revenue).toMatchObject({ value: 1_000_000_000, confidence: 0.5, tagged: { verdict: "differs" } });
  });

  it("say nothing of each other for other periods", () => {
    const facts = readTags(
      number("us-gaap:Revenues", "1,100"),
      CONTEXTS.replaceAll("2024-01-01", "2024-10-01") + UNITS,
    );
    expect(figureOf("revenue", facts)?.tagged).toBeNull();
  });

  it("name a row whose label is known to no one", () => {
    expect(figureOf("operating_income", [])).toBeUndefined();
    const facts = readTags(number("us-gaap:OperatingIncomeLoss", "150"));
    expect(figureOf("operating_income", facts)).toMatchObject({
      value: 150_000_000,
      tagged: { verdict: "match" },
    });
  });
});

describe("whose the tags are", () => {
  const context = (id: string, identifier: string) =>
    `<xbrli:context id="${id}"><xbrli:entity><xbrli:identifier scheme="http://www.sec.gov/CIK"> ${identifier}
    </xbrli:identifier></xbrli:entity><xbrli:period><xbrli:instant>2024-12-31</xbrli:instant></xbrli:period></xbrli:context>`;
  const read = (...contexts: string[]) => {
    const reader = new InlineTagReader();
    reader.write(contexts.join(""));
    reader.end();
    return [...reader.identifiers];
  };

  it("is said by the identifier of their contexts, each once", () => {
    expect(read(context("a", "0000123456"), context("b", "0000123456"))).toEqual(["0000123456"]);
    expect(read(context("a", "0000123456"), context("b", "0000654321"))).toHaveLength(2);
  });

  it("is kept of a few companies only", () => {
    const many = Array.from({ length: 50 }, (_, at) => context(`c${at}`, String(at)));
    expect(read(...many)).toHaveLength(10);
  });
});
