import { describe, expect, it } from "vitest";
import { changeSubject } from "./change-subject.ts";
import { readTextRequest } from "./request.ts";

const read = (question: string) => {
  const { operation, expects } = readTextRequest(question, () => null, null);
  return [operation, expects];
};

describe("a question read for text", () => {
  it.each([
    ["What did they pay for the site?", ["value", "money"]],
    ["What % of deposits is insured?", ["value", "percent"]],
    ["What stake in the yard does it hold?", ["value", "percent"]],
    ["How much did she get when she left?", ["value", "money"]],
    ["How much office space is leased in Oslo?", ["value", "number"]],
    ["What is the ferry called?", ["name", "organisation"]],
    ["In which northern city is the depot?", ["name", "place"]],
    ["From whom was the pier bought?", ["name", "anybody"]],
    ["Who is the manufacturing partner?", ["name", "anybody"]],
    ["Costs jumped - by how much and what explains it?", ["change", "explanation"]],
    ["How many employees are in Spain?", ["value", "count"]],
    ["Who is the CFO?", ["name", "person"]],
    ["Who bought the retail business?", ["name", "anybody"]],
    ["Which bank holds the cash?", ["name", "organisation"]],
    ["When does the lease expire?", ["open", "date"]],
    ["Where is the head office?", ["name", "place"]],
    ["Did they pay a dividend?", ["verdict", "yes_no"]],
    ["Why did costs rise?", ["change", "explanation"]],
    ["What are the main risks?", ["summary", "explanation"]],
    ["What does the company say about its outlook?", ["summary", "explanation"]],
    ["What lifted ticket sales in the spring?", ["change", "explanation"]],
    ["What was the main reason for the delay?", ["change", "explanation"]],
    ["Did fares rise or fall?", ["change", "explanation"]],
    ["Must the landlord give notice?", ["verdict", "yes_no"]],
    ["As of June 30, 2024, is the pier for sale?", ["verdict", "yes_no"]],
    ["If the buyer withdraws, does the seller keep the deposit?", ["verdict", "yes_no"]],
    ["Is money set aside for sick or retired staff?", ["verdict", "yes_no"]],
    ["What trouble did the yard have with its crane?", ["open", "money"]],
    ["What was the cost of the crane?", ["value", "money"]],
    ["How long is the lease of the pier?", ["open", "count"]],
    ["How often is the basin dredged?", ["open", "count"]],
    ["How much notice must the tenant give?", ["open", "count"]],
    ["When may the deposit be kept?", ["open", "date"]],
    ["When did the pilot resign?", ["when", "date"]],
    ["How is a loan to a ferry line measured?", ["summary", "explanation"]],
    ["Under what conditions does the loan fall due?", ["summary", "explanation"]],
    ["What happens to the deposit if the ship is sold?", ["summary", "explanation"]],
    ["What does the agent charge for berths?", ["value", "money"]],
    ["What trades make up the revenue of the port?", ["open", "money"]],
    ["What part of sales comes from abroad?", ["value", "percent"]],
    ["What value does its stake in the yard have?", ["value", "money"]],
  ])("expects of %s the right kind of answer", (question, expected) => {
    expect(read(question)).toEqual(expected);
  });

  it.each([
    ["How many ferry lines stop at the pier?", "line"],
    ["How many cranes and forklifts does it own?", "crane"],
    ["How many people work in the yard?", "people"],
    ["For how many months is the pier let?", "month"],
    ["How long is the lease?", "year"],
  ])("knows what is counted in %s", (question, counted) => {
    expect(readTextRequest(question, () => null, null).counted).toContain(counted);
  });

  it("names what changed", () => {
    expect(changeSubject("How much did voyage expenses rise in 2022 and why?")).toBe("voyage expenses");
    expect(changeSubject("Pilotage dues more or less doubled in 2022, why?")).toBe("Pilotage dues");
    expect(changeSubject("Net rental income shot up - from what to what?")).toBe("Net rental income");
    expect(changeSubject("the mooring fee dropped this year - how much?")).toBe("mooring fee");
    expect(changeSubject("Medical revenue: how much did it fall in 2022?")).toBe("Medical revenue");
    expect(changeSubject("Financial charges 2022 vs 2021 - how much lower and why")).toBe(
      "Financial charges",
    );
  });
});
