import { describe, expect, it } from "vitest";
import { makeTextPage } from "./made-up-pages.ts";
import { nameFinder } from "./report-names.ts";

describe("the company's name in a question", () => {
  it.each(["A&S", "AnS", "Ashby"])("is known in full and by its initials: %s", (word) => {
    expect(nameFinder([makeTextPage(1, "Text")], ["Ashby & Sons"])(word)).toBe("known");
  });

  it("may be the initials of a name on the cover", () => {
    const isName = nameFinder([makeTextPage(1, "Northern Pier Lights Corporation, Form 10-K")], []);
    expect([isName("NPL"), isName("PLC"), isName("NYSE")]).toEqual(["cover", "weak", null]);
  });

  it("is not what the pages after the cover speak of", () => {
    const pages = [
      makeTextPage(1, "Northern Pier Corporation"),
      makeTextPage(2, "The Harbour Lights segment"),
    ];
    const isName = nameFinder(pages, []);
    expect([isName("Northern"), isName("Harbour"), isName("Lights")]).toEqual(["cover", null, null]);
  });

  it("is not made of two initials, or of the names of authorities", () => {
    const cover = "Ashby & Green Holdings. Securities and Exchange Commission";
    const isName = nameFinder([makeTextPage(1, cover)], []);
    expect([isName("AG"), isName("SnE"), isName("SEC")]).toEqual(["weak", null, null]);
  });
});

it("knows a name that is written without its accents", () => {
  expect(nameFinder([], ["Mérandol SA"])("Merandol")).toBe("known");
});
