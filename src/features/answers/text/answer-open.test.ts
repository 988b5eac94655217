import { describe, expect, it } from "vitest";
import { makeTextPage } from "../made-up-pages.ts";
import { ReportReader } from "../report-reader.ts";
import { Readings } from "../retrieval/readings.ts";

const FILLER = Array.from({ length: 12 }, (_, at) =>
  makeTextPage(
    at + 20,
    "The weather was mild and the harbour stayed open throughout the season under review.",
  ),
);

/** The passage reader takes `stated` for the answer. */
function ask(question: string, text: string, stated: string) {
  const start = text.indexOf(stated);
  const token = { start, end: start + stated.length, answer: 0.9, statement: 0.95 };
  const readings = new Readings([{ page: 1, text, reading: { answers: 0.95, yes: 0.5, tokens: [token] } }]);
  const pages = [makeTextPage(1, text), ...FILLER];
  const reader = new ReportReader({ reportId: "rep_1", sha256: "0".repeat(64), names: ["Harbour"], pages });
  return reader.ask(question, null, readings);
}

const CRANE = "The northern yard was closed for six weeks while a bearing of its crane was replaced.";
const ABOUT_CRANE = `Ships are repaired in two places. ${CRANE} Work has resumed since then.`;

describe("an answer to a question that does not say what it expects", () => {
  it("is the sentence that the passage reader takes for it", () => {
    expect(ask("What trouble did the northern yard have?", ABOUT_CRANE, CRANE).text).toBe(
      `“${CRANE}” (page 1)`,
    );
  });

  it("is none where an amount is asked for", () => {
    expect(ask("What was the cost of the northern crane?", ABOUT_CRANE, CRANE).kind).toBe("not_found");
  });

  it("is none where the passage reader takes nothing for it", () => {
    expect(ask("What trouble did the northern yard have?", ABOUT_CRANE, "two places").text).not.toContain(
      "bearing",
    );
  });
});

describe("a statement that has names", () => {
  const rivals = "On the strait, the competition includes Norvik Lines, Hull Ferries and Saltmarsh Boats.";

  it("gives all of them where several may be asked for", () => {
    expect(ask("Which lines compete on the strait?", rivals, rivals).text).toBe(
      `Norvik Lines, Hull Ferries and Saltmarsh Boats. “${rivals}” (page 1)`,
    );
  });

  it("is no answer for a name where it has none, or only that of the owner", () => {
    const said = "The line's insurers are paid by Norvik's insurers in the first week of each quarter.";
    expect(ask("Who are the insurers paid each quarter?", said, said).text).not.toMatch(/^Norvik\./);
  });

  it("is said as a whole where more than the name is asked for", () => {
    expect(ask("Which lines compete on the strait, and on what terms?", rivals, rivals).text).toBe(
      `“${rivals}” (page 1)`,
    );
  });
});

describe("what would have to be computed or compared", () => {
  it("is the amount that a sentence states", () => {
    const said =
      "In the year, 212 berths on the northern quay were let at an average rent of $48.20 a night.";
    expect(ask("Average rent of the berths on the northern quay?", said, "$48.20").text).toBe(
      `$48.20. “${said}” (page 1)`,
    );
    const other = "In the year, berths on the northern quay were let at a rent of $48.20 a night.";
    expect(ask("Average rent of the berths on the northern quay?", other, "$48.20").kind).toBe("not_found");
  });
});

describe("why something changed", () => {
  it("is said point by point", () => {
    const lead = "In 2022, harbour dues rose by $3.1 million, due primarily to:";
    const text = `${lead}\n• longer stays of the ferries from Hull;\n• two more cranes on the northern quay.`;
    expect(ask("How much did harbour dues rise in 2022 and why?", text, lead).text).toContain("$3.1 million");
  });
});

describe("a statement that the passage reader is sure of", () => {
  const closed = "No vessel berths between dusk and dawn, since the lamps of the fairway were stolen.";

  it("says why, though nothing rose or fell", () => {
    expect(ask("Why is the harbour quiet at night?", closed, closed).text).toContain("lamps");
  });

  it("may lack a word of the asker's own, but no name", () => {
    const said = "The line trains its crews in Bergen and on board of two former trawlers.";
    expect(ask("Describe how seafarers are schooled by the line.", said, said).text).toContain("trawlers");
    expect(ask("Describe how Norvik Lines schools its crews.", said, said).kind).toBe("not_found");
  });

  it("does not choose between two", () => {
    const said = "The fees of the northern pier fell by a third in the spring.";
    expect(ask("Which pier has lower fees, the northern or the southern?", said, said).kind).toBe(
      "not_found",
    );
  });
});

const LEVEL = "Berth rents, net, came to $12 million compared to $10 million in the year before.";
const REASON = "The $2 million increase was primarily due to the opening of nine new piers.";

const OTHERS =
  "The basin was dredged in May. The tugs were painted in June. The clerks moved to the old customs house.";

describe("a reason for a change", () => {
  it("is also found in a sentence that does not name what changed", () => {
    const text = `${LEVEL} ${OTHERS} ${REASON}`;
    expect(ask("What drove the increase in berth rents?", text, REASON).text).toContain(REASON);
  });
});

describe("an amount", () => {
  it("is not that of one of several whose total is asked for", () => {
    const one = "The line entered into a new $40 million credit agreement with a bank in the spring.";
    expect(ask("What is the total amount under its credit agreements?", one, "$40 million").kind).toBe(
      "not_found",
    );
    expect(ask("What is the amount of the new credit agreement?", one, "$40 million").text).toMatch(
      /^\$40 million/,
    );
  });
});

describe("what the passage reader is sure of", () => {
  const share = "Of all the pallets that the terminal handled, 42% were those of larger lines.";

  it("is the answer to a question for a share", () => {
    expect(ask("What share of pallets came from larger lines?", share, "42%").text).toMatch(/^42%\. /);
  });

  it("is the name of whatever is asked for", () => {
    const said = "She also chairs the harbour museum Old Customs House Trust, which is open in summer.";
    expect(ask("What museum does she chair?", said, "Old Customs House Trust").text).toMatch(/^Old Customs/);
  });

  it("is the name, and not the company's own", () => {
    const said =
      "The bookings of Harbour, Inc. are kept by Cloud Nine Systems, which also answers the telephone.";
    const asked = "Which provider runs most of the computing?";
    expect(ask(asked, said, "Cloud Nine Systems").text).toMatch(/^Cloud Nine Systems\. /);
    expect(ask(asked, said, "Harbour, Inc.").text).not.toMatch(/^Harbour/);
  });
});

describe("a time", () => {
  it("is said with its unit", () => {
    const said = "The tenant gives notice 45 days before the end of the lease of the pier.";
    expect(ask("How much notice must the tenant of the pier give?", said, "45").text).toMatch(/^45 days\. /);
  });

  it("is quoted where it is written in words", () => {
    const said = "The basin of the northern harbour is dredged every second year by a Dutch firm.";
    expect(ask("How often is the northern basin dredged?", said, said).text).toContain("every second year");
  });
});

describe("points of a list", () => {
  it("are said from the first one on", () => {
    const list =
      "We intend to do three things. • Dredge the basin of the northern harbour to twelve metres. " +
      "• Carry out the plan for the piers. • Lower the dues for the smaller ships of the line.";
    const pages = [makeTextPage(1, list), ...FILLER];
    const reader = new ReportReader({ reportId: "rep_1", sha256: "0".repeat(64), names: [], pages });
    expect(reader.ask("Describe the plan for the piers.").text).toContain("Dredge the basin");
  });
});
