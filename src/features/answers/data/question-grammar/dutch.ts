import { makeParts, type QuestionGrammar } from "./grammar.ts";

export const DUTCH: QuestionGrammar = {
  patterns: [
    new RegExp(
      "^(?:hoe (?:hoog|groot) (?:was|waren|is|zijn)|wat (?:was|waren|zijn)" +
        String.raw`|hoeveel bedr(?:oeg|oegen|aagt))\s+(?:de ` +
        String.raw`|het )?(?<figure>.+?)(?:\s+(?:in|over|voor)\s+(?:het jaar |het boekjaar ` +
        String.raw`|boekjaar )?(?<year>\d{4}))?\s*\?*$`,
      "iu",
    ),
  ],
  parts: makeParts(
    [
      "eerste halfjaar = eerste (?:halfjaar|half jaar)",
      "tweede halfjaar = tweede (?:halfjaar|half jaar)",
      "eerste kwartaal",
      "tweede kwartaal",
      "derde kwartaal",
      "vierde kwartaal",
    ],
    (part) => `\\s+(?:in|over|van)\\s+het\\s+${part}(?!\\p{L})(?:\\s+van)?`,
  ),
  beforeYear: " in",
  ratios: {
    brutomarge: "gross margin",
    "operationele marge": "operating margin",
    nettomarge: "net margin",
    omzetgroei: "revenue growth",
  },
  answer: {
    Source: "Bron",
    "Computed from": "Berekend uit",
    page: "pagina",
    thousand: "duizend",
    million: "miljoen",
    billion: "miljard",
    "Not found in this report": "Niet gevonden in dit verslag",
  },
  decimal: ",",
  thousands: ".",
};
