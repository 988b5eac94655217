import { expect, it } from "vitest";
import { freshDatabase } from "../../../../test/database.ts";
import { companiesOf, openLookup } from "../../../../test/made-up-companies.ts";
import { readName } from "./find-by-name.ts";

const company = companiesOf("US", "XNYS");

it("finds a misspelt name among hundreds that share its frequent word", async () => {
  const market_cap = { usd: 9_000_000_000, date: "2026-01-02", source: "test" };
  const many = Array.from({ length: 600 }, (_, index) =>
    company(`Nordlicht${index} ${index % 2 ? "Holding" : "Holdings"}`, { market_cap }),
  );
  const lookUp = await openLookup(await freshDatabase(), [...many, company("Zorvane Holdings")]);
  const [first] = await lookUp({ name: "Zorvene Holdings" });
  expect(first?.name).toBe("Zorvane Holdings");
});

it("never shows a higher match_score after a lower one", async () => {
  const market_cap = { usd: 900_000_000_000, date: "2026-01-02", source: "test" };
  const lookUp = await openLookup(await freshDatabase(), [
    company("Quillfeather Inc"),
    company("Quillfeather Motors Inc", { market_cap }),
    company("Quillfeather Quarries Ltd"),
  ]);
  const found = await lookUp({ name: "Quillfeather" });
  const scores = found.map(({ match_score }) => match_score);
  expect(found).toHaveLength(3);
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
});

it("ignores a country in brackets but not another word in brackets", () => {
  const read = (name: string) => readName(name).map(({ words }) => words.join(" "));
  expect(read("Zorvane Corporation (Canada)")).not.toContain("canada");
  expect(read("Zorvane Corporation (Canada)")).toContain("zorvane");
  expect(read("ZV (Zorvane)")).toContain("zorvane");
  expect(read("Zorvane AB (publ)")).toEqual(["zorvane", "zorvane"]);
});
