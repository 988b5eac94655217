import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { startStopwatch } from "../../../../test/stopwatch.ts";
import { compareSentences, sentencesIn } from "./compare-sentences.ts";

const at = (page: number, text: string) => ({ page, text });

describe("two texts", () => {
  it("are compared by sentences that were added, removed or changed, wherever they moved", async () => {
    const before = [
      at(1, "We depend on a small number of suppliers in Asia."),
      at(1, "Interest rates rose by 2 percent during the year."),
      at(2, "Our headquarters are leased until the end of 2030."),
    ];
    const after = [
      at(1, "Our headquarters are leased until the end of 2030."),
      at(1, "We depend on a very small number of suppliers in Europe."),
      at(3, "A cyber attack could stop our production lines."),
    ];
    const { added, removed, changed, unchanged } = await compareSentences(before, after);
    expect(added).toEqual([after[2]]);
    expect(removed).toEqual([before[1]]);
    expect(changed).toMatchObject([{ before: before[0], after: after[1] }]);
    expect(unchanged).toBe(1);
  });

  it("account for every sentence exactly once", async () => {
    const texts = fc.array(
      fc.array(fc.constantFrom("a", "b", "c", "d", "e"), { minLength: 1, maxLength: 5 }),
    );
    await fc.assert(
      fc.asyncProperty(texts, texts, async (one, other) => {
        const [before, after] = [one, other].map((list) => list.map((words) => at(1, words.join(" "))));
        const result = await compareSentences(before ?? [], after ?? []);
        expect(result.added.length + result.changed.length + result.unchanged).toBe(other.length);
        expect(result.removed.length + result.changed.length + result.unchanged).toBe(one.length);
      }),
    );
  });
});

describe("a passage", () => {
  it("is divided into sentences without the heading in front of it", () => {
    const text = "Risk factors We depend on few suppliers. In 2024 we paid $1.5 million. Sales may fall.";
    expect(sentencesIn(text, "Report > Risk factors")).toEqual([
      "We depend on few suppliers.",
      "In 2024 we paid $1.5 million.",
    ]);
  });
});

it("compares long reports whose sentences share their common words in seconds", async () => {
  const write = (year: number) =>
    Array.from({ length: 20_000 }, (_, at) => ({
      text: `The board of the company approved item${at} of the plan for the year ${year}.`,
      page: 1,
    }));
  const readMilliseconds = startStopwatch();
  expect((await compareSentences(write(2023), write(2024))).changed).toHaveLength(20_000);
  expect(readMilliseconds()).toBeLessThan(10_000);
});

it("lets other calls run while it compares texts in which each word is in many sentences", async () => {
  const SENTENCES = 2_000;
  const WORDS = 20;
  let seed = 7;
  const next = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % ((SENTENCES * WORDS) / 150);
  };
  const write = () =>
    Array.from({ length: SENTENCES }, () =>
      at(1, Array.from({ length: WORDS }, () => `w${next()}`).join(" ")),
    );
  let isOver = false;
  const comparing = compareSentences(write(), write()).then(() => {
    isOver = true;
  });
  let turns = 0;
  for (; !isOver; turns++) await setImmediate();
  await comparing;
  expect(turns).toBeGreaterThan(15);
});

it.each([
  ["We owe $5 million to our bank.", "We owe €5 million to our bank."],
  ["The margin moved by 3% in the year.", "The margin moved by -3% in the year."],
  ["The margin moved by 3 in the year.", "The margin moved by −3 in the year."],
  ["The result was 5 million in the year.", "The result was (5) million in the year."],
  ["The share rose to 5 of all sales.", "The share rose to 5% of all sales."],
])("shows that %s became %s", async (before, after) => {
  expect(await compareSentences([at(1, before)], [at(1, after)])).toMatchObject({
    changed: [{}],
    unchanged: 0,
  });
});

it("takes a sentence with other spaces and marks for the same", async () => {
  const before = at(1, "We owe $ 5 million, twice - to banks.");
  const after = at(1, "We owe $5 million: twice to banks");
  expect((await compareSentences([before], [after])).unchanged).toBe(1);
});

it("pairs sentences of a script without spaces although a comma divides them", async () => {
  const [before, after] = ["三", "四"].map(
    (number) => `当社は原材料を主に海外の${number}社から調達しており、供給が止まると生産に影響します。`,
  );
  expect((await compareSentences([at(1, before ?? "")], [at(1, after ?? "")])).changed).toHaveLength(1);
});
