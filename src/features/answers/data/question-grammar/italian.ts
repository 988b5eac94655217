import { makeParts, type QuestionGrammar } from "./grammar.ts";

export const ITALIAN: QuestionGrammar = {
  patterns: [
    new RegExp(
      "^(?:qual(?:e|i)? (?:è|era|erano|sono|è stato|è stata|sono stati)|qual['’]è" +
        String.raw`|a quanto ammont\p{L}+)\s+(?:il |lo |la |i |gli |le ` +
        String.raw`|l['’])?(?<figure>.+?)(?:\s+(?:nel|del|per il|nell['’]esercizio` +
        String.raw`|nell['’]anno)\s+(?<year>\d{4}))?\s*\?*$`,
      "iu",
    ),
  ],
  parts: makeParts(
    [
      "primo semestre",
      "secondo semestre",
      "primo trimestre",
      "secondo trimestre",
      "terzo trimestre",
      "quarto trimestre",
    ],
    (part) => `\\s+(?:nel|del)\\s+${part}(?!\\p{L})(?:\\s+del)?`,
  ),
  beforeYear: " nel",
  ratios: {
    "margine lordo": "gross margin",
    "margine operativo": "operating margin",
    "margine netto": "net margin",
    "crescita dei ricavi": "revenue growth",
  },
  answer: {
    Source: "Fonte",
    "Computed from": "Calcolato da",
    page: "pagina",
    thousand: "migliaia",
    million: "milioni",
    billion: "miliardi",
    "Not found in this report": "Non trovato in questa relazione",
  },
  decimal: ",",
  thousands: ".",
};
