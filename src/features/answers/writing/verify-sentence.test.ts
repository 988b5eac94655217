import { describe, expect, it } from "vitest";
import { makeTextPage } from "../made-up-pages.ts";
import { ReportReader } from "../report-reader.ts";
import { References } from "./references.ts";
import { verifySentence } from "./verify-sentence.ts";

const PROSE = [
  "Demand for cooling systems rose sharply in the northern region during the year.",
  "The weather was mild.",
  "The auditor issued an unqualified opinion on the consolidated financial statements of the group.",
  "The harbour stayed open.",
  "We could lose the operating licence of the Dunmore terminal if the regulator finds a breach.",
  "The sea was calm.",
  "Marsh Beacons sued Harbour Lines over the design of the berths in the district court.",
  "The ferries ran on schedule.",
  "The board approved the merger with Oyster Ferries in the autumn meeting.",
  "The winter was short.",
  "The supply contract with Brinkman Tugs expires before the opening of the new pier.",
  "Freight sales grew in the south while passenger sales declined in the north.",
];
const reader = new ReportReader({
  reportId: "rep_1",
  sha256: "0".repeat(64),
  names: ["Harbour Lines"],
  pages: [makeTextPage(1, PROSE.join(" ")), makeTextPage(2, "The end.")],
});
const verification = {
  references: new References(reader, []),
  own: { ...reader.ask("Who is the notary?"), figure: null },
  pagesSeen: new Set([1]),
};
const refused = (text: string) => "refused" in verifySentence({ text, pages: [1], steps: [] }, verification);

describe("a sentence without numbers", () => {
  it.each([
    "In the northern region, demand for cooling systems increased sharply.",
    "The auditor issued an unqualified opinion on the consolidated financial statements.",
    "The company could lose the operating licence of the Dunmore terminal if the regulator finds a breach.",
    "Harbour Lines was sued by Marsh Beacons over the design of the berths.",
    "The merger with Oyster Ferries was approved by the board in the autumn meeting.",
    "Passenger sales declined in the north.",
  ])("is accepted when the page says so: %s", (text) => {
    expect(refused(text)).toBe(false);
  });

  it.each([
    ["the opposite direction", "Demand for cooling systems fell sharply in the northern region."],
    ["the direction of something else", "Freight sales declined in the south."],
    [
      "one word exchanged",
      "The auditor issued an adverse opinion on the consolidated financial statements of the group.",
    ],
    ["another decision", "The board rejected the merger with Oyster Ferries in the autumn meeting."],
    ["a risk as a fact", "The company will lose the operating licence of the Dunmore terminal."],
    [
      "the parties exchanged",
      "Harbour Lines sued Marsh Beacons over the design of the berths in the district court.",
    ],
    [
      "the opposite order of events",
      "The supply contract with Brinkman Tugs expires after the opening of the new pier.",
    ],
  ])("is refused when it has %s", (_, text) => {
    expect(refused(text)).toBe(true);
  });
});
