import { expect, it } from "vitest";
import { freshDatabase } from "../../../../test/database.ts";
import { neighbourLexeme } from "./lexemes.ts";
import { dayKey, dayOf, listWeekKeys, makeWeekKey } from "./time-keys.ts";

it("gives an article the key of its day under which a search looks for it", async () => {
  const db = await freshDatabase();
  const moments = [
    "2025-06-30T23:59:59.999Z",
    "2025-07-01T00:00:00Z",
    "1969-12-31T12:00:00Z",
    "1805-01-01T00:00:00Z",
  ];
  for (const language of ["en", "zh", "und"])
    for (const moment of moments) {
      const [row] = await db<{ keys: number[] }>`
        select news_keys('{7}', ${language}::text, ${moment}::timestamptz) as keys`;
      expect(row?.keys).toEqual([7, dayKey(language, dayOf(new Date(moment)))]);
    }
});

it("gives an article without a date no key", async () => {
  const db = await freshDatabase();
  const [row] = await db<{ keys: number[] }>`select news_keys('{}', 'en', null) as keys`;
  expect(row?.keys).toEqual([]);
});

it("keeps the keys of words that stored articles have", () => {
  expect(makeWeekKey("en", 2_895)("rates")).toBe(-794_472_535);
});

it("gives an article each key once under which a search looks for its words and for two in a row", () => {
  const keyOf = makeWeekKey("en", 2_895);
  const keys = listWeekKeys(
    { language: "en", week: 2_895 },
    ["rates", "rate", "rise"],
    [
      ["rates", "rise", "rates"],
      ["rise", "rates"],
    ],
  );
  expect(keys).toEqual([
    ...["rates", "rate", "rise"].map(keyOf),
    keyOf(neighbourLexeme("rates", "rise")),
    keyOf(neighbourLexeme("rise", "rates")),
  ]);
});
