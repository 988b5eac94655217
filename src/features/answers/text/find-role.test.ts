import { describe, expect, it } from "vitest";
import { makeTextPage } from "../made-up-pages.ts";
import { findRoleHolder, isHolderOfPart } from "./find-role.ts";
import { readTextRequest } from "./request.ts";

function findHolder(question: string, lines: string[]) {
  const page = makeTextPage(1, lines.join(" "));
  const placed = lines.map((text, at) => ({
    text,
    box: [40, 60 + 14 * at, 500, 70 + 14 * at] as [number, number, number, number],
  }));
  const request = readTextRequest(question, () => null, 2024);
  return findRoleHolder(request, [{ ...page, lines: placed }], () => null)?.name.text ?? null;
}

const OFFICERS = [
  "Name  Age  Position",
  "Mara I. Lindqvist  57  President and Chief Executive Officer",
  "Tom Okafor  49  Executive Vice President, Chief Financial Officer",
  "Ines Duarte  51  Chief Executive Officer, Northgate Ferries",
  "Paul Brandt  44  Executive Vice President, Harbour Services Group  2021  Chief Operating Officer, 2015-2021",
];

describe("who has a role", () => {
  it("is read from lists of names and titles, acronyms as well", () => {
    expect(findHolder("Who is the CFO?", OFFICERS)).toBe("Tom Okafor");
    expect(findHolder("Who is the company's chief executive officer?", OFFICERS)).toBe("Mara I. Lindqvist");
    expect(findHolder("Who heads Harbour Services?", OFFICERS)).toBe("Paul Brandt");
  });

  it("is no one who had the role before", () => {
    expect(findHolder("Who is the chief operating officer?", OFFICERS)).toBeNull();
  });

  it("is read from signatures and from labels above a firm", () => {
    expect(findHolder("Who is the secretary?", ["/s/ Ada Moreno", "Company Secretary"])).toBe("Ada Moreno");
    expect(findHolder("Who is the fund's custodian?", ["Custodian", "Northgate Trust Company"])).toBe(
      "Northgate Trust Company",
    );
  });

  it("is given for a role that is named alone", () => {
    expect(findHolder("CFO name?", OFFICERS)).toBe("Tom Okafor");
    expect(findHolder("Stockbroker?", ["STOCKBROKERS: Quayside Services (Jersey) Limited"])).toBe(
      "Quayside Services (Jersey) Limited",
    );
    expect(findHolder("CFO pay?", OFFICERS)).toBeNull();
  });

  it("is read beside a label in another column", () => {
    const line = (text: string, x: number, y: number) => ({
      text,
      box: [x, y, x + 90, y + 10] as [number, number, number, number],
    });
    const lines = [
      ...[line("CUSTODIAN:", 40, 60), line("REGISTRAR:", 40, 90), line("Hull Bank plc", 200, 60)],
      ...[line("Quay Street", 200, 72), line("Saltmarsh Shares Ltd", 200, 90)],
    ];
    const request = readTextRequest("Registrar?", () => null, 2024);
    const found = findRoleHolder(request, [{ ...makeTextPage(1, "Registrar"), lines }], () => null);
    expect(found?.name.text).toBe("Saltmarsh Shares Ltd");
  });

  it("is read below a line of several roles, where firms have them", () => {
    const advisers = ["Hull Bank plc", "Nominated adviser and joint broker", "Saltmarsh Capital Ltd"];
    expect(findHolder("Which firm is the nominated adviser?", advisers)).toBe("Saltmarsh Capital Ltd");
  });

  it("is no one where two have it", () => {
    const two = ["Ada Moreno, Chief Financial Officer", "Tom Okafor, Chief Financial Officer"];
    expect(findHolder("Who is the CFO?", two)).toBeNull();
  });

  it("is a person, and no department, no company that was left, and no chair of something else", () => {
    const list = [
      "Our human resources and our health care plans are described elsewhere.",
      "Human Resources  Chief Financial Officer",
      "Chartered Accountants, Chief Financial Officer",
      "Ines Duarte Retired Chief Executive Officer, Brinkman Tugs",
      "Mara I. Lindqvist  Chairman of the Board and Chief Executive Officer",
      "Tom Okafor II, Chief Financial Officer — Mr. Okafor, 49, joined us in 2015",
    ];
    expect(findHolder("Who is the chief executive?", list)).toBe("Mara I. Lindqvist");
    expect(findHolder("Who chairs the board?", list)).toBe("Mara I. Lindqvist");
    expect(findHolder("Who is the CFO?", list)).toBe("Tom Okafor");
  });

  it("is the auditor of the accounts, not the internal one", () => {
    const signed = [
      "Independent auditor’s report",
      "Consent of Marsh & Beacon LLP",
      "/s/ Marsh & Beacon LLP",
    ];
    expect(findHolder("Who is the auditor?", signed)).toBe("Marsh & Beacon LLP");
    expect(findHolder("Who is the internal auditor?", signed)).toBeNull();
  });

  it.each([
    "Jane Doe, CEO Ferries",
    "Jane Doe, CEO (Ferries)",
    "Jane Doe, Chief Executive Officer of our harbour segment",
    "Jane Doe, Divisional Chief Executive Officer",
  ])("is no head of a part of the business: %s", (line) => {
    expect(findHolder("Who is the CEO?", [line])).toBeNull();
    const request = readTextRequest("Who is the CEO?", () => null, 2024);
    const name = { text: "Jane Doe", start: 0, end: 8, words: ["Jane", "Doe"] };
    expect(isHolderOfPart(request, line, name)).toBe(true);
    expect(isHolderOfPart(request, "Jane Doe, CEO and director", name)).toBe(false);
  });
});
