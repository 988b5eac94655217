import { describe, expect, it } from "vitest";
import { cutAfterLegalForm, cutNearlyForm } from "./cut-name.ts";
import { foldName, sortName } from "./fold-name.ts";

const words = (name: string) => foldName(name).words.join(" ");

describe("foldName", () => {
  it("separates legal forms of many languages", () => {
    const forms = [
      "Nordwind AG",
      "Nordwind Aktiengesellschaft",
      "Nordwind S.p.A.",
      "Nordwind, Inc.",
      "NORDWIND LTD",
    ];
    expect(new Set(forms.map(words))).toEqual(new Set(["nordwind"]));
    expect(words("PT Nordwind Tbk")).toBe("nordwind");
    expect(words("AB Nordwind (publ)")).toBe("nordwind");
    expect(words("Nordwind, S.A.B. de C.V.")).toBe("nordwind");
    expect(words("Public Joint Stock Company Nordwind")).toBe("nordwind");
    expect(words("Nordwind A/S")).toBe("nordwind");
    expect(words("Nordwind Societas Europaea")).toBe("nordwind");
    expect(foldName("Nordwind Societas Europaea").legal).toEqual(foldName("Nordwind SE").legal);
    expect(words("Nordwind AG & Co. KGaA")).toBe("nordwind");
    // The longer phrase first: "and Co." alone would leave the KG.
    expect(foldName("Nordwind GmbH and Co. KG").legal).toEqual(foldName("Nordwind GmbH & Co. KG").legal);
    expect(foldName("Nordwind and Co. KGaA").legal).not.toEqual(foldName("Nordwind and Co.").legal);
    expect(foldName("株式会社北風")).toEqual(foldName("北風"));
    expect(foldName("Nordwind Limited").legal).toEqual(foldName("Nordwind Ltd.").legal);
  });

  it("never leaves a name empty", () => {
    expect(foldName("Limited").words).toEqual(["limited"]);
    expect(foldName("The Company").words).toEqual(["company"]);
    expect(foldName("!!!").words).toEqual([]);
  });

  it("removes accents, case, punctuation and both spellings of umlauts", () => {
    expect(words("Crédit Électronic")).toBe("credit electronic");
    expect(words("Öresund-Bjørn")).toBe("oresund bjorn");
    expect(words("Südwestfälische")).toBe(words("Suedwestfaelische"));
    expect(words("İZMİR Çelik")).toBe("izmir celik");
    expect(words("Baker’s Dozen")).toBe(words("Bakers Dozen"));
  });

  it("keeps initials together", () => {
    expect(words("N & W")).toBe(words("N&W"));
    expect(words("C.D. Carter & Sons")).toBe("cd carter sons");
    expect(words("C D Carter and Sons")).toBe("cd carter sons");
    expect(words("X&Y Inc.")).toBe("xy");
  });

  it("expands frequent abbreviations", () => {
    expect(words("Harbour Intl Hldgs")).toBe(words("Harbour International Holdings"));
  });

  it("drops the suffixes that exchanges and filings add to a name", () => {
    for (const printed of [
      "HARBOUR STEEL DL-,01",
      "HARBOUR STEEL O.N.",
      "HARBOUR STEEL INC /DE/",
      "HARBOUR STEEL CORP/NY",
    ])
      expect(words(printed)).toBe("harbour steel");
    expect(words("Harbour Steel Common Stock")).toBe("harbour steel");
    expect(words("Harbour Steel Sponsored ADR")).toBe("harbour steel");
  });

  it("splits scripts without spaces into pairs, and keeps their combining marks", () => {
    expect(foldName("北山大川").words).toEqual(["北山", "山大", "大川"]);
    expect(foldName("ガス").words).toEqual(["ガス"]);
    expect(foldName("ＡＢＣガス").words).toEqual(["abc", "ガス"]);
    expect(foldName("㈱北山").words).toEqual(["北山"]);
  });

  it("treats traditional and simplified characters, hiragana and katakana, and full and half width alike", () => {
    for (const [one, other] of [
      ["北風電機", "北风电机"],
      ["さくら", "サクラ"],
      ["サクラ", "ｻｸﾗ"],
      ["ＡＢＣ", "abc"],
    ])
      expect(foldName(one ?? "")).toEqual(foldName(other ?? ""));
  });

  it("limits the number of words", () => {
    expect(foldName("word ".repeat(500)).words.length).toBeLessThanOrEqual(16);
    expect(foldName("風".repeat(500)).words.length).toBeLessThanOrEqual(16);
  });
});

it("sortName orders without regard to case and accents", () => {
  expect(
    ["Zeta", "älpha", "Beta", "(alpine)"].toSorted((a, b) => (sortName(a) < sortName(b) ? -1 : 1)),
  ).toEqual(["älpha", "(alpine)", "Beta", "Zeta"]);
});

describe("alternative readings of a name", () => {
  it("end at a legal form in the middle", () => {
    expect(cutAfterLegalForm("Harbour Steel plc Ireland").map(({ words }) => words)).toEqual([
      ["harbour", "steel"],
    ]);
    expect(cutAfterLegalForm("Harbour Steel plc")).toEqual([]);
  });

  it("accept a misspelt or shortened legal form", () => {
    expect(cutNearlyForm(foldName("Harbour Corportaion"))).toEqual([{ words: ["harbour"], legal: ["corp"] }]);
    expect(cutNearlyForm(foldName("Harbour Incor")).map(({ words }) => words)).toEqual([["harbour"]]);
    expect(cutNearlyForm(foldName("Harbour Crprtn")).map(({ words }) => words)).toEqual([["harbour"]]);
    expect(cutNearlyForm(foldName("Harbour Income"))).toEqual([]);
    expect(cutNearlyForm(foldName("Harbour Steel"))).toEqual([]);
    expect(cutNearlyForm(foldName("Imc"))).toEqual([]);
  });
});
