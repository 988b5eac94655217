import { describe, expect, it } from "vitest";
import { labelKey } from "./label-key.ts";

describe("labelKey", () => {
  it.each([
    ["Net (loss) earnings for the year (Note 4)", "Net profit for the year"],
    ["Property, plant & equipment 7, 8, 26", "Property, plant and equipment"],
    ["Net cash (used in) provided by operating activities", "Net cash from operating activities"],
    ["Total shareholders’ equity", "Total stockholders' equity"],
    ["Non-controlling interests", "Noncontrolling interest"],
    ["Taxes on income", "Income tax"],
    ["Income taxes 1 7", "Income taxes"],
    ["Inventories C3", "Inventories"],
    ["Intangible assets C5,C7", "Intangible assets"],
    ["Cash and cash equivalents C1(c)", "Cash and cash equivalents"],
    ["(Loss) for the year before income tax", "Loss for the year before tax"],
  ])("reads %s and %s as the same figure", (one, other) => {
    expect(labelKey(one)).toBe(labelKey(other));
  });

  it("distinguishes labels that differ in a significant word", () => {
    expect(labelKey("Total current assets")).not.toBe(labelKey("Total non-current assets"));
    expect(labelKey("Profit before tax")).not.toBe(labelKey("Profit after tax"));
  });
});
