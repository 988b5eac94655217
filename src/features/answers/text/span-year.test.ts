import { describe, expect, it } from "vitest";
import { amountsIn } from "./amounts.ts";
import { yearOfSpan } from "./span-year.ts";

function yearsOf(text: string) {
  const amounts = amountsIn(text);
  return amounts
    .filter(({ kind }) => kind === "money")
    .map((span) => [span.text, yearOfSpan(text, amounts, span)]);
}

describe("the year of an amount", () => {
  it("is taken from a list of as many years", () => {
    expect(
      yearsOf(
        "Rent was $4 million , $5 million and $6 million for the years ended May 31, 2024 , 2023 and 2022.",
      ),
    ).toEqual([
      ["$4 million", 2024],
      ["$5 million", 2023],
      ["$6 million", 2022],
    ]);
  });

  it("is taken from the year printed with it", () => {
    expect(yearsOf("The plan cost $4 million (2023: $5 million).")).toEqual([
      ["$4 million", null],
      ["$5 million", 2023],
    ]);
    expect(yearsOf("Rent was $4 million in fiscal 2024 compared with $5 million in fiscal 2023.")).toEqual([
      ["$4 million", 2024],
      ["$5 million", 2023],
    ]);
  });

  it("is unknown where the lists differ in length", () => {
    expect(yearsOf("Rent was $4 million and $5 million in the first and second half of 2024.")).toEqual([
      ["$4 million", null],
      ["$5 million", null],
    ]);
  });
});
