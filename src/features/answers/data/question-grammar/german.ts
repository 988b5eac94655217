import { makeParts, type QuestionGrammar } from "./grammar.ts";

export const GERMAN: QuestionGrammar = {
  patterns: [
    new RegExp(
      "^(?:wie (?:hoch|groß|gross) (?:war|waren|ist|sind)|was (?:war|waren|ist|sind)" +
        String.raw`|wie viel betr(?:ug|ugen|ägt)|welche[nrs]? (?:war|waren))\s+(?:der |die ` +
        String.raw`|das )?(?<figure>.+?)(?:\s+(?:(?:im|in|für|zum|des)\s+)?(?:das ` +
        String.raw`|dem )?(?:geschäftsjahr(?:es)? |jahr(?:es)? )?(?<year>\d{4}))?\s*\?*$`,
      "iu",
    ),
  ],
  parts: makeParts(
    [
      "erstes Halbjahr = ersten Halbjahr(?:e?s)?",
      "zweites Halbjahr = zweiten Halbjahr(?:e?s)?",
      "erstes Quartal = ersten Quartals?",
      "zweites Quartal = zweiten Quartals?",
      "drittes Quartal = dritten Quartals?",
      "viertes Quartal = vierten Quartals?",
    ],
    (part) => `\\s+(?:im|des|in dem)\\s+${part}(?!\\p{L})`,
  ),
  beforeYear: "",
  ratios: {
    bruttomarge: "gross margin",
    "operative marge": "operating margin",
    umsatzrendite: "net margin",
    umsatzwachstum: "revenue growth",
  },
  answer: {
    Source: "Quelle",
    "Computed from": "Berechnet aus",
    page: "Seite",
    thousand: "Tsd.",
    million: "Mio.",
    billion: "Mrd.",
    "Not found in this report": "In diesem Bericht nicht gefunden",
  },
  decimal: ",",
  thousands: ".",
};
