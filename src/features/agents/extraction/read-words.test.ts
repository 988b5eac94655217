import { describe, expect, it } from "vitest";
import { ReportReader } from "../../answers/index.ts";
import type { PageRecord } from "../../reports/index.ts";
import type { Field } from "../builders/field-mapping.ts";
import { openSource } from "./field-source.ts";
import { readListField } from "./read-list.ts";
import { readDateField, readTextField } from "./read-text.ts";

type Line = ["heading", number, string] | ["text", string];

const LINE_POINTS = 20;
const LETTER_POINTS = 5;

/** A page of lines below each other, each word with its own box, as the layout step produces it. */
function makePage(page: number, lines: readonly Line[]): PageRecord {
  const words: PageRecord["words"] = [];
  const blocks: PageRecord["blocks"] = lines.map((line, at) => {
    const text = line.at(-1) as string; // the last part of each kind of line
    const top = at * LINE_POINTS;
    let left = 50;
    for (const word of text.split(/\s+/)) {
      words.push({ text: word, box: [left, top, left + word.length * LETTER_POINTS, top + 12] });
      left += (word.length + 1) * LETTER_POINTS;
    }
    const level = line[0] === "heading" ? line[1] : null;
    return {
      kind: line[0],
      level,
      text,
      first_line: at,
      last_line: at,
      table: null,
      box: [50, top, left, top + 12],
    };
  });
  const text = lines.map((line) => line.at(-1)).join("\n");
  const printed = blocks.map((block) => ({ text: block.text, box: block.box }));
  return { page, width: 600, height: 800, text, blocks, lines: printed, tables: [], rows: [], words };
}

const FOOT: Line = ["text", "Lantern Works plc, made for this test"];
const PAGES = [
  makePage(1, [
    ["heading", 1, "Annual report"],
    ["text", "Lantern Works makes lamps for long nights and has done so for years."],
    FOOT,
  ]),
  makePage(2, [
    ["heading", 1, "Principal risks"],
    ["heading", 3, "Currency"],
    ["text", "Half of our sales are made in dollars. A weaker dollar lowers them."],
    ["heading", 3, "Glass"],
    ["text", "Two suppliers make most of our glass."],
    ["heading", 3, "Short nights"],
    ["text", "Demand falls in summer."],
    FOOT,
  ]),
  makePage(3, [
    ["heading", 1, "Legal proceedings"],
    ["text", "See Note 12 for a description of our legal proceedings."],
    ["heading", 1, "Priorities"],
    ["text", "In the coming year we shall:"],
    ["text", "• open a second workshop"],
    ["text", "• teach forty apprentices"],
    ["text", "Both will cost money."],
    ["text", "• hire an accountant"],
    FOOT,
  ]),
  makePage(4, [
    ["heading", 1, "Our markets"],
    ["text", "Harbours  Lamps for ships and quays"],
    ["text", "Mines  Lamps that do not spark"],
    ["text", "The annual meeting of shareholders will be held on 12 May 2026 in the workshop."],
    FOOT,
  ]),
  makePage(5, [
    ["heading", 1, "Notes"],
    ["text", "The accounts follow the usual rules in every respect."],
    FOOT,
  ]),
];

const reader = new ReportReader({ reportId: "rep_test", sha256: "a".repeat(64), pages: PAGES, names: [] });
const source = openSource(reader, { report_id: "rep_test", fiscal_period: "FY", fiscal_year: 2025 });
const text = (label: string, more: Partial<Field> = {}) =>
  readTextField(label, { type: "text", ...more }, source);
const list = (label: string, more: Partial<Field> = {}) =>
  readListField(label, { type: "list", ...more }, source);

describe("a text field", () => {
  it("is the text below the heading of its name, also when a parent heading completes the name", () => {
    expect(text("Currency risk")).toMatchObject({
      found: true,
      value: "Half of our sales are made in dollars. A weaker dollar lowers them.",
      about: { verdict: "quoted", page: 2 },
    });
  });

  it("has the box of its own words", () => {
    const reading = text("Currency risk");
    const block = PAGES[1]?.blocks[2];
    expect(reading.found && reading.about.box?.slice(0, 2)).toEqual(block?.box.slice(0, 2));
  });

  it("is null with the reason when the report only refers elsewhere or says nothing", () => {
    expect(text("Legal proceedings")).toMatchObject({
      found: false,
      reason: expect.stringContaining("Legal"),
    });
    expect(text("Moons of Saturn")).toMatchObject({ found: false, verdict: "not_found" });
  });

  it("is one of the allowed values only when exactly one is named", () => {
    const choose = (allowed: string[]) => text("Annual meeting of shareholders", { enum: allowed });
    expect(choose(["workshop", "town hall"])).toMatchObject({ value: "workshop" });
    expect(choose(["workshop", "May"])).toMatchObject({ found: false });
  });
});

describe("a list field", () => {
  it("holds the headings below the heading of its name", () => {
    expect(list("Principal risks")).toMatchObject({ value: ["Currency", "Glass", "Short nights"] });
  });

  it("is found by another name given in the description", () => {
    expect(list("Threats", { description: "principal risks, dangers" })).toMatchObject({
      value: ["Currency", "Glass", "Short nights"],
    });
  });

  it("holds the bullets below its heading, up to the next running text", () => {
    expect(list("Priorities")).toMatchObject({
      value: ["open a second workshop", "teach forty apprentices"],
    });
  });

  it("holds the first of two columns", () => {
    expect(list("Markets")).toMatchObject({ value: ["Harbours", "Mines"] });
  });

  it("is null when nothing is listed", () => {
    expect(list("Notes")).toMatchObject({ found: false });
    expect(list("Moons of Saturn")).toMatchObject({ found: false, verdict: "not_found" });
  });
});

describe("a date field", () => {
  it("is the only date in a sentence about it", () => {
    expect(readDateField("Annual meeting of shareholders", { type: "date" }, source)).toMatchObject({
      value: "2026-05-12",
    });
    expect(readDateField("Moons of Saturn", { type: "date" }, source)).toMatchObject({ found: false });
  });
});
